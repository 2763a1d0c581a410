//! The classes of `mlir/IR/BytecodeBase.td`.

use tablewright_records::{Dag, Record, record_views};

record_views! {
    /// The bytecode encoding of an element.
    pub(crate) struct BytecodeRecord<'s>("Bytecode") {
        /// C++ that reads a variable.
        pub parser: &'s str = "cParser" else "",
        /// C++ that builds a value from the decoded parts.
        pub builder: &'s str = "cBuilder" else "",
        /// C++ that writes it.
        pub printer: &'s str = "cPrinter" else "",
        /// C++ that returns it from its owner.
        pub getter: &'s str = "cGetter" else "",
        /// The C++ type; if empty, it follows from the definition name.
        pub cpp_type: &'s str = "cType" else "",
        /// C++ condition that selects this form.
        pub predicate: &'s str = "printerPredicate" else "",
    }

    /// Something that consists of others.
    pub(crate) struct CompositeBytecodeRecord<'s>("CompositeBytecode"): BytecodeRecord {
        /// These.
        pub members: Dag<'s> = "members",
    }

    /// Any number of others.
    pub(crate) struct BytecodeArrayRecord<'s>("Array") {
        /// An element's encoding.
        pub element: BytecodeRecord<'s> = "elemT",
        /// C++ that returns the list from its owner.
        pub getter: &'s str = "cGetter" else "",
    }

    /// A list whose length follows from an earlier member.
    pub(crate) struct SizedArrayRecord<'s>("ArrayWithKnownSize"): BytecodeArrayRecord {
        /// The C++ expression for the number.
        pub size: &'s str = "knownSizeRef",
    }

    /// An attribute.
    pub(crate) struct AttributeKindRecord<'s>("AttributeKind"): BytecodeRecord {}

    /// A type.
    pub(crate) struct TypeKindRecord<'s>("TypeKind"): BytecodeRecord {}

    /// A dialect's attribute or type.
    pub(crate) struct BytecodeEntryRecord<'s>("DialectAttrOrType") {
        /// Its members.
        pub members: Dag<'s> = "members",
        /// The C++ type; if empty, it follows from the definition name.
        pub cpp_type: &'s str = "cType",
    }

    /// The attributes of a dialect.
    pub(crate) struct DialectAttributesRecord<'s>("DialectAttributes") {
        /// The dialect name.
        pub dialect: &'s str = "dialect",
        /// The attributes; their indices are their codes.
        pub elements: Vec<Record<'s>> = "elems",
    }

    /// The types of a dialect.
    pub(crate) struct DialectTypesRecord<'s>("DialectTypes") {
        /// The dialect name.
        pub dialect: &'s str = "dialect",
        /// The types; their indices are their codes.
        pub elements: Vec<Record<'s>> = "elems",
    }
}
