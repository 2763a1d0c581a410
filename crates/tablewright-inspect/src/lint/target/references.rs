//! Records that other records refer to.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{RecordId, RecordStore, ShapeId, Type, Value, ValueId};

/// The records that occur in other records' fields.
pub(super) struct References(FxHashSet<RecordId>);

impl References {
    /// Finds all references.
    pub(super) fn new(store: &RecordStore) -> References {
        let mut found = FxHashSet::default();
        let mut seen: FxHashSet<ValueId> = FxHashSet::default();
        let mut slots: FxHashMap<ShapeId, Vec<usize>> = FxHashMap::default();
        let mut rest = Vec::new();
        for record in store.records() {
            // Only some field types can contain records.
            let slots = slots.entry(record.shape_id()).or_insert_with(|| {
                let fields = record.fields().enumerate();
                fields
                    .filter(|(_, field)| holds_records(store.ty(field.ty)))
                    .map(|(i, _)| i)
                    .collect()
            });
            for &slot in &*slots {
                rest.push(record.values()[slot]);
                while let Some(value) = rest.pop() {
                    let parts = store.value(value);
                    if let Value::Def(referred) = parts {
                        if referred != record.id() {
                            found.insert(referred);
                        }
                    } else if let Value::List(list) = parts {
                        if seen.insert(value) {
                            rest.extend(list.elements);
                        }
                    } else if let Value::Dag(dag) = parts
                        && seen.insert(value)
                    {
                        rest.push(dag.operator);
                        rest.extend(dag.args.iter().map(|arg| arg.value));
                    }
                }
            }
        }
        References(found)
    }

    /// Whether another record refers to `record`.
    pub(super) fn has(&self, record: RecordId) -> bool {
        self.0.contains(&record)
    }
}

fn holds_records(ty: Type<'_>) -> bool {
    match ty {
        Type::Dag | Type::List(_) | Type::Record(_) => true,
        Type::Bit | Type::Bits(_) | Type::Int | Type::String => false,
    }
}
