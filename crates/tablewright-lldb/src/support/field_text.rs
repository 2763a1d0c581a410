//! Fields that hold any value and are printed as text.

use tablewright_records::{FieldError, RecordStore, ValueId};

/// Returns the text of a field, whatever its value is: strings without quotes, `?` where it is unset. `None` if the
/// record has no such field.
pub(crate) fn field_text(
    store: &RecordStore,
    field: Result<ValueId, FieldError>,
) -> Option<String> {
    field.ok().map(|value| store.unquoted_text(value))
}
