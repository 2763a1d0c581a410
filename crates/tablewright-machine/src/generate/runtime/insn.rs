//! Instructions and operands.

use core::fmt;
use core::ops::Deref;

use crate::decoder::{Decoder, Encoding, Invalid};
use crate::formats::MAX_OPERANDS;
use crate::number::Number;
use crate::opcodes::Opcode;
use crate::print;
use crate::registers::Register;
use crate::tables::UpperBits;
use crate::tail;

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// An optional operand that is absent.
    Absent,
    /// A register.
    Register(Register),
    /// A number.
    Number(i64),
}

/// The operands of an instruction, outputs first. Dereferences to a slice.
#[derive(Clone, Copy)]
pub struct Operands {
    list: [Operand; MAX_OPERANDS],
    len: u8,
}

impl Operands {
    pub(crate) const fn new() -> Operands {
        Operands { list: [Operand::Absent; MAX_OPERANDS], len: 0 }
    }

    #[allow(dead_code)]
    pub(crate) fn from_list(list: &[Option<Operand>]) -> Option<Operands> {
        let mut operands = Operands::new();
        for operand in list {
            operands.push((*operand)?);
        }
        Some(operands)
    }

    #[inline]
    fn push(&mut self, operand: Operand) {
        if let Some(slot) = self.list.get_mut(usize::from(self.len)) {
            *slot = operand;
            self.len += 1;
        }
    }

    /// Adds an operand. Without an operand, the word is refused.
    #[inline]
    pub(crate) fn add(&mut self, operand: Option<Operand>) -> Result<(), Invalid> {
        self.push(operand.ok_or(Invalid::Refused)?);
        Ok(())
    }

    /// Adds an operand. Without an operand, another encoding may match.
    #[inline]
    #[allow(dead_code)]
    pub(crate) fn try_add(&mut self, operand: Option<Operand>) -> Result<(), Invalid> {
        self.push(operand.ok_or(Invalid::TryNext)?);
        Ok(())
    }

    /// Sets bits in an operand that is a number.
    fn add_bits(&mut self, index: usize, bits: u64) {
        if let Some(Operand::Number(number)) = self.list.get_mut(index) {
            *number |= bits as i64;
        }
    }

    /// Returns the operand with this number if it is a register.
    pub fn register(&self, index: usize) -> Option<Register> {
        match self.get(index) {
            Some(Operand::Register(register)) => Some(*register),
            _ => None,
        }
    }

    /// Returns the operand with this number if it is a number.
    pub fn number(&self, index: usize) -> Option<i64> {
        match self.get(index) {
            Some(Operand::Number(number)) => Some(*number),
            _ => None,
        }
    }
}

/// Tests on operands. Not all targets need each of them.
#[allow(dead_code)]
impl Operands {
    pub(crate) fn operand(&self, index: usize) -> Option<Operand> {
        self.get(index).copied()
    }

    pub(crate) fn is_register(&self, index: usize, register: Register) -> bool {
        self.register(index) == Some(register)
    }

    pub(crate) fn is_number(&self, index: usize, number: i64) -> bool {
        self.number(index) == Some(number)
    }

    pub(crate) fn is_any_number(&self, index: usize) -> bool {
        self.number(index).is_some()
    }

    pub(crate) fn is_absent(&self, index: usize) -> bool {
        self.get(index) == Some(&Operand::Absent)
    }

    /// Whether two operands are equal.
    pub(crate) fn is_same(&self, index: usize, other: usize) -> bool {
        self.get(index) == self.get(other)
    }

    /// Whether an operand is a register of a class.
    pub(crate) fn is_in(
        &self,
        index: usize,
        class: fn(Register, &Decoder) -> bool,
        decoder: &Decoder,
    ) -> bool {
        self.register(index).is_some_and(|register| class(register, decoder))
    }

    pub(crate) fn is_one_of(&self, index: usize, numbers: &[i64]) -> bool {
        self.number(index).is_some_and(|number| numbers.contains(&number))
    }

    /// Whether an operand is a number that bits can hold.
    pub(crate) fn fits(&self, index: usize, number: &Number) -> bool {
        self.number(index).is_some_and(|value| number.fits(value))
    }

    /// Whether bits can hold an operand if it is a number.
    pub(crate) fn fits_if_number(&self, index: usize, number: &Number) -> bool {
        self.number(index).map_or(true, |value| number.fits(value))
    }

    /// Whether an operand is below a limit if it is a number.
    pub(crate) fn is_below_if_number(&self, index: usize, limit: i64) -> bool {
        self.number(index).map_or(true, |value| (0..limit).contains(&value))
    }
}

impl Deref for Operands {
    type Target = [Operand];

    #[inline]
    fn deref(&self) -> &[Operand] {
        &self.list[..usize::from(self.len)]
    }
}

impl fmt::Debug for Operands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A decoded instruction. `Display` prints its assembly text.
#[derive(Clone, Copy)]
pub struct Insn<'d> {
    decoder: &'d Decoder,
    word: u64,
    encoding: &'static Encoding,
    upper: UpperBits,
}

impl<'d> Insn<'d> {
    #[inline]
    pub(crate) fn new(
        decoder: &'d Decoder,
        word: u64,
        encoding: &'static Encoding,
        upper: UpperBits,
    ) -> Insn<'d> {
        Insn { decoder, word, encoding, upper }
    }

    /// Returns the instruction's name in the description.
    #[inline]
    pub fn opcode(&self) -> Opcode {
        self.encoding.opcode
    }

    /// Returns the size in bytes.
    #[inline]
    pub fn size(&self) -> usize {
        usize::from(self.encoding.size) + tail::size(self.encoding.opcode)
    }

    /// Returns the encoding bits.
    #[inline]
    pub fn word(&self) -> u64 {
        self.word
    }

    /// Returns the operands.
    #[inline]
    pub fn operands(&self) -> Operands {
        let mut operands = Operands::new();
        // The decoder has tested the bits.
        let result = (self.encoding.format.read)(self.word, self.decoder, &mut operands);
        debug_assert!(result.is_ok());
        if let Some((index, upper)) = tail::upper_operand(self.encoding.opcode, self.upper) {
            operands.add_bits(index, upper);
        }
        operands
    }

    pub(crate) fn decoder(&self) -> &'d Decoder {
        self.decoder
    }
}

impl PartialEq for Insn<'_> {
    fn eq(&self, other: &Insn<'_>) -> bool {
        self.word == other.word
            && self.upper == other.upper
            && core::ptr::eq(self.encoding, other.encoding)
    }
}

impl Eq for Insn<'_> {}

impl fmt::Display for Insn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::print(self, f)
    }
}

impl fmt::Debug for Insn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut insn = f.debug_struct("Insn");
        insn.field("opcode", &self.opcode()).field("operands", &self.operands()).finish()
    }
}
