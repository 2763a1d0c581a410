//! Rule priority: the order of the rules in a table.
//!
//! A rule with a higher score comes first; with equal scores, the rule with more checks.

use std::cmp::Ordering;

use tablewright_records::{Feature, RecordStore};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::merge_sort::merge_sort_by;

use super::check::{Check, CheckKind, InstructionCheck, OperandCheck, PlacedCheck};
use super::matcher::{InstructionMatcher, OperandMatcher};
use super::rule::Rule;
use super::{InsnId, RuleSet};

/// Compares rules.
#[derive(Clone, Copy)]
pub struct Priority<'a> {
    /// The records.
    pub store: &'a RecordStore,
    /// The instructions, whose names decide about rules that are otherwise alike.
    pub instructions: &'a Instructions,
}

impl Priority<'_> {
    /// Sorts rules by score and priority. Rules that are equal stay in order.
    pub fn sort(self, set: &mut RuleSet) {
        let rules = &set.rules;
        let mut order: Vec<usize> = (0..rules.len()).collect();
        merge_sort_by(&mut order, |&a, &b| self.is_before(&rules[a], &rules[b]));
        let mut rules: Vec<Option<Rule>> =
            std::mem::take(&mut set.rules).into_iter().map(Some).collect();
        set.rules = order.into_iter().filter_map(|index| rules[index].take()).collect();
    }

    /// Returns whether a rule comes before another rule.
    pub fn is_before(self, a: &Rule, b: &Rule) -> bool {
        match b.score.cmp(&a.score) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.is_higher(a, b),
        }
    }

    /// Returns whether a rule has a higher priority than another rule.
    pub fn is_higher(self, a: &Rule, b: &Rule) -> bool {
        match (a.instructions.get(InsnId::ROOT), b.instructions.get(InsnId::ROOT)) {
            (Some(left), Some(right)) => self.is_higher_insn((a, left), (b, right)),
            (left, right) => left.is_some() && right.is_none(),
        }
    }

    /// Compares instructions: more operands come first. Then the first different check or operand decides. The number of
    /// checks is compared last since release 23, and before the checks themselves since release 24.
    fn is_higher_insn(
        self,
        (a, left): (&Rule, &InstructionMatcher),
        (b, right): (&Rule, &InstructionMatcher),
    ) -> bool {
        if left.operands.len() != right.operands.len() {
            return left.operands.len() > right.operands.len();
        }
        let release = self.store.release();
        if release.has(Feature::MoreChecksPrecedeOperands)
            && left.checks.len() != right.checks.len()
        {
            return left.checks.len() > right.checks.len();
        }
        for (l, r) in left.checks.iter().zip(&right.checks) {
            if self.is_higher_check(l, r) {
                return true;
            }
            if self.is_higher_check(r, l) {
                return false;
            }
        }
        for (l, r) in left.operands.iter().zip(&right.operands) {
            if self.is_higher_operand((a, l), (b, r)) {
                return true;
            }
            if self.is_higher_operand((b, r), (a, l)) {
                return false;
            }
        }
        release.has(Feature::MoreChecksComeFirst) && left.checks.len() > right.checks.len()
    }

    /// Compares checks: between two opcodes, the lesser name in byte order comes first.
    fn is_higher_check(self, a: &PlacedCheck, b: &PlacedCheck) -> bool {
        use InstructionCheck::Opcode;
        match (&a.check, &b.check) {
            (Check::Instruction(Opcode(left)), Check::Instruction(Opcode(right))) => {
                left.first != right.first && self.name(left.first) < self.name(right.first)
            }
            (left, right) => kind(left) < kind(right),
        }
    }

    fn name(&self, instruction: InstructionId) -> &str {
        self.store.record(self.instructions.record(instruction)).name()
    }

    /// Compares operands: more checks come first, then the first difference decides.
    fn is_higher_operand(
        self,
        (a, left): (&Rule, &OperandMatcher),
        (b, right): (&Rule, &OperandMatcher),
    ) -> bool {
        if left.checks.len() != right.checks.len() {
            return left.checks.len() > right.checks.len();
        }
        for (l, r) in left.checks.iter().zip(&right.checks) {
            if self.is_higher_operand_check((a, l), (b, r)) {
                return true;
            }
            if self.is_higher_operand_check((b, r), (a, l)) {
                return false;
            }
        }
        false
    }

    /// Compares operand checks by kind. Between two defining instructions, the instruction order decides.
    fn is_higher_operand_check(
        self,
        (a, left): (&Rule, &OperandCheck),
        (b, right): (&Rule, &OperandCheck),
    ) -> bool {
        let OperandCheck::Instruction { insn: l, .. } = *left else {
            return is_higher_kind((a, left), (b, right));
        };
        if is_higher_kind((a, left), (b, right)) {
            return true;
        }
        if is_higher_kind((b, right), (a, left)) {
            return false;
        }
        let OperandCheck::Instruction { insn: r, .. } = *right else {
            return false;
        };
        self.is_higher_insn((a, &a.instructions[l]), (b, &b.instructions[r]))
    }
}

fn kind(check: &Check) -> CheckKind {
    match check {
        Check::Instruction(check) => check.kind(),
        Check::Operand { check, .. } => check.kind(),
    }
}

/// Compares kinds: an instruction covers more than an integer, so it comes first; but `G_CONSTANT` matches any
/// integer, so it comes after an integer.
fn is_higher_kind((a, left): (&Rule, &OperandCheck), (b, right): (&Rule, &OperandCheck)) -> bool {
    let defining = |rule: &Rule, check: &OperandCheck| {
        let OperandCheck::Instruction { insn, .. } = *check else { return None };
        Some(rule.instructions[insn].is_constant())
    };
    let is_integer = |check: &OperandCheck| {
        matches!(check, OperandCheck::ConstantInt(_) | OperandCheck::LiteralInt(_))
    };
    match (defining(a, left), defining(b, right)) {
        (Some(left), Some(right)) => !left && right,
        (Some(true), None) if is_integer(right) => false,
        (None, Some(true)) if is_integer(left) => true,
        _ => left.kind() < right.kind(),
    }
}
