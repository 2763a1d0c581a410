//! Operations and attributes of Clang's intermediate representation, an MLIR dialect: the classes
//! in `CIROps.td` and `CIRAttrs.td`.

use tablewright_records::{Dag, Record, record_views};

record_views! {
    /// An operation.
    pub(crate) struct CirOpRecord<'s>("CIR_Op") {
        /// The operation in LLVM's dialect that replaces it; empty if Clang's code decides.
        pub(crate) llvm_op: &'s str = "llvmOp",
        /// The intrinsic that replaces it if the floating-point environment matters; empty for none.
        pub(crate) constrained_llvm_intrinsic: &'s str = "constrainedLLVMIntrinsic" else "",
        /// Whether this intrinsic has an operand for the rounding mode.
        pub(crate) constrained_llvm_intrinsic_has_rounding_mode: bool =
            "constrainedLLVMIntrinsicHasRoundingMode" else false,
        /// The operands and attributes.
        pub(crate) arguments: Dag<'s> = "arguments",
        /// The results.
        pub(crate) results: Dag<'s> = "results",
        /// Whether the C++ ABI affects its lowering.
        pub(crate) has_cxx_abi_lowering: bool = "hasCXXABILowering",
        /// Whether a pattern lowers it to LLVM's dialect.
        pub(crate) has_llvm_lowering: bool = "hasLLVMLowering",
        /// Whether the pattern may be applied to its own result, a limited number of times.
        pub(crate) is_llvm_lowering_recursive: bool = "isLLVMLoweringRecursive",
        /// C++ for the pattern's class.
        pub(crate) extra_llvm_lowering_pattern_decl: &'s str = "extraLLVMLoweringPatternDecl",
        /// Additional parameters for the pattern's constructor; `?` for none.
        pub(crate) constructor: Option<LoweringBuildersRecord<'s>> =
            "customLLVMLoweringConstructorDecl" else None,
    }

    /// Constructor parameters.
    pub(crate) struct LoweringBuildersRecord<'s>("LoweringBuilders") {
        /// Types, as strings, with names.
        pub(crate) dag_params: Dag<'s> = "dagParams",
    }

    /// An attribute.
    pub(crate) struct CirAttrRecord<'s>("CIR_Attr") {
        /// Its dialect.
        pub(crate) dialect: DialectRecord<'s> = "dialect",
        /// The name of its C++ class.
        pub(crate) cpp_class_name: &'s str = "cppClassName",
        /// Whether it can contain a type that the C++ ABI changes.
        pub(crate) can_have_illegal_cxx_abi_type: bool = "canHaveIllegalCXXABIType",
        /// Whether it is lowered to a constant in LLVM's dialect.
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

/// Returns the C++ name of an MLIR record: the text after the first `_`. The dialect precedes it.
pub(crate) fn cpp_name<'s>(record: impl Into<Record<'s>>) -> &'s str {
    let name = record.into().name();
    match name.split_once('_') {
        None | Some(("", _)) => name,
        Some((dialect, "")) => dialect,
        Some((_, name)) => name,
    }
}
