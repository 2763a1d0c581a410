//! What pages of documentation have in common: the record that introduces them, and text that is
//! no markup.

use tablewright_records::{Record, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};

/// The record with the introduction of a page; `called` begins the error where there is none.
pub(crate) fn global<'s>(store: &'s RecordStore, called: &str) -> Result<Record<'s>, Diagnostic> {
    let record = store.find_record("GlobalDocumentation").map(|id| store.record(id));
    record.ok_or_else(|| {
        let message = format!("{called} is missing, no documentation will be generated.");
        Diagnostic::new(Severity::Error, None, message)
    })
}

/// The text with a backslash before each of `signs`, which would mean something in
/// reStructuredText.
pub(crate) fn escaped(text: &str, signs: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if signs.contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
