//! Overlap between rules: whether two rules in a table may match the same instruction.
//!
//! Two rules overlap unless a check in one contradicts a check in the other. The comparison begins at the root, and
//! continues at each instruction that both rules find through the same operand. Contradictions are: another opcode,
//! another operand count, a flag that must be set in one and unset in the other, another type, another immediate,
//! another intrinsic. Conditions in C++ and subtarget predicates are assumed to be true.

use std::ops::RangeInclusive;

use crate::global_isel::check::{Check, InstructionCheck, OperandCheck};
use crate::global_isel::matcher::InstructionMatcher;
use crate::global_isel::rule::Rule;
use crate::global_isel::{InsnId, NameId};

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
    for operand in &left.operands {
        let others = right.operands.iter().filter(|other| other.index == operand.index);
        for other in others.flat_map(|other| &other.checks) {
            let agrees = |check| are_compatible_checks((a, check), (b, other));
            if !operand.checks.iter().all(agrees) {
                return false;
            }
        }
    }
    true
}

/// Returns whether two checks of the same operand may both succeed.
fn are_compatible_checks(
    (a, left): (&Rule, &OperandCheck),
    (b, right): (&Rule, &OperandCheck),
) -> bool {
    match (left, right) {
        (
            &OperandCheck::Instruction { insn: left, .. },
            &OperandCheck::Instruction { insn: right, .. },
        ) => are_compatible((a, left), (b, right)),
        (OperandCheck::Type(left), OperandCheck::Type(right)) => left == right,
        (OperandCheck::ConstantInt(left), OperandCheck::ConstantInt(right))
        | (OperandCheck::LiteralInt(left), OperandCheck::LiteralInt(right)) => left == right,
        (OperandCheck::Intrinsic(left), OperandCheck::Intrinsic(right)) => left == right,
        _ => true,
    }
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
    let cleared = flags(right, false);
    flags(left, true).iter().any(|flag| cleared.contains(flag))
}

/// Returns the flags that must be set, or that must not be set.
fn flags(insn: &InstructionMatcher, must_be_set: bool) -> Vec<NameId> {
    let mut found = Vec::new();
    for check in &insn.checks {
        if let Check::Instruction(InstructionCheck::Flags { flags, are_set }) = &check.check
            && *are_set == must_be_set
        {
            found.extend(flags.iter().copied());
        }
    }
    found
}
