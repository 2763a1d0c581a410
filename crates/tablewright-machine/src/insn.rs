//! Instructions with operands, between bits and text.

use smallvec::SmallVec;
use tablewright_target::instructions::InstructionId;
use tablewright_target::registers::RegisterId;

/// An instruction's operands, in machine operand order.
pub type InsnOperands = SmallVec<[InsnOperand; 8]>;

/// An instruction with its operands.
#[doc(alias = "MCInst")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insn {
    /// The instruction.
    pub instruction: InstructionId,
    /// Operands, outputs first.
    pub operands: InsnOperands,
}

/// An operand.
#[doc(alias = "MCOperand")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InsnOperand {
    /// A register.
    Register(RegisterId),
    /// The absent register.
    NoRegister,
    /// A number.
    Number(i64),
    /// A number that an assembler knows later: the index of an expression.
    Expression(u32),
    /// Bits for a method without a row.
    Unknown {
        /// The method name's index.
        method: u16,
        /// The operand's bits.
        bits: u64,
    },
}

impl InsnOperand {
    /// Returns the register.
    pub fn register(self) -> Option<RegisterId> {
        if let InsnOperand::Register(register) = self { Some(register) } else { None }
    }

    /// Returns the number.
    pub fn number(self) -> Option<i64> {
        if let InsnOperand::Number(number) = self { Some(number) } else { None }
    }
}
