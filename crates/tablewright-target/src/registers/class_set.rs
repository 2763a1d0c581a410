//! Register class sets.

use std::iter;

use super::index::RegisterClassId;

/// A register class set, as bits.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ClassSet {
    words: Box<[u64]>,
}

impl ClassSet {
    /// Returns the empty set for a target with `count` classes.
    pub(super) fn new(count: usize) -> ClassSet {
        ClassSet { words: vec![0; count.div_ceil(64)].into() }
    }

    /// Whether `class` is in the set.
    pub fn contains(&self, class: RegisterClassId) -> bool {
        let bits = self.words.get(class.index() / 64).copied().unwrap_or(0);
        bits >> (class.index() % 64) & 1 != 0
    }

    /// Iterates over the classes, in order.
    pub fn iter(&self) -> impl Iterator<Item = RegisterClassId> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            set_bits(word).map(move |bit| RegisterClassId::from_index(at * 64 + bit as usize))
        })
    }

    /// The bits as words of 32, as many as `count` classes need.
    pub fn words32(&self, count: usize) -> impl Iterator<Item = u32> + '_ {
        let halves = self.words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        halves.take(count.div_ceil(32))
    }

    pub(super) fn insert(&mut self, class: RegisterClassId) {
        self.words[class.index() / 64] |= 1 << (class.index() % 64);
    }

    pub(super) fn extend(&mut self, other: &ClassSet) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }
}

/// Iterates over the numbers of the set bits, lowest first.
fn set_bits(word: u64) -> impl Iterator<Item = u32> {
    // Each step clears the lowest bit.
    let rests = iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)));
    rests.take_while(|&rest| rest != 0).map(u64::trailing_zeros)
}
