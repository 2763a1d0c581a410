//! Rewinding of evaluation data to an earlier state.
//!
//! Evaluation continues from statement to statement, and nearly all its data only grows: tables of values, records and
//! positions. So an earlier state between two statements consists of a few lengths, and rewinding truncates the tables.
//! A change within a table logs the previous data.
//!
//! There are two kinds of states. Between two statements the whole evaluation can be rewound, for another input version.
//! Within a statement only unfinished work is rewound, after an error; definitions, numbers and reports are kept.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::ops::Deref;

use rustc_hash::FxHashMap;
use tablewright_index::{Idx, IndexVec};
use tablewright_syntax::diagnostic::Diagnostics;

/// Data that can return to an earlier state.
pub(crate) trait Rewind {
    /// A point: the description of a state. It is small, and valid until an earlier state is restored.
    type Point;

    /// Returns the current state.
    fn point(&self) -> Self::Point;

    /// Restores a state. The same state can be restored again later.
    fn rewind(&mut self, point: &Self::Point);
}

/// Implements [`Rewind`] for a struct by rewinding fields. Fields after `..` are left alone. All fields are named, so
/// that a new field does not compile without a decision.
macro_rules! rewind_fields {
    ($(#[$attribute:meta])* $visibility:vis struct $point:ident for $state:ident {
        $($field:ident: $point_type:ty,)*
        $(..$($kept:ident),+)?
    }) => {
        $(#[$attribute])*
        $visibility struct $point {
            $($field: $point_type,)*
        }

        impl $crate::rewind::Rewind for $state {
            type Point = $point;

            fn point(&self) -> $point {
                let $state { $($field,)* $($($kept: _,)+)? } = self;
                $point { $($field: $field.point(),)* }
            }

            fn rewind(&mut self, point: &$point) {
                $(self.$field.rewind(&point.$field);)*
            }
        }
    };
}

pub(crate) use rewind_fields;

/// Implements [`Rewind`] for data that is only added at the end.
macro_rules! rewind_lengths {
    ($(($($generics:tt)*) $growing:ty, |$data:ident| $len:expr;)*) => {
        $(impl<$($generics)*> Rewind for $growing {
            type Point = usize;

            fn point(&self) -> usize {
                let $data = self;
                $len
            }

            fn rewind(&mut self, &len: &usize) {
                self.truncate(len);
            }
        })*
    };
}

rewind_lengths! {
    (T) Vec<T>, |list| list.len();
    (I: Idx, T) IndexVec<I, T>, |table| table.len();
    () String, |text| text.len();
    () Diagnostics, |diagnostics| diagnostics.iter().len();
}

/// Implements [`Rewind`] for small data, whose copy is a point.
macro_rules! rewind_copies {
    ($(($($generics:tt)*) $copied:ty;)*) => {
        $(impl<$($generics)*> Rewind for $copied {
            type Point = $copied;

            fn point(&self) -> $copied {
                *self
            }

            fn rewind(&mut self, &point: &$copied) {
                *self = point;
            }
        })*
    };
}

rewind_copies! {
    () bool;
    () usize;
    (T: Copy) Option<T>;
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
