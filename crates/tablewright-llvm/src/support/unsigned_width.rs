//! The width of the integers in a table.

use std::fmt;

/// The width of an unsigned integer; displayed as its C++ type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnsignedWidth {
    Bits8,
    Bits16,
    Bits32,
}

impl UnsignedWidth {
    /// Returns the smallest width for numbers up to `greatest`. No table needs more than 32 bits.
    pub(crate) fn new(greatest: usize) -> UnsignedWidth {
        match greatest {
            0..=0xff => UnsignedWidth::Bits8,
            0x100..=0xffff => UnsignedWidth::Bits16,
            _ => UnsignedWidth::Bits32,
        }
    }

    /// Returns the width in bytes.
    pub(crate) fn bytes(self) -> usize {
        match self {
            UnsignedWidth::Bits8 => 1,
            UnsignedWidth::Bits16 => 2,
            UnsignedWidth::Bits32 => 4,
        }
    }
}

impl fmt::Display for UnsignedWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnsignedWidth::Bits8 => "uint8_t",
            UnsignedWidth::Bits16 => "uint16_t",
            UnsignedWidth::Bits32 => "uint32_t",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_number_decides() {
        let width = |greatest| UnsignedWidth::new(greatest).to_string();
        assert_eq!(
            [0xff, 0x100, 0xffff, 0x1_0000].map(width).join(" "),
            "uint8_t uint16_t uint16_t uint32_t"
        );
    }
}
