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
        /// How it is written, where it has to be.
        pub required_format: &'s str = "reqAssemblyFormat",
        /// How it is written, where it may be.
        pub optional_format: &'s str = "optAssemblyFormat",
        /// Whether operations do not get these.
        pub ignores_format: bool = "ignoreAsmFormat",
        /// What it is.
        pub description: &'s str = "description",
        /// Whether operations do not get this.
        pub ignores_description: bool = "ignoreDesc",
        /// Members of the classes of operations.
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
