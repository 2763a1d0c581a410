//! An index set to which several threads may add.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

const BITS: usize = u64::BITS as usize;

/// Indices below a bound. Adding does not synchronize threads, so a thread that takes the indices must first join the
/// threads that add them.
#[derive(Debug)]
pub(super) struct SharedBitSet {
    words: Box<[AtomicU64]>,
}

impl SharedBitSet {
    /// Creates an empty set for indices below `len`.
    pub(super) fn new(len: usize) -> SharedBitSet {
        SharedBitSet { words: (0..len.div_ceil(BITS)).map(|_| AtomicU64::new(0)).collect() }
    }

    pub(super) fn insert(&self, index: usize) {
        let Some(word) = self.words.get(index / BITS) else { return };
        let bit = 1 << (index % BITS);
        // Most indices are in the set already, and a load is cheaper than a modification.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Adds `count` indices from `start` on.
    pub(super) fn insert_range(&self, start: usize, count: usize) {
        (start..start + count).for_each(|index| self.insert(index));
    }

    pub(super) fn insert_all(&self, other: &RecordedBitSet) {
        for (word, &bits) in self.words.iter().zip(&other.words) {
            if bits != 0 {
                word.fetch_or(bits, Ordering::Relaxed);
            }
        }
    }

    /// Removes and returns all indices.
    pub(super) fn take(&self) -> RecordedBitSet {
        let take = |word: &AtomicU64| match word.load(Ordering::Relaxed) {
            0 => 0,
            _ => word.swap(0, Ordering::Relaxed),
        };
        RecordedBitSet { words: self.words.iter().map(take).collect() }
    }
}

/// An index set.
#[derive(Clone, Default, Debug)]
pub(crate) struct RecordedBitSet {
    words: Vec<u64>,
}

impl RecordedBitSet {
    /// Creates an empty set for indices below `len`.
    pub(crate) fn with_len(len: usize) -> RecordedBitSet {
        RecordedBitSet { words: vec![0; len.div_ceil(BITS)] }
    }

    /// Adds an index below the set's length.
    pub(crate) fn insert(&mut self, index: usize) {
        self.words[index / BITS] |= 1 << (index % BITS);
    }

    /// Returns whether any index is in both sets.
    pub(crate) fn intersects(&self, other: &RecordedBitSet) -> bool {
        self.words.iter().zip(&other.words).any(|(word, bits)| word & bits != 0)
    }

    /// Adds the indices of `other` in `range`, shifted so that the range begins at `start`. The range must be within
    /// this set's length after the shift.
    pub(crate) fn insert_shifted(
        &mut self,
        other: &RecordedBitSet,
        range: Range<usize>,
        start: usize,
    ) {
        let mut done = 0;
        while done < range.len() {
            let (from, to) = (range.start + done, start + done);
            let room = BITS - (from % BITS).max(to % BITS);
            let count = room.min(range.len() - done);
            let mask = u64::MAX >> (BITS - count);
            let word = other.words.get(from / BITS).copied().unwrap_or(0);
            let bits = word >> (from % BITS) & mask;
            if bits != 0 {
                self.words[to / BITS] |= bits << (to % BITS);
            }
            done += count;
        }
    }

    pub(crate) fn contains(&self, index: usize) -> bool {
        self.words.get(index / BITS).is_some_and(|word| word & (1 << (index % BITS)) != 0)
    }

    /// Returns whether any of the `count` indices from `start` on is in the set.
    pub(crate) fn contains_any(&self, start: usize, count: usize) -> bool {
        (start..start + count).any(|index| self.contains(index))
    }

    pub(super) fn insert_all(&mut self, other: &RecordedBitSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, bits) in self.words.iter_mut().zip(&other.words) {
            *word |= bits;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_shifted_across_words() {
        let mut all = RecordedBitSet::with_len(300);
        let indices = [0, 1, 62, 63, 64, 65, 127, 128, 130, 200, 255, 256, 299];
        indices.into_iter().for_each(|index| all.insert(index));
        for (range, start) in [(0..300, 0), (0..300, 1), (63..257, 0), (1..201, 77), (64..128, 192)]
        {
            let mut shifted = RecordedBitSet::with_len(start + range.len());
            shifted.insert_shifted(&all, range.clone(), start);
            let found: Vec<usize> = (0..400).filter(|&index| shifted.contains(index)).collect();
            let within = indices.into_iter().filter(|index| range.contains(index));
            let expected: Vec<usize> = within.map(|index| index - range.start + start).collect();
            assert_eq!(found, expected, "{range:?} at {start}");
        }
    }
}
