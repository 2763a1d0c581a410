//! Fields of scheduling records. What older releases of LLVM lack has the value that it has by
//! default in later ones.

use tablewright_records::{FieldError, Record, RecordId};

/// The bit in a field; false if there is no such field.
pub(super) fn bit(record: Record<'_>, field: &str) -> Result<bool, FieldError> {
    match record.field(field) {
        Some(_) => record.bit(field),
        None => Ok(false),
    }
}

/// The integer in a field; `absent` if there is no such field.
pub(super) fn int(record: Record<'_>, field: &str, absent: i64) -> Result<i64, FieldError> {
    match record.field(field) {
        Some(_) => record.int(field),
        None => Ok(absent),
    }
}

/// The integers in a field; none if there is no such field.
pub(super) fn ints(record: Record<'_>, field: &str) -> Result<Vec<i64>, FieldError> {
    match record.field(field) {
        Some(_) => record.list_of_ints(field),
        None => Ok(Vec::new()),
    }
}

/// The records in a field; none if there is no such field.
pub(super) fn records<'s>(record: Record<'s>, field: &str) -> Result<Vec<Record<'s>>, FieldError> {
    match record.field(field) {
        Some(_) => record.list_of_records(field),
        None => Ok(Vec::new()),
    }
}

/// The ids of the records in a field.
pub(super) fn ids(record: Record<'_>, field: &str) -> Result<Vec<RecordId>, FieldError> {
    Ok(records(record, field)?.iter().map(|record| record.id()).collect())
}

/// The record in a field; `None` for `?` and where there is no such field.
pub(super) fn optional_record<'s>(
    record: Record<'s>,
    field: &str,
) -> Result<Option<Record<'s>>, FieldError> {
    match record.field(field) {
        Some(_) => record.optional_record(field),
        None => Ok(None),
    }
}
