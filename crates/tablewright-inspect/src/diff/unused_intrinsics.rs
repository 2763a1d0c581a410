//! Intrinsics that only other targets use.
//!
//! A target includes the intrinsics of all targets. Reports count the changes to those that no record of the target
//! mentions, and to the anonymous records that describe them.

use std::collections::HashSet;

use tablewright_records::{MentionSearch, Record, RecordId, RecordStore};

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
    let mut mentioned = HashSet::new();
    let mut search = MentionSearch::new(store);
    store.records().filter(|record| !records.contains(&record.id())).for_each(|it| search.add(it));
    while let Some(record) = search.next_record() {
        if records.contains(&record) && mentioned.insert(record) {
            search.add(store.record(record));
        }
    }
    mentioned
}
