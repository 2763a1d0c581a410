//! Numbers in fields of instructions.

use smallvec::SmallVec;
use tablewright_index::IndexVec;
use tablewright_records::{Record, RecordStore};
use tablewright_target::instructions::{InstructionId, Instructions};

/// Returns the number in a field with a bit or bits; `None` without the field or its value.
pub(crate) fn field_number(record: Record<'_>, field: &str) -> Option<i64> {
    match record.optional_bit(field) {
        Ok(bit) => bit.map(i64::from),
        Err(_) => record.bits(field).ok()?.to_int(),
    }
}

/// Numbers in some fields for all instructions.
pub(crate) struct FieldNumbers {
    fields: &'static [&'static str],
    numbers: IndexVec<InstructionId, SmallVec<[Option<i64>; 4]>>,
}

impl FieldNumbers {
    pub(crate) fn new(
        store: &RecordStore,
        instructions: &Instructions,
        fields: &'static [&'static str],
    ) -> FieldNumbers {
        let mut numbers = IndexVec::new();
        for (_, record) in instructions.iter().filter(|_| !fields.is_empty()) {
            let record = store.record(record);
            numbers.push(fields.iter().map(|field| field_number(record, field)).collect());
        }
        FieldNumbers { fields, numbers }
    }

    /// Returns the number in a field. Returns `None` if the field is not one of the table.
    pub(crate) fn number(&self, instruction: InstructionId, field: &str) -> Option<Option<i64>> {
        let index = self.fields.iter().position(|own| *own == field)?;
        self.numbers[instruction].get(index).copied()
    }
}
