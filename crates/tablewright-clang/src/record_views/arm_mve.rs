//! MVE and CDE intrinsics: the classes in `arm_mve_defs.td` and `arm_cde.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{Dag, Record, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// An instruction, with an intrinsic for each of its parameter types.
    pub(crate) struct MveIntrinsicRecord<'s>("Intrinsic") {
        /// The types that distinguish intrinsics.
        pub(crate) params: Vec<Record<'s>> = "params",
        /// The result type.
        pub(crate) ret: Record<'s> = "ret",
        /// The operand types, with the names used in `codegen`.
        pub(crate) args: Dag<'s> = "args",
        /// The operations that implement a call.
        pub(crate) codegen: Dag<'s> = "codegen",
        /// The short name's derivation from the full name.
        pub(crate) pnt: PolymorphicNameTypeRecord<'s> = "pnt",
        /// Whether functions have only the short name.
        pub(crate) is_polymorphic_only: bool = "polymorphicOnly",
        /// Whether calls do not evaluate their arguments.
        pub(crate) is_non_evaluating: bool = "nonEvaluating",
        /// Whether the builtin belongs to another description.
        pub(crate) is_header_only: bool = "headerOnly",
        /// A letter for the parameter in the name, instead of its own; may be empty.
        pub(crate) override_kind_letter: &'s str = "overrideKindLetter",
        /// The extension in the builtin's name.
        pub(crate) builtin_extension: Symbol = "builtinExtension",
    }

    /// An intrinsic whose name differs from its record's name.
    pub(crate) struct NameOverrideRecord<'s>("NameOverride") {
        /// The name without types.
        pub(crate) basename: &'s str = "basename",
    }

    /// A short name's derivation from a full name.
    pub(crate) struct PolymorphicNameTypeRecord<'s>("PolymorphicNameType") {
        /// Number of name parts to remove at the end.
        pub(crate) num_type_suffixes_to_discard: i64 = "NumTypeSuffixesToDiscard",
        /// An additional part to remove before them.
        pub(crate) extra_suffix_to_discard: SettableText<'s> = "ExtraSuffixToDiscard",
    }

    /// A macro in CDE's header.
    pub(crate) struct FunctionMacroRecord<'s>("FunctionMacro") {
        /// The parameter names.
        pub(crate) params: Vec<&'s str> = "params",
        /// The macro's replacement text.
        pub(crate) definition: &'s str = "definition",
    }

    /// A numeric type with a name in C.
    pub(crate) struct PrimitiveTypeRecord<'s>("PrimitiveType") {
        /// `s`, `u` or `f`.
        pub(crate) kind: &'s str = "kind",
        /// The width in bits.
        pub(crate) size: i64 = "size",
        /// The name in C; empty for the `stdint.h` name.
        pub(crate) name_override: &'s str = "nameOverride",
    }

    /// A type composed of other types.
    pub(crate) struct ComplexTypeRecord<'s>("ComplexType") {
        /// An operator with the types to which it is applied.
        pub(crate) spec: Dag<'s> = "spec",
    }

    /// The operator for structures of vectors.
    pub(crate) struct CtoTupleRecord<'s>("CTO_Tuple") {
        /// Vector count.
        pub(crate) n: i64 = "n",
    }

    /// The operator for pointers.
    pub(crate) struct CtoPointerRecord<'s>("CTO_Pointer") {
        /// Whether the pointee is `const`.
        pub(crate) is_const: bool = "const",
    }

    /// The operator for numbers with another width.
    pub(crate) struct CtoScaleSizeRecord<'s>("CTO_ScaleSize") {
        /// The factor for the width.
        pub(crate) num: i64 = "num",
        /// The divisor for the width.
        pub(crate) denom: i64 = "denom",
    }

    /// The type of an operand that is used as passed: neither widened nor converted to a vector.
    pub(crate) struct UnpromotedRecord<'s>("unpromoted") {
        /// The type itself.
        pub(crate) underlying_type: Record<'s> = "underlying_type",
    }

    /// The type of an operand that must be a constant.
    pub(crate) struct ImmediateRecord<'s>("Immediate") {
        /// The type itself.
        pub(crate) ty: Record<'s> = "type",
        /// The minimum and the maximum value.
        pub(crate) bounds: Record<'s> = "bounds",
        /// The suffix of a Clang function that performs an additional check.
        pub(crate) extra: SettableText<'s> = "extra",
        /// The argument for that function.
        pub(crate) extraarg: SettableText<'s> = "extraarg",
    }

    /// Constant bounds for an immediate operand.
    pub(crate) struct IbConstRangeRecord<'s>("IB_ConstRange") {
        /// The minimum value.
        pub(crate) lo: i64 = "lo",
        /// The maximum value.
        pub(crate) hi: i64 = "hi",
    }

    /// Bounds for an immediate operand that is a bit number.
    pub(crate) struct IbEltBitRecord<'s>("IB_EltBit") {
        /// The first bit's number.
        pub(crate) base: i64 = "base",
        /// The type with the bits.
        pub(crate) ty: Record<'s> = "type",
    }

    /// A function in Clang or LLVM that creates IR.
    pub(crate) struct IrBuilderBaseRecord<'s>("IRBuilderBase") {
        /// The call up to its first argument.
        pub(crate) prefix: &'s str = "prefix",
        /// The parameters that are not IR values.
        pub(crate) special_params: Vec<IrBuilderParamRecord<'s>> = "special_params",
    }

    /// A parameter of such a function.
    pub(crate) struct IrBuilderParamRecord<'s>("IRBuilderParam") {
        /// The parameter number.
        pub(crate) index: i64 = "index",
    }

    /// A parameter that is an address.
    pub(crate) struct IrBuilderAddrParamRecord<'s>("IRBuilderAddrParam"): IrBuilderParamRecord {}

    /// A parameter that is a C++ number.
    pub(crate) struct IrBuilderIntParamRecord<'s>("IRBuilderIntParam"): IrBuilderParamRecord {
        /// Its C++ type.
        pub(crate) ty: &'s str = "type",
    }

    /// An LLVM intrinsic.
    pub(crate) struct IrIntBaseRecord<'s>("IRIntBase") {
        /// The name, with `_` for `.`.
        pub(crate) intname: &'s str = "intname",
        /// The types that it is overloaded on.
        pub(crate) params: Vec<Record<'s>> = "params",
        /// Whether the name ends with the parameter's letter.
        pub(crate) append_kind: bool = "appendKind",
    }

    /// A function or intrinsic with a separate version for strict floating-point.
    pub(crate) struct StrictFpAltRecord<'s>("strictFPAlt") {
        /// The default version.
        pub(crate) standard: Record<'s> = "standard",
        /// The version for strict floating-point.
        pub(crate) strictfp: Record<'s> = "strictfp",
    }

    /// The operator for Clang's own code.
    pub(crate) struct CustomCodegenRecord<'s>("CustomCodegen") {
        /// The enumerator for the code.
        pub(crate) ty: &'s str = "type",
    }
}
