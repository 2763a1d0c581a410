//! Bit ranges of described sub-registers.

use tablewright_records::{AnalysisError, RecordStore, RecordView, ValueId};
use tablewright_target::record_views::register::SubRegIndexRange;
use tablewright_target::registers::{Register, RegisterId, Registers, SubReg};

/// A sub-register's bits in its register.
#[derive(Clone, Copy)]
pub(super) struct PartRange<'s> {
    /// The name of the index.
    pub(super) index: &'s str,
    /// The sub-register.
    pub(super) register: RegisterId,
    /// The first bit.
    pub(super) first: i64,
    /// The bit after the last.
    pub(super) end: i64,
}

/// Greatest size and offset. The numbers for unknown values are above.
const MAX_BIT: i64 = 1 << 14;

/// Returns the ranges of a register's direct sub-registers. Parts without a known range are omitted.
pub(super) fn part_ranges<'s>(
    store: &'s RecordStore,
    registers: &Registers,
    register: &Register,
) -> Result<Vec<PartRange<'s>>, AnalysisError> {
    let mut parts = Vec::new();
    for &SubReg { index, register } in &register.sub_regs {
        let record = store.record(registers.sub_reg_indices()[index].record);
        if record.has_field("SubRegRanges") && record.value("SubRegRanges")? != ValueId::UNSET {
            continue;
        }
        let range = SubRegIndexRange::new(record);
        let (size, first) = (range.size()?, range.offset()?);
        if (1..MAX_BIT).contains(&size) && (0..MAX_BIT).contains(&first) {
            parts.push(PartRange { index: record.name(), register, first, end: first + size });
        }
    }
    Ok(parts)
}
