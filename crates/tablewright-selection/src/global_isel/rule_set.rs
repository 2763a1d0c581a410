//! All rules in a table, and their shared data.

use std::collections::BTreeSet;

use super::OperandRef;
use super::check::OperandCheck;
use super::low_level_type::LowLevelType;
use super::names::GlobalIselNames;
use super::rule::Rule;

/// All rules of a table.
#[derive(Default, Debug)]
pub struct RuleSet {
    /// The names that rules mention.
    pub names: GlobalIselNames,
    /// Types that rules mention, including discarded rules. The order matches the table's enum.
    pub types: BTreeSet<LowLevelType>,
    /// The rules.
    pub rules: Vec<Rule>,
}

impl RuleSet {
    /// Adds a type check on a rule operand, and stores the type. An operand that must equal another operand is not
    /// checked.
    pub fn check_type(&mut self, rule: &mut Rule, operand: OperandRef, ty: LowLevelType) {
        if rule.check_operand(operand, OperandCheck::Type(ty)) {
            self.types.insert(ty);
        }
    }

    /// Demands a type of the same shape.
    pub fn check_shape(&mut self, rule: &mut Rule, operand: OperandRef, ty: LowLevelType) {
        let shape = ty.generic();
        if rule.check_operand(operand, OperandCheck::TypeShape(shape)) {
            self.types.insert(shape);
        }
    }
}
