//! Hashes for values, equal in two versions of a description if the values are equal.

use super::hashing::{NameHashes, hash_of, mixed};
use super::record_keys::RecordKeys;
use crate::ids::{ClassId, RecordId};
use crate::reads::hash_of_name;
use crate::store::RecordStore;
use crate::value::{ArgKey, Value, ValueId};

/// Hashes for all values in a store.
pub(super) struct ValueHashes<'s> {
    store: &'s RecordStore,
    names: &'s NameHashes,
    /// Hash for each closed value.
    closed: Vec<u64>,
    /// Hash for each open value.
    open: Vec<u64>,
}

impl<'s> ValueHashes<'s> {
    /// Computes all hashes. `records` contains the hash that represents each record in a value.
    pub(super) fn new(
        store: &'s RecordStore,
        names: &'s NameHashes,
        records: &RecordKeys,
    ) -> ValueHashes<'s> {
        let (closed, open) = store.values.counts();
        let mut hashes = ValueHashes {
            store,
            names,
            closed: Vec::with_capacity(closed),
            open: Vec::with_capacity(open),
        };
        for id in ValueId::closed_ids(closed) {
            let hash = hashes.hash(id, records);
            hashes.closed.push(hash);
        }
        for id in ValueId::open_ids(open) {
            let hash = hashes.hash(id, records);
            hashes.open.push(hash);
        }
        hashes
    }

    /// Computes the hashes again for values that contain a record whose hash has changed.
    pub(super) fn update(&mut self, records: &RecordKeys) {
        let mut has_changed = vec![false; self.closed.len()];
        for id in ValueId::closed_ids(self.closed.len()) {
            let depends = match self.store.value(id) {
                Value::Def(record) => records.is_anonymous(record),
                Value::Bits(bits) => {
                    bits.to_int().is_none() && bits.iter().any(|bit| has_changed[bit.index()])
                }
                Value::List(list) => list.elements.iter().any(|part| has_changed[part.index()]),
                Value::Dag(dag) => dag.values().any(|part| has_changed[part.index()]),
                Value::Unset
                | Value::Refused
                | Value::Bit(_)
                | Value::Int(_)
                | Value::String(_)
                | Value::Code(_) => false,
                Value::AnonymousName(_)
                | Value::Var { .. }
                | Value::VarBit { .. }
                | Value::Field { .. }
                | Value::Instance { .. }
                | Value::Op { .. } => true,
            };
            if depends {
                has_changed[id.index()] = true;
                self.closed[id.index()] = self.hash(id, records);
            }
        }
        // Any open value may contain a changed value.
        for id in ValueId::open_ids(self.open.len()) {
            self.open[id.index()] = self.hash(id, records);
        }
    }

    /// Returns a value's hash.
    #[inline]
    pub(super) fn value(&self, id: ValueId) -> u64 {
        if id.is_open() { self.open[id.index()] } else { self.closed[id.index()] }
    }

    fn class(&self, class: ClassId) -> u64 {
        self.names.symbol(self.store.classes.get(class).name)
    }

    fn values(&self, kind: u64, more: u64, parts: impl IntoIterator<Item = ValueId>) -> u64 {
        let parts = parts.into_iter().map(|part| self.value(part));
        parts.fold(hash_of([kind, more]), mixed)
    }

    /// Computes a value's hash from its parts' hashes.
    fn hash(&self, id: ValueId, records: &RecordKeys) -> u64 {
        let names = self.names;
        match self.store.value(id) {
            Value::Unset => hash_of([1]),
            Value::Refused => hash_of([2]),
            Value::Bit(bit) => hash_of([3, u64::from(bit)]),
            Value::Int(number) => hash_of([4, number as u64]),
            Value::String(text) => hash_of([5, names.symbol(text)]),
            Value::Code(text) => hash_of([6, names.symbol(text)]),
            Value::Bits(bits) => match bits.to_int() {
                Some(number) if bits.len() <= 64 => hash_of([7, bits.len() as u64, number as u64]),
                Some(_) | None => self.values(8, bits.len() as u64, bits.iter()),
            },
            Value::List(list) => {
                self.values(9, names.ty(list.element_type), list.elements.iter().copied())
            }
            Value::Dag(dag) => {
                let head = [10, self.value(dag.operator), names.optional(dag.operator_name)];
                let args = dag.args.iter();
                args.fold(hash_of(head), |hash, arg| {
                    mixed(mixed(hash, self.value(arg.value)), names.optional(arg.name))
                })
            }
            Value::Def(record) => hash_of([11, records.key(record)]),
            Value::AnonymousName(number) => hash_of([12, u64::from(number)]),
            Value::Var { name, ty } => hash_of([13, names.symbol(name), names.ty(ty)]),
            Value::VarBit { of, bit } => hash_of([14, self.value(of), u64::from(bit)]),
            Value::Field { of, field, ty } => {
                hash_of([15, self.value(of), names.symbol(field), names.ty(ty)])
            }
            Value::Instance { class, args } => {
                args.iter().fold(hash_of([16, self.class(class)]), |hash, arg| {
                    let key = match arg.key {
                        ArgKey::Position(index) => hash_of([1, u64::from(index)]),
                        ArgKey::Name(name) => hash_of([2, names.symbol(name)]),
                    };
                    mixed(mixed(hash, key), self.value(arg.value))
                })
            }
            Value::Op { op, ty, args } => {
                let op = hash_of_name(&format!("{op:?}"));
                self.values(17, mixed(op, names.ty(ty)), args.iter().copied())
            }
        }
    }
}

/// Hashes a record's contents: its shape and its values.
pub(super) fn hash_of_contents(
    store: &RecordStore,
    record: RecordId,
    shape: u64,
    values: &ValueHashes<'_>,
) -> u64 {
    let fields = store.record(record).value_range();
    let fields = store.tables.field_values[fields].iter();
    fields.fold(hash_of([18, shape]), |hash, &value| mixed(hash, values.value(value)))
}
