//! Outputs that change, and what their actions read of what changed.

use std::collections::BTreeMap;

use serde::Serialize;
use tablewright_records::reads::{Reads, Whole};
use tablewright_records::{Record, RecordId, RecordStore};

use super::records::{ChangedRecord, RecordChanges};
use crate::reads::ActionRun;

/// What becomes of the outputs of actions.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct OutputChanges {
    /// The outputs that change, in the order of the actions.
    pub changed: Vec<ChangedOutput>,
    /// The actions whose outputs are the same, without dashes.
    pub unchanged: Vec<String>,
}

/// An output that changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChangedOutput {
    /// The action without dashes.
    pub action: String,
    /// Whether the action succeeds for the old description.
    pub has_old: bool,
    /// Whether it succeeds for the new one.
    pub has_new: bool,
    /// What it read of what changed; of most records first. Nothing, where the output follows from what is not
    /// compared, such as lines of the input that it mentions.
    pub reads: Vec<ReadChange>,
}

/// A change that an action read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct ReadChange {
    /// What changed.
    #[serde(flatten)]
    pub what: WhatChanged,
    /// Of how many records.
    pub records: usize,
}

/// What may change of records.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(tag = "kind", content = "name", rename_all = "kebab-case")]
pub enum WhatChanged {
    /// The value of the field.
    Field(String),
    /// The classes or fields that records have.
    Shape,
    /// Which records there are, of the class.
    Added(String),
    /// Which records there are, of the class.
    Removed(String),
    /// The number in the name of an anonymous record.
    AnonymousName,
    /// The order in which records are defined.
    Order,
}

/// A description and the actions that ran over it.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The records.
    pub store: &'a RecordStore,
    /// All actions, also those that failed.
    pub runs: &'a [ActionRun],
}

/// The records of both sides.
#[derive(Clone, Copy)]
struct RecordsOf<'a> {
    old: &'a RecordStore,
    new: &'a RecordStore,
}

impl OutputChanges {
    /// Compares the outputs of the actions that ran over both sides.
    pub fn of(old: Side<'_>, new: Side<'_>, changes: &RecordChanges) -> OutputChanges {
        let mut outputs = OutputChanges::default();
        let stores = RecordsOf { old: old.store, new: new.store };
        for run in new.runs {
            let Some(before) = old.runs.iter().find(|before| before.action == run.action) else {
                continue;
            };
            let action = run.action.to_owned();
            match (before.output, run.output) {
                (None, None) => {}
                (Some(was), Some(is)) if was == is => outputs.unchanged.push(action),
                (was, is) => outputs.changed.push(ChangedOutput {
                    action,
                    has_old: was.is_some(),
                    has_new: is.is_some(),
                    reads: stores.read_changes([&before.reads, &run.reads], changes),
                }),
            }
        }
        outputs
    }
}

/// What two runs of an action, over the old and the new description, read of what changed. Where that is
/// nothing, the action cannot print anything else.
pub fn read_changes(
    [old, new]: [&RecordStore; 2],
    reads: [&Reads; 2],
    changes: &RecordChanges,
) -> Vec<ReadChange> {
    RecordsOf { old, new }.read_changes(reads, changes)
}

impl<'a> RecordsOf<'a> {
    fn read_changes(self, [was, is]: [&Reads; 2], changes: &RecordChanges) -> Vec<ReadChange> {
        let mut counts: BTreeMap<WhatChanged, usize> = BTreeMap::new();
        for change in &changes.changed {
            let [old, new] = self.both(change);
            for field in &change.fields {
                if was.has_field(old, &field.name) || is.has_field(new, &field.name) {
                    *counts.entry(WhatChanged::Field(field.name.clone())).or_default() += 1;
                }
            }
            let is_of_shape = change.fields.is_empty()
                || !change.classes_added.is_empty()
                || !change.classes_removed.is_empty()
                || change.fields.iter().any(|field| field.old.is_none() || field.new.is_none());
            if is_of_shape && (was.has_record(old) || is.has_record(new)) {
                *counts.entry(WhatChanged::Shape).or_default() += 1;
            }
        }
        for added in &changes.added {
            if let Some(class) = found(self.new.record(added.id), is) {
                *counts.entry(WhatChanged::Added(class)).or_default() += 1;
            }
        }
        for removed in &changes.removed {
            if let Some(class) = found(self.old.record(removed.id), was) {
                *counts.entry(WhatChanged::Removed(class)).or_default() += 1;
            }
        }
        // These two change with much else, and say little beside it.
        if counts.is_empty() && was.has_whole(Whole::Order) && is.has_whole(Whole::Order) {
            counts.insert(WhatChanged::Order, self.new.record_count());
        }
        let names = named_anonymous(self.new, is).max(named_anonymous(self.old, was));
        if counts.keys().all(|what| *what == WhatChanged::Order) && names > 0 {
            counts.insert(WhatChanged::AnonymousName, names);
        }
        let mut changes: Vec<ReadChange> =
            counts.into_iter().map(|(what, records)| ReadChange { what, records }).collect();
        changes.sort_by_key(|change| std::cmp::Reverse(change.records));
        changes
    }

    fn both(self, change: &ChangedRecord) -> [Record<'a>; 2] {
        let [old, new]: [RecordId; 2] = change.ids;
        [self.old.record(old), self.new.record(new)]
    }
}

/// The class by which a record was found; empty for one that was found otherwise.
fn found(record: Record<'_>, reads: &Reads) -> Option<String> {
    let classes = record.superclasses().iter().rev();
    let listed = classes.copied().find(|&class| reads.lists(class));
    let name = listed.map(|class| record.store().class(class).name().to_owned());
    let is_found = || reads.has_record(record) || reads.has_whole(Whole::Records);
    name.or_else(|| is_found().then(String::new))
}

/// Of how many anonymous records the names were read.
fn named_anonymous(store: &RecordStore, reads: &Reads) -> usize {
    store.records().filter(|record| reads.has_anonymous_name(*record)).count()
}
