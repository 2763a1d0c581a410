//! Groups of findings with the same cause.
//!
//! A mistake in a class or multiclass affects every record that uses it. The finding is reported once, at the text with
//! the mistake, with the names of the records.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_syntax::source::Span;

use crate::lint::Findings;

/// Maximum number of record names in a note.
const SHOWN: usize = 4;

/// A lint's findings, grouped by the text with the mistake.
#[derive(Default)]
pub(super) struct Groups {
    list: Vec<Group>,
    by_span: FxHashMap<(Span, String), usize>,
}

struct Group {
    /// Distinguishes findings about the same text.
    kind: String,
    diagnostic: Diagnostic,
    /// The record that the diagnostic is about.
    record: RecordId,
    /// Whether the diagnostic is about a part of the input outside the record's definition.
    is_elsewhere: bool,
    /// Other records with the same cause, in order.
    others: Vec<RecordId>,
}

impl Groups {
    /// Adds a finding about a record with the mistake at `span`. Findings with the same text and `kind` are a group.
    pub(super) fn add(
        &mut self,
        (span, kind): (Span, &str),
        record: Record<'_>,
        diagnostic: impl FnOnce() -> Diagnostic,
    ) {
        match self.by_span.entry((span, kind.to_owned())) {
            Entry::Vacant(entry) => {
                entry.insert(self.list.len());
                self.list.push(Group {
                    kind: kind.to_owned(),
                    diagnostic: diagnostic(),
                    record: record.id(),
                    is_elsewhere: span.lo != record.pos(),
                    others: Vec::new(),
                });
            }
            Entry::Occupied(entry) => {
                let group = &mut self.list[*entry.get()];
                if group.record != record.id() && group.others.last() != Some(&record.id()) {
                    group.others.push(record.id());
                }
            }
        }
    }

    /// Drops the kinds of findings for which `is_habit` returns true: the target does this on purpose.
    pub(super) fn drop_habits(&mut self, is_habit: impl Fn(&str) -> bool) {
        self.list.retain(|group| !is_habit(&group.kind));
        self.by_span.clear();
    }

    /// Drops findings whose kind is a frequent operand name: more than `limit` texts have findings with this name,
    /// regardless of a number at its end.
    pub(super) fn drop_frequent_names(&mut self, limit: usize) {
        let mut texts: FxHashMap<String, usize> = FxHashMap::default();
        for name in self.kinds() {
            *texts.entry(without_number(name).to_owned()).or_default() += 1;
        }
        self.drop_habits(|name| {
            texts.get(without_number(name)).is_some_and(|&count| count > limit)
        });
    }

    /// Drops all findings if a kind has more than `limit` texts.
    pub(super) fn drop_if_frequent_kind(&mut self, limit: usize) {
        let mut texts: FxHashMap<String, usize> = FxHashMap::default();
        for kind in self.kinds() {
            *texts.entry(kind.to_owned()).or_default() += 1;
        }
        if texts.values().any(|&count| count > limit) {
            self.drop_habits(|_| true);
        }
    }

    /// Drops all findings if there are more than `limit` kinds.
    pub(super) fn drop_if_many_kinds(&mut self, limit: usize) {
        let kinds: FxHashSet<&str> = self.kinds().collect();
        if kinds.len() > limit {
            self.drop_habits(|_| true);
        }
    }

    /// Iterates over the kinds of all groups.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|group| &*group.kind)
    }

    /// Adds a finding for each group to `findings`.
    pub(super) fn report(self, store: &RecordStore, findings: &mut Findings) {
        for Group { mut diagnostic, record, is_elsewhere, others, .. } in self.list {
            let name = |id: &RecordId| format!("'{}'", store.record(*id).name());
            if is_elsewhere && !is_same_line(store, diagnostic.span, record) {
                let message = format!("{} is defined here", name(&record));
                diagnostic.note(Some(store.record(record).pos()), message);
            }
            if let [first, ..] = &others[..] {
                let mut shown = others.iter().take(SHOWN).map(name).collect::<Vec<_>>().join(", ");
                if others.len() > SHOWN {
                    shown += ", …";
                }
                let count = others.len();
                let noun = if count == 1 { "record" } else { "records" };
                let message = format!("the same holds of {count} more {noun}: {shown}");
                diagnostic.note(Some(store.record(*first).pos()), message);
            }
            if let Some(span) = diagnostic.span {
                let finding = findings.add(span, diagnostic.message);
                finding.diagnostic.labels = diagnostic.labels;
                finding.diagnostic.notes = diagnostic.notes;
            }
        }
    }
}

/// Returns the name without a number at its end, for example `src` for `src1`.
fn without_number(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Creates a finding's diagnostic. Labels and notes can be added to it.
pub(super) fn draft(span: Span, message: String) -> Diagnostic {
    Diagnostic { span: Some(span), ..Diagnostic::new(Severity::Warning, None, message) }
}

/// Whether `span` begins on the line with the record's definition.
fn is_same_line(store: &RecordStore, span: Option<Span>, record: RecordId) -> bool {
    let line = |pos| {
        let at = store.sources().line_column(pos);
        (at.file, at.line)
    };
    span.is_some_and(|span| line(span.lo) == line(store.record(record).pos()))
}
