//! Numbers in encodings.

use crate::insn::Operand;
use crate::registers::Register;

/// The conversion between bits and a number.
#[derive(Clone, Copy)]
pub(crate) struct Number {
    /// The width with a sign; zero for unsigned bits.
    pub(crate) sign: u32,
    /// Left shift of the encoded number.
    pub(crate) shift: u32,
    /// Added to the shifted number.
    pub(crate) add: i64,
    /// The bit count to which a negative number wraps; zero if it stays negative.
    pub(crate) wrap: u32,
    /// The maximal bit count; zero for no limit.
    pub(crate) limit: u32,
    pub(crate) valid: Valid,
}

/// The valid encoded numbers.
#[derive(Clone, Copy)]
#[allow(dead_code)]
pub(crate) enum Valid {
    Any,
    NonZero,
    AtLeast(i64),
    Between(i64, i64),
    Except(&'static [i64]),
}

impl Number {
    pub(crate) const UNSIGNED: Number =
        Number { sign: 0, shift: 0, add: 0, wrap: 0, limit: 0, valid: Valid::Any };

    /// Returns the operand for some bits.
    #[inline(always)]
    pub(crate) fn operand(&self, bits: u64) -> Option<Operand> {
        let number = if self.sign == 0 { bits as i64 } else { sign_extended(bits, self.sign) };
        if !self.is_valid(number) {
            return None;
        }
        let number = number.wrapping_shl(self.shift).wrapping_add(self.add);
        let wrapped = if self.wrap == 0 { number } else { number & low_mask(self.wrap) };
        Some(Operand::Number(wrapped))
    }

    /// Whether a number has bits.
    #[allow(dead_code)]
    pub(crate) fn fits(&self, number: i64) -> bool {
        let mut number = number;
        if self.wrap != 0 {
            if number & !low_mask(self.wrap) != 0 {
                return false;
            }
            number = sign_extended(number as u64, self.wrap);
        }
        let Some(shifted) = number.checked_sub(self.add) else { return false };
        let encoded = shifted >> self.shift;
        let is_in_range = self.sign == 0 || sign_extended(encoded as u64, self.sign) == encoded;
        (encoded << self.shift) == shifted && is_in_range && self.is_valid(encoded)
    }

    #[inline(always)]
    fn is_valid(&self, number: i64) -> bool {
        if self.limit != 0 && number & !low_mask(self.limit) != 0 {
            return false;
        }
        match self.valid {
            Valid::Any => true,
            Valid::NonZero => number != 0,
            Valid::AtLeast(least) => number >= least,
            Valid::Between(least, most) => number >= least && number <= most,
            Valid::Except(numbers) => !numbers.contains(&number),
        }
    }
}

#[inline]
fn low_mask(width: u32) -> i64 {
    if width >= 64 {
        -1
    } else {
        (1 << width) - 1
    }
}

#[inline]
fn sign_extended(bits: u64, width: u32) -> i64 {
    let shift = 64 - width.min(64);
    ((bits << shift) as i64) >> shift
}

/// Returns the register for some bits.
#[inline]
#[allow(dead_code)]
pub(crate) fn register(registers: &[Register], bits: u64) -> Option<Operand> {
    match registers.get(bits as usize) {
        Some(Register::NoRegister) | None => None,
        Some(register) => Some(Operand::Register(*register)),
    }
}
