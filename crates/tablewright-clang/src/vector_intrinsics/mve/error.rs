//! Errors in intrinsics.
//!
//! The reference reports most of them without a position. Here a label contains the position; the
//! compatible message format omits labels.

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

/// Creates an error that the reference reports without a position.
pub(super) fn without_position(code: Code, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error_anywhere(code, message)
}

/// Creates an error about `record`.
pub(super) fn at(code: Code, record: Record<'_>, message: impl Into<String>) -> Diagnostic {
    FieldError::new(code, record, message).into()
}

/// Creates an error about a field of `record`.
pub(super) fn in_field(
    code: Code,
    record: Record<'_>,
    field: &str,
    message: impl Into<String>,
) -> Diagnostic {
    FieldError::new(code, record, message).label_field(record, field).into()
}

/// Adds a label with the current intrinsic, unless the error is about its record.
pub(super) fn while_reading(
    mut error: Diagnostic,
    intrinsic: Record<'_>,
    parameter: &str,
) -> Diagnostic {
    if error.pos() != Some(intrinsic.pos()) {
        let name = intrinsic.name();
        error.label(intrinsic.pos(), format!("in the intrinsic '{name}' for type '{parameter}'"));
    }
    error
}
