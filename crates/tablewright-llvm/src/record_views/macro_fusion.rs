//! Macro fusion: the classes of `TargetMacroFusion.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// Pairs of instructions that a processor executes as one.
    pub(crate) struct FusionRecord<'s>("Fusion") {
        /// What has to hold for the pair.
        pub(crate) predicates: Vec<FusionPredicateRecord<'s>> = "Predicates",
        /// Whether the operands of the second instruction can be swapped.
        pub(crate) is_commutable: bool = "IsCommutable",
    }

    /// What has to hold for a pair of instructions.
    pub(crate) struct FusionPredicateRecord<'s>("FusionPredicate") {
        /// The instructions that it is about: one of the records `first_fusion_target`,
        /// `second_fusion_target` and `both_fusion_target`.
        pub(crate) target: Record<'s> = "Target",
    }

    /// The answer where the first instruction is not known.
    pub(crate) struct WildcardPredRecord<'s>("WildcardPred"): FusionPredicateRecord {
        /// The answer.
        pub(crate) return_value: bool = "ReturnValue",
    }

    /// Only the second instruction uses the result of the first.
    pub(crate) struct OneUsePredRecord<'s>("OneUsePred"): FusionPredicateRecord {}

    /// C++ that returns false where the pair is not fused.
    pub(crate) struct CodePredicateRecord<'s>("FusionPredicateWithCode"): FusionPredicateRecord {
        /// The C++ code.
        pub(crate) code: &'s str = "Predicate",
    }

    /// A predicate on one instruction.
    pub(crate) struct InstPredicateRecord<'s>("FusionPredicateWithMCInstPredicate"): FusionPredicateRecord {
        /// The predicate, of class `MCInstPredicate`.
        pub(crate) predicate: Record<'s> = "Predicate",
    }

    /// A predicate on each of the two instructions.
    pub(crate) struct BothInstPredicateRecord<'s>("BothFusionPredicateWithMCInstPredicate"): FusionPredicateRecord {}

    /// Two operands of the second instruction are the same register, as releases before 22 call it.
    pub(crate) struct SameRegRecord<'s>("SameReg"): FusionPredicateRecord {
        /// The number of an operand of the second instruction.
        pub(crate) first_op_idx: i64 = "FirstOpIdx",
        /// The number of another operand of it.
        pub(crate) second_op_idx: i64 = "SecondOpIdx",
    }

    /// Two operands of the first instruction are the same register.
    pub(crate) struct FirstSameRegRecord<'s>("FirstInstHasSameReg"): FusionPredicateRecord {
        /// The number of an operand of the first instruction.
        pub(crate) first_op_idx: i64 = "FirstOpIdx",
        /// The number of another operand of it.
        pub(crate) second_op_idx: i64 = "SecondOpIdx",
    }

    /// Two operands of the second instruction are the same register.
    pub(crate) struct SecondSameRegRecord<'s>("SecondInstHasSameReg"): FusionPredicateRecord {
        /// The number of an operand of the second instruction.
        pub(crate) first_op_idx: i64 = "FirstOpIdx",
        /// The number of another operand of it.
        pub(crate) second_op_idx: i64 = "SecondOpIdx",
    }

    /// An operand of the first instruction and one of the second are the same register.
    pub(crate) struct TieRegRecord<'s>("TieReg"): FusionPredicateRecord {
        /// The number of the operand of the first instruction.
        pub(crate) first_op_idx: i64 = "FirstOpIdx",
        /// The number of the operand of the second instruction.
        pub(crate) second_op_idx: i64 = "SecondOpIdx",
    }
}
