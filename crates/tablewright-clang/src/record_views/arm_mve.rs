//! Intrinsics of MVE and CDE: the classes of `arm_mve_defs.td` and `arm_cde.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{Dag, Record, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// An instruction, with an intrinsic for each of its parameters.
    pub(crate) struct MveIntrinsicRecord<'s>("Intrinsic") {
        /// The types by which intrinsics differ.
        pub(crate) params: Vec<Record<'s>> = "params",
        /// The type of the result.
        pub(crate) ret: Record<'s> = "ret",
        /// The types of the operands, with the names that `codegen` has for them.
        pub(crate) args: Dag<'s> = "args",
        /// The operations that are the code of a call.
        pub(crate) codegen: Dag<'s> = "codegen",
        /// How the full name becomes the short one.
        pub(crate) pnt: PolymorphicNameTypeRecord<'s> = "pnt",
        /// Whether functions have the short name only.
        pub(crate) is_polymorphic_only: bool = "polymorphicOnly",
        /// Whether calls do not evaluate their arguments.
        pub(crate) is_non_evaluating: bool = "nonEvaluating",
        /// Whether the builtin belongs to another description.
        pub(crate) is_header_only: bool = "headerOnly",
        /// The letter of the parameter in the name, in place of its own; may be empty.
        pub(crate) override_kind_letter: &'s str = "overrideKindLetter",
        /// The extension in the name of the builtin.
        pub(crate) builtin_extension: Symbol = "builtinExtension",
    }

    /// An intrinsic with a name other than that of its record.
    pub(crate) struct NameOverrideRecord<'s>("NameOverride") {
        /// The name without types.
        pub(crate) basename: &'s str = "basename",
    }

    /// How a full name becomes a short one.
    pub(crate) struct PolymorphicNameTypeRecord<'s>("PolymorphicNameType") {
        /// How many parts at the end of the name are left out.
        pub(crate) num_type_suffixes_to_discard: i64 = "NumTypeSuffixesToDiscard",
        /// A part before them that is left out as well.
        pub(crate) extra_suffix_to_discard: SettableText<'s> = "ExtraSuffixToDiscard",
    }

    /// A macro of CDE's header.
    pub(crate) struct FunctionMacroRecord<'s>("FunctionMacro") {
        /// The names of the parameters.
        pub(crate) params: Vec<&'s str> = "params",
        /// What the macro stands for.
        pub(crate) definition: &'s str = "definition",
    }

    /// A number that has a name in C.
    pub(crate) struct PrimitiveTypeRecord<'s>("PrimitiveType") {
        /// `s`, `u` or `f`.
        pub(crate) kind: &'s str = "kind",
        /// The width in bits.
        pub(crate) size: i64 = "size",
        /// The name in C; empty for that of `stdint.h`.
        pub(crate) name_override: &'s str = "nameOverride",
    }

    /// A type made of other types.
    pub(crate) struct ComplexTypeRecord<'s>("ComplexType") {
        /// An operator and the types to which it is applied.
        pub(crate) spec: Dag<'s> = "spec",
    }

    /// The operator for structures of vectors.
    pub(crate) struct CtoTupleRecord<'s>("CTO_Tuple") {
        /// How many vectors there are.
        pub(crate) n: i64 = "n",
    }

    /// The operator for pointers.
    pub(crate) struct CtoPointerRecord<'s>("CTO_Pointer") {
        /// Whether it points to a constant.
        pub(crate) is_const: bool = "const",
    }

    /// The operator for numbers of another width.
    pub(crate) struct CtoScaleSizeRecord<'s>("CTO_ScaleSize") {
        /// The factor of the width.
        pub(crate) num: i64 = "num",
        /// The divisor of the width.
        pub(crate) denom: i64 = "denom",
    }

    /// The type of an operand that is used as it is passed: neither widened nor made a vector.
    pub(crate) struct UnpromotedRecord<'s>("unpromoted") {
        /// The type itself.
        pub(crate) underlying_type: Record<'s> = "underlying_type",
    }

    /// The type of an operand that has to be a constant.
    pub(crate) struct ImmediateRecord<'s>("Immediate") {
        /// The type itself.
        pub(crate) ty: Record<'s> = "type",
        /// The least and the greatest value.
        pub(crate) bounds: Record<'s> = "bounds",
        /// The end of the name of Clang's function that checks the value further.
        pub(crate) extra: SettableText<'s> = "extra",
        /// The argument of that function.
        pub(crate) extraarg: SettableText<'s> = "extraarg",
    }

    /// Constant bounds of an immediate operand.
    pub(crate) struct IbConstRangeRecord<'s>("IB_ConstRange") {
        /// The least value.
        pub(crate) lo: i64 = "lo",
        /// The greatest value.
        pub(crate) hi: i64 = "hi",
    }

    /// Bounds of an immediate operand that is the number of a bit.
    pub(crate) struct IbEltBitRecord<'s>("IB_EltBit") {
        /// The number of the first bit.
        pub(crate) base: i64 = "base",
        /// The type that has the bits.
        pub(crate) ty: Record<'s> = "type",
    }

    /// A function of Clang or LLVM that makes IR.
    pub(crate) struct IrBuilderBaseRecord<'s>("IRBuilderBase") {
        /// The call up to its first argument.
        pub(crate) prefix: &'s str = "prefix",
        /// The parameters that are no values of IR.
        pub(crate) special_params: Vec<IrBuilderParamRecord<'s>> = "special_params",
    }

    /// A parameter of such a function.
    pub(crate) struct IrBuilderParamRecord<'s>("IRBuilderParam") {
        /// The number of the parameter.
        pub(crate) index: i64 = "index",
    }

    /// A parameter that is an address.
    pub(crate) struct IrBuilderAddrParamRecord<'s>("IRBuilderAddrParam"): IrBuilderParamRecord {}

    /// A parameter that is a number of C++.
    pub(crate) struct IrBuilderIntParamRecord<'s>("IRBuilderIntParam"): IrBuilderParamRecord {
        /// Its type in C++.
        pub(crate) ty: &'s str = "type",
    }

    /// An intrinsic of LLVM.
    pub(crate) struct IrIntBaseRecord<'s>("IRIntBase") {
        /// The name, with `_` for `.`.
        pub(crate) intname: &'s str = "intname",
        /// The types by which it is overloaded.
        pub(crate) params: Vec<Record<'s>> = "params",
        /// Whether the name ends with the letter of the parameter.
        pub(crate) append_kind: bool = "appendKind",
    }

    /// A function or an intrinsic that is another one where floating-point exceptions matter.
    pub(crate) struct StrictFpAltRecord<'s>("strictFPAlt") {
        /// What is called elsewhere.
        pub(crate) standard: Record<'s> = "standard",
        /// What is called there.
        pub(crate) strictfp: Record<'s> = "strictfp",
    }

    /// The operator for code of Clang's own.
    pub(crate) struct CustomCodegenRecord<'s>("CustomCodegen") {
        /// The enumerator for the code.
        pub(crate) ty: &'s str = "type",
    }
}
