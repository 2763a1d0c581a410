//! Register names.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::record_views::register::RegAltNameIndexRecord;
use tablewright_target::registers::{RegisterId, Registers};
use tablewright_text::SequenceToOffsetTable;

use crate::support::packed_sequences::{PackedSequences, packed_strings};
use crate::support::unsigned_width::UnsignedWidth;

/// Index for the registers' own names, in contrast to alternative names.
const NO_ALT_NAME: &str = "NoRegAltName";

/// All register names.
pub(crate) struct RegisterNames<'s> {
    pub(crate) register_count: usize,
    pub(crate) namespace: &'s str,
    pub(crate) sets: Vec<RegisterNameSet<'s>>,
}

/// A name for each register.
pub(crate) struct RegisterNameSet<'s> {
    /// Set name; empty if there is a single set.
    pub(crate) name: &'s str,
    /// Name set for registers without a name in this set.
    pub(crate) fallback: Option<&'s str>,
    pub(crate) strings: SequenceToOffsetTable<u8>,
    /// The width of an offset into the strings.
    pub(crate) offset_width: UnsignedWidth,
    /// Name offset by register.
    pub(crate) offsets: Vec<usize>,
}

impl<'s> RegisterNames<'s> {
    /// Collects the register names.
    ///
    /// # Errors
    /// If a register lists an alternative name index without a name for it.
    pub(super) fn collect(job: &mut Job<'s>) -> Result<RegisterNames<'s>, Failure> {
        let registers: &Registers = job.analysis()?;
        let store = job.store;
        let indices: Vec<Record<'s>> =
            registers.all_alt_name_indices().iter().map(|&index| store.record(index)).collect();
        // All alternative names are in the same enum, so the first register's namespace is used for all.
        let first = registers.iter().next();
        let namespace = first.map_or("", |(_, register)| store.str(register.namespace));
        // With a single index there is no choice, so the function has no index parameter.
        let sets = if indices.len() > 1 {
            indices
                .into_iter()
                .map(|index| RegisterNameSet::from_registers(store, registers, index))
                .collect()
        } else {
            Ok(vec![RegisterNameSet::new("", None, &own_names(store, registers))])
        };
        Ok(RegisterNames { register_count: registers.len(), namespace, sets: sets? })
    }
}

impl<'s> RegisterNameSet<'s> {
    fn new(name: &'s str, fallback: Option<&'s str>, names: &[&str]) -> RegisterNameSet<'s> {
        let PackedSequences { table, offsets } = packed_strings(names.iter().copied());
        // The greatest offset is the offset of the last terminator.
        let offset_width = UnsignedWidth::new(table.len().saturating_sub(1));
        RegisterNameSet { name, fallback, strings: table, offset_width, offsets }
    }

    fn from_registers(
        store: &'s RecordStore,
        registers: &Registers,
        index: Record<'s>,
    ) -> Result<RegisterNameSet<'s>, FieldError> {
        let names = if index.name() == NO_ALT_NAME {
            own_names(store, registers)
        } else {
            let indices = registers.ids();
            indices
                .map(|register| alt_name(store, registers, register, index))
                .collect::<Result<_, FieldError>>()?
        };
        let fallback = RegAltNameIndexRecord::new(index).fallback_reg_alt_name_index()?;
        Ok(RegisterNameSet::new(index.name(), fallback.map(|index| index.name()), &names))
    }
}

/// Returns the registers' assembly names. A register without an assembly name has its record name.
fn own_names<'s>(store: &'s RecordStore, registers: &'s Registers) -> Vec<&'s str> {
    let name = |register| match registers.asm_name(store, register) {
        "" => registers.name(register),
        name => name,
    };
    registers.ids().map(name).collect()
}

/// Returns the alternative name of a register for `index`; empty if it has none.
fn alt_name<'s>(
    store: &'s RecordStore,
    registers: &Registers,
    register: RegisterId,
    index: Record<'_>,
) -> Result<&'s str, FieldError> {
    let is_index = |other: RecordId| other == index.id();
    let indices = registers.reg_alt_name_indices(store, register)?;
    let Some(at) = indices.iter().position(|other| is_index(other.id())) else {
        return Ok("");
    };
    let Some(&name) = registers.alt_names(store, register)?.get(at) else {
        let record = store.record(registers.get(register).described_by);
        let message = format!("Register definition missing alt name for '{}'.", index.name());
        return Err(FieldError::new(Code::RegisterNames, record, message));
    };
    Ok(name)
}
