//! Cache for field slots in records, by field name.
//!
//! Backends query the same few fields in record after record, and many records share a shape. The cache stores slots
//! that were found. Usually a lookup only checks that the slot contains the field: the name is not looked up among the
//! symbols, nor the symbol among the fields.

use crate::ids::ShapeId;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of slots in the cache.
const SIZE: usize = 1 << 12;

/// The last slot for each hash of shape and name. Threads read and write entries without synchronization. An entry is
/// one word and only a hint, since several names may have the same entry.
#[derive(Default)]
pub(crate) struct FieldSlotCache {
    /// Each entry contains the shape, and the slot in the lower half.
    entries: OnceLock<Box<[AtomicU64; SIZE]>>,
}

impl FieldSlotCache {
    /// Returns whether no field was looked up.
    pub(crate) fn is_unused(&self) -> bool {
        self.entries.get().is_none()
    }

    /// Returns the cache entry for the field named `name` in records of `shape`.
    #[inline]
    pub(crate) fn hint(&self, shape: ShapeId, name: &str) -> Hint<'_> {
        let entries = self.entries.get_or_init(|| Box::new([const { AtomicU64::new(0) }; SIZE]));
        let shape = shape.index() as u64;
        let hash = (shape ^ ends(name)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Hint { entry: &entries[(hash >> 32) as usize % SIZE], shape }
    }
}

impl Clone for FieldSlotCache {
    fn clone(&self) -> FieldSlotCache {
        FieldSlotCache::default()
    }
}

pub(crate) struct Hint<'c> {
    entry: &'c AtomicU64,
    shape: u64,
}

impl Hint<'_> {
    /// Returns a slot in the shape, most likely the slot of the queried field.
    #[inline]
    pub(crate) fn slot(&self) -> Option<usize> {
        let packed = self.entry.load(Ordering::Relaxed);
        (packed >> 32 == self.shape).then_some(packed as u32 as usize)
    }

    pub(crate) fn remember(&self, slot: usize) {
        self.entry.store(self.shape << 32 | slot as u64, Ordering::Relaxed);
    }
}

/// Hashes a name's length, start and end. This usually suffices to distinguish a record's fields.
#[inline]
fn ends(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let four = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
    let (start, end) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(start), Some(end)) => (four(start), four(end)),
        _ => bytes.iter().fold((0, 0), |(start, _), &byte| (start << 8 | u64::from(byte), 0)),
    };
    (start << 32 | end) ^ (bytes.len() as u64) << 24
}
