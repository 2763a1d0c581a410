//! Changes as report sections. Equal changes are grouped into one item.

use std::collections::{BTreeMap, HashMap};

use tablewright_inspect::SourceLocation;
use tablewright_inspect::diff::{
    ChangedField, ChangedOutput, ChangedRecord, Changes, OutputChanges, RecordChanges,
    RecordSummary, WhatChanged,
};

use super::section::{DiffSection, SectionItem, SectionLimits, SectionSign, counted, counts, sort};
use super::target_section::in_order;

/// Builds the non-empty sections of a report. Target changes come first, since record changes repeat them in more
/// words.
pub(super) fn sections(changes: &Changes, is_full: bool) -> Vec<DiffSection> {
    let limits = SectionLimits { is_full };
    let target = in_order(&changes.target).into_iter().map(|list| limits.list(list));
    let dialects = changes.dialects.iter().map(|list| limits.list(list));
    let records = std::iter::once_with(|| limits.records(changes));
    let outputs = changes.outputs.iter().map(|outputs| limits.outputs(outputs));
    let sections = target.chain(dialects).chain(records).chain(outputs);
    sections.filter(|section| !section.items.is_empty()).collect()
}

impl SectionLimits {
    fn records(self, changes: &Changes) -> DiffSection {
        let records = &changes.records;
        let mut items: Vec<SectionItem> = self.unused_intrinsics(records).into_iter().collect();
        items.extend(self.summaries(SectionSign::Added, &records.added));
        items.extend(self.summaries(SectionSign::Removed, &records.removed));
        let mut alike: BTreeMap<(String, String), Vec<(String, String)>> = BTreeMap::new();
        let is_listed = |record: &&ChangedRecord| {
            !record.is_part_of_another && (self.is_full || !record.is_of_unused_intrinsic)
        };
        for record in records.changed.iter().filter(is_listed) {
            let mut add = |what: String, note: String| {
                let named = (record_name(record), defm(&record.defms));
                alike.entry((what, note)).or_default().push(named);
            };
            for field in &record.fields {
                add(self.field(field), note_of(field));
            }
            for class in &record.classes_added {
                add(format!("inherits {class}"), String::new());
            }
            for class in &record.classes_removed {
                add(format!("no longer inherits {class}"), String::new());
            }
            let only_order = record.fields.is_empty()
                && record.classes_added.is_empty()
                && record.classes_removed.is_empty();
            if only_order {
                add("types of fields, or the order of fields or classes".to_owned(), String::new());
            }
        }
        let mut changed: Vec<SectionItem> = alike
            .into_iter()
            .map(|((what, note), records)| {
                let (names, defms): (Vec<String>, Vec<String>) = records.into_iter().unzip();
                // A `defm` is worth mentioning if it created all these records.
                let is_one = !note.is_empty() && defms.windows(2).all(|pair| pair[0] == pair[1]);
                let defm = defms.first().filter(|_| is_one).map_or("", String::as_str);
                let count = names.len();
                let names = counted_names(names);
                SectionItem { count, ..self.item(SectionSign::Changed, what, names, note + defm) }
            })
            .collect();
        sort(&mut changed);
        if changes.target.is_empty() {
            // Otherwise the instructions have been listed with their encodings.
            changed.sort_by_key(|item| !is_about_encoding(&item.what));
        }
        items.extend(changed);
        let title = format!(
            "records: {}",
            counts([
                counted(records.added.len(), "added"),
                counted(records.removed.len(), "removed"),
                counted(records.changed.len(), "changed"),
            ])
        );
        self.section(title, items)
    }

    /// Counts the changes to intrinsics that no record of the target uses.
    fn unused_intrinsics(self, records: &RecordChanges) -> Option<SectionItem> {
        let summaries = |list: &[RecordSummary]| {
            list.iter().filter(|record| record.is_of_unused_intrinsic).count()
        };
        let changed = records.changed.iter().filter(|record| record.is_of_unused_intrinsic).count();
        let counts = counts([
            counted(summaries(&records.added), "added"),
            counted(summaries(&records.removed), "removed"),
            counted(changed, "changed"),
        ]);
        if self.is_full || counts.is_empty() {
            return None;
        }
        let what = format!("intrinsics that no record of the target uses: {counts}");
        let item = self.item(SectionSign::Changed, what, Vec::new(), String::new());
        Some(SectionItem { is_always_shown: true, ..item })
    }

    fn outputs(self, outputs: &OutputChanges) -> DiffSection {
        let mut alike: BTreeMap<(SectionSign, String), Vec<String>> = BTreeMap::new();
        for output in &outputs.changed {
            let sign = match (output.has_old, output.has_new) {
                (false, _) => SectionSign::Added,
                (true, false) => SectionSign::Removed,
                (true, true) => SectionSign::Changed,
            };
            alike.entry((sign, reads(output))).or_default().push(output.action.clone());
        }
        let item = |((sign, what), names)| self.item(sign, what, names, String::new());
        let mut items: Vec<SectionItem> = alike.into_iter().map(item).collect();
        sort(&mut items);
        let counts =
            format!("{} changed, {} unchanged", outputs.changed.len(), outputs.unchanged.len());
        self.section(format!("outputs: {counts}"), items)
    }

    /// Lists records present on one side only, grouped by classes.
    fn summaries(self, sign: SectionSign, records: &[RecordSummary]) -> Vec<SectionItem> {
        let mut alike: BTreeMap<(&[String], bool), Vec<&RecordSummary>> = BTreeMap::new();
        for record in records.iter().filter(|it| self.is_full || !it.is_of_unused_intrinsic) {
            let is_counted = record.is_anonymous && !self.is_full;
            alike.entry((&record.classes, is_counted)).or_default().push(record);
        }
        let mut items = Vec::new();
        for ((classes, is_counted), records) in alike {
            let mut what = classes.join(", ");
            let mut names = Vec::new();
            if is_counted {
                // The numbers in anonymous names are meaningless.
                let plural = if records.len() == 1 { "" } else { "s" };
                what = format!("{} anonymous record{plural} of {what}", records.len());
            } else if records.iter().any(|record| record.is_anonymous) {
                let place = |record: &&RecordSummary| format!("at {}", line(&record.location));
                names = counted_names(records.iter().map(place).collect());
                what = format!("anonymous {what}");
            } else {
                names.extend(records.iter().map(|record| record.name.clone()));
            }
            let note = match records[..] {
                [record] if !names.is_empty() && record.is_anonymous => {
                    defm(&record.defms).trim_start_matches(", ").to_owned()
                }
                [record] => format!("at {}{}", line(&record.location), defm(&record.defms)),
                _ => String::new(),
            };
            items.push(SectionItem { count: records.len(), ..self.item(sign, what, names, note) });
        }
        sort(&mut items);
        items
    }

    fn field(self, field: &ChangedField) -> String {
        let name = &field.name;
        match (&field.old, &field.new) {
            (Some(old), Some(new)) if old.value == new.value => {
                format!("{name}: an anonymous record in it changed")
            }
            (Some(old), Some(new)) => {
                let [old, new] = self.clipped_change(&old.value, &new.value);
                format!("{name}: {old} -> {new}")
            }
            (None, Some(new)) => format!("new field {name} = {}", self.clipped(&new.value)),
            (_, None) => format!("field {name} is gone"),
        }
    }
}

/// Returns a record's name, or the place of an anonymous record, whose number is meaningless.
fn record_name(record: &ChangedRecord) -> String {
    if record.is_anonymous {
        format!("anonymous at {}", line(&record.location))
    } else {
        record.name.clone()
    }
}

/// Replaces repeated names by one with their number: several anonymous records may be defined at the same place.
fn counted_names(names: Vec<String>) -> Vec<String> {
    let mut counts: Vec<(String, usize)> = Vec::with_capacity(names.len());
    let mut index_of: HashMap<String, usize> = HashMap::new();
    for name in names {
        match index_of.get(&name) {
            Some(&index) => counts[index].1 += 1,
            None => {
                index_of.insert(name.clone(), counts.len());
                counts.push((name, 1));
            }
        }
    }
    let text = |(name, count): (String, usize)| match count {
        1 => name,
        count => format!("{count} {name}"),
    };
    counts.into_iter().map(text).collect()
}

/// Whether an item is about a field of encodings.
fn is_about_encoding(what: &str) -> bool {
    let what =
        what.strip_prefix("new field ").or_else(|| what.strip_prefix("field ")).unwrap_or(what);
    let field = what.split([':', ' ', '.', '{']).next();
    field.is_some_and(|field| ["Inst", "SoftFail", "Size", "TSFlags"].contains(&field))
}

/// Names the place that set a field: in the new description, or in the old description if the field was removed.
fn note_of(field: &ChangedField) -> String {
    match (&field.new, &field.old) {
        (Some(new), _) => format!("set at {}", line(&new.location)),
        (None, Some(old)) => format!("was set at {}", line(&old.location)),
        (None, None) => String::new(),
    }
}

/// Maximum number of changes listed that an action read.
const READS: usize = 6;

/// Lists the changes that an action read.
fn reads(output: &ChangedOutput) -> String {
    let mut phrases: Vec<String> = Vec::new();
    for change in output.reads.iter().take(READS) {
        let records = match change.records {
            1 => "1 record".to_owned(),
            count => format!("{count} records"),
        };
        phrases.push(match &change.what {
            WhatChanged::Field(field) => format!("{field} of {records}"),
            WhatChanged::Shape => format!("the classes or fields of {records}"),
            WhatChanged::Added(class) => format!("{records} added{}", for_class(class)),
            WhatChanged::Removed(class) => format!("{records} removed{}", for_class(class)),
            WhatChanged::AnonymousName => "numbers of anonymous records".to_owned(),
            WhatChanged::Order => "the order of definitions".to_owned(),
        });
    }
    match output.reads.len() {
        0 => "nothing that is compared, such as lines of the input".to_owned(),
        count if count > READS => {
            format!("reads {}, and {} more", phrases.join(", "), count - READS)
        }
        _ => format!("reads {}", phrases.join(", ")),
    }
}

fn for_class(class: &str) -> String {
    if class.is_empty() { String::new() } else { format!(" of {class}") }
}

/// Names the outermost `defm` that created a record.
fn defm(defms: &[SourceLocation]) -> String {
    defms.last().map_or_else(String::new, |location| format!(", by the defm at {}", line(location)))
}

fn line(location: &SourceLocation) -> String {
    format!("{}:{}", location.file, location.line)
}
