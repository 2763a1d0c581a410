//! Fields that the record classes of older LLVM releases lack: each function returns the default
//! where the field is not there.

use tablewright_records::{FieldError, Record, RecordId};

/// The bit in a field; `default` where there is no such field.
pub(crate) fn bit_or(record: Record<'_>, field: &str, default: bool) -> Result<bool, FieldError> {
    if record.field(field).is_some() { record.bit(field) } else { Ok(default) }
}

/// The ids of the records in a field; none where there is no such field.
pub(crate) fn record_ids_or_none(
    record: Record<'_>,
    field: &str,
) -> Result<Vec<RecordId>, FieldError> {
    if record.field(field).is_none() {
        return Ok(Vec::new());
    }
    Ok(record.list_of_records(field)?.iter().map(|record| record.id()).collect())
}

/// The record in a field; `None` for `?` and where there is no such field.
pub(crate) fn optional_record<'s>(
    record: Record<'s>,
    field: &str,
) -> Result<Option<Record<'s>>, FieldError> {
    if record.field(field).is_some() { record.optional_record(field) } else { Ok(None) }
}
