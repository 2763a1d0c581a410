//! The record that introduces a page of documentation.

use tablewright_records::{RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::comment::GlobalDocumentationRecord;

/// The record with the introduction of a page.
pub(crate) fn page(store: &RecordStore) -> Option<GlobalDocumentationRecord<'_>> {
    let id = store.find_record(GlobalDocumentationRecord::CLASS)?;
    Some(GlobalDocumentationRecord::new(store.record(id)))
}

/// The record with the introduction of a page; `called` begins the error where there is none.
pub(crate) fn global<'s>(
    store: &'s RecordStore,
    called: &str,
) -> Result<GlobalDocumentationRecord<'s>, Diagnostic> {
    page(store).ok_or_else(|| {
        let message = format!("{called} is missing, no documentation will be generated.");
        Diagnostic::error_anywhere(Code::ClangDocumentation, message)
    })
}
