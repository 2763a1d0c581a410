//! Numbers in fields of instructions.

use tablewright_records::Record;

/// Returns the number in a field with a bit or bits; `None` without the field or its value.
pub(crate) fn field_number(record: Record<'_>, field: &str) -> Option<i64> {
    match record.optional_bit(field) {
        Ok(bit) => bit.map(i64::from),
        Err(_) => record.bits(field).ok()?.to_int(),
    }
}
