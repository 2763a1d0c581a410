//! A cache of the slots in which records have their fields, by the name of the field.
//!
//! Backends query record after record for the same few fields, and many records share a shape. So
//! the slots that were found are remembered, and mostly all that is left to do is to check that a slot
//! holds the field: no name is looked up among the symbols, nor a symbol among the fields.

use crate::ids::ShapeId;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many slots are remembered.
const SIZE: usize = 1 << 12;

/// The slot found last for each hash of shape and name. Any thread may read and write it at any
/// time: an entry is one word, and only a hint, since names may share it.
#[derive(Default)]
pub(crate) struct FieldSlotCache {
    /// The shape, and in the lower half the slot.
    entries: OnceLock<Box<[AtomicU64; SIZE]>>,
}

impl FieldSlotCache {
    /// Where the slot of the field called `name` is remembered for records of `shape`.
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
    /// The slot of a field of the shape, most likely of the one that is queried.
    #[inline]
    pub(crate) fn slot(&self) -> Option<usize> {
        let packed = self.entry.load(Ordering::Relaxed);
        (packed >> 32 == self.shape).then_some(packed as u32 as usize)
    }

    pub(crate) fn remember(&self, slot: usize) {
        self.entry.store(self.shape << 32 | slot as u64, Ordering::Relaxed);
    }
}

/// The length of a name, its start and its end: enough to tell the fields of a record apart, as a
/// rule.
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
