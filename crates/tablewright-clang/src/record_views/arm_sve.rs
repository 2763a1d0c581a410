//! SVE and SME intrinsics: the classes in `arm_sve_sme_incl.td`.

use tablewright_records::{FieldError, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// An instruction, with an intrinsic for each of its element types.
    pub(crate) struct SveInstRecord<'s>("Inst") {
        /// The name of the intrinsics, with holes for types.
        pub(crate) name_template: Symbol = "Name",
        /// Result and parameter types, one letter each.
        pub(crate) prototype: Symbol = "Prototype",
        /// The element types.
        pub(crate) types: Symbol = "Types",
        /// Required features outside streaming mode.
        pub(crate) sve_target_guard: Symbol = "SVETargetGuard",
        /// Required features in streaming mode.
        pub(crate) sme_target_guard: Symbol = "SMETargetGuard",
        /// The number of a `MergeType`: the treatment of inactive elements.
        pub(crate) merge: i64 = "Merge",
        /// The suffix of function names that represents `Merge`.
        pub(crate) merge_suffix: &'s str = "MergeSuffix",
        /// The LLVM intrinsic's name, with holes for types; may be empty.
        pub(crate) llvm_intrinsic: &'s str = "LLVMIntrinsic",
        /// The properties of the builtins.
        pub(crate) flags: Vec<FlagTypeRecord<'s>> = "Flags",
        /// The properties as a single value, to find equal lists.
        pub(crate) flag_list: ValueId = "Flags",
        /// Immediate operand checks.
        pub(crate) imm_checks: Vec<ImmCheckRecord<'s>> = "ImmChecks",
        /// The number of a `MemEltType`: the elements in memory.
        pub(crate) mem_elt_type: i64 = "MemEltType",
    }

    /// A check for an immediate operand.
    pub(crate) struct ImmCheckRecord<'s>("ImmCheck") {
        /// The operand number, in releases before 20.
        arg: i64 = "Arg",
        /// The operand number.
        imm_arg_idx: Option<i64> = "ImmArgIdx" else None,
        /// The number of the operand whose elements the check depends on, in releases before 20.
        elt_size_arg: i64 = "EltSizeArg",
        /// The number of the operand whose type the check depends on; negative if there is none.
        type_context_arg_idx: Option<i64> = "TypeContextArgIdx" else None,
        /// The kind of check.
        pub(crate) kind: ImmCheckTypeRecord<'s> = "Kind",
    }

    /// A kind of check for immediate operands.
    pub(crate) struct ImmCheckTypeRecord<'s>("ImmCheckType") {
        /// Clang's number for the check.
        pub(crate) number: i64 = "Value",
    }

    /// One or more flag bits of a builtin.
    pub(crate) struct FlagTypeRecord<'s>("FlagType") {
        /// The bits.
        pub(crate) bits_of_flag: i64 = "Value",
    }

    /// Vector elements in builtin flags.
    pub(crate) struct EltTypeRecord<'s>("EltType") {
        /// The number in the flags.
        pub(crate) number: i64 = "Value",
    }

    /// Memory elements in builtin flags.
    pub(crate) struct MemEltTypeRecord<'s>("MemEltType") {
        /// The number in the flags.
        pub(crate) number: i64 = "Value",
    }

    /// The treatment of inactive elements in builtin flags.
    pub(crate) struct MergeTypeRecord<'s>("MergeType") {
        /// The number in the flags.
        pub(crate) number: i64 = "Value",
    }
}

impl ImmCheckRecord<'_> {
    /// Returns the operand number.
    pub(crate) fn operand(self) -> Result<i64, FieldError> {
        self.imm_arg_idx()?.map_or_else(|| self.arg(), Ok)
    }

    /// Returns the number of the operand whose type the check depends on; negative if there is
    /// none.
    pub(crate) fn type_operand(self) -> Result<i64, FieldError> {
        self.type_context_arg_idx()?.map_or_else(|| self.elt_size_arg(), Ok)
    }
}
