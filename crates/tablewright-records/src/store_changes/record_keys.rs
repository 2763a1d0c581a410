//! Identities for records, equal in two versions of a description.

use super::hashing::{NameHashes, hash_of};
use crate::ids::{RecordId, ShapeId};
use crate::store::RecordStore;

/// Identities for records.
///
/// A named record's key depends on its name, and an anonymous record's key on its contents. Records with equal
/// contents are numbered. So an edit changes the keys of few records.
pub(super) struct RecordKeys {
    keys: Vec<u64>,
    is_anonymous: Vec<bool>,
}

impl RecordKeys {
    /// Returns a record's key.
    pub(super) fn key(&self, record: RecordId) -> u64 {
        self.keys[record.index()]
    }

    /// Returns whether the record is anonymous.
    pub(super) fn is_anonymous(&self, record: RecordId) -> bool {
        self.is_anonymous[record.index()]
    }

    /// Creates keys that depend on names alone. An anonymous record's key is its shape's hash.
    pub(super) fn from_names(
        store: &RecordStore,
        names: &NameHashes,
        shapes: impl Fn(ShapeId) -> u64,
    ) -> RecordKeys {
        let records = &store.tables.records;
        let mut replaced = 0;
        let key = |record: RecordId| {
            let data = &records[record];
            if data.is_anonymous {
                return hash_of([1, shapes(data.shape)]);
            }
            // A later record with the same name replaces a record, but values may still refer to it.
            let is_found = store.names.defs.get(data.name) == Some(record);
            replaced += u64::from(!is_found);
            let number = if is_found { 0 } else { replaced };
            hash_of([2, names.symbol(data.name), number])
        };
        RecordKeys {
            keys: records.indices().map(key).collect(),
            is_anonymous: records.iter().map(|record| record.is_anonymous).collect(),
        }
    }

    /// Replaces a record's key.
    pub(super) fn set(&mut self, record: RecordId, key: u64) {
        self.keys[record.index()] = key;
    }
}
