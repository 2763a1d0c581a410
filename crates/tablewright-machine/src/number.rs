//! Numbers in encodings: sign, scale and range.

use std::ops::RangeInclusive;

use crate::syntax::Valid;

/// The conversion between encoding bits and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NumberCodec {
    /// The width with a sign; `None` for unsigned bits.
    pub(crate) sign: Option<u32>,
    /// Left shift of the encoded number.
    pub(crate) shift: u32,
    /// Added to the shifted number.
    pub(crate) add: i64,
    /// The bit count that a negative number wraps to; `None` if it stays negative.
    pub(crate) wrap: Option<u32>,
    pub(crate) valid: Valid,
    /// The bit count that an encoded number may have; `None` for all bits of the field.
    pub(crate) limit: Option<u32>,
}

impl NumberCodec {
    pub(crate) const UNSIGNED: NumberCodec =
        NumberCodec { sign: None, shift: 0, add: 0, wrap: None, valid: Valid::Any, limit: None };

    pub(crate) fn decode(&self, bits: u64) -> Option<i64> {
        let number = match self.sign {
            Some(width) => sign_extended(bits, width),
            None => bits as i64,
        };
        if !self.is_valid(number) {
            return None;
        }
        let number = number.wrapping_shl(self.shift).wrapping_add(self.add);
        Some(match self.wrap {
            Some(width) => number & low_mask(width) as i64,
            None => number,
        })
    }

    /// Returns the bits for a number in a field with `width` bits, or with more bits if the limit is wider.
    pub(crate) fn encode(&self, number: i64, width: u32) -> Option<u64> {
        let mut number = number;
        if let Some(wrap) = self.wrap {
            if number < 0 || number as u64 & !low_mask(wrap) != 0 {
                return None;
            }
            number = sign_extended(number as u64, wrap);
        }
        let shifted = number.checked_sub(self.add)?;
        let encoded = shifted >> self.shift;
        if encoded << self.shift != shifted || !self.is_valid(encoded) {
            return None;
        }
        // An encoding may lack a place for the highest bits. The limit is then wider than the field.
        let unsigned = self.limit.map_or(width, |limit| limit.max(width));
        let width = self.sign.unwrap_or(unsigned);
        let bits = encoded as u64 & low_mask(width);
        let back = if self.sign.is_some() { sign_extended(bits, width) } else { bits as i64 };
        (back == encoded).then_some(bits)
    }

    /// Returns the smallest and the greatest number, and the distance between numbers.
    pub(crate) fn range(&self, width: u32) -> (RangeInclusive<i64>, i64) {
        let (mut low, mut high) = match self.sign {
            Some(width) => {
                let high = low_mask(width.clamp(1, u64::BITS) - 1) as i64;
                (-high - 1, high)
            }
            None => (0, low_mask(self.limit.unwrap_or(width).min(63)) as i64),
        };
        if let Valid::AtLeast(least) | Valid::Between(least, _) = self.valid {
            low = low.max(least);
        }
        if let Valid::Between(_, most) = self.valid {
            high = high.min(most);
        }
        if self.valid == Valid::NonZero && low == 0 {
            low = 1;
        }
        let scaled = |number: i64| number.saturating_mul(1 << self.shift.min(62)) + self.add;
        (scaled(low)..=scaled(high), 1 << self.shift.min(62))
    }

    fn is_valid(&self, number: i64) -> bool {
        if self.limit.is_some_and(|limit| number as u64 & !low_mask(limit) != 0) {
            return false;
        }
        match self.valid {
            Valid::Any => true,
            Valid::NonZero | Valid::NonZeroWithout(_) => number != 0,
            Valid::AtLeast(least) | Valid::AtLeastWith { least, .. } => number >= least,
            Valid::Between(least, most) => (least..=most).contains(&number),
            Valid::Except(numbers) => !numbers.contains(&number),
        }
    }
}

/// Returns a mask with the lowest `width` bits.
pub(crate) fn low_mask(width: u32) -> u64 {
    if width >= u64::BITS { u64::MAX } else { (1 << width) - 1 }
}

/// Returns the number in the lowest `width` bits, whose highest bit is the sign.
pub(crate) fn sign_extended(bits: u64, width: u32) -> i64 {
    if width == 0 || width >= u64::BITS {
        return bits as i64;
    }
    let shift = u64::BITS - width;
    (bits << shift) as i64 >> shift
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(codec: NumberCodec, width: u32, bits: u64, number: i64) {
        assert_eq!(codec.decode(bits), Some(number));
        assert_eq!(codec.encode(number, width), Some(bits));
    }

    #[test]
    fn numbers_have_signs_and_scales() {
        there_and_back(NumberCodec::UNSIGNED, 5, 31, 31);
        let signed = NumberCodec { sign: Some(5), ..NumberCodec::UNSIGNED };
        there_and_back(signed, 5, 31, -1);
        there_and_back(NumberCodec { shift: 1, ..signed }, 5, 0x10, -32);
        there_and_back(NumberCodec { add: 1, ..NumberCodec::UNSIGNED }, 5, 0, 1);
        there_and_back(NumberCodec { wrap: Some(20), ..signed }, 5, 31, 0xf_ffff);
    }

    #[test]
    fn numbers_out_of_range_have_no_bits() {
        assert_eq!(NumberCodec::UNSIGNED.encode(32, 5), None);
        assert_eq!(NumberCodec::UNSIGNED.encode(-1, 5), None);
        let scaled = NumberCodec { shift: 2, ..NumberCodec::UNSIGNED };
        assert_eq!(scaled.encode(6, 5), None);
        assert_eq!(scaled.range(5), (0..=124, 4));
        let non_zero = NumberCodec { valid: Valid::NonZero, ..NumberCodec::UNSIGNED };
        assert_eq!((non_zero.decode(0), non_zero.encode(0, 5)), (None, None));
        assert_eq!(non_zero.range(5).0, 1..=31);
        let signed = NumberCodec { sign: Some(12), ..NumberCodec::UNSIGNED };
        assert_eq!(signed.range(12).0, -2048..=2047);
    }
}
