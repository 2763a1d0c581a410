//! Values found by a number instead of a hash.

use super::ValueId;

/// The values of small things, by their numbers: those are asked for all the time, and to look them
/// up by a hash takes longer than to make use of them.
#[derive(Clone, Default)]
pub(super) struct KnownValues {
    pub(super) ints: Row,
    pub(super) strings: Row,
    pub(super) defs: Row,
    pub(super) vars: Row,
    /// The records that instances of classes became, by the indices of these.
    pub(super) made: Row,
}

/// Values by a dense index.
#[derive(Clone, Default)]
pub(super) struct Row(Vec<Option<ValueId>>);

impl Row {
    pub(super) fn get(&self, index: usize) -> Option<ValueId> {
        self.0.get(index).copied().flatten()
    }

    pub(super) fn set(&mut self, index: usize, value: ValueId) {
        if index >= self.0.len() {
            self.0.resize((index + 1).next_power_of_two(), None);
        }
        self.0[index] = Some(value);
    }
}
