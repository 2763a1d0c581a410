//! A compact copy of a description: hashes instead of values.

use rustc_hash::FxHashMap;

use super::hashing::{NameHashes, hash_of, mixed};
use super::record_keys::RecordKeys;
use super::value_hashes::{ValueHashes, hash_of_contents};
use crate::ids::{ClassId, RecordId, ShapeId};
use crate::release::Release;
use crate::store::RecordStore;

/// A version of a description in 64-bit hashes: eight bytes for each field value. A collision is so unlikely that none is
/// expected in many millions of edits.
pub struct StoreFingerprint {
    pub(super) release: Release,
    pub(super) classes: ClassFingerprints,
    /// Hash for the global variables.
    pub(super) globals: u64,
    /// Records in definition order.
    pub(super) records: Vec<RecordFingerprint>,
    pub(super) shapes: Vec<ShapeFingerprint>,
    /// Hash for each field value, in the store's order.
    pub(super) values: Vec<u64>,
}

/// All classes.
pub(super) struct ClassFingerprints {
    /// Hash for names and superclasses, in definition order.
    pub(super) hierarchy: u64,
    /// Hash for each class's parameters and fields.
    pub(super) contents: Vec<u64>,
}

/// A shape, which many records share.
pub(super) struct ShapeFingerprint {
    /// Hash for the superclasses and field declarations.
    pub(super) hash: u64,
    pub(super) superclasses: Box<[ClassId]>,
    /// Number of fields.
    pub(super) len: usize,
}

/// A record without its values.
pub(super) struct RecordFingerprint {
    /// The record's identity in all versions.
    pub(super) key: u64,
    /// The name's hash.
    pub(super) name: u64,
    /// The shape's index.
    pub(super) shape: u32,
    /// The first value's index.
    pub(super) first_value: u32,
    pub(super) sequence: u32,
    pub(super) naming: Naming,
}

/// How a record is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Naming {
    Named,
    /// A name that is sorted among the names of anonymous records, for example `anonymous_5_MASK`.
    AmongAnonymous,
    /// Anonymous, with this number.
    Anonymous(u32),
}

const PREFIX: &str = "anonymous_";

impl Naming {
    fn new(name: &str, is_anonymous: bool) -> Option<Naming> {
        let number = name.strip_prefix(PREFIX);
        match number {
            Some(number) if is_anonymous => number.parse().ok().map(Naming::Anonymous),
            None if is_anonymous => None,
            Some(_) => Some(Naming::AmongAnonymous),
            None => Some(Naming::Named),
        }
    }
}

impl StoreFingerprint {
    /// Creates a finished store's fingerprint. `None` if the store cannot be compared.
    pub fn new(store: &RecordStore) -> Option<StoreFingerprint> {
        let names = NameHashes::new(store);
        let shapes = shapes(store, &names);
        let shape = |shape: ShapeId| shapes[shape.index()].hash;
        let mut keys = RecordKeys::from_names(store, &names, shape);
        let mut hashes = ValueHashes::new(store, &names, &keys);
        distinguish(&mut keys, store, &shapes, &hashes);
        hashes.update(&keys);
        let record = |id: RecordId| {
            let data = &store.tables.records[id];
            Some(RecordFingerprint {
                key: keys.key(id),
                name: names.symbol(data.name),
                shape: data.shape.index() as u32,
                first_value: data.first_value,
                sequence: data.sequence,
                naming: Naming::new(store.str(data.name), data.is_anonymous)?,
            })
        };
        let globals = store.names.sorted_globals().iter();
        let globals = globals.flat_map(|&(name, value)| [names.symbol(name), hashes.value(value)]);
        Some(StoreFingerprint {
            release: store.release(),
            classes: ClassFingerprints::new(store, &names, &shapes, &hashes),
            globals: hash_of(globals),
            records: store.tables.records.indices().map(record).collect::<Option<_>>()?,
            values: store.tables.field_values.iter().map(|&value| hashes.value(value)).collect(),
            shapes,
        })
    }
}

impl ClassFingerprints {
    fn new(
        store: &RecordStore,
        names: &NameHashes,
        shapes: &[ShapeFingerprint],
        hashes: &ValueHashes<'_>,
    ) -> ClassFingerprints {
        let classes = &store.classes.list;
        let hierarchy = classes.iter().flat_map(|class| {
            let superclasses = class.supers.iter().map(|&class| names.symbol(classes[class].name));
            [0, names.symbol(class.name)].into_iter().chain(superclasses)
        });
        let contents = classes.iter().map(|class| {
            let shape = shapes[class.shape.index()].hash;
            let values = class.values.iter().map(|&value| hashes.value(value));
            let fields = values.fold(hash_of([shape]), mixed);
            class.params.iter().fold(fields, |hash, param| {
                let parts =
                    [names.symbol(param.name), names.ty(param.ty), hashes.value(param.default)];
                parts.into_iter().fold(hash, mixed)
            })
        });
        ClassFingerprints { hierarchy: hash_of(hierarchy), contents: contents.collect() }
    }
}

/// Distinguishes anonymous records by their contents.
fn distinguish(
    keys: &mut RecordKeys,
    store: &RecordStore,
    shapes: &[ShapeFingerprint],
    values: &ValueHashes<'_>,
) {
    let records = &store.tables.records;
    let mut equal: FxHashMap<u64, u64> = FxHashMap::default();
    for id in records.indices().filter(|&id| records[id].is_anonymous) {
        let shape = shapes[records[id].shape.index()].hash;
        let contents = hash_of_contents(store, id, shape, values);
        let number = equal.entry(contents).or_default();
        *number += 1;
        keys.set(id, hash_of([3, contents, *number]));
    }
}

/// Returns all shapes.
fn shapes(store: &RecordStore, names: &NameHashes) -> Vec<ShapeFingerprint> {
    let shape = store.tables.shapes.iter().map(|shape| {
        let superclasses = shape.supers.iter();
        let superclasses =
            superclasses.map(|&class| names.symbol(store.classes.get(class).name)).fold(4, mixed);
        let fields = shape.fields.iter().flat_map(|field| {
            [names.symbol(field.name), names.ty(field.ty), u64::from(field.is_field)]
        });
        ShapeFingerprint {
            hash: fields.fold(hash_of([superclasses]), mixed),
            superclasses: shape.supers.clone(),
            len: shape.fields.len(),
        }
    });
    shape.collect()
}
