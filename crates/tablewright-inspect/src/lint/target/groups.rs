//! Findings that have one cause.
//!
//! A mistake in a class or multiclass shows in every record that is made of it. It is reported once, at the text that
//! causes it, with the names of the records.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_records::{Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_syntax::source::Span;

use crate::lint::Findings;

/// How many records a note names.
const SHOWN: usize = 4;

/// The findings of a lint, by the text that causes them.
#[derive(Default)]
pub(super) struct Groups {
    list: Vec<Group>,
    by_span: FxHashMap<(Span, String), usize>,
}

struct Group {
    /// What tells it apart from others about the same text.
    kind: String,
    diagnostic: Diagnostic,
    /// The record that the diagnostic is about.
    record: RecordId,
    /// Where that stands, if the diagnostic is about another part of the input.
    is_elsewhere: bool,
    /// Other records with the same cause, in order.
    others: Vec<RecordId>,
}

impl Groups {
    /// Adds a finding about a record that the text at `span` causes. Findings are the same if text and `kind` are.
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

    /// Drops the findings that a habit of the target explains, by their kinds.
    pub(super) fn drop_habits(&mut self, is_habit: impl Fn(&str) -> bool) {
        self.list.retain(|group| !is_habit(&group.kind));
        self.by_span.clear();
    }

    /// Drops the findings whose kinds are names of operands that more than `limit` texts agree in, but for a number at
    /// the end: such a name is a habit.
    pub(super) fn drop_frequent_names(&mut self, limit: usize) {
        let mut texts: FxHashMap<String, usize> = FxHashMap::default();
        for name in self.kinds() {
            *texts.entry(without_number(name).to_owned()).or_default() += 1;
        }
        self.drop_habits(|name| {
            texts.get(without_number(name)).is_some_and(|&count| count > limit)
        });
    }

    /// The kinds of the findings, one for each text that causes one.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|group| &*group.kind)
    }

    /// Hands the findings over.
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

/// The name without a number at its end: `$src` of `$src1`.
fn without_number(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// What a finding says, to which labels and notes can be added.
pub(super) fn draft(span: Span, message: String) -> Diagnostic {
    Diagnostic { span: Some(span), ..Diagnostic::new(Severity::Warning, None, message) }
}

/// Whether a record is defined in the line of a part of the input.
fn is_same_line(store: &RecordStore, span: Option<Span>, record: RecordId) -> bool {
    let line = |pos| {
        let at = store.sources().line_column(pos);
        (at.file, at.line)
    };
    span.is_some_and(|span| line(span.lo) == line(store.record(record).pos()))
}
