//! Fingerprints to compare values between descriptions.

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{Record, RecordId, RecordStore, ShapeId, Value, ValueId};

use super::anonymous::{is_numbered, without_numbers};

/// A 64-bit hash of a value or record. A collision is so unlikely that none is expected in many
/// millions of descriptions.
pub(super) type Fingerprint = u64;

/// Returns the records that satisfy `wanted` in the order of definition.
pub(super) fn by_definition<'s>(
    store: &'s RecordStore,
    wanted: impl Fn(Record<'s>) -> bool,
) -> Vec<Record<'s>> {
    let mut records: Vec<Record<'s>> = store.records().filter(|&record| wanted(record)).collect();
    records.sort_by_key(|record| record.sequence());
    records
}

/// Computes fingerprints for the values in a description.
///
/// A named record is represented by its name, so that a change to the record does not change the
/// values that mention it. An anonymous record is represented by its contents, and its number in texts is left out.
pub(super) struct Fingerprints<'s> {
    store: &'s RecordStore,
    of_records: Vec<FingerprintState>,
    of_values: FxHashMap<ValueId, Fingerprint>,
    /// For classes and field declarations, which many records share.
    of_shapes: FxHashMap<ShapeId, Fingerprint>,
}

#[derive(Clone, Copy)]
enum FingerprintState {
    New,
    /// In progress. A record that mentions itself stops here.
    Begun,
    Done(Fingerprint),
}

impl<'s> Fingerprints<'s> {
    pub(super) fn new(store: &'s RecordStore) -> Fingerprints<'s> {
        let mut fingerprints = Fingerprints {
            store,
            of_records: vec![FingerprintState::New; store.records().len()],
            of_values: FxHashMap::default(),
            of_shapes: FxHashMap::default(),
        };
        // In definition order, so that recursion stays shallow: the records that a record mentions
        // are often done before it.
        for record in by_definition(store, is_numbered) {
            fingerprints.record(record.id());
        }
        fingerprints
    }

    /// Returns a record's fingerprint from its classes and fields, without its name.
    pub(super) fn record(&mut self, id: RecordId) -> Fingerprint {
        match self.of_records[id.index()] {
            FingerprintState::Done(fingerprint) => return fingerprint,
            FingerprintState::Begun => return 0,
            FingerprintState::New => {}
        }
        self.of_records[id.index()] = FingerprintState::Begun;
        let record = self.store.record(id);
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(self.shape(record));
        for &value in record.values() {
            let value = self.value(value);
            hasher.write_u64(value);
        }
        let fingerprint = hasher.finish();
        self.of_records[id.index()] = FingerprintState::Done(fingerprint);
        fingerprint
    }

    /// Returns a fingerprint for a record's classes, field names and field types.
    pub(super) fn shape(&mut self, record: Record<'s>) -> Fingerprint {
        *self.of_shapes.entry(record.shape_id()).or_insert_with(|| shape_fingerprint(record))
    }

    /// Returns a value's fingerprint.
    pub(super) fn value(&mut self, id: ValueId) -> Fingerprint {
        if let Some(&fingerprint) = self.of_values.get(&id) {
            return fingerprint;
        }
        // Parts are computed first, without recursion, since values can be nested deeply.
        let mut waiting = vec![(id, false)];
        let mut begun = FxHashSet::default();
        while let Some((id, has_parts)) = waiting.pop() {
            if self.of_values.contains_key(&id) {
                continue;
            }
            if has_parts {
                let fingerprint = self.hash(id);
                self.of_values.insert(id, fingerprint);
            } else if begun.insert(id) {
                waiting.push((id, true));
                waiting.extend(self.parts(id).into_iter().map(|part| (part, false)));
            }
        }
        self.of_values[&id]
    }

    /// Returns the parts from which a value's fingerprint is computed.
    fn parts(&self, id: ValueId) -> Vec<ValueId> {
        match self.store.value(id) {
            Value::List(list) => list.elements.to_vec(),
            Value::Dag(dag) => dag.values().collect(),
            Value::Def(record) => {
                let record = self.store.record(record);
                let fields = is_numbered(record).then(|| record.fields());
                fields.into_iter().flatten().map(|field| field.value).collect()
            }
            Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::Int(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::Bits(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => Vec::new(),
        }
    }

    fn hash(&mut self, id: ValueId) -> Fingerprint {
        let mut hasher = DefaultHasher::new();
        let value = self.store.value(id);
        std::mem::discriminant(&value).hash(&mut hasher);
        match value {
            Value::Unset | Value::Refused => {}
            Value::Bit(bit) => bit.hash(&mut hasher),
            Value::Int(number) => number.hash(&mut hasher),
            Value::String(text) | Value::Code(text) => {
                without_numbers(self.store.str(text)).hash(&mut hasher);
            }
            Value::Bits(bits) => {
                for bit in 0..bits.len() {
                    let bit = self.value(bits.get(bit));
                    hasher.write_u64(bit);
                }
            }
            Value::List(list) => {
                self.store.type_text(list.element_type).hash(&mut hasher);
                for &element in list.elements {
                    let element = self.value(element);
                    hasher.write_u64(element);
                }
            }
            Value::Dag(dag) => {
                let name = |name: Option<_>| name.map(|name| self.store.str(name));
                name(dag.operator_name).hash(&mut hasher);
                for arg in dag.args {
                    name(arg.name).hash(&mut hasher);
                }
                for value in dag.values() {
                    let value = self.value(value);
                    hasher.write_u64(value);
                }
            }
            Value::Def(record) => {
                let record = self.store.record(record);
                if is_numbered(record) {
                    let content = self.record(record.id());
                    hasher.write_u64(content);
                } else {
                    record.name().hash(&mut hasher);
                }
            }
            // Unresolved values are rare and are represented by their text.
            Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => {
                without_numbers(&self.store.value_text(id)).hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

/// Returns a fingerprint of the superclasses and field declarations.
fn shape_fingerprint(record: Record<'_>) -> Fingerprint {
    let store = record.store();
    let mut hasher = DefaultHasher::new();
    for &class in record.superclasses() {
        store.class(class).name().hash(&mut hasher);
    }
    for field in record.fields() {
        store.str(field.name).hash(&mut hasher);
        store.type_text(field.ty).hash(&mut hasher);
    }
    hasher.finish()
}
