//! Intrinsics that only other targets use.
//!
//! A target includes the intrinsics of all targets. Reports count the changes to those that no record of the target
//! mentions, and to the anonymous records that describe them.

use std::collections::HashSet;

use tablewright_records::{Record, RecordId, RecordStore, Value, ValueId};

/// The intrinsics that no other record mentions, and the anonymous records in the files of intrinsics that only they
/// mention. Empty for a description without a target.
pub(super) struct UnusedIntrinsics {
    records: HashSet<RecordId>,
}

impl UnusedIntrinsics {
    pub(super) fn new(store: &RecordStore) -> UnusedIntrinsics {
        let mut records = HashSet::new();
        if store.derived_if_defined("Target").is_empty() {
            return UnusedIntrinsics { records };
        }
        let intrinsics: Vec<Record<'_>> =
            store.derived_if_defined("Intrinsic").into_iter().collect();
        let file = |record: Record<'_>| store.sources().file_of(record.pos());
        let files: HashSet<_> = intrinsics.iter().map(|&record| file(record)).collect();
        records.extend(intrinsics.iter().map(|record| record.id()));
        let helpers = store.records().filter(|&it| it.is_anonymous() && files.contains(&file(it)));
        records.extend(helpers.map(|record| record.id()));
        let mentioned = mentioned_by_others(store, &records);
        records.retain(|record| !mentioned.contains(record));
        UnusedIntrinsics { records }
    }

    pub(super) fn contains(&self, record: RecordId) -> bool {
        self.records.contains(&record)
    }
}

/// Returns the records in `records` that records outside of it mention, directly or through records in it.
fn mentioned_by_others(store: &RecordStore, records: &HashSet<RecordId>) -> HashSet<RecordId> {
    let mut mentioned: HashSet<RecordId> = HashSet::new();
    let mut seen: HashSet<ValueId> = HashSet::new();
    let mut waiting: Vec<ValueId> = Vec::new();
    for record in store.records().filter(|record| !records.contains(&record.id())) {
        waiting.extend(record.values());
    }
    while let Some(value) = waiting.pop() {
        if !seen.insert(value) {
            continue;
        }
        match store.value(value) {
            Value::List(list) => waiting.extend(list.elements),
            Value::Dag(dag) => waiting.extend(dag.values()),
            Value::Def(record) => {
                if records.contains(&record) && mentioned.insert(record) {
                    waiting.extend(store.record(record).values());
                }
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
            | Value::Op { .. } => {}
        }
    }
    mentioned
}
