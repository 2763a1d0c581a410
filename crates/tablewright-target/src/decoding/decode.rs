//! Decoding one word: the encodings that it can have, in the order in which a decoder tries them.
//!
//! In: a group of encodings and a word. Out: [`Match`]es with the decisions that lead there. Conditions
//! on the subtarget and methods of the target are not asked, so that all encodings are found that
//! are decoded if these agree.

use super::bit_pattern::{BitPattern, BitRange};
use super::decision_tree::{Acceptance, BitCheck, Decision, DecisionStep, DecisionTree};
use super::encodings::{EncodingGroup, EncodingId, Encodings};

/// An encoding of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The encoding.
    pub encoding: EncodingId,
    /// The decisions on the way, the first one first.
    pub path: Vec<DecisionStep>,
    /// What is compared at last.
    pub checks: Vec<BitCheck>,
    /// Whether no bits tell the encoding from others, so that a decoder does not find it.
    pub is_in_conflict: bool,
}

/// The encodings of `word` in a group, whose tree is `tree`.
pub fn matches(
    encodings: &Encodings,
    group: &EncodingGroup,
    tree: &DecisionTree,
    word: &BitPattern,
) -> Vec<Match> {
    let mut found = Vec::new();
    let mut pending = vec![tree.root()];
    while let Some(decision) = pending.pop() {
        let mut accept = |acceptance: &Acceptance| {
            let is_equal = |check: &BitCheck| word.value(check.range) == Some(check.value);
            if acceptance.checks.iter().all(is_equal) {
                found.push(Match {
                    encoding: group.encodings[acceptance.encoding as usize],
                    path: tree.path(decision),
                    checks: acceptance.checks.clone(),
                    is_in_conflict: false,
                });
            }
        };
        match tree.get(decision) {
            Decision::Accept(acceptance) => accept(acceptance),
            Decision::TryFirst { first, otherwise, .. } => {
                accept(first);
                pending.push(*otherwise);
            }
            Decision::Switch { range, cases, otherwise } => {
                // The last one pushed is the next.
                pending.extend(otherwise);
                let case = cases.iter().find(|(value, _)| word.value(*range) == Some(*value));
                pending.extend(case.map(|(_, decision)| decision));
            }
            Decision::Conflict(conflicting) => {
                for &encoding in conflicting {
                    let encoding = group.encodings[encoding as usize];
                    if encodings.encodings[encoding].pattern.overlaps(word) {
                        let (path, checks) = (tree.path(decision), Vec::new());
                        found.push(Match { encoding, path, checks, is_in_conflict: true });
                    }
                }
            }
        }
    }
    found
}

impl BitPattern {
    /// A word of `width` bits, of which all are known, from hexadecimal digits; `None` if the text
    /// is something else, or longer.
    pub fn of_hex(text: &str, width: u32) -> Option<BitPattern> {
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

    /// The value of at most 64 bits; `None` unless all are known.
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
        let word = |text, width| BitPattern::of_hex(text, width).map(|word| word.hex());
        assert_eq!(word("0x1F", 8).as_deref(), Some("1f"));
        assert_eq!(word("5", 16).as_deref(), Some("0005"));
        assert_eq!(word("100", 8), None);
        assert_eq!(word("", 8), None);
        assert_eq!(word("g", 8), None);
        let word = BitPattern::of_hex("f0", 8).expect("it fits");
        assert_eq!(word.value(BitRange { start: 3, len: 2 }), Some(0b10));
        assert_eq!(word.value(BitRange { start: 7, len: 2 }), None);
    }
}
