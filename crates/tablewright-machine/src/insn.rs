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
    /// Prefixes in the text; none except in X86.
    pub prefixes: InsnPrefixes,
}

impl Insn {
    /// Creates an instruction without prefixes.
    pub fn new(instruction: InstructionId, operands: InsnOperands) -> Insn {
        Insn { instruction, operands, prefixes: InsnPrefixes::default() }
    }
}

/// Prefixes of an X86 instruction that are words in its text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct InsnPrefixes {
    /// `lock`.
    pub has_lock: bool,
    /// `rep` or `repne`.
    pub repeat: Option<InsnRepeat>,
    /// The prefix for the other address size, if no operand has a register of this size.
    pub has_address_size: bool,
}

/// A prefix that repeats an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsnRepeat {
    /// `rep`.
    Always,
    /// `repne`.
    WhileDifferent,
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
