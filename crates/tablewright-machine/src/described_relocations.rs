//! Relocations that a description has as records: `AsmRelocation` for operands, `AsmDataRelocation` for data.

use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Code;

/// An operand relocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandRelocation {
    /// The ELF relocation number.
    pub number: u32,
    /// The operand's record.
    pub operand: RecordId,
    /// The address part.
    pub part: RelocatedPart,
}

/// The address part that an operand has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RelocatedPart {
    /// Added to the address before the shift.
    pub round: i64,
    /// Right shift, in bits.
    pub shift: u32,
    /// The number of bits; zero for all bits.
    pub width: u32,
}

impl RelocatedPart {
    /// Returns an address part.
    pub fn apply(self, address: i64) -> i64 {
        let shifted = address.wrapping_add(self.round) >> self.shift;
        match self.width {
            0 => shifted,
            width => shifted & crate::number::low_mask(width) as i64,
        }
    }

    /// Returns the negative number with the same bits: `0xfff` of 12 bits is -1. `None` if the highest bit is not set, or if
    /// the width is not from 1 to 62.
    pub(crate) fn with_sign(self, number: i64) -> Option<i64> {
        let size = 1_i64.checked_shl(self.width).filter(|_| (1..63).contains(&self.width))?;
        (size / 2..size).contains(&number).then(|| number - size)
    }
}

/// The relocations in records.
#[derive(Default)]
pub(crate) struct DescribedRelocations {
    operands: Vec<OperandRelocation>,
    /// Sizes in bytes and numbers.
    data: Vec<(usize, u32)>,
}

impl DescribedRelocations {
    pub(crate) fn new(store: &RecordStore) -> Result<DescribedRelocations, FieldError> {
        let mut relocations = DescribedRelocations::default();
        for record in store.derived_if_defined("AsmRelocation") {
            let part = RelocatedPart {
                round: record.int("Round")?,
                shift: number(record, "Shift", 63)?,
                width: number(record, "Width", 64)?,
            };
            relocations.operands.push(OperandRelocation {
                number: number(record, "Number", u32::MAX.into())?,
                operand: record.record("Operand")?.id(),
                part,
            });
        }
        for record in store.derived_if_defined("AsmDataRelocation") {
            let size = number(record, "Size", 8)? as usize;
            relocations.data.push((size, number(record, "Number", u32::MAX.into())?));
        }
        Ok(relocations)
    }

    /// Returns the relocation for a symbol in an operand: the first one for the whole address.
    pub(crate) fn operand_number(&self, operand: RecordId) -> Option<u32> {
        let whole = |row: &&OperandRelocation| row.operand == operand && row.part.shift == 0;
        self.operands.iter().find(whole).map(|row| row.number)
    }

    /// Returns the relocation for data with this size in bytes.
    pub(crate) fn data_number(&self, size: usize) -> Option<u32> {
        self.data.iter().find(|row| row.0 == size).map(|row| row.1)
    }

    /// Returns the data size in bytes for this relocation.
    pub(crate) fn data_size(&self, number: u32) -> Option<usize> {
        self.data.iter().find(|row| row.1 == number).map(|row| row.0)
    }

    /// Returns the operand relocations that have this number.
    pub(crate) fn numbered(&self, number: u32) -> impl Iterator<Item = &OperandRelocation> {
        self.operands.iter().filter(move |row| row.number == number)
    }
}

/// Returns a field from zero to `limit`.
fn number(record: Record<'_>, field: &str, limit: i64) -> Result<u32, FieldError> {
    let number = record.int(field)?;
    if !(0..=limit).contains(&number) {
        let message = format!("{field} of '{}' is not from 0 to {limit}", record.name());
        let error = FieldError::new(Code::FieldValue, record, message);
        return Err(error.label_field(record, field));
    }
    Ok(number as u32)
}

#[cfg(test)]
mod tests {
    use super::RelocatedPart;

    #[test]
    fn a_part_with_its_highest_bit_may_be_negative() {
        let part = RelocatedPart { round: 0, shift: 0, width: 12 };
        assert_eq!(part.with_sign(3600), Some(-496));
        assert_eq!(part.with_sign(2047), None);
        assert_eq!(RelocatedPart { width: 0, ..part }.with_sign(3600), None);
    }
}
