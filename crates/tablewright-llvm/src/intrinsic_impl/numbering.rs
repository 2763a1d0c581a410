//! Numbers for items that are met several times.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Items, numbered in the order of their first use.
pub(super) struct IntrinsicImplNumbering<T> {
    pub(super) items: Vec<T>,
    pub(super) numbers: BTreeMap<T, usize>,
}

impl<T: Ord + Copy> IntrinsicImplNumbering<T> {
    pub(super) fn new(all: impl Iterator<Item = T>) -> IntrinsicImplNumbering<T> {
        let mut numbering = IntrinsicImplNumbering { items: Vec::new(), numbers: BTreeMap::new() };
        for item in all {
            if let Entry::Vacant(entry) = numbering.numbers.entry(item) {
                entry.insert(numbering.items.len());
                numbering.items.push(item);
            }
        }
        numbering
    }

    pub(super) fn number(&self, item: &T) -> usize {
        self.numbers[item]
    }
}
