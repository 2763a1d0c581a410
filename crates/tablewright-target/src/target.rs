//! The record of class `Target`, of which a description has one.

use tablewright_records::{Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

/// The one record of class `Target`. Its name is that of the target.
pub fn target(store: &RecordStore) -> Result<Record<'_>, Diagnostic> {
    let targets = store.derived_from_name("Target")?;
    let message = match targets[..] {
        [target] => return Ok(target),
        [] => "No 'Target' subclasses defined!",
        _ => "Multiple subclasses of Target defined!",
    };
    // Tools expect these errors without a place.
    let mut error = Diagnostic::error_anywhere(Code::Target, message);
    for target in targets {
        error.label(target.pos(), "a target");
    }
    Err(error)
}
