//! Bit patterns: the fixed bits in an encoding and their values.

use crate::instructions::encoding::{EncodingBit, EncodingBits};
use crate::instructions::variable_encoding::{SegmentContent, VariableEncoding};

/// Word size in bits.
const WORD: u32 = u64::BITS;

/// The known bits in an encoding, from bit 0.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BitPattern {
    width: u32,
    /// Mask of known bits in 64-bit words, lowest first.
    known: Vec<u64>,
    /// Their values; unknown bits are zero.
    value: Vec<u64>,
}

/// A range of adjacent bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitRange {
    /// The lowest bit.
    pub start: u32,
    /// Length in bits. A range to test has at most [`BitRange::MAX_TESTED`] bits.
    pub len: u32,
}

impl BitRange {
    /// Maximal range length for one test in generated code.
    pub const MAX_TESTED: u32 = WORD;
}

impl BitPattern {
    /// Creates a pattern without known bits.
    pub fn unknown(width: u32) -> BitPattern {
        let words = width.div_ceil(WORD) as usize;
        BitPattern { width, known: vec![0; words], value: vec![0; words] }
    }

    /// Returns the known bits in a fixed-length encoding.
    pub fn from_fixed(bits: EncodingBits<'_>) -> BitPattern {
        let mut pattern = BitPattern::unknown(bits.width());
        for bit in 0..bits.width() {
            if let EncodingBit::Fixed(is_set) = bits.get(bit) {
                pattern.set(bit, is_set);
            }
        }
        pattern
    }

    /// Returns the known bits in an encoding composed from segments.
    pub fn from_variable(encoding: &VariableEncoding) -> BitPattern {
        let mut pattern = BitPattern::unknown(encoding.width());
        let mut start = 0;
        for segment in &encoding.segments {
            if let SegmentContent::Fixed(bits) = &segment.content {
                for (bit, &is_set) in (start..).zip(bits) {
                    pattern.set(bit, is_set);
                }
            }
            start += segment.width;
        }
        pattern
    }

    /// Returns the encoding width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Whether no bit is known.
    pub fn is_unknown(&self) -> bool {
        self.known.iter().all(|&word| word == 0)
    }

    /// Returns the value of a bit; `None` if it is unknown or out of range.
    pub fn bit(&self, bit: u32) -> Option<bool> {
        let (word, mask) = ((bit / WORD) as usize, 1 << (bit % WORD));
        let is_known = bit < self.width && self.known[word] & mask != 0;
        is_known.then(|| self.value[word] & mask != 0)
    }

    /// Returns the bits from highest to lowest: `0`, `1`, or `unknown`.
    pub fn digits(&self, unknown: char) -> String {
        let digit = |bit| match self.bit(bit) {
            Some(true) => '1',
            Some(false) => '0',
            None => unknown,
        };
        (0..self.width).rev().map(digit).collect()
    }

    /// Sets a bit to a known value.
    pub fn set(&mut self, bit: u32, is_set: bool) {
        let (word, mask) = ((bit / WORD) as usize, 1 << (bit % WORD));
        self.known[word] |= mask;
        if is_set {
            self.value[word] |= mask;
        } else {
            self.value[word] &= !mask;
        }
    }

    /// Marks a bit as unknown.
    pub fn forget(&mut self, bit: u32) {
        let (word, mask) = ((bit / WORD) as usize, 1 << (bit % WORD));
        self.known[word] &= !mask;
        self.value[word] &= !mask;
    }

    /// Whether a word can match both patterns.
    pub fn overlaps(&self, other: &BitPattern) -> bool {
        self.words().zip(other.words()).all(|((known, value), (other_known, other_value))| {
            (value ^ other_value) & known & other_known == 0
        })
    }

    /// Returns the known bits in a word that matches this pattern and an overlapping pattern.
    pub fn both(&self, other: &BitPattern) -> BitPattern {
        let (longer, shorter) =
            if self.width < other.width { (other, self) } else { (self, other) };
        let mut both = longer.clone();
        for (word, (known, value)) in shorter.words().enumerate() {
            both.known[word] |= known;
            both.value[word] |= value;
        }
        both
    }

    /// Returns the known values in hexadecimal, with zeros for unknown bits.
    pub fn hex(&self) -> String {
        let words: String = self.value.iter().rev().map(|word| format!("{word:016x}")).collect();
        let digits = self.width.div_ceil(4).max(1) as usize;
        words[words.len().saturating_sub(digits)..].to_owned()
    }

    /// Iterates over words with known bits and their values.
    fn words(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.known.iter().copied().zip(self.value.iter().copied())
    }
}

/// Patterns for several encodings, truncated or padded to the same width.
#[derive(Debug)]
pub struct BitPatterns {
    width: u32,
    /// For each pattern, its words with known bits and its words with values.
    words: Vec<u64>,
    /// By pattern, its length in bits; `None` if padding bits count as unknown.
    lengths: Option<Vec<u32>>,
}

impl BitPatterns {
    /// Creates an empty list for patterns with `width` bits.
    pub fn new(width: u32) -> BitPatterns {
        BitPatterns { width, words: Vec::new(), lengths: None }
    }

    /// Creates an empty list for patterns with up to `width` bits.
    pub fn with_lengths(width: u32) -> BitPatterns {
        BitPatterns { lengths: Some(Vec::new()), ..BitPatterns::new(width) }
    }

    /// Adds a pattern.
    pub fn push(&mut self, pattern: &BitPattern) {
        let count = self.word_count();
        if let Some(lengths) = &mut self.lengths {
            lengths.push(pattern.width().min(self.width));
        }
        for words in [&pattern.known, &pattern.value] {
            let first = self.words.len();
            self.words.extend(words.iter().copied().take(count));
            self.words.resize(first + count, 0);
            if let (Some(last), used @ 1..) = (self.words.last_mut(), self.width % WORD) {
                *last &= (1 << used) - 1;
            }
        }
    }

    /// Returns the common width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the length of a pattern in bits.
    pub(super) fn length(&self, pattern: u32) -> u32 {
        self.lengths.as_ref().map_or(self.width, |lengths| lengths[pattern as usize])
    }

    /// Returns the word count of each pattern.
    pub(super) fn word_count(&self) -> usize {
        self.width.div_ceil(WORD) as usize
    }

    /// Returns the known bits in a pattern.
    pub(super) fn known(&self, pattern: u32) -> &[u64] {
        let (first, count) = (pattern as usize * 2 * self.word_count(), self.word_count());
        &self.words[first..first + count]
    }

    /// Returns the value of a range up to 64 bits; `None` unless all bits are known.
    pub(super) fn value(&self, pattern: u32, range: BitRange) -> Option<u64> {
        let first = pattern as usize * 2 * self.word_count();
        let mask = u64::MAX >> (WORD - range.len);
        let is_known = self.bits(first, range) & mask == mask;
        is_known.then(|| self.bits(first + self.word_count(), range) & mask)
    }

    /// Returns the bits in `range`, counted from the word `first`. Higher bits are undefined.
    fn bits(&self, first: usize, range: BitRange) -> u64 {
        let (word, shift) = (first + (range.start / WORD) as usize, range.start % WORD);
        let low = self.words[word] >> shift;
        let high = match shift + range.len {
            0..=WORD => 0,
            _ => self.words[word + 1] << (WORD - shift),
        };
        low | high
    }
}

/// Finds the ranges of set bits in `mask`, lowest first. Splits ranges that are too long for one
/// test.
pub(super) fn ranges(mask: &[u64], ranges: &mut Vec<BitRange>) {
    ranges.clear();
    for (index, &word) in mask.iter().enumerate() {
        let mut remaining = word;
        while remaining != 0 {
            let start = remaining.trailing_zeros();
            let len = (!(remaining >> start)).trailing_zeros();
            let range = BitRange { start: index as u32 * WORD + start, len };
            join(ranges, range);
            remaining &= if start + len == WORD { 0 } else { u64::MAX << (start + len) };
        }
    }
}

/// Adds a range. If the last range is adjacent, extends it up to the maximum length of a test first.
fn join(ranges: &mut Vec<BitRange>, range: BitRange) {
    match ranges.last_mut() {
        Some(last) if last.start + last.len == range.start => {
            let taken = range.len.min(BitRange::MAX_TESTED - last.len);
            last.len += taken;
            if taken < range.len {
                ranges.push(BitRange { start: range.start + taken, len: range.len - taken });
            }
        }
        _ => ranges.push(range),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Parses a pattern, highest bit first: `01__`.
    pub(crate) fn pattern(text: &str) -> BitPattern {
        let mut pattern = BitPattern::unknown(text.len() as u32);
        for (bit, c) in (0..).zip(text.chars().rev()) {
            if c != '_' {
                pattern.set(bit, c == '1');
            }
        }
        pattern
    }

    #[test]
    fn bits_are_known_or_not() {
        let pattern = pattern("01_");
        assert_eq!([0, 1, 2, 3].map(|bit| pattern.bit(bit)), [None, Some(true), Some(false), None]);
        assert!(!pattern.is_unknown());
        assert!(BitPattern::unknown(70).is_unknown());
    }

    #[test]
    fn patterns_overlap_where_one_word_matches_both() {
        let (a, b, c) = (pattern("01__"), pattern("_1_0"), pattern("00__"));
        assert!(a.overlaps(&b) && !a.overlaps(&c) && !b.overlaps(&c));
        assert_eq!(a.both(&b), pattern("01_0"));
        assert_eq!(pattern("1_0101").both(&pattern("1")).hex(), "25");
    }

    #[test]
    fn a_value_can_lie_in_two_words() {
        let mut patterns = BitPatterns::new(66);
        let mut long = BitPattern::unknown(66);
        (62..66).for_each(|bit| long.set(bit, bit != 63));
        patterns.push(&long);
        let value = |start, len| patterns.value(0, BitRange { start, len });
        assert_eq!((value(62, 4), value(61, 4), value(64, 2)), (Some(0b1101), None, Some(3)));
    }

    #[test]
    fn patterns_are_cut_to_the_width() {
        let mut patterns = BitPatterns::new(2);
        patterns.push(&pattern("111"));
        patterns.push(&pattern("1"));
        assert_eq!((patterns.known(0), patterns.known(1)), (&[3][..], &[1][..]));
    }

    #[test]
    fn ranges_cross_words_and_are_cut() {
        fn check(mask: &[u64], expected: &str) {
            let mut bit_ranges = Vec::new();
            ranges(mask, &mut bit_ranges);
            let texts = bit_ranges.iter().map(|range| format!("{}+{}", range.start, range.len));
            assert_eq!(texts.collect::<Vec<_>>().join(" "), expected);
        }
        check(&[0b1101_1000], "3+2 6+2");
        check(&[1 << 63, 0b101], "63+2 66+1");
        check(&[u64::MAX, 0b11], "0+64 64+2");
        check(&[u64::MAX << 4, u64::MAX], "4+64 68+60");
        check(&[0, 0], "");
    }
}
