//! All rules of a table, and what they share.

use std::collections::BTreeSet;

use super::OperandRef;
use super::check::OperandCheck;
use super::low_level_type::LowLevelType;
use super::names::Names;
use super::rule::Rule;

/// All rules of a table.
#[derive(Default, Debug)]
pub struct RuleSet {
    /// The names that rules mention.
    pub names: Names,
    /// The types that rules mention, also rules that were given up. Their order is that of the table's enum.
    pub types: BTreeSet<LowLevelType>,
    /// The rules.
    pub rules: Vec<Rule>,
}

impl RuleSet {
    /// Demands a type of an operand of a rule, and remembers the type. Nothing is demanded of an operand that
    /// has to be the same as another one.
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
