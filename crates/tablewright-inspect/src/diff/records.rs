//! Added, removed and changed records.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;
use tablewright_records::{Field, Record, RecordId, RecordStore, Value};

use super::anonymous::{is_numbered, with_classes};
use super::fingerprint::{Fingerprint, Fingerprints, by_definition};
use super::unused_intrinsics::UnusedIntrinsics;
use crate::SourceLocation;

/// Largest number of anonymous records with the same classes that are compared pairwise to match
/// them.
const MOST_COMPARED: usize = 64;

/// Largest depth of anonymous records in each other whose fields are compared.
const NESTED: usize = 8;

/// Largest number of anonymous records in a list whose fields are compared.
const MOST_INNER: usize = 4;

/// A field in the old and in the new description.
#[derive(Clone, Copy)]
struct FieldPair<'a> {
    old: (Record<'a>, Field),
    new: (Record<'a>, Field),
}

/// An old and a new anonymous record, and their place in a list: `[2]`.
type InnerRecords<'a> = (String, Record<'a>, Record<'a>);

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
    /// Whether the record is anonymous, or named after an anonymous `defm`.
    pub is_anonymous: bool,
    /// Whether the record only describes intrinsics that no other record uses.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_of_unused_intrinsic: bool,
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
    /// Whether the record is anonymous, or named after an anonymous `defm`. Its old version is the anonymous record of
    /// the same classes with the most equal fields.
    pub is_anonymous: bool,
    /// As in [`RecordSummary`], for both descriptions.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_of_unused_intrinsic: bool,
    /// Whether the changes are also listed as changes in the field of a record that contains this one.
    #[serde(skip)]
    pub is_part_of_another: bool,
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
    /// Its name. For a field of an anonymous record in the field's value, the path: `Attributes[2].Width`.
    pub name: String,
    /// The old value; `None` for an added field.
    pub old: Option<SetValue>,
    /// The new value; `None` for a removed field.
    pub new: Option<SetValue>,
}

/// The value of a field, and its origin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SetValue {
    /// The value as in `--print-records`, with classes instead of the names of anonymous records.
    pub value: String,
    /// The position of the `let` or declaration that set the value.
    pub location: SourceLocation,
}

/// Compares the records in two descriptions.
pub(super) fn compare(old: &RecordStore, new: &RecordStore) -> RecordChanges {
    let mut sides = Sides {
        old_prints: Fingerprints::new(old),
        new_prints: Fingerprints::new(new),
        intrinsics: [old, new].map(UnusedIntrinsics::new),
        inner: HashSet::new(),
        changed: Vec::new(),
    };
    let mut only_new = Vec::new();
    for record in by_definition(new, |record| !is_numbered(record)) {
        match old.find_record(record.name()).map(|id| old.record(id)) {
            Some(before) if !is_numbered(before) => sides.compare(before, record),
            _ => only_new.push(record),
        }
    }
    let is_gone = |record: Record<'_>| {
        let counterpart = new.find_record(record.name());
        counterpart.is_none_or(|id| is_numbered(new.record(id)))
    };
    let mut only_old = by_definition(old, |record| !is_numbered(record) && is_gone(record));
    let (gone, come) = sides.compare_anonymous(old, new);
    only_old.extend(gone);
    only_new.extend(come);
    for list in [&mut only_old, &mut only_new] {
        list.sort_by_key(|record| record.sequence());
    }
    sides.changed.sort_by_key(|&(sequence, _)| sequence);
    for (_, record) in &mut sides.changed {
        record.is_part_of_another = sides.inner.contains(&record.ids[1]);
    }
    let [old_intrinsics, new_intrinsics] = &sides.intrinsics;
    RecordChanges {
        added: only_new.into_iter().map(|record| summary(record, new_intrinsics)).collect(),
        removed: only_old.into_iter().map(|record| summary(record, old_intrinsics)).collect(),
        changed: sides.changed.into_iter().map(|(_, record)| record).collect(),
    }
}

struct Sides<'a> {
    old_prints: Fingerprints<'a>,
    new_prints: Fingerprints<'a>,
    /// Old and new.
    intrinsics: [UnusedIntrinsics; 2],
    /// New anonymous records whose changes are listed in records that contain them.
    inner: HashSet<RecordId>,
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
            if is_same {
                continue;
            }
            match before {
                Some(before) => {
                    let pair = FieldPair { old: (old, before), new: (new, field) };
                    self.add_field(name.to_owned(), pair, NESTED, &mut fields);
                }
                None => {
                    let new = Some(set_value(new, field));
                    fields.push(ChangedField { name: name.to_owned(), old: None, new });
                }
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
            is_anonymous: is_numbered(new),
            is_of_unused_intrinsic: self.intrinsics[0].contains(old.id())
                && self.intrinsics[1].contains(new.id()),
            is_part_of_another: false,
            location: SourceLocation::new(new.store().sources(), new.pos()),
            defms: defms(new),
            ids: [old.id(), new.id()],
            classes_added,
            classes_removed,
            fields,
        };
        self.changed.push((new.sequence(), changed));
    }

    /// Adds the difference between two values of a field. If the values are anonymous records, or lists that differ in
    /// a few of them, their fields are compared, up to `depth` records deep.
    fn add_field(
        &mut self,
        name: String,
        pair: FieldPair<'a>,
        depth: usize,
        fields: &mut Vec<ChangedField>,
    ) {
        let inner = if depth == 0 { None } else { self.inner_records(pair) };
        for (place, old, new) in inner.iter().flatten() {
            self.inner.insert(new.id());
            for field in new.fields() {
                let field_name = new.store().str(field.name);
                let Some(before) = old.field(field_name) else { continue };
                if self.old_prints.value(before.value) != self.new_prints.value(field.value) {
                    let pair = FieldPair { old: (*old, before), new: (*new, field) };
                    self.add_field(format!("{name}{place}.{field_name}"), pair, depth - 1, fields);
                }
            }
        }
        if inner.is_none() {
            let (old, new) = (set_value(pair.old.0, pair.old.1), set_value(pair.new.0, pair.new.1));
            fields.push(ChangedField { name, old: Some(old), new: Some(new) });
        }
    }

    /// Returns the pairs of anonymous records that differ in two values, with their places in the values. `None` if the
    /// values differ in more than such records.
    fn inner_records(&mut self, pair: FieldPair<'a>) -> Option<Vec<InnerRecords<'a>>> {
        let [(old, old_value), (new, new_value)] =
            [pair.old, pair.new].map(|(record, field)| (record.store(), field.value));
        let (olds, news) = match (old.value(old_value), new.value(new_value)) {
            (Value::Def(_), Value::Def(_)) => (vec![old_value], vec![new_value]),
            (Value::List(olds), Value::List(news))
                if olds.elements.len() == news.elements.len() =>
            {
                (olds.elements.to_vec(), news.elements.to_vec())
            }
            _ => return None,
        };
        let is_list = matches!(new.value(new_value), Value::List(_));
        let mut inner = Vec::new();
        for (index, (&was, &is)) in olds.iter().zip(&news).enumerate() {
            if self.old_prints.value(was) == self.new_prints.value(is) {
                continue;
            }
            let (Value::Def(was), Value::Def(is)) = (old.value(was), new.value(is)) else {
                return None;
            };
            let (was, is) = (old.record(was), new.record(is));
            // Classes and declarations are compared by the printed value.
            let are_alike = is_numbered(was)
                && is_numbered(is)
                && self.old_prints.shape(was) == self.new_prints.shape(is);
            if !are_alike || inner.len() == MOST_INNER {
                return None;
            }
            inner.push((if is_list { format!("[{index}]") } else { String::new() }, was, is));
        }
        Some(inner)
    }

    /// Pairs anonymous records: first records with equal contents, then similar records. Returns
    /// each description's unpaired records.
    fn compare_anonymous(
        &mut self,
        old: &'a RecordStore,
        new: &'a RecordStore,
    ) -> (Vec<Record<'a>>, Vec<Record<'a>>) {
        let [mut olds, mut news] = [old, new].map(|store| by_definition(store, is_numbered));
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
        value: with_classes(&store.value_text(field.value), store),
        location: SourceLocation::new(store.sources(), field.pos),
    }
}

fn summary(record: Record<'_>, intrinsics: &UnusedIntrinsics) -> RecordSummary {
    let store = record.store();
    let classes = record.direct_superclasses().into_iter();
    RecordSummary {
        name: record.name().to_owned(),
        is_anonymous: is_numbered(record),
        is_of_unused_intrinsic: intrinsics.contains(record.id()),
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
