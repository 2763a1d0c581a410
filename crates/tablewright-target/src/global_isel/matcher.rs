//! The instructions that a rule matches, and their operands.

use super::check::{Check, InstructionCheck, OpcodeCheck, OperandCheck, PlacedCheck};
use super::{NameId, TempTypeId};

/// An instruction that a rule matches.
#[derive(Debug)]
pub struct InstructionMatcher {
    /// Its name in the pattern.
    pub name: Option<NameId>,
    /// What is checked at it, in order. While a table is laid out, checks at operands move here.
    pub checks: Vec<PlacedCheck>,
    /// The operands that the rule mentions.
    pub operands: Vec<OperandMatcher>,
    /// Whether the number of operands is checked if no check says it.
    pub checks_operand_count: bool,
}

impl InstructionMatcher {
    pub(super) fn new(name: Option<NameId>, checks_operand_count: bool) -> InstructionMatcher {
        let (checks, operands) = (Vec::new(), Vec::new());
        InstructionMatcher { name, checks, operands, checks_operand_count }
    }

    /// The check of the opcode. Every rule that is complete has one at each instruction.
    pub fn opcode(&self) -> Option<&OpcodeCheck> {
        self.checks.iter().find_map(|check| {
            let Check::Instruction(InstructionCheck::Opcode(opcode)) = &check.check else {
                return None;
            };
            Some(opcode)
        })
    }

    /// Whether it is `G_CONSTANT` and nothing else.
    pub fn is_constant(&self) -> bool {
        self.opcode().is_some_and(|opcode| opcode.is_constant)
    }

    /// The number of operands that is checked beside what `checks` says: none if a check is there already.
    pub fn implied_operand_count(&self) -> Option<u32> {
        let is_count = |check: &PlacedCheck| {
            use InstructionCheck::{OperandCount, OperandCountAtLeast};
            matches!(check.check, Check::Instruction(OperandCount(_) | OperandCountAtLeast(_)))
        };
        (self.checks_operand_count && !self.checks.iter().any(is_count))
            .then_some(self.operands.len() as u32)
    }
}

/// An operand of an instruction that a rule matches.
#[derive(Debug)]
pub struct OperandMatcher {
    /// Its index in the machine instruction.
    pub index: u32,
    /// Its name in the pattern.
    pub name: Option<NameId>,
    /// What is checked at it, in order.
    pub checks: Vec<OperandCheck>,
    /// The number under which a complex pattern remembers what it finds here.
    pub renderer: u32,
    /// The type that is remembered from it.
    pub temp_type: Option<TempTypeId>,
    /// Whether checks moved away from here while a table was laid out.
    pub is_hoisted: bool,
}

impl OperandMatcher {
    pub(super) fn new(index: u32, name: Option<NameId>, renderer: u32) -> OperandMatcher {
        let checks = Vec::new();
        OperandMatcher { index, name, checks, renderer, temp_type: None, is_hoisted: false }
    }

    /// Whether it has to be the same as an operand matched before. Nothing else is checked then.
    pub fn is_same_as_another(&self) -> bool {
        self.checks.iter().any(|check| matches!(check, OperandCheck::SameOperand(_)))
    }
}
