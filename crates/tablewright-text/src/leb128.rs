//! Variable-length numbers. Each byte holds seven bits, the lowest first, and its eighth bit is set
//! unless it is the last byte. DWARF calls the two forms ULEB128 and SLEB128; LLVM's selection DAG
//! calls ULEB128 VBR.

/// Longest encoding in bytes.
const MAX_LEN: usize = 10;

/// An encoded number.
///
/// ```
/// use tablewright_text::Leb128;
///
/// assert_eq!(Leb128::unsigned(300).bytes(), [0xac, 0x02]);
/// assert_eq!(Leb128::signed(-2).bytes(), [0x7e]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Leb128 {
    bytes: [u8; MAX_LEN],
    len: usize,
}

impl Leb128 {
    /// Encodes an unsigned number with as few bytes as possible.
    pub fn unsigned(mut value: u64) -> Leb128 {
        let mut number = Leb128 { bytes: [0; MAX_LEN], len: 0 };
        loop {
            let low = (value & 0x7f) as u8;
            value >>= 7;
            if value == 0 {
                return number.ended_by(low);
            }
            number = number.continued_by(low);
        }
    }

    /// Encodes a signed number with as few bytes as possible. The sign is the highest bit in the
    /// last byte's seven.
    pub fn signed(mut value: i64) -> Leb128 {
        let mut number = Leb128 { bytes: [0; MAX_LEN], len: 0 };
        loop {
            let low = (value & 0x7f) as u8;
            value >>= 7;
            let has_sign_bit = low & 0x40 != 0;
            if value == if has_sign_bit { -1 } else { 0 } {
                return number.ended_by(low);
            }
            number = number.continued_by(low);
        }
    }

    /// Returns the encoding.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Returns an unsigned number's length in bytes.
    pub fn unsigned_len(value: u64) -> u32 {
        (u64::BITS - value.leading_zeros()).div_ceil(7).max(1)
    }

    /// Returns a signed number's length in bytes.
    pub fn signed_len(value: i64) -> u32 {
        // Bits without repetitions of the sign, plus a single sign bit.
        let bits = u64::BITS - (value ^ (value >> 63)).leading_zeros() + 1;
        bits.div_ceil(7)
    }

    fn continued_by(self, low: u8) -> Leb128 {
        self.ended_by(low | 0x80)
    }

    fn ended_by(mut self, byte: u8) -> Leb128 {
        self.bytes[self.len] = byte;
        self.len += 1;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_holds_seven_bits() {
        let values = [0, 127, 128, 1 << 14, u64::MAX];
        assert_eq!(values.map(|value| Leb128::unsigned(value).bytes().len()), [1, 1, 2, 3, 10]);
        assert_eq!(values.map(Leb128::unsigned_len), [1, 1, 2, 3, 10]);
        assert_eq!(Leb128::unsigned(300).bytes(), [0xac, 0x02]);
    }

    #[test]
    fn the_last_byte_of_a_signed_number_has_the_sign() {
        assert_eq!(Leb128::signed(63).bytes(), [0x3f]);
        assert_eq!(Leb128::signed(64).bytes(), [0xc0, 0x00]);
        assert_eq!(Leb128::signed(-64).bytes(), [0x40]);
        assert_eq!(Leb128::signed(-65).bytes(), [0xbf, 0x7f]);
        assert_eq!(Leb128::signed(i64::MIN).bytes().len(), 10);
    }
}
