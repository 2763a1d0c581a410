//! Caches that find a value by a number instead of a hash.

use super::ValueId;

/// Values by integer, symbol and record number. Evaluation looks them up so often that hashing would take a noticeable
/// part of the time.
#[derive(Clone, Default)]
pub(super) struct DenseCaches {
    pub(super) ints: DenseCache,
    /// By symbol index.
    pub(super) strings: DenseCache,
    /// By record index.
    pub(super) defs: DenseCache,
    /// By symbol index.
    pub(super) vars: DenseCache,
    /// The record created for each class instance, by the instance's index.
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

    /// Keeps only values with an index below `len` for which `stays` returns true.
    pub(super) fn retain(&mut self, len: usize, stays: impl Fn(ValueId) -> bool) {
        self.0.truncate(len);
        for value in &mut self.0 {
            *value = value.filter(|&value| stays(value));
        }
    }
}
