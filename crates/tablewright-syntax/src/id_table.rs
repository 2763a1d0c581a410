//! A hash table of ids, for interners that keep the objects themselves elsewhere.
//!
//! The tables for names and values are large, and lookups in them follow no order. So the cost of a
//! lookup is the number of cache lines that it touches, usually one here: a slot holds the hash
//! beside the id, and linear probing resolves collisions. The hash's highest bits select the slot,
//! so that one pass over a table can grow it.
//!
//! An id is a [`NonZeroU32`] and not always an index: the ids of values have a tag bit.

use std::num::NonZeroU32;

/// Ids by the 32-bit hashes of their objects. The highest bits of the hashes must be well mixed.
#[derive(Clone, Default)]
pub struct IdTable {
    /// The hash in the upper half and the id in the lower; zero for a free slot. The number of
    /// slots is zero or a power of two.
    slots: Vec<u64>,
    /// Number of occupied slots.
    len: usize,
}

impl IdTable {
    const SMALLEST: usize = 1 << 10;
    /// Smaller tables grow by a factor of four, tables from this size on double.
    const LARGE: usize = 1 << 16;

    /// Creates an empty table with reserved memory. An allocation this large grows by remapping its
    /// pages: they are not copied, and occupy no memory until they are touched.
    pub fn with_room() -> IdTable {
        IdTable { slots: Vec::with_capacity(IdTable::LARGE), len: 0 }
    }

    /// Returns the memory that the slots occupy, in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// Returns the id that has the hash `hash` and satisfies `is_same`.
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
        let mut at = first_slot(hash, self.slots.len());
        loop {
            let slot = self.slots[at & mask];
            // The cast keeps the lower half, which is zero only in a free slot.
            let id = NonZeroU32::new(slot as u32)?;
            if (slot >> 32) as u32 == hash && is_same(id) {
                return Some(id);
            }
            at += 1;
        }
    }

    /// Adds an id that is not yet in the table.
    #[inline]
    pub fn insert(&mut self, hash: u32, id: NonZeroU32) {
        // At most three quarters of the slots are occupied, so that probing stays short. A lower
        // load would touch more fresh memory, which costs more than the shorter probing saves.
        if (self.len + 1) * 4 / 3 >= self.slots.len() {
            self.grow();
        }
        self.len += 1;
        self.put(u64::from(hash) << 32 | u64::from(id.get()));
    }

    /// Grows in place, because the page faults in a new allocation would dominate the cost.
    ///
    /// It moves the slots from the last to the first. Slots are ordered by their hashes, so a slot
    /// moves upwards, into a part that is done. A few slots do not move upwards: those at the
    /// start, and those where probing wrapped around the end. They are inserted last.
    #[cold]
    fn grow(&mut self) {
        let old_size = self.slots.len();
        let factor = if old_size < IdTable::LARGE { 4 } else { 2 };
        let size = (old_size * factor).max(IdTable::SMALLEST);
        // The new slots are free and follow all old ones.
        self.slots.resize(size, 0);
        let mut displaced = Vec::new();
        for at in (0..old_size).rev() {
            let slot = std::mem::take(&mut self.slots[at]);
            if slot == 0 {
                continue;
            }
            let first = first_slot((slot >> 32) as u32, size);
            let free = self.slots[first..].iter().position(|&slot| slot == 0);
            match free {
                Some(beyond) if first >= at => self.slots[first + beyond] = slot,
                _ => displaced.push(slot),
            }
        }
        for slot in displaced {
            self.put(slot);
        }
    }

    /// Removes all ids, and keeps the memory.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.len = 0;
    }

    /// Removes the ids that satisfy `is_dead`.
    pub fn remove_where(&mut self, is_dead: impl Fn(NonZeroU32) -> bool) {
        for at in 0..self.slots.len() {
            // A slot that was freed may receive another id, which is tested too.
            while NonZeroU32::new(self.slots[at] as u32).is_some_and(&is_dead) {
                self.free(at);
            }
        }
    }

    /// Frees a slot. Later slots that probing would no longer reach move there.
    fn free(&mut self, mut hole: usize) {
        let mask = self.slots.len() - 1;
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            let first = first_slot((slot >> 32) as u32, self.slots.len());
            let probed = at.wrapping_sub(first) & mask;
            if probed >= at.wrapping_sub(hole) & mask {
                self.slots[hole] = slot;
                hole = at;
            }
        }
        self.slots[hole] = 0;
        self.len -= 1;
    }

    fn put(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut at = first_slot((slot >> 32) as u32, self.slots.len());
        while self.slots[at & mask] != 0 {
            at += 1;
        }
        self.slots[at & mask] = slot;
    }
}

/// Returns the slot at which probing for `hash` starts, in a table of `size` slots. The
/// multiplication keeps the hash's highest bits, as many as `size` needs.
fn first_slot(hash: u32, size: usize) -> usize {
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
        let found_number = |n: u32| table.find(hash(n), |id| id.get() == n).map(NonZeroU32::get);
        assert!((1..10_000).all(|n| found_number(n) == Some(n)));
        assert_eq!((found_number(10_000), IdTable::default().find(0, |_| true)), (None, None));
    }

    #[test]
    fn crowded_ends_are_found_after_growing() {
        // Most hashes are near the start or the end, so that runs wrap around.
        let hash = |n: u32| match n % 4 {
            0 => n / 40,
            1 => u32::MAX - n / 40,
            2 => n << 12,
            _ => n.wrapping_mul(0x9e37_79b9),
        };
        let mut table = IdTable::default();
        for n in 1..3_000 {
            table.insert(hash(n), NonZeroU32::new(n).expect("counts from one"));
            let found_number =
                |n: u32| table.find(hash(n), |id| id.get() == n).map(NonZeroU32::get);
            assert!(n % 97 != 0 || (1..=n).all(|n| found_number(n) == Some(n)), "after {n}");
        }
    }

    #[test]
    fn ids_that_stay_are_found_after_others_are_removed() {
        let hash = |n: u32| match n % 4 {
            0 => n / 40,
            1 => u32::MAX - n / 40,
            2 => n << 12,
            _ => n.wrapping_mul(0x9e37_79b9),
        };
        for (stays, count) in [(|n| n <= 500, 500), (|n| n % 3 == 0, 1000), (|_| false, 0)]
            as [(fn(u32) -> bool, usize); 3]
        {
            let mut table = IdTable::default();
            for n in 1..=3_000 {
                table.insert(hash(n), NonZeroU32::new(n).expect("counts from one"));
            }
            table.remove_where(|id| !stays(id.get()));
            let is_stored = |n: u32| table.find(hash(n), |id| id.get() == n).is_some();
            assert!((1..=3_000).all(|n| is_stored(n) == stays(n)));
            assert_eq!(table.len, count);
        }
    }

    #[test]
    fn equal_hashes_are_told_apart() {
        let mut table = IdTable::default();
        for n in 1..100 {
            table.insert(u32::MAX, NonZeroU32::new(n).expect("counts from one"));
        }
        let stored_id = table.find(u32::MAX, |id| id.get() == 77);
        assert_eq!(stored_id.map(NonZeroU32::get), Some(77));
    }
}
