//! RISC-V vector intrinsics: the classes in `riscv_vector_common.td`.

use tablewright_records::record_views;

record_views! {
    /// An instruction, with a function for each element type, register group size, mask and policy.
    pub(crate) struct RvvBuiltinRecord<'s>("RVVBuiltin") {
        /// The function name without types.
        pub(crate) own_name: &'s str = "Name",
        /// The name that functions with other types share; empty for the first part of `Name`.
        pub(crate) overloaded_name: &'s str = "OverloadedName",
        /// Clang code that replaces generated code; may be empty.
        pub(crate) manual_codegen: &'s str = "ManualCodegen",
        /// The LLVM intrinsic for calls without a mask.
        pub(crate) ir_name: &'s str = "IRName",
        /// The LLVM intrinsic for calls with a mask.
        pub(crate) masked_ir_name: &'s str = "MaskedIRName",
        /// The types after `Name`.
        pub(crate) suffix: &'s str = "Suffix",
        /// The types after `OverloadedName`.
        pub(crate) overloaded_suffix: &'s str = "OverloadedSuffix",
        /// The result and operand types.
        pub(crate) prototype: &'s str = "Prototype",
        /// Element types, one letter each.
        pub(crate) type_range: &'s str = "TypeRange",
        /// Register group sizes, as logarithms.
        pub(crate) log2_lmul: Vec<i64> = "Log2LMUL",
        /// The operands on whose types the LLVM intrinsic is overloaded; -1 for the result.
        pub(crate) intrinsic_types: Vec<i64> = "IntrinsicTypes",
        /// Required extensions, in addition to those for the types.
        pub(crate) required_features: Vec<&'s str> = "RequiredFeatures",
        /// The number of fields in a segment load or store.
        pub(crate) nf: i64 = "NF",
        /// Whether there are functions with a mask.
        pub(crate) has_masked: bool = "HasMasked",
        /// Whether functions with a mask have an operand for inactive elements.
        pub(crate) has_masked_off_operand: bool = "HasMaskedOffOperand",
        /// Whether the last operand is the vector length.
        pub(crate) has_vl: bool = "HasVL",
        /// Whether there are functions for different tail policies.
        pub(crate) has_tail_policy: bool = "HasTailPolicy",
        /// Whether there are functions for different mask policies.
        pub(crate) has_mask_policy: bool = "HasMaskPolicy",
        /// Whether there is a rounding mode operand.
        pub(crate) has_frm_round_mode_op: bool = "HasFRMRoundModeOp",
        /// Whether the prototype of the function with a mask also has a mask for the result.
        pub(crate) has_result_mask: bool = "MaskedPrototypeHasResultMask" else false,
        /// Whether the fields of a segment load or store are a tuple.
        pub(crate) is_tuple: bool = "IsTuple",
        /// Whether a single builtin represents all types.
        pub(crate) has_builtin_alias: bool = "HasBuiltinAlias",
        /// The policy of the LLVM intrinsic with a mask.
        pub(crate) masked_policy_scheme: PolicySchemeRecord<'s> = "MaskedPolicyScheme",
        /// The policy of the LLVM intrinsic without a mask.
        pub(crate) unmasked_policy_scheme: PolicySchemeRecord<'s> = "UnMaskedPolicyScheme",
        /// Whether functions have the overloaded name, too.
        pub(crate) supports_overloading: bool = "SupportOverloading",
        /// Whether functions use the alternative format of `vtype`.
        pub(crate) alt_fmt: bool = "AltFmt" else false,
        /// A matrix multiplication's widening factor; 0 for none.
        pub(crate) twiden: i64 = "TWiden" else 0,
        /// Whether code for functions needs a segment's element width.
        pub(crate) has_seg_inst_sew: bool = "HasSegInstSEW" else true,
    }

    /// A form in which an LLVM intrinsic receives the policy.
    pub(crate) struct PolicySchemeRecord<'s>("PolicyScheme") {
        /// Clang's enumerator number.
        pub(crate) number: i64 = "Value",
    }

    /// Header code.
    pub(crate) struct RvvHeaderRecord<'s>("RVVHeader") {
        /// The code.
        pub(crate) header_code: &'s str = "HeaderCode",
    }
}
