//! Going back to an earlier state of what evaluation builds.
//!
//! Evaluation goes on from one statement to the next, and nearly all that it builds only grows: tables of values, of
//! records, of positions. So an earlier state between two statements is a few lengths, and going back cuts tables off
//! there. What changes in the middle of a table logs what was there before.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::ops::Deref;

use rustc_hash::FxHashMap;
use tablewright_index::{Idx, IndexVec};

/// What can go back to an earlier state between two statements.
pub(crate) trait Rewind {
    /// Such a state. It is small, and holds as long as no earlier one was gone back to.
    type Point;

    /// The present state.
    fn point(&self) -> Self::Point;

    /// Goes back to a state. One may go back to the same state again later.
    fn rewind(&mut self, point: &Self::Point);
}

/// A list to which elements are only added.
impl<T> Rewind for Vec<T> {
    type Point = usize;

    fn point(&self) -> usize {
        self.len()
    }

    fn rewind(&mut self, &len: &usize) {
        self.truncate(len);
    }
}

/// A table to which elements are only added.
impl<I: Idx, T> Rewind for IndexVec<I, T> {
    type Point = usize;

    fn point(&self) -> usize {
        self.len()
    }

    fn rewind(&mut self, &len: &usize) {
        self.truncate(len);
    }
}

/// A map that knows what each insertion replaced.
#[derive(Clone, Debug)]
pub(crate) struct LoggedMap<K, V> {
    map: FxHashMap<K, V>,
    /// The keys in the order of their insertions, with the values before.
    log: Vec<(K, Option<V>)>,
}

impl<K, V> Default for LoggedMap<K, V> {
    fn default() -> LoggedMap<K, V> {
        LoggedMap { map: FxHashMap::default(), log: Vec::new() }
    }
}

impl<K: Copy + Eq + Hash, V: Copy> LoggedMap<K, V> {
    pub(crate) fn insert(&mut self, key: K, value: V) {
        let before = self.map.insert(key, value);
        self.log.push((key, before));
    }

    /// The value of a key, which is `new()` where it has none yet.
    pub(crate) fn get_or_insert_with(&mut self, key: K, new: impl FnOnce() -> V) -> V {
        match self.map.entry(key) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                self.log.push((key, None));
                *entry.insert(new())
            }
        }
    }
}

impl<K, V> Deref for LoggedMap<K, V> {
    type Target = FxHashMap<K, V>;

    fn deref(&self) -> &FxHashMap<K, V> {
        &self.map
    }
}

impl<K: Copy + Eq + Hash, V: Copy> Rewind for LoggedMap<K, V> {
    type Point = usize;

    fn point(&self) -> usize {
        self.log.len()
    }

    fn rewind(&mut self, &len: &usize) {
        for (key, before) in self.log.drain(len..).rev() {
            match before {
                Some(value) => self.map.insert(key, value),
                None => self.map.remove(&key),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_goes_back_to_what_it_was() {
        let mut map = LoggedMap::default();
        map.insert("a", 1);
        let (point, before) = (map.point(), map.map.clone());
        map.insert("a", 2);
        map.insert("b", 3);
        assert_eq!((map.get_or_insert_with("b", || 4), map.get_or_insert_with("c", || 5)), (3, 5));
        assert_eq!((map.get("a"), map.len()), (Some(&2), 3));
        for _ in 0..2 {
            map.rewind(&point);
            assert_eq!(map.map, before);
            map.insert("c", 6);
        }
    }
}
