//! Byte order of instruction words.

use std::ops::Range;

use crate::syntax::ByteOrder;

/// Returns the number in some bytes.
pub(crate) fn load(bytes: &[u8], order: ByteOrder) -> u128 {
    let add = |word: u128, byte: &u8| word << 8 | u128::from(*byte);
    match order {
        ByteOrder::Little => bytes.iter().rev().fold(0, add),
        ByteOrder::Big => bytes.iter().fold(0, add),
    }
}

/// An instruction's byte layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordLayout {
    pub(crate) order: ByteOrder,
    /// Sizes of fields, the highest field first. The last size repeats.
    pub(crate) fields: &'static [usize],
}

impl WordLayout {
    /// Returns the ranges of `size` bytes that are fields.
    fn ranges(self, size: usize) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        let mut sizes = self.fields.iter().copied();
        let mut last = size;
        std::iter::from_fn(move || {
            last = sizes.next().unwrap_or(last).max(1);
            let range = start..(start + last).min(size);
            start = range.end;
            (!range.is_empty()).then_some(range)
        })
    }

    pub(crate) fn load(self, bytes: &[u8]) -> u128 {
        self.ranges(bytes.len()).fold(0, |word, range| {
            let width = range.len() as u32 * 8;
            word.checked_shl(width).unwrap_or(0) | load(&bytes[range], self.order)
        })
    }

    /// Returns the bytes for a word.
    pub(crate) fn store(self, word: u128, size: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = word.to_be_bytes()[16 - size.min(16)..].to_vec();
        if self.order == ByteOrder::Little {
            for range in self.ranges(bytes.len()) {
                bytes[range].reverse();
            }
        }
        bytes
    }
}
