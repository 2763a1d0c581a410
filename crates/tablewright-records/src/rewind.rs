//! Rewinding of evaluation data to an earlier state.
//!
//! Evaluation continues from statement to statement, and nearly all its data only grows: tables of values, records and
//! positions. So an earlier state between two statements consists of a few lengths, and rewinding truncates the tables.
//! A change within a table logs the previous data.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::ops::Deref;

use rustc_hash::FxHashMap;
use tablewright_index::{Idx, IndexVec};

/// Data that can return to an earlier state between two statements.
pub(crate) trait Rewind {
    /// A point: the description of a state. It is small, and valid until an earlier state is restored.
    type Point;

    /// Returns the current state.
    fn point(&self) -> Self::Point;

    /// Restores a state. The same state can be restored again later.
    fn rewind(&mut self, point: &Self::Point);
}

/// A list that only grows.
impl<T> Rewind for Vec<T> {
    type Point = usize;

    fn point(&self) -> usize {
        self.len()
    }

    fn rewind(&mut self, &len: &usize) {
        self.truncate(len);
    }
}

/// A table that only grows.
impl<I: Idx, T> Rewind for IndexVec<I, T> {
    type Point = usize;

    fn point(&self) -> usize {
        self.len()
    }

    fn rewind(&mut self, &len: &usize) {
        self.truncate(len);
    }
}

/// A map that logs the values replaced by each insertion.
#[derive(Clone, Debug)]
pub(crate) struct LoggedMap<K, V> {
    map: FxHashMap<K, V>,
    /// The keys in insertion order, with the previous values.
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

    /// Returns the value for a key, after inserting `new()` if there is none.
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
