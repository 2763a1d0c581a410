//! The record that introduces a page of documentation.

use tablewright_records::{Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

/// The record with the introduction of a page.
pub(crate) fn page(store: &RecordStore) -> Option<Record<'_>> {
    store.find_record("GlobalDocumentation").map(|id| store.record(id))
}

/// The record with the introduction of a page; `called` begins the error where there is none.
pub(crate) fn global<'s>(store: &'s RecordStore, called: &str) -> Result<Record<'s>, Diagnostic> {
    page(store).ok_or_else(|| {
        let message = format!("{called} is missing, no documentation will be generated.");
        Diagnostic::error_anywhere(Code::ClangDocumentation, message)
    })
}
