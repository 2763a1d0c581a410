//! Added, removed and changed records.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use tablewright_records::{Field, Record, RecordId, RecordStore};

use super::fingerprint::{Fingerprint, Fingerprints, by_definition};
use crate::SourceLocation;

/// Largest number of anonymous records with the same classes that are compared pairwise to match
/// them.
const MOST_COMPARED: usize = 64;

/// Changes to records.
#[derive(Clone, Default, Debug, Serialize)]
pub struct RecordChanges {
    /// Records in the new description only, in definition order.
    pub added: Vec<RecordSummary>,
    /// Records in the old description only, in definition order.
    pub removed: Vec<RecordSummary>,
    /// Records in both descriptions that differ, in definition order of the new description.
    pub changed: Vec<ChangedRecord>,
}

impl RecordChanges {
    /// Whether all records are equal.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// A record that only one description has.
#[derive(Clone, Debug, Serialize)]
pub struct RecordSummary {
    /// Its name.
    pub name: String,
    /// Whether the record is anonymous.
    pub is_anonymous: bool,
    /// The direct superclasses.
    pub classes: Vec<String>,
    /// Its definition's position.
    pub location: SourceLocation,
    /// The positions of the `defm`s that define it, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defms: Vec<SourceLocation>,
    /// The record in its description.
    #[serde(skip)]
    pub id: RecordId,
}

/// A record in both descriptions that differs.
#[derive(Clone, Debug, Serialize)]
pub struct ChangedRecord {
    /// The name; for an anonymous record, the name in the new description.
    pub name: String,
    /// Whether the record is anonymous. Its old version is the anonymous record of the same classes
    /// with the most equal fields.
    pub is_anonymous: bool,
    /// The new definition's position.
    pub location: SourceLocation,
    /// The positions of the `defm`s that define the new record, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defms: Vec<SourceLocation>,
    /// The old and the new record.
    #[serde(skip)]
    pub ids: [RecordId; 2],
    /// Added superclasses.
    pub classes_added: Vec<String>,
    /// Removed superclasses.
    pub classes_removed: Vec<String>,
    /// Fields that differ, in the new record's order. Removed fields are last.
    pub fields: Vec<ChangedField>,
}

/// A field that differs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChangedField {
    /// Its name.
    pub name: String,
    /// The old value; `None` for an added field.
    pub old: Option<SetValue>,
    /// The new value; `None` for a removed field.
    pub new: Option<SetValue>,
}

/// The value of a field, and its origin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SetValue {
    /// The value as in `--print-records`.
    pub value: String,
    /// The position of the `let` or declaration that set the value.
    pub location: SourceLocation,
}

/// Compares the records in two descriptions.
pub(super) fn compare(old: &RecordStore, new: &RecordStore) -> RecordChanges {
    let mut sides = Sides {
        old_prints: Fingerprints::new(old),
        new_prints: Fingerprints::new(new),
        changed: Vec::new(),
    };
    let mut only_new = Vec::new();
    for record in by_definition(new, |record| !record.is_anonymous()) {
        match old.find_record(record.name()).map(|id| old.record(id)) {
            Some(before) if !before.is_anonymous() => sides.compare(before, record),
            _ => only_new.push(record),
        }
    }
    let is_gone = |record: Record<'_>| {
        let counterpart = new.find_record(record.name());
        counterpart.is_none_or(|id| new.record(id).is_anonymous())
    };
    let mut only_old = by_definition(old, |record| !record.is_anonymous() && is_gone(record));
    let (gone, come) = sides.compare_anonymous(old, new);
    only_old.extend(gone);
    only_new.extend(come);
    for list in [&mut only_old, &mut only_new] {
        list.sort_by_key(|record| record.sequence());
    }
    sides.changed.sort_by_key(|&(sequence, _)| sequence);
    RecordChanges {
        added: only_new.into_iter().map(summary).collect(),
        removed: only_old.into_iter().map(summary).collect(),
        changed: sides.changed.into_iter().map(|(_, record)| record).collect(),
    }
}

struct Sides<'a> {
    old_prints: Fingerprints<'a>,
    new_prints: Fingerprints<'a>,
    /// Changed records, each with its index in the new description's definition order.
    changed: Vec<(u32, ChangedRecord)>,
}

impl<'a> Sides<'a> {
    /// Adds the difference between two records, if any.
    fn compare(&mut self, old: Record<'a>, new: Record<'a>) {
        if self.old_prints.record(old.id()) == self.new_prints.record(new.id()) {
            return;
        }
        let [was, is] = [old, new].map(|record| {
            let classes = record.superclasses().iter();
            classes.map(|&class| record.store().class(class).name()).collect::<Vec<&str>>()
        });
        let without = |list: &[&str], other: &[&str]| -> Vec<String> {
            list.iter().filter(|name| !other.contains(name)).map(|&name| name.to_owned()).collect()
        };
        let mut fields = Vec::new();
        for field in new.fields() {
            let name = new.store().str(field.name);
            let before = old.field(name);
            let is_same = before.is_some_and(|before| {
                self.old_prints.value(before.value) == self.new_prints.value(field.value)
            });
            if !is_same {
                let old = before.map(|before| set_value(old, before));
                let new = Some(set_value(new, field));
                fields.push(ChangedField { name: name.to_owned(), old, new });
            }
        }
        for field in old.fields() {
            let name = old.store().str(field.name);
            if !new.has_field(name) {
                let old = Some(set_value(old, field));
                fields.push(ChangedField { name: name.to_owned(), old, new: None });
            }
        }
        let (classes_added, classes_removed) = (without(&is, &was), without(&was, &is));
        // There may be no changed field if only field types, or the order of classes or fields,
        // differ. Backends can read these.
        let changed = ChangedRecord {
            name: new.name().to_owned(),
            is_anonymous: new.is_anonymous(),
            location: SourceLocation::new(new.store().sources(), new.pos()),
            defms: defms(new),
            ids: [old.id(), new.id()],
            classes_added,
            classes_removed,
            fields,
        };
        self.changed.push((new.sequence(), changed));
    }

    /// Pairs anonymous records: first records with equal contents, then similar records. Returns
    /// each description's unpaired records.
    fn compare_anonymous(
        &mut self,
        old: &'a RecordStore,
        new: &'a RecordStore,
    ) -> (Vec<Record<'a>>, Vec<Record<'a>>) {
        let [mut olds, mut news] =
            [old, new].map(|store| by_definition(store, Record::is_anonymous));
        let mut counts: HashMap<Fingerprint, usize> = HashMap::new();
        for record in &olds {
            *counts.entry(self.old_prints.record(record.id())).or_default() += 1;
        }
        let mut taken: HashMap<Fingerprint, usize> = HashMap::new();
        news.retain(|record| {
            let print = self.new_prints.record(record.id());
            let is_matched = take_one(&mut counts, print);
            if is_matched {
                *taken.entry(print).or_default() += 1;
            }
            !is_matched
        });
        olds.retain(|record| !take_one(&mut taken, self.old_prints.record(record.id())));
        self.pair_by_likeness(&mut olds, &mut news);
        (olds, news)
    }

    /// Removes pairs from the two lists and compares them. The records in a pair have the same
    /// classes and the most equal fields, at least half of them.
    fn pair_by_likeness(&mut self, olds: &mut Vec<Record<'a>>, news: &mut Vec<Record<'a>>) {
        type Bucket = [Vec<usize>; 2];
        let classes = |record: &Record<'a>| -> Vec<&'a str> {
            let classes = record.superclasses().iter();
            classes.map(|&class| record.store().class(class).name()).collect()
        };
        let mut buckets: BTreeMap<Vec<&str>, Bucket> = BTreeMap::new();
        for (side, list) in [&*olds, &*news].into_iter().enumerate() {
            for (index, record) in list.iter().enumerate() {
                buckets.entry(classes(record)).or_default()[side].push(index);
            }
        }
        let (mut old_is_paired, mut new_is_paired) =
            (vec![false; olds.len()], vec![false; news.len()]);
        for [of_old, of_new] in buckets.values() {
            if of_old.len() > MOST_COMPARED || of_new.len() > MOST_COMPARED {
                continue;
            }
            for &new in of_new {
                let left = of_old.iter().copied().filter(|&old| !old_is_paired[old]);
                let counted = left.map(|old| (self.common_fields(olds[old], news[new]), old));
                // If several candidates have equally many equal fields, the first is taken.
                let best = counted.max_by_key(|&(common, old)| (common, std::cmp::Reverse(old)));
                let Some((common, old)) = best else { break };
                if 2 * common >= news[new].values().len() {
                    (old_is_paired[old], new_is_paired[new]) = (true, true);
                    self.compare(olds[old], news[new]);
                }
            }
        }
        let mut is_paired = old_is_paired.into_iter();
        olds.retain(|_| !is_paired.next().unwrap_or(false));
        let mut is_paired = new_is_paired.into_iter();
        news.retain(|_| !is_paired.next().unwrap_or(false));
    }

    /// Counts the fields with equal values.
    fn common_fields(&mut self, old: Record<'a>, new: Record<'a>) -> usize {
        let pairs = old.values().iter().zip(new.values());
        let (old_prints, new_prints) = (&mut self.old_prints, &mut self.new_prints);
        pairs.filter(|&(&old, &new)| old_prints.value(old) == new_prints.value(new)).count()
    }
}

/// Reduces a fingerprint's count by one. Returns whether it was above zero.
fn take_one(counts: &mut HashMap<Fingerprint, usize>, print: Fingerprint) -> bool {
    let left = counts.get_mut(&print).filter(|left| **left > 0);
    let is_taken = left.is_some();
    if let Some(left) = left {
        *left -= 1;
    }
    is_taken
}

fn set_value(record: Record<'_>, field: Field) -> SetValue {
    let store = record.store();
    SetValue {
        value: store.value_text(field.value),
        location: SourceLocation::new(store.sources(), field.pos),
    }
}

fn summary(record: Record<'_>) -> RecordSummary {
    let store = record.store();
    let classes = record.direct_superclasses().into_iter();
    RecordSummary {
        name: record.name().to_owned(),
        is_anonymous: record.is_anonymous(),
        classes: classes.rev().map(|class| store.class(class).name().to_owned()).collect(),
        location: SourceLocation::new(store.sources(), record.pos()),
        defms: defms(record),
        id: record.id(),
    }
}

fn defms(record: Record<'_>) -> Vec<SourceLocation> {
    let positions = record.positions().get(1..).unwrap_or_default();
    positions.iter().map(|&pos| SourceLocation::new(record.store().sources(), pos)).collect()
}
