//! Intrinsics of SVE and SME: the classes of `arm_sve_sme_incl.td`.

use tablewright_records::{FieldError, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// An instruction, with an intrinsic for each of its element types.
    pub(crate) struct SveInstRecord<'s>("Inst") {
        /// The name of the intrinsics, with holes for types.
        pub(crate) name_template: Symbol = "Name",
        /// The types of result and parameters, one letter each.
        pub(crate) prototype: Symbol = "Prototype",
        /// The element types.
        pub(crate) types: Symbol = "Types",
        /// The features that functions need outside of streaming mode.
        pub(crate) sve_target_guard: Symbol = "SVETargetGuard",
        /// The features that functions need in streaming mode.
        pub(crate) sme_target_guard: Symbol = "SMETargetGuard",
        /// The number of a `MergeType`: what inactive elements become.
        pub(crate) merge: i64 = "Merge",
        /// The end of the names of functions, which shows `Merge`.
        pub(crate) merge_suffix: &'s str = "MergeSuffix",
        /// The name of the intrinsic in LLVM, with holes for types; may be empty.
        pub(crate) llvm_intrinsic: &'s str = "LLVMIntrinsic",
        /// The properties of the builtins.
        pub(crate) flags: Vec<FlagTypeRecord<'s>> = "Flags",
        /// The properties of the builtins as one value, by which equal lists are found.
        pub(crate) flag_list: ValueId = "Flags",
        /// The checks of immediate operands.
        pub(crate) imm_checks: Vec<ImmCheckRecord<'s>> = "ImmChecks",
        /// The number of a `MemEltType`: the elements in memory.
        pub(crate) mem_elt_type: i64 = "MemEltType",
    }

    /// A check of an immediate operand.
    pub(crate) struct ImmCheckRecord<'s>("ImmCheck") {
        /// The number of the operand, in releases before 20.
        arg: i64 = "Arg",
        /// The number of the operand.
        imm_arg_idx: Option<i64> = "ImmArgIdx" else None,
        /// The number of the operand whose elements the check depends on, in releases before 20.
        elt_size_arg: i64 = "EltSizeArg",
        /// The number of the operand whose type the check depends on; negative if there is none.
        type_context_arg_idx: Option<i64> = "TypeContextArgIdx" else None,
        /// What the operand may be.
        pub(crate) kind: ImmCheckTypeRecord<'s> = "Kind",
    }

    /// What an immediate operand may be.
    pub(crate) struct ImmCheckTypeRecord<'s>("ImmCheckType") {
        /// The number by which Clang knows the check.
        pub(crate) number: i64 = "Value",
    }

    /// A bit, or some bits, of the flags of a builtin.
    pub(crate) struct FlagTypeRecord<'s>("FlagType") {
        /// The bits.
        pub(crate) bits_of_flag: i64 = "Value",
    }

    /// The elements of vectors, as flags show them.
    pub(crate) struct EltTypeRecord<'s>("EltType") {
        /// The number in the flags.
        pub(crate) number: i64 = "Value",
    }

    /// The elements in memory, as flags show them.
    pub(crate) struct MemEltTypeRecord<'s>("MemEltType") {
        /// The number in the flags.
        pub(crate) number: i64 = "Value",
    }

    /// What inactive elements become, as flags show it.
    pub(crate) struct MergeTypeRecord<'s>("MergeType") {
        /// The number in the flags.
        pub(crate) number: i64 = "Value",
    }
}

impl ImmCheckRecord<'_> {
    /// The number of the operand.
    pub(crate) fn operand(self) -> Result<i64, FieldError> {
        self.imm_arg_idx()?.map_or_else(|| self.arg(), Ok)
    }

    /// The number of the operand whose type the check depends on; negative if there is none.
    pub(crate) fn type_operand(self) -> Result<i64, FieldError> {
        self.type_context_arg_idx()?.map_or_else(|| self.elt_size_arg(), Ok)
    }
}
