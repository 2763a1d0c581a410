//! Fields that hold any value and are printed as text.

use tablewright_records::{FieldError, RecordStore, ValueId};

/// Returns a field's text, whatever its value: strings without quotes, `?` if unset. `None` if the record lacks the
/// field.
pub(crate) fn field_text(
    store: &RecordStore,
    field: Result<ValueId, FieldError>,
) -> Option<String> {
    field.ok().map(|value| store.unquoted_text(value))
}
