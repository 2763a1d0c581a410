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
    /// From this size on a table grows in smaller steps.
    const LARGE: usize = 1 << 16;

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
        // At most three quarters are taken, so that runs of neighbours stay short; with less, more
        // memory would be used for the first time, which costs more than longer runs.
        if (self.len + 1) * 4 / 3 >= self.slots.len() {
            self.grow();
        }
        self.len += 1;
        self.put(u64::from(hash) << 32 | u64::from(id.get()));
    }

    /// Memory that is used for the first time costs more than all else here, so that a table grows
    /// in place, from its last place to the first. As places follow the hashes, what moves goes
    /// up, to where all is done. The few for which that does not hold, near the start or around
    /// the end, are put in last.
    #[cold]
    fn grow(&mut self) {
        let old_size = self.slots.len();
        let factor = if old_size < IdTable::LARGE { 4 } else { 2 };
        let size = (old_size * factor).max(IdTable::SMALLEST);
        self.slots.resize(size, 0);
        let mut rest = Vec::new();
        for at in (0..old_size).rev() {
            let slot = std::mem::take(&mut self.slots[at]);
            if slot == 0 {
                continue;
            }
            let first = first_place((slot >> 32) as u32, size);
            let free = self.slots[first..].iter().position(|&slot| slot == 0);
            match free {
                Some(beyond) if first >= at => self.slots[first + beyond] = slot,
                _ => rest.push(slot),
            }
        }
        for slot in rest {
            self.put(slot);
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
    fn crowded_ends_are_found_after_growing() {
        // Most hashes are at the very start or the very end, where runs go around.
        let hash = |n: u32| match n % 4 {
            0 => n / 40,
            1 => u32::MAX - n / 40,
            2 => n << 12,
            _ => n.wrapping_mul(0x9e37_79b9),
        };
        let mut table = IdTable::default();
        for n in 1..3_000 {
            table.insert(hash(n), NonZeroU32::new(n).expect("counts from one"));
            let found = |n: u32| table.find(hash(n), |id| id.get() == n).map(NonZeroU32::get);
            assert!(n % 97 != 0 || (1..=n).all(|n| found(n) == Some(n)), "after {n}");
        }
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
