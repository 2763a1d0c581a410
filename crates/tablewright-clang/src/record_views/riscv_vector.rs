//! Vector intrinsics of RISC-V: the classes of `riscv_vector_common.td`.

use tablewright_records::record_views;

record_views! {
    /// An instruction, with a function for each element type, register group, mask and policy.
    pub(crate) struct RvvBuiltinRecord<'s>("RVVBuiltin") {
        /// The name of functions, without types.
        pub(crate) own_name: &'s str = "Name",
        /// The name that functions of other types share; empty for the first part of `Name`.
        pub(crate) overloaded_name: &'s str = "OverloadedName",
        /// Code of Clang in place of generated code; may be empty.
        pub(crate) manual_codegen: &'s str = "ManualCodegen",
        /// The intrinsic of LLVM for calls without a mask.
        pub(crate) ir_name: &'s str = "IRName",
        /// The intrinsic of LLVM for calls with a mask.
        pub(crate) masked_ir_name: &'s str = "MaskedIRName",
        /// The types behind `Name`.
        pub(crate) suffix: &'s str = "Suffix",
        /// The types behind `OverloadedName`.
        pub(crate) overloaded_suffix: &'s str = "OverloadedSuffix",
        /// The types of result and operands.
        pub(crate) prototype: &'s str = "Prototype",
        /// The element types, one letter each.
        pub(crate) type_range: &'s str = "TypeRange",
        /// The sizes of register groups, as logarithms.
        pub(crate) log2_lmul: Vec<i64> = "Log2LMUL",
        /// The operands by whose types LLVM's intrinsic is overloaded; -1 for the result.
        pub(crate) intrinsic_types: Vec<i64> = "IntrinsicTypes",
        /// The extensions that are needed besides those of the types.
        pub(crate) required_features: Vec<&'s str> = "RequiredFeatures",
        /// The number of fields of what is loaded or stored.
        pub(crate) nf: i64 = "NF",
        /// Whether there are functions with a mask.
        pub(crate) has_masked: bool = "HasMasked",
        /// Whether functions with a mask have an operand for the elements that it leaves out.
        pub(crate) has_masked_off_operand: bool = "HasMaskedOffOperand",
        /// Whether the last operand is the number of elements to work on.
        pub(crate) has_vl: bool = "HasVL",
        /// Whether functions differ by what becomes of the elements behind the last.
        pub(crate) has_tail_policy: bool = "HasTailPolicy",
        /// Whether functions differ by what becomes of the elements that the mask leaves out.
        pub(crate) has_mask_policy: bool = "HasMaskPolicy",
        /// Whether there is an operand for the rounding mode.
        pub(crate) has_frm_round_mode_op: bool = "HasFRMRoundModeOp",
        /// Whether the fields of what is loaded or stored are a tuple.
        pub(crate) is_tuple: bool = "IsTuple",
        /// Whether one builtin stands for all types.
        pub(crate) has_builtin_alias: bool = "HasBuiltinAlias",
        /// How LLVM's intrinsic with a mask takes the policy.
        pub(crate) masked_policy_scheme: PolicySchemeRecord<'s> = "MaskedPolicyScheme",
        /// How LLVM's intrinsic without a mask takes the policy.
        pub(crate) unmasked_policy_scheme: PolicySchemeRecord<'s> = "UnMaskedPolicyScheme",
        /// Whether functions have the shared name too.
        pub(crate) supports_overloading: bool = "SupportOverloading",
        /// Whether functions work on the alternative format of `vtype`.
        pub(crate) alt_fmt: bool = "AltFmt" else false,
        /// How much wider the result of a matrix multiplication is; 0 for none.
        pub(crate) twiden: i64 = "TWiden" else 0,
        /// Whether the code of functions needs the width of the elements of a segment.
        pub(crate) has_seg_inst_sew: bool = "HasSegInstSEW" else true,
    }

    /// How an intrinsic of LLVM takes the policy.
    pub(crate) struct PolicySchemeRecord<'s>("PolicyScheme") {
        /// The number of Clang's enumerator.
        pub(crate) number: i64 = "Value",
    }

    /// Code for the header.
    pub(crate) struct RvvHeaderRecord<'s>("RVVHeader") {
        /// The code.
        pub(crate) header_code: &'s str = "HeaderCode",
    }
}
