//! The record of class `Target`, of which a description has one.

use tablewright_records::{Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

/// The one record of class `Target`. Its name is that of the target.
pub fn target(store: &RecordStore) -> Result<Record<'_>, Diagnostic> {
    let message = match store.derived_from_name("Target")?[..] {
        [target] => return Ok(target),
        [] => "No 'Target' subclasses defined!",
        _ => "Multiple subclasses of Target defined!",
    };
    Err(Diagnostic::error_anywhere(Code::Target, message))
}
