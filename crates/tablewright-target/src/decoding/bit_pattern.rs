//! Bit patterns: the bits of an encoding that are fixed, and their values.

use crate::instructions::encoding::{EncodingBit, EncodingBits};
use crate::instructions::variable_encoding::{SegmentContent, VariableEncoding};

/// How many bits a word has.
const WORD: u32 = u64::BITS;

/// The known bits of an encoding, bit 0 first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BitPattern {
    width: u32,
    /// 64 bits each, the lowest first: the bits that are known.
    known: Vec<u64>,
    /// Their values; a bit that is not known is zero.
    value: Vec<u64>,
}

/// Bits next to each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitRange {
    /// The lowest.
    pub start: u32,
    /// How many. A range that is tested has at most [`BitRange::MAX_TESTED`].
    pub len: u32,
}

impl BitRange {
    /// How many bits generated code can test at once.
    pub const MAX_TESTED: u32 = WORD;
}

impl BitPattern {
    /// A pattern without known bits.
    pub fn unknown(width: u32) -> BitPattern {
        let words = width.div_ceil(WORD) as usize;
        BitPattern { width, known: vec![0; words], value: vec![0; words] }
    }

    /// The known bits of an encoding of fixed length.
    pub fn of_fixed(bits: EncodingBits<'_>) -> BitPattern {
        let mut pattern = BitPattern::unknown(bits.width());
        for bit in 0..bits.width() {
            if let EncodingBit::Fixed(is_set) = bits.get(bit) {
                pattern.set(bit, is_set);
            }
        }
        pattern
    }

    /// The known bits of an encoding that is made of pieces.
    pub fn of_variable(encoding: &VariableEncoding) -> BitPattern {
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

    /// How many bits the encoding has.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Whether no bit is known.
    pub fn is_unknown(&self) -> bool {
        self.known.iter().all(|&word| word == 0)
    }

    /// The value of a bit; `None` where it is not known, which it is not beyond the last.
    pub fn bit(&self, bit: u32) -> Option<bool> {
        let (word, mask) = ((bit / WORD) as usize, 1 << (bit % WORD));
        let is_known = bit < self.width && self.known[word] & mask != 0;
        is_known.then(|| self.value[word] & mask != 0)
    }

    /// Says that a bit has that value.
    pub fn set(&mut self, bit: u32, is_set: bool) {
        let (word, mask) = ((bit / WORD) as usize, 1 << (bit % WORD));
        self.known[word] |= mask;
        if is_set {
            self.value[word] |= mask;
        } else {
            self.value[word] &= !mask;
        }
    }

    /// Says that a bit may have any value.
    pub fn forget(&mut self, bit: u32) {
        let (word, mask) = ((bit / WORD) as usize, 1 << (bit % WORD));
        self.known[word] &= !mask;
        self.value[word] &= !mask;
    }

    /// Whether some word matches both patterns.
    pub fn overlaps(&self, other: &BitPattern) -> bool {
        self.words().zip(other.words()).all(|((known, value), (other_known, other_value))| {
            (value ^ other_value) & known & other_known == 0
        })
    }

    /// What is known of a word that matches this pattern and another one that it overlaps.
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

    /// The values of known bits in hexadecimal digits, with zeros for other bits.
    pub fn hex(&self) -> String {
        let words: String = self.value.iter().rev().map(|word| format!("{word:016x}")).collect();
        let digits = self.width.div_ceil(4).max(1) as usize;
        words[words.len().saturating_sub(digits)..].to_owned()
    }

    /// Words of known bits with their values.
    fn words(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.known.iter().copied().zip(self.value.iter().copied())
    }
}

/// The patterns of several encodings, each cut or filled up to one width.
#[derive(Debug)]
pub struct BitPatterns {
    width: u32,
    /// Of each pattern the words of known bits, then those of their values.
    words: Vec<u64>,
    /// The number of bits of each pattern, where the bits after its end are told from unknown ones.
    lengths: Option<Vec<u32>>,
}

impl BitPatterns {
    /// None yet, of `width` bits.
    pub fn new(width: u32) -> BitPatterns {
        BitPatterns { width, words: Vec::new(), lengths: None }
    }

    /// None yet, of up to `width` bits each.
    pub fn with_lengths(width: u32) -> BitPatterns {
        BitPatterns { lengths: Some(Vec::new()), ..BitPatterns::new(width) }
    }

    /// Adds one.
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

    /// How many bits each has.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many bits a pattern has.
    pub(super) fn length(&self, pattern: u32) -> u32 {
        self.lengths.as_ref().map_or(self.width, |lengths| lengths[pattern as usize])
    }

    /// How many words the bits of a pattern take.
    pub(super) fn word_count(&self) -> usize {
        self.width.div_ceil(WORD) as usize
    }

    /// The known bits of a pattern.
    pub(super) fn known(&self, pattern: u32) -> &[u64] {
        let (first, count) = (pattern as usize * 2 * self.word_count(), self.word_count());
        &self.words[first..first + count]
    }

    /// The value of a range of at most 64 bits; `None` unless all its bits are known.
    pub(super) fn value(&self, pattern: u32, range: BitRange) -> Option<u64> {
        let first = pattern as usize * 2 * self.word_count();
        let mask = u64::MAX >> (WORD - range.len);
        let of = |first: usize| {
            let (word, shift) = (first + (range.start / WORD) as usize, range.start % WORD);
            let low = self.words[word] >> shift;
            let high = match shift + range.len {
                0..=WORD => 0,
                _ => self.words[word + 1] << (WORD - shift),
            };
            (low | high) & mask
        };
        (of(first) == mask).then(|| of(first + self.word_count()))
    }
}

/// The ranges of bits that are set in `mask`, the lowest first. A longer one is cut into pieces
/// that can be tested.
pub(super) fn ranges(mask: &[u64], ranges: &mut Vec<BitRange>) {
    ranges.clear();
    for (index, &word) in mask.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            let start = rest.trailing_zeros();
            let len = (!(rest >> start)).trailing_zeros();
            let range = BitRange { start: index as u32 * WORD + start, len };
            join(ranges, range);
            rest &= if start + len == WORD { 0 } else { u64::MAX << (start + len) };
        }
    }
}

/// Adds a range, or makes the last one longer if it ends there and stays short enough to be tested.
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

    /// A pattern as it is written, the highest bit first: `01__`.
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
        let check = |mask: &[u64], expected: &[(u32, u32)]| {
            let mut found = Vec::new();
            ranges(mask, &mut found);
            let found: Vec<(u32, u32)> = found.iter().map(|r| (r.start, r.len)).collect();
            assert_eq!(found, expected);
        };
        check(&[0b1101_1000], &[(3, 2), (6, 2)]);
        check(&[1 << 63, 0b101], &[(63, 2), (66, 1)]);
        check(&[u64::MAX, 0b11], &[(0, 64), (64, 2)]);
        check(&[u64::MAX << 4, u64::MAX], &[(4, 64), (68, 60)]);
        check(&[0, 0], &[]);
    }
}
