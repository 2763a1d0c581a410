//! Fields that the record classes of older LLVM releases lack: each function returns the default
//! where the field is not there.

use tablewright_records::{FieldError, Record, RecordId, RecordStore, Value, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

/// Whether a description is of a release before LLVM 6. These have no modes of the hardware; that they have
/// a class which later releases lack tells them from descriptions that need no modes.
pub(crate) fn is_before_llvm_6(store: &RecordStore) -> bool {
    store.find_class("HwMode").is_none() && store.find_class("GCCBuiltin").is_some()
}

/// The integer in a field; `default` where there is no such field.
pub(crate) fn int_or(record: Record<'_>, field: &str, default: i64) -> Result<i64, FieldError> {
    if record.field(field).is_some() { record.int(field) } else { Ok(default) }
}

/// The integer in a field; `None` where there is no such field, or where it is `?`.
pub(crate) fn optional_int(record: Record<'_>, field: &str) -> Result<Option<i64>, FieldError> {
    match record.field(field) {
        Some(found) if found.value != ValueId::UNSET => record.int(field).map(Some),
        _ => Ok(None),
    }
}

/// The bit in a field; `default` where there is no such field.
pub(crate) fn bit_or(record: Record<'_>, field: &str, default: bool) -> Result<bool, FieldError> {
    if record.field(field).is_some() { record.bit(field) } else { Ok(default) }
}

/// The elements of a list; none where there is no such field.
pub(crate) fn list_or_none<'s>(
    record: Record<'s>,
    field: &str,
) -> Result<&'s [ValueId], FieldError> {
    if record.field(field).is_some() { record.list(field) } else { Ok(&[]) }
}

/// The records in a field; none where there is no such field.
pub(crate) fn records_or_none<'s>(
    record: Record<'s>,
    field: &str,
) -> Result<Vec<Record<'s>>, FieldError> {
    if record.field(field).is_some() { record.list_of_records(field) } else { Ok(Vec::new()) }
}

/// The ids of the records in a field; none where there is no such field.
pub(crate) fn record_ids_or_none(
    record: Record<'_>,
    field: &str,
) -> Result<Vec<RecordId>, FieldError> {
    Ok(records_or_none(record, field)?.iter().map(|record| record.id()).collect())
}

/// The record in a field; `None` for `?` and where there is no such field.
pub(crate) fn optional_record<'s>(
    record: Record<'s>,
    field: &str,
) -> Result<Option<Record<'s>>, FieldError> {
    if record.field(field).is_some() { record.optional_record(field) } else { Ok(None) }
}

/// The strings in a field; none where there is no such field.
pub(crate) fn strings_or_none<'s>(
    record: Record<'s>,
    field: &str,
) -> Result<Vec<&'s str>, FieldError> {
    if record.field(field).is_some() { record.list_of_strings(field) } else { Ok(Vec::new()) }
}

/// The integers in a field that used to hold one integer; none where there is no such field.
pub(crate) fn ints_or_int(record: Record<'_>, field: &str) -> Result<Vec<i64>, FieldError> {
    if record.field(field).is_none() {
        return Ok(Vec::new());
    }
    match record.store().value(record.value(field)?) {
        Value::Int(number) => Ok(vec![number]),
        _ => record.list_of_ints(field),
    }
}

/// The text in a field, as a symbol.
pub(crate) fn symbol(record: Record<'_>, field: &str) -> Result<Symbol, FieldError> {
    match record.store().value(record.value(field)?) {
        Value::String(symbol) | Value::Code(symbol) => Ok(symbol),
        _ => Err(record.string(field).map(drop).err().unwrap_or_else(|| {
            FieldError::new(Code::FieldValue, record, format!("The field `{field}' holds no text"))
        })),
    }
}

/// The text in a field, as a symbol; `None` where there is no such field.
pub(crate) fn optional_symbol(
    record: Record<'_>,
    field: &str,
) -> Result<Option<Symbol>, FieldError> {
    record.field(field).map(|_| symbol(record, field)).transpose()
}

/// The text behind a symbol that may be absent: nothing then.
pub(crate) fn text(store: &RecordStore, symbol: Option<Symbol>) -> &str {
    symbol.map_or("", |symbol| store.str(symbol))
}
