//! Overlap between rules: whether two rules in a table may match the same instruction.
//!
//! Two rules overlap unless a check in one contradicts a check in the other. The comparison begins at the root, and
//! continues at each instruction that both rules find through the same operand. Contradictions are: another opcode,
//! another operand count, a flag that must be set in one and unset in the other, another type, another immediate,
//! another intrinsic. Conditions in C++ and subtarget predicates are assumed to be true.

use std::ops::RangeInclusive;

use crate::global_isel::InsnId;
use crate::global_isel::check::{Check, InstructionCheck, OperandCheck};
use crate::global_isel::matcher::InstructionMatcher;
use crate::global_isel::rule::Rule;

/// Whether two rules may match the same root. Neither was laid out as part of a table yet.
pub fn may_overlap(a: &Rule, b: &Rule) -> bool {
    are_compatible((a, InsnId::ROOT), (b, InsnId::ROOT))
}

fn are_compatible((a, left): (&Rule, InsnId), (b, right): (&Rule, InsnId)) -> bool {
    let (Some(left), Some(right)) = (a.instructions.get(left), b.instructions.get(right)) else {
        return true;
    };
    let opcode = |insn: &InstructionMatcher| insn.opcode().map(|opcode| opcode.first);
    if opcode(left) != opcode(right) || have_other_counts(left, right) {
        return false;
    }
    if have_other_flags(left, right) || have_other_flags(right, left) {
        return false;
    }
    left.operands.iter().all(|operand| {
        let others = right.operands.iter().filter(|other| other.index == operand.index);
        others.flat_map(|other| &other.checks).all(|other| {
            operand.checks.iter().all(|check| match (check, other) {
                (
                    &OperandCheck::Instruction { insn: left, .. },
                    &OperandCheck::Instruction { insn: right, .. },
                ) => are_compatible((a, left), (b, right)),
                (OperandCheck::Type(left), OperandCheck::Type(right)) => left == right,
                (OperandCheck::ConstantInt(left), OperandCheck::ConstantInt(right))
                | (OperandCheck::LiteralInt(left), OperandCheck::LiteralInt(right)) => {
                    left == right
                }
                (OperandCheck::Intrinsic(left), OperandCheck::Intrinsic(right)) => left == right,
                _ => true,
            })
        })
    })
}

/// Returns whether the operand counts differ. Counts are checked for variadic instructions. A rule without operand
/// checks, as with `wip_match_opcode`, accepts any number.
fn have_other_counts(left: &InstructionMatcher, right: &InstructionMatcher) -> bool {
    match (operand_counts(left), operand_counts(right)) {
        (Some(left), Some(right)) => left.start() > right.end() || right.start() > left.end(),
        _ => false,
    }
}

/// Returns the possible operand counts for a variadic instruction.
fn operand_counts(insn: &InstructionMatcher) -> Option<RangeInclusive<u32>> {
    let listed = insn.operands.len() as u32;
    if !insn.opcode()?.is_variadic || listed == 0 {
        return None;
    }
    let (mut min, mut max) = (None, None);
    for check in &insn.checks {
        match check.check {
            Check::Instruction(InstructionCheck::OperandCountAtLeast(count)) => min = Some(count),
            Check::Instruction(InstructionCheck::OperandCountAtMost(count)) => max = Some(count),
            Check::Instruction(_) | Check::Operand { .. } => {}
        }
    }
    Some(min.unwrap_or(listed)..=max.unwrap_or(if min.is_some() { u32::MAX } else { listed }))
}

/// Returns whether a flag must be set in `left` and unset in `right`.
fn have_other_flags(left: &InstructionMatcher, right: &InstructionMatcher) -> bool {
    let flags = |insn: &InstructionMatcher, expected: bool| -> Vec<_> {
        let checks = insn.checks.iter().filter_map(|check| {
            let Check::Instruction(InstructionCheck::Flags { flags, are_set }) = &check.check
            else {
                return None;
            };
            (*are_set == expected).then(|| flags.iter().copied())
        });
        checks.flatten().collect()
    };
    let cleared = flags(right, false);
    flags(left, true).iter().any(|flag| cleared.contains(flag))
}
