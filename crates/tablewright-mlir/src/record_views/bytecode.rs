//! The classes of `mlir/IR/BytecodeBase.td`.

use tablewright_records::{Dag, Record, record_views};

record_views! {
    /// How something is written as bytecode and read.
    pub(crate) struct BytecodeRecord<'s>("Bytecode") {
        /// C++ that reads a variable.
        pub parser: &'s str = "cParser" else "",
        /// C++ that makes a value of what was read.
        pub builder: &'s str = "cBuilder" else "",
        /// C++ that writes it.
        pub printer: &'s str = "cPrinter" else "",
        /// C++ that returns it of what it belongs to.
        pub getter: &'s str = "cGetter" else "",
        /// The C++ type; that of the definition's name where it is empty.
        pub cpp_type: &'s str = "cType" else "",
        /// C++ that says whether it is written in this form.
        pub predicate: &'s str = "printerPredicate" else "",
    }

    /// Something that consists of others.
    pub(crate) struct CompositeBytecodeRecord<'s>("CompositeBytecode"): BytecodeRecord {
        /// These.
        pub members: Dag<'s> = "members",
    }

    /// Any number of others.
    pub(crate) struct BytecodeArrayRecord<'s>("Array") {
        /// How one is written and read.
        pub element: BytecodeRecord<'s> = "elemT",
        /// C++ that returns all of what they belong to.
        pub getter: &'s str = "cGetter" else "",
    }

    /// Any number of others, where something before says how many.
    pub(crate) struct SizedArrayRecord<'s>("ArrayWithKnownSize"): BytecodeArrayRecord {
        /// The C++ expression for the number.
        pub size: &'s str = "knownSizeRef",
    }

    /// An attribute.
    pub(crate) struct AttributeKindRecord<'s>("AttributeKind"): BytecodeRecord {}

    /// A type.
    pub(crate) struct TypeKindRecord<'s>("TypeKind"): BytecodeRecord {}

    /// An attribute or a type of a dialect.
    pub(crate) struct BytecodeEntryRecord<'s>("DialectAttrOrType") {
        /// What it consists of.
        pub members: Dag<'s> = "members",
        /// The C++ type; that of the definition's name where it is empty.
        pub cpp_type: &'s str = "cType",
    }

    /// The attributes of a dialect.
    pub(crate) struct DialectAttributesRecord<'s>("DialectAttributes") {
        /// The name of the dialect.
        pub dialect: &'s str = "dialect",
        /// The attributes; their indices are their codes.
        pub elements: Vec<Record<'s>> = "elems",
    }

    /// The types of a dialect.
    pub(crate) struct DialectTypesRecord<'s>("DialectTypes") {
        /// The name of the dialect.
        pub dialect: &'s str = "dialect",
        /// The types; their indices are their codes.
        pub elements: Vec<Record<'s>> = "elems",
    }
}
