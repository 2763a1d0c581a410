//! What pages of documentation have in common: the record that introduces them, and text that is
//! no markup.

use tablewright_records::{Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

/// The record with the introduction of a page; `called` begins the error where there is none.
pub(crate) fn global<'s>(store: &'s RecordStore, called: &str) -> Result<Record<'s>, Diagnostic> {
    let record = store.find_record("GlobalDocumentation").map(|id| store.record(id));
    record.ok_or_else(|| {
        let message = format!("{called} is missing, no documentation will be generated.");
        Diagnostic::error_anywhere(Code::ClangDocumentation, message)
    })
}

/// The text with a backslash before each of `signs`, which are ASCII and would mean something in
/// reStructuredText.
pub(crate) fn escaped(text: &str, signs: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| signs.as_bytes().contains(&byte)) {
        let (before, sign_and_rest) = rest.split_at(at);
        escaped.push_str(before);
        escaped.push('\\');
        escaped.push_str(&sign_and_rest[..1]);
        rest = &sign_and_rest[1..];
    }
    escaped.push_str(rest);
    escaped
}
