//! The classes of `mlir/Dialect/OpenMP/OpenMPOpBase.td`.

use tablewright_records::{Dag, record_views};

use super::operation::OperationRecord;

record_views! {
    /// A clause of OpenMP.
    pub(crate) struct OpenMpClauseRecord<'s>("OpenMP_Clause") {
        /// Its operands and attributes.
        pub arguments: Dag<'s> = "arguments",
        /// Whether operations do not get these.
        pub ignores_arguments: bool = "ignoreArgs",
        /// The assembly format, if required.
        pub required_format: &'s str = "reqAssemblyFormat",
        /// The assembly format, if optional.
        pub optional_format: &'s str = "optAssemblyFormat",
        /// Whether operations do not get these.
        pub ignores_format: bool = "ignoreAsmFormat",
        /// A Markdown description.
        pub description: &'s str = "description",
        /// Whether operations do not get this.
        pub ignores_description: bool = "ignoreDesc",
        /// Extra members for operation classes.
        pub extra_class_declaration: &'s str = "extraClassDeclaration",
        /// Whether operations do not get these.
        pub ignores_declaration: bool = "ignoreExtraDecl",
    }

    /// An operation of OpenMP.
    pub(crate) struct OpenMpOpRecord<'s>("OpenMP_Op"): OperationRecord {
        /// Its clauses.
        pub clauses: Vec<OpenMpClauseRecord<'s>> = "clauseList",
    }
}
