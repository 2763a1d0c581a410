//! Rules put together by hand.

use tablewright_target::instructions::InstructionId;

use super::check::{Check, InstructionCheck, OpcodeCheck, OperandCheck, PlacedCheck};
use super::*;
use crate::global_isel::action::{BuildInstruction, OperandRenderer};
use crate::global_isel::low_level_type::{LowLevelType, ScalarType};
use crate::global_isel::rule::{ComplexSubOperand, Rule};
use tablewright_records::RecordId;

fn opcode(index: usize) -> InstructionCheck {
    InstructionCheck::Opcode(OpcodeCheck {
        first: InstructionId::from_index(index),
        second: None,
        is_variadic: false,
        is_constant: false,
    })
}

#[test]
fn types_are_ordered_as_in_the_enum_of_a_table() {
    let mut types = [
        LowLevelType::vector(true, 1, ScalarType::any(64)),
        LowLevelType::vector(false, 4, ScalarType::any(16)),
        LowLevelType::vector(false, 2, ScalarType::any(64)),
        LowLevelType::vector(false, 2, ScalarType::any(32)),
        LowLevelType::scalar(64),
        LowLevelType::vector(false, 1, ScalarType::any(32)),
        LowLevelType::pointer(1, 32),
        LowLevelType::pointer(0, 64),
    ];
    types.sort();
    let expected = [
        LowLevelType::pointer(0, 64),
        LowLevelType::pointer(1, 32),
        LowLevelType::scalar(32),
        LowLevelType::scalar(64),
        LowLevelType::vector(false, 2, ScalarType::any(32)),
        LowLevelType::vector(false, 2, ScalarType::any(64)),
        LowLevelType::vector(false, 4, ScalarType::any(16)),
        LowLevelType::vector(true, 1, ScalarType::any(64)),
    ];
    assert_eq!(types, expected);
}

#[test]
fn a_name_used_twice_demands_the_same_operand() {
    let mut set = RuleSet::default();
    let name = set.names.intern("x");
    let mut rule = Rule::new(0);
    let root = rule.add_root(None);
    let first = rule.add_operand(root, 1, Some(name), 0);
    let second = rule.add_operand(root, 2, Some(name), 0);
    assert_eq!(rule.operand_named(name), Some(first));
    // Nothing else is checked at the second one, and its type does not count.
    set.check_type(&mut rule, second, LowLevelType::scalar(8));
    assert!(set.types.is_empty());
    assert!(matches!(rule.operand(second).checks[..], [OperandCheck::SameOperand(_)]));
    assert_eq!(rule.check_defined_by(second, None), None);
    set.check_type(&mut rule, first, LowLevelType::scalar(8));
    assert_eq!(set.types.len(), 1);
}

#[test]
fn a_type_is_remembered_once() {
    let mut rule = Rule::new(0);
    let root = rule.add_root(None);
    let operand = rule.add_operand(root, 0, None, 0);
    let ty = rule.temp_type(operand);
    assert_eq!(rule.temp_type(operand), ty);
    assert_eq!(rule.operand(operand).checks, [OperandCheck::RecordType(ty)]);
}

#[test]
fn the_root_is_mutated_once_and_only_if_the_operands_are_the_same() {
    let mut set = RuleSet::default();
    let (dst, src) = (set.names.intern("dst"), set.names.intern("src"));
    let mut rule = Rule::new(0);
    let root = rule.add_root(None);
    let operands = [(dst, 0), (src, 1)]
        .map(|(name, index)| (rule.add_operand(root, index, Some(name), 0), name));
    let mut build = |order: [usize; 2]| {
        let mut build = BuildInstruction::new(rule.new_insn(), InstructionId::from_index(1));
        build.operands = order
            .iter()
            .map(|&at| OperandRenderer::Copy { operand: operands[at].0, name: operands[at].1 })
            .collect();
        rule.choose_mutated(&mut build);
        (build.insn.index(), build.mutated)
    };
    assert_eq!(build([1, 0]), (0, None));
    assert_eq!(build([0, 1]), (1, Some(InsnId::ROOT)));
    assert_eq!(build([0, 1]), (2, None));
}

#[test]
fn sub_operands_have_one_parent() {
    let mut set = RuleSet::default();
    let [name, a, b] = ["base", "a", "b"].map(|name| set.names.intern(name));
    let mut rule = Rule::new(0);
    let operand = |parent| ComplexSubOperand {
        pattern: RecordId::from_index(0),
        renderer: 0,
        sub_operand: 0,
        parent,
    };
    assert_eq!(rule.define_sub_operand(name, operand(a)), Ok(()));
    assert_eq!(rule.define_sub_operand(name, operand(a)), Ok(()));
    assert_eq!(rule.define_sub_operand(name, operand(b)), Err(a));
}

#[test]
fn the_number_of_operands_is_checked_once() {
    let mut rule = Rule::new(0);
    let root = rule.add_root(None);
    rule.check(root, opcode(3));
    rule.add_operand(root, 0, None, 0);
    assert_eq!(rule.instructions[root].implied_operand_count(), Some(1));
    rule.check(root, InstructionCheck::OperandCount(2));
    assert_eq!(rule.instructions[root].implied_operand_count(), None);
}

#[test]
fn complex_patterns_are_never_the_same_check() {
    let at = |check| PlacedCheck { insn: InsnId::ROOT, check: Check::Operand { index: 1, check } };
    let block = at(OperandCheck::BasicBlock);
    assert!(block.is_identical(&block));
    let matcher = RecordId::from_index(0);
    let complex = at(OperandCheck::ComplexPattern { matcher, renderer: 0 });
    assert!(!complex.is_identical(&complex));
}
