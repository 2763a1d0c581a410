//! The description's single `Target` record.

use tablewright_records::{RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::instruction::TargetRecord;

/// Finds the single `Target` record. Its name is the target name.
pub fn target(store: &RecordStore) -> Result<TargetRecord<'_>, Diagnostic> {
    let targets = TargetRecord::all(store)?;
    let message = match targets[..] {
        [target] => return Ok(target),
        [] => "No 'Target' subclasses defined!",
        _ => "Multiple subclasses of Target defined!",
    };
    // Tools expect these errors without a source location.
    let mut error = Diagnostic::error_anywhere(Code::Target, message);
    for target in targets {
        error.label(target.pos(), "a target");
    }
    Err(error)
}
