//! Bytes after encodings. They may have the upper bits of an operand.

use crate::decoder::number;
use crate::opcodes::Opcode;
use crate::tables::{UpperBits, TAILS};

/// Bytes after an instruction's encoding.
pub(crate) struct Tail {
    opcode: Opcode,
    size: usize,
    operand: Option<TailOperand>,
}

/// The upper bits of an operand.
#[derive(Clone, Copy)]
#[allow(dead_code)]
pub(crate) struct TailOperand {
    index: usize,
    /// The first byte in the tail, and the byte count.
    at: usize,
    size: usize,
    /// The lowest of the bits.
    low: u32,
}

#[allow(dead_code)]
impl Tail {
    pub(crate) const fn new(opcode: Opcode, size: usize, operand: Option<TailOperand>) -> Tail {
        Tail { opcode, size, operand }
    }
}

#[allow(dead_code)]
impl TailOperand {
    pub(crate) const fn new(index: usize, at: usize, size: usize, low: u32) -> TailOperand {
        TailOperand { index, at, size, low }
    }
}

/// The upper bits of an operand. Targets without such operands need no space for them.
pub(crate) trait Upper: Copy {
    fn from_bits(bits: u64) -> Self;
    fn bits(self) -> u64;
}

impl Upper for () {
    fn from_bits(_: u64) {}

    fn bits(self) -> u64 {
        0
    }
}

impl Upper for u64 {
    fn from_bits(bits: u64) -> u64 {
        bits
    }

    fn bits(self) -> u64 {
        self
    }
}

/// Returns an instruction's tail.
#[inline]
pub(crate) fn find(opcode: Opcode) -> Option<&'static Tail> {
    if TAILS.is_empty() {
        return None;
    }
    TAILS.iter().find(|tail| tail.opcode == opcode)
}

/// Returns an instruction's tail size in bytes.
#[inline]
pub(crate) fn size(opcode: Opcode) -> usize {
    find(opcode).map_or(0, |tail| tail.size)
}

/// Returns the upper bits in the bytes after an encoding. Returns `None` if bytes are missing.
#[inline]
pub(crate) fn upper_bits(opcode: Opcode, bytes: &[u8]) -> Option<UpperBits> {
    let Some(tail) = find(opcode) else { return Some(UpperBits::from_bits(0)) };
    let bytes = bytes.get(..tail.size)?;
    let Some(operand) = tail.operand else { return Some(UpperBits::from_bits(0)) };
    let bits = bytes.get(operand.at..operand.at + operand.size).map_or(0, number);
    Some(UpperBits::from_bits(bits << operand.low))
}

/// Returns the operand number with upper bits, and the bits.
#[inline]
pub(crate) fn upper_operand(opcode: Opcode, upper: UpperBits) -> Option<(usize, u64)> {
    let operand = find(opcode)?.operand?;
    Some((operand.index, upper.bits()))
}
