//! Changed action outputs, and the changes that the actions read.

use std::collections::BTreeMap;

use serde::Serialize;
use tablewright_records::reads::{Reads, WholeRead};
use tablewright_records::{Record, RecordId, RecordStore};

use super::records::{ChangedRecord, RecordChanges};
use crate::reads::ActionRun;

/// The effect on action outputs.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct OutputChanges {
    /// Outputs that change, in the order of the actions.
    pub changed: Vec<ChangedOutput>,
    /// Actions whose outputs do not change, without dashes.
    pub unchanged: Vec<String>,
}

/// An output that changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChangedOutput {
    /// The action without dashes.
    pub action: String,
    /// Whether the action succeeds on the old description.
    pub has_old: bool,
    /// Whether the action succeeds on the new description.
    pub has_new: bool,
    /// The changes that the action read; changes to the most records first. Empty if the output
    /// depends on something that is not compared, for example on source lines.
    pub reads: Vec<ReadChange>,
}

/// A change that an action read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct ReadChange {
    /// The change.
    #[serde(flatten)]
    pub what: WhatChanged,
    /// Affected records.
    pub records: usize,
}

/// A kind of change to records.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(tag = "kind", content = "name", rename_all = "kebab-case")]
pub enum WhatChanged {
    /// The value of a field.
    Field(String),
    /// The classes or fields of records.
    Shape,
    /// Added records of the class.
    Added(String),
    /// Removed records of the class.
    Removed(String),
    /// The number in an anonymous record's name.
    AnonymousName,
    /// The order of definitions.
    Order,
}

/// A description and the actions that ran on it.
#[derive(Clone, Copy)]
pub struct OutputSide<'a> {
    /// The records.
    pub store: &'a RecordStore,
    /// All actions, including failed ones.
    pub runs: &'a [ActionRun],
}

/// The records of both descriptions.
#[derive(Clone, Copy)]
struct RecordsOf<'a> {
    old: &'a RecordStore,
    new: &'a RecordStore,
}

impl OutputChanges {
    /// Compares the outputs of the actions that ran on both descriptions.
    pub fn new(old: OutputSide<'_>, new: OutputSide<'_>, changes: &RecordChanges) -> OutputChanges {
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

/// Lists the changes that an action read in the old or new description. If there are none, its
/// output cannot have changed.
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
        // An order change accompanies many other changes. It is reported only if there are no
        // others.
        if counts.is_empty() && was.has_whole(WholeRead::Order) && is.has_whole(WholeRead::Order) {
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

/// Returns the class through which an action found a record; empty if it used another way.
fn found(record: Record<'_>, reads: &Reads) -> Option<String> {
    let classes = record.superclasses().iter().rev();
    let listed = classes.copied().find(|&class| reads.lists(class));
    let name = listed.map(|class| record.store().class(class).name().to_owned());
    let is_found = || reads.has_record(record) || reads.has_whole(WholeRead::Records);
    name.or_else(|| is_found().then(String::new))
}

/// Counts the anonymous records whose names were read.
fn named_anonymous(store: &RecordStore, reads: &Reads) -> usize {
    store.records().filter(|record| reads.has_anonymous_name(*record)).count()
}
