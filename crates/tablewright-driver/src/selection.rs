//! Records selected by patterns for record and class names.

use tablewright_inspect::NamePattern;
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::suggestion::unknown_name;

/// Selected records. Without patterns, all records are selected.
#[derive(Default)]
pub struct Selection {
    /// Patterns for record names; a record must match at least one pattern.
    pub records: Vec<NamePattern>,
    /// Patterns for class names; at least one of the record's classes must match a pattern.
    pub classes: Vec<NamePattern>,
}

impl Selection {
    /// Whether all records and classes are selected, as no pattern limits them.
    pub fn is_everything(&self) -> bool {
        self.records.is_empty() && self.classes.is_empty()
    }

    /// Removes the records that are not selected from `store`.
    ///
    /// # Errors
    /// If a pattern matches nothing.
    pub fn apply(&self, store: &mut RecordStore) -> Result<(), Diagnostic> {
        if self.is_everything() {
            return Ok(());
        }
        let names = || store.records().map(|record| record.name());
        expect("record", &self.records, names)?;
        expect("class", &self.classes, || store.classes().map(|class| class.name()))?;
        let matches = |patterns: &[NamePattern], name: &str| {
            patterns.is_empty() || patterns.iter().any(|pattern| pattern.matches(name))
        };
        store.select(
            |class| !self.classes.is_empty() && matches(&self.classes, class.name()),
            |record| {
                let store = record.store();
                let mut classes = record.superclasses().iter().map(|&id| store.class(id).name());
                matches(&self.records, record.name())
                    && (self.classes.is_empty() || classes.any(|name| matches(&self.classes, name)))
            },
        );
        Ok(())
    }
}

/// Checks that each pattern matches at least one name.
fn expect<'a, I: Iterator<Item = &'a str>>(
    kind: &str,
    patterns: &[NamePattern],
    names: impl Fn() -> I,
) -> Result<(), Diagnostic> {
    let matches_none = |pattern: &&NamePattern| !names().any(|name| pattern.matches(name));
    let Some(pattern) = patterns.iter().find(matches_none) else { return Ok(()) };
    if !pattern.has_wildcards() {
        return Err(unknown_name(kind, pattern.text(), names()));
    }
    let message = format!("unknown {kind} '{}'", pattern.text());
    Err(Diagnostic::error_anywhere(Code::UnknownName, message))
}
