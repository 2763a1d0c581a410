//! Fingerprints of values, by which those of two descriptions are compared.

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{Record, RecordId, RecordStore, ShapeId, Value, ValueId};

/// Sixty-four bits that say what a value or a record is. Different values have different ones but for an
/// accident of one in many millions of descriptions.
pub(super) type Fingerprint = u64;

/// The records that are `wanted`, in the order of definition.
pub(super) fn by_definition<'s>(
    store: &'s RecordStore,
    wanted: impl Fn(Record<'s>) -> bool,
) -> Vec<Record<'s>> {
    let mut records: Vec<Record<'s>> = store.records().filter(|&record| wanted(record)).collect();
    records.sort_by_key(|record| record.sequence());
    records
}

/// The fingerprints of a description's values.
///
/// A record that has a name stands for itself, so that the values that mention it do not change with it. An
/// anonymous record is what it consists of.
pub(super) struct Fingerprints<'s> {
    store: &'s RecordStore,
    of_records: Vec<State>,
    of_values: FxHashMap<ValueId, Fingerprint>,
    /// Of classes and declarations of fields, which many records share.
    of_shapes: FxHashMap<ShapeId, Fingerprint>,
}

#[derive(Clone, Copy)]
enum State {
    New,
    /// It is being computed. A record that mentions itself does not get past this.
    Begun,
    Done(Fingerprint),
}

impl<'s> Fingerprints<'s> {
    pub(super) fn new(store: &'s RecordStore) -> Fingerprints<'s> {
        let mut fingerprints = Fingerprints {
            store,
            of_records: vec![State::New; store.records().len()],
            of_values: FxHashMap::default(),
            of_shapes: FxHashMap::default(),
        };
        // In the order of definition: what a record mentions is often done before it, and recursion stays
        // shallow.
        for record in by_definition(store, Record::is_anonymous) {
            fingerprints.record(record.id());
        }
        fingerprints
    }

    /// The fingerprint of a record: classes and fields, without its name.
    pub(super) fn record(&mut self, id: RecordId) -> Fingerprint {
        match self.of_records[id.index()] {
            State::Done(fingerprint) => return fingerprint,
            State::Begun => return 0,
            State::New => {}
        }
        self.of_records[id.index()] = State::Begun;
        let record = self.store.record(id);
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(self.shape(record));
        for &value in record.values() {
            let value = self.value_in(value, record);
            hasher.write_u64(value);
        }
        let fingerprint = hasher.finish();
        self.of_records[id.index()] = State::Done(fingerprint);
        fingerprint
    }

    /// The fingerprint of the classes of a record, and of the names and types of its fields.
    fn shape(&mut self, record: Record<'s>) -> Fingerprint {
        *self.of_shapes.entry(record.shape_id()).or_insert_with(|| {
            let mut hasher = DefaultHasher::new();
            for &class in record.superclasses() {
                self.store.class(class).name().hash(&mut hasher);
            }
            for field in record.fields() {
                self.store.str(field.name).hash(&mut hasher);
                self.store.type_text(field.ty).hash(&mut hasher);
            }
            hasher.finish()
        })
    }

    /// The fingerprint of a value of `record`: an anonymous record does not differ from another by its own
    /// name.
    fn value_in(&mut self, value: ValueId, record: Record<'s>) -> Fingerprint {
        if let Value::String(text) = self.store.value(value)
            && record.is_anonymous()
            && self.store.str(text) == record.name()
        {
            return 0;
        }
        self.value(value)
    }

    /// The fingerprint of a value.
    pub(super) fn value(&mut self, id: ValueId) -> Fingerprint {
        if let Some(&fingerprint) = self.of_values.get(&id) {
            return fingerprint;
        }
        // Parts first, so that values that nest deeply take no stack.
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

    /// The values that the fingerprint of a value is made of.
    fn parts(&self, id: ValueId) -> Vec<ValueId> {
        match self.store.value(id) {
            Value::List(list) => list.elements.to_vec(),
            Value::Dag(dag) => dag.values().collect(),
            Value::Def(record) => {
                let record = self.store.record(record);
                let fields = record.is_anonymous().then(|| record.fields());
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
            Value::String(text) | Value::Code(text) => self.store.str(text).hash(&mut hasher),
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
                if record.is_anonymous() {
                    let content = self.record(record.id());
                    hasher.write_u64(content);
                } else {
                    record.name().hash(&mut hasher);
                }
            }
            // Values that are still open are few; their text says what they are.
            Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => self.store.value_text(id).hash(&mut hasher),
        }
        hasher.finish()
    }
}
