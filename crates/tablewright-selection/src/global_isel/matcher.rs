//! The instructions that a rule matches, and their operands.

use super::check::{Check, InstructionCheck, OpcodeCheck, OperandCheck, PlacedCheck};
use super::{NameId, TempTypeId};

/// An instruction that a rule matches.
#[derive(Debug)]
pub struct InstructionMatcher {
    /// Its name in the pattern.
    pub name: Option<NameId>,
    /// The checks in order. While a table is laid out, operand checks move here.
    pub checks: Vec<PlacedCheck>,
    /// The operands that the rule mentions.
    pub operands: Vec<OperandMatcher>,
    /// Whether the operand count is checked if `checks` does not contain it.
    pub checks_operand_count: bool,
}

impl InstructionMatcher {
    pub(super) fn new(name: Option<NameId>, checks_operand_count: bool) -> InstructionMatcher {
        let (checks, operands) = (Vec::new(), Vec::new());
        InstructionMatcher { name, checks, operands, checks_operand_count }
    }

    /// Returns the opcode check. In a complete rule every instruction has one.
    pub fn opcode(&self) -> Option<&OpcodeCheck> {
        for check in &self.checks {
            if let Check::Instruction(InstructionCheck::Opcode(opcode)) = &check.check {
                return Some(opcode);
            }
        }
        None
    }

    /// Whether the only possible opcode is `G_CONSTANT`.
    pub fn is_constant(&self) -> bool {
        self.opcode().is_some_and(|opcode| opcode.is_constant)
    }

    /// Returns the operand count that is checked besides `checks`; `None` if `checks` contains it already.
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
    /// The checks in order.
    pub checks: Vec<OperandCheck>,
    /// The complex pattern's renderer number for this operand.
    pub renderer: u32,
    /// The temporary type that stores the operand's type.
    pub temp_type: Option<TempTypeId>,
    /// Whether the table layout moved some checks of this operand to an earlier place.
    pub is_hoisted: bool,
}

impl OperandMatcher {
    pub(super) fn new(index: u32, name: Option<NameId>, renderer: u32) -> OperandMatcher {
        let checks = Vec::new();
        OperandMatcher { index, name, checks, renderer, temp_type: None, is_hoisted: false }
    }

    /// Returns whether the operand must equal an earlier matched operand. Nothing else is checked in this case.
    pub fn is_same_as_another(&self) -> bool {
        self.checks.iter().any(|check| matches!(check, OperandCheck::SameOperand(_)))
    }
}
