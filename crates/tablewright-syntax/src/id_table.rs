//! A hash table of small ids, for things that are kept elsewhere.
//!
//! Tables of names and values are large and asked in no order at all, so what counts is how many
//! lines of memory a question touches. Here it is one, as a rule: the hash lies beside the id, and
//! neighbours are next to each other. Places follow the highest bits of the hashes, so that a
//! table grows by one run through it from start to end.

use std::num::NonZeroU32;

/// Ids by 32-bit hashes of what they stand for. Hashes must be good in their highest bits.
#[derive(Clone, Default)]
pub struct IdTable {
    /// Hash and id; zero where there is none. As many as a power of two, or none at all.
    slots: Vec<u64>,
    len: usize,
}

impl IdTable {
    const SMALLEST: usize = 1 << 10;

    /// The id with that hash for which `is_same` holds.
    #[inline]
    pub fn find(
        &self,
        hash: u32,
        mut is_same: impl FnMut(NonZeroU32) -> bool,
    ) -> Option<NonZeroU32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = first_place(hash, self.slots.len());
        loop {
            let slot = self.slots[at & mask];
            // An id is not zero, so neither is a slot that is taken.
            let id = NonZeroU32::new(slot as u32)?;
            if (slot >> 32) as u32 == hash && is_same(id) {
                return Some(id);
            }
            at += 1;
        }
    }

    /// Adds an id that is not there yet.
    #[inline]
    pub fn insert(&mut self, hash: u32, id: NonZeroU32) {
        self.reserve(1);
        self.len += 1;
        self.put(u64::from(hash) << 32 | u64::from(id.get()));
    }

    /// Makes room for `more` ids.
    #[inline]
    pub fn reserve(&mut self, more: usize) {
        // At most two thirds are taken, so that runs of neighbours stay short.
        let wanted = (self.len + more) * 3 / 2;
        if wanted >= self.slots.len() {
            self.grow(wanted + 1);
        }
    }

    #[cold]
    fn grow(&mut self, wanted: usize) {
        let size = wanted.next_power_of_two().max(IdTable::SMALLEST);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for slot in old {
            if slot != 0 {
                self.put(slot);
            }
        }
    }

    fn put(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut at = first_place((slot >> 32) as u32, self.slots.len());
        while self.slots[at & mask] != 0 {
            at += 1;
        }
        self.slots[at & mask] = slot;
    }
}

/// Where to look first in a table of `size` slots, a power of two.
fn first_place(hash: u32, size: usize) -> usize {
    ((u64::from(hash) * size as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_after_growing() {
        let mut table = IdTable::default();
        let hash = |n: u32| n.wrapping_mul(0x9e37_79b9);
        for n in 1..10_000 {
            table.insert(hash(n), NonZeroU32::new(n).expect("counts from one"));
        }
        let found = |n: u32| table.find(hash(n), |id| id.get() == n).map(NonZeroU32::get);
        assert!((1..10_000).all(|n| found(n) == Some(n)));
        assert_eq!((found(10_000), IdTable::default().find(0, |_| true)), (None, None));
    }

    #[test]
    fn equal_hashes_are_told_apart() {
        let mut table = IdTable::default();
        for n in 1..100 {
            table.insert(u32::MAX, NonZeroU32::new(n).expect("counts from one"));
        }
        let found = table.find(u32::MAX, |id| id.get() == 77);
        assert_eq!(found.map(NonZeroU32::get), Some(77));
    }
}
