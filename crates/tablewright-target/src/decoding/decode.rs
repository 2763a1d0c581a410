//! Decoding of a single word: its possible encodings, in the order of the decoder.
//!
//! In: a group of encodings and a word. Out: [`Match`]es with the decisions that lead to them.
//! Subtarget conditions and target methods are ignored, so the result contains all encodings that
//! these could accept.

use super::bit_pattern::{BitPattern, BitRange};
use super::decision_tree::{BitCheck, Decision, DecisionStep, DecisionTree};
use super::encodings::{EncodingGroup, EncodingId, Encodings};

/// A matching encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The encoding id.
    pub encoding: EncodingId,
    /// The decisions from the root to the match.
    pub path: Vec<DecisionStep>,
    /// The final comparisons.
    pub checks: Vec<BitCheck>,
    /// Whether no bits distinguish the encoding from others, so that a decoder cannot find it.
    pub is_in_conflict: bool,
}

/// Returns the encodings in a group that match `word`; `tree` is the group's tree.
pub fn matches(
    encodings: &Encodings,
    group: &EncodingGroup,
    tree: &DecisionTree,
    word: &BitPattern,
) -> Vec<Match> {
    let mut all_matches = Vec::new();
    let mut pending = vec![tree.root()];
    while let Some(decision) = pending.pop() {
        let mut acceptance = None;
        match tree.get(decision) {
            Decision::Accept(only) => acceptance = Some(only),
            Decision::TryFirst { first, otherwise, .. } => {
                acceptance = Some(first);
                pending.push(*otherwise);
            }
            Decision::Switch { range, cases, otherwise } => {
                // A stack: the last entry is next.
                pending.extend(otherwise);
                let case = cases.iter().find(|(value, _)| word.value(*range) == Some(*value));
                pending.extend(case.map(|(_, decision)| decision));
            }
            Decision::Conflict(conflicting) => {
                for &encoding in conflicting {
                    let encoding = group.encodings[encoding as usize];
                    if encodings.encodings[encoding].pattern.overlaps(word) {
                        let (path, checks) = (tree.path(decision), Vec::new());
                        all_matches.push(Match { encoding, path, checks, is_in_conflict: true });
                    }
                }
            }
        }
        let is_equal = |check: &BitCheck| word.value(check.range) == Some(check.value);
        if let Some(acceptance) = acceptance.filter(|accepted| accepted.checks.iter().all(is_equal))
        {
            all_matches.push(Match {
                encoding: group.encodings[acceptance.encoding as usize],
                path: tree.path(decision),
                checks: acceptance.checks.clone(),
                is_in_conflict: false,
            });
        }
    }
    all_matches
}

impl BitPattern {
    /// Parses a word with `width` known bits from hexadecimal digits; `None` if the text is
    /// malformed or too long.
    pub fn from_hex(text: &str, width: u32) -> Option<BitPattern> {
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
        let mut word = BitPattern::unknown(width);
        (0..width).for_each(|bit| word.set(bit, false));
        if digits.is_empty() {
            return None;
        }
        for (position, digit) in (0u32..).zip(digits.chars().rev()) {
            let digit = digit.to_digit(16)?;
            for bit in (0..4).filter(|bit| digit >> bit & 1 == 1) {
                let bit = position.checked_mul(4)? + bit;
                if bit >= width {
                    return None;
                }
                word.set(bit, true);
            }
        }
        Some(word)
    }

    /// Returns the value of up to 64 bits; `None` unless all bits are known.
    pub fn value(&self, range: BitRange) -> Option<u64> {
        (0..range.len.min(BitRange::MAX_TESTED))
            .try_fold(0, |value, bit| Some(value | u64::from(self.bit(range.start + bit)?) << bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_hexadecimal() {
        let word = |text, width| BitPattern::from_hex(text, width).map(|word| word.hex());
        assert_eq!(word("0x1F", 8).as_deref(), Some("1f"));
        assert_eq!(word("5", 16).as_deref(), Some("0005"));
        assert_eq!(word("100", 8), None);
        assert_eq!(word("", 8), None);
        assert_eq!(word("g", 8), None);
        let word = BitPattern::from_hex("f0", 8).expect("it fits");
        assert_eq!(word.value(BitRange { start: 3, len: 2 }), Some(0b10));
        assert_eq!(word.value(BitRange { start: 7, len: 2 }), None);
    }
}
