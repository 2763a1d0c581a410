//! An index set to which several threads may add.

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
