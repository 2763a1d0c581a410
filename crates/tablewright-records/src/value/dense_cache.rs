//! Values found by a number instead of a hash.

use super::ValueId;

/// The values of integers, symbols and records by their numbers. These are looked up so often that
/// hashing them would take a noticeable part of the time.
#[derive(Clone, Default)]
pub(super) struct DenseCaches {
    pub(super) ints: DenseCache,
    /// By the index of the symbol.
    pub(super) strings: DenseCache,
    /// By the index of the record.
    pub(super) defs: DenseCache,
    /// By the index of the symbol.
    pub(super) vars: DenseCache,
    /// The records that instances of classes became, by the indices of these.
    pub(super) instantiated: DenseCache,
}

/// Values by a dense index.
#[derive(Clone, Default)]
pub(super) struct DenseCache(Vec<Option<ValueId>>);

impl DenseCache {
    pub(super) fn get(&self, index: usize) -> Option<ValueId> {
        self.0.get(index).copied().flatten()
    }

    pub(super) fn set(&mut self, index: usize, value: ValueId) {
        if index >= self.0.len() {
            self.0.resize((index + 1).next_power_of_two(), None);
        }
        self.0[index] = Some(value);
    }

    /// Keeps those below an index whose values stay.
    pub(super) fn retain(&mut self, len: usize, stays: impl Fn(ValueId) -> bool) {
        self.0.truncate(len);
        for value in &mut self.0 {
            *value = value.filter(|&value| stays(value));
        }
    }
}
