//! Macro fusion: classes in `TargetMacroFusion.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// Instruction pairs that a processor fuses.
    pub(crate) struct FusionRecord<'s>("Fusion") {
        /// Conditions for the instruction pair.
        pub(crate) predicates: Vec<FusionPredicateRecord<'s>> = "Predicates",
        /// Whether the operands of the second instruction can be swapped.
        pub(crate) is_commutable: bool = "IsCommutable",
    }

    /// A condition for an instruction pair.
    pub(crate) struct FusionPredicateRecord<'s>("FusionPredicate") {
        /// Instructions tested: `first_fusion_target`, `second_fusion_target` or `both_fusion_target`.
        pub(crate) target: Record<'s> = "Target",
    }

    /// The result if the first instruction is unknown.
    pub(crate) struct WildcardPredRecord<'s>("WildcardPred"): FusionPredicateRecord {
        /// The answer.
        pub(crate) return_value: bool = "ReturnValue",
    }

    /// Only the second instruction uses the result of the first.
    pub(crate) struct OneUsePredRecord<'s>("OneUsePred"): FusionPredicateRecord {}

    /// C++ that returns false if the pair is not fused.
    pub(crate) struct CodePredicateRecord<'s>("FusionPredicateWithCode"): FusionPredicateRecord {
        /// The C++ code.
        pub(crate) code: &'s str = "Predicate",
    }

    /// A predicate on an instruction in the pair.
    pub(crate) struct InstPredicateRecord<'s>("FusionPredicateWithMCInstPredicate"): FusionPredicateRecord {
        /// `MCInstPredicate` record.
        pub(crate) predicate: Record<'s> = "Predicate",
    }

    /// A predicate on each of the two instructions.
    pub(crate) struct BothInstPredicateRecord<'s>("BothFusionPredicateWithMCInstPredicate"): FusionPredicateRecord {}

    /// Two operands of the second instruction are the same register, as releases before 22 call it.
    pub(crate) struct SameRegRecord<'s>("SameReg"): FusionPredicateRecord {
        /// Operand number in the second instruction.
        pub(crate) first_op_idx: i64 = "FirstOpIdx",
        /// Another operand number in the second instruction.
        pub(crate) second_op_idx: i64 = "SecondOpIdx",
    }

    /// Two operands of the first instruction are the same register.
    pub(crate) struct FirstSameRegRecord<'s>("FirstInstHasSameReg"): FusionPredicateRecord {
        /// Operand number in the first instruction.
        pub(crate) first_op_idx: i64 = "FirstOpIdx",
        /// Another operand number in the first instruction.
        pub(crate) second_op_idx: i64 = "SecondOpIdx",
    }

    /// Two operands of the second instruction are the same register.
    pub(crate) struct SecondSameRegRecord<'s>("SecondInstHasSameReg"): FusionPredicateRecord {
        /// Operand number in the second instruction.
        pub(crate) first_op_idx: i64 = "FirstOpIdx",
        /// Another operand number in the second instruction.
        pub(crate) second_op_idx: i64 = "SecondOpIdx",
    }

    /// Requires an operand in the first instruction and an operand in the second to be the same register.
    pub(crate) struct TieRegRecord<'s>("TieReg"): FusionPredicateRecord {
        /// Operand number in the first instruction.
        pub(crate) first_op_idx: i64 = "FirstOpIdx",
        /// Operand number in the second instruction.
        pub(crate) second_op_idx: i64 = "SecondOpIdx",
    }
}
