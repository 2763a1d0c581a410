//! Operations and attributes of Clang's intermediate representation, a dialect of MLIR: the classes of
//! `CIROps.td` and `CIRAttrs.td`.

use tablewright_records::{Dag, Record, record_views};

record_views! {
    /// An operation.
    pub(crate) struct CirOpRecord<'s>("CIR_Op") {
        /// The operation of LLVM's dialect that it becomes; empty where code of Clang decides.
        pub(crate) llvm_op: &'s str = "llvmOp",
        /// The results.
        pub(crate) results: Dag<'s> = "results",
        /// Whether the C++ ABI decides what it becomes.
        pub(crate) has_cxx_abi_lowering: bool = "hasCXXABILowering",
        /// Whether it becomes operations of LLVM's dialect by a pattern.
        pub(crate) has_llvm_lowering: bool = "hasLLVMLowering",
        /// Whether that pattern applies to what it has made, a limited number of times.
        pub(crate) is_llvm_lowering_recursive: bool = "isLLVMLoweringRecursive",
        /// C++ for the class of that pattern.
        pub(crate) extra_llvm_lowering_pattern_decl: &'s str = "extraLLVMLoweringPatternDecl",
        /// More parameters of the pattern's constructor; `?` where there are none.
        pub(crate) constructor: Option<LoweringBuildersRecord<'s>> =
            "customLLVMLoweringConstructorDecl" else None,
    }

    /// Parameters of a constructor.
    pub(crate) struct LoweringBuildersRecord<'s>("LoweringBuilders") {
        /// Types, as strings, with names.
        pub(crate) dag_params: Dag<'s> = "dagParams",
    }

    /// An attribute.
    pub(crate) struct CirAttrRecord<'s>("CIR_Attr") {
        /// The dialect that it belongs to.
        pub(crate) dialect: DialectRecord<'s> = "dialect",
        /// The name of its class in C++.
        pub(crate) cpp_class_name: &'s str = "cppClassName",
        /// Whether it can hold a type that the C++ ABI changes.
        pub(crate) can_have_illegal_cxx_abi_type: bool = "canHaveIllegalCXXABIType",
        /// Whether it becomes a constant of LLVM's dialect.
        pub(crate) has_attr_to_value_lowering: bool = "hasAttrToValueLowering",
    }

    /// An attribute that is an enumeration.
    pub(crate) struct EnumAttrRecord<'s>("EnumAttr") {}

    /// A dialect.
    pub(crate) struct DialectRecord<'s>("Dialect") {
        /// The namespace of its C++.
        pub(crate) cpp_namespace: &'s str = "cppNamespace",
    }
}

/// The name in C++ of what a record of MLIR defines: what follows the first `_`, which is preceded by the
/// dialect.
pub(crate) fn cpp_name<'s>(record: impl Into<Record<'s>>) -> &'s str {
    let name = record.into().name();
    match name.split_once('_') {
        None | Some(("", _)) => name,
        Some((dialect, "")) => dialect,
        Some((_, name)) => name,
    }
}
