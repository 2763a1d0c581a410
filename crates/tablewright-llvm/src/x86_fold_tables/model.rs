//! Selects the table for each instruction pair, and its flags.

use std::collections::{BTreeMap, BTreeSet};

use tablewright_records::{Feature, FieldError, Record, RecordView};
use tablewright_target::decoding::x86::operand_record::{
    is_memory, is_register, memory_size, register_size,
};
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::record_views::x86_inst::X86InstRecord;

use super::exceptions::{ADDED, moves_elements};
use super::flags::{FoldTableElement, FoldTableFlags};
use super::pairs::{FoldPair, Forms};
use crate::support::x86_instructions::{X86InstructionList, operand_counts};

/// Number of operand positions that can be memory.
const OPERAND_COUNT: usize = 5;
/// Name parts for instructions that need aligned memory, and for instructions that do not.
const ALIGNED: [&str; 7] =
    ["MOVDQA", "MOVAPS", "MOVAPD", "MOVNTPS", "MOVNTPD", "MOVNTDQ", "MOVNTDQA"];
const UNALIGNED: [&str; 7] =
    ["MOVDQU", "MOVUPS", "MOVUPD", "PCMPESTRM", "PCMPESTRI", "PCMPISTRM", "PCMPISTRI"];
/// Alignment in bytes that instructions without VEX require for vectors in memory.
const SSE_ALIGNMENT: u8 = 16;
/// Larger memory operands are vectors.
const LARGEST_SCALAR: i64 = 64;
/// Name endings of masked instructions, with the length of the mask suffix: `k` or `kz`.
const MASKED_ENDINGS: [(&str, usize); 2] = [("rkz", 2), ("rk", 1)];
/// Name endings for alternative encodings.
const ALTERNATIVE_ENDINGS: [&str; 2] = ["_REV", "_alt"];

/// The tables, by the operands in memory.
pub(super) struct FoldTables<'s> {
    /// Tables with their names.
    pub(super) tables: Vec<(String, Vec<FoldEntry<'s>>)>,
    /// The masked instructions that cannot be folded with the mask of their user, in releases that list them.
    pub(super) not_with_same_mask: Option<Vec<&'s str>>,
}

/// A table line.
#[doc(alias = "X86FoldTableEntry")]
#[derive(Clone, Copy)]
pub(super) struct FoldEntry<'s> {
    /// The instruction with a register.
    pub(super) register: &'s str,
    /// The instruction with memory.
    pub(super) memory: &'s str,
    pub(super) flags: FoldTableFlags,
}

/// Entries by register instruction. Each has at most a single entry in a table.
type FoldTable<'s> = BTreeMap<InstructionId, FoldEntry<'s>>;

/// Pairs all instructions that have a form with a register and one with memory, table by table.
///
/// # Errors
/// If a field has no value.
pub(super) fn collect(
    instructions: X86InstructionList<'_>,
    forms: Forms,
    dialect: usize,
) -> Result<FoldTables<'_>, FieldError> {
    let mut builder = FoldTableBuilder::new(instructions);
    for pair in forms.pairs(instructions, dialect)? {
        let register = usual_encoding(instructions, pair.register);
        builder.add(&FoldPair { register, ..pair }, None)?;
    }
    for &(register, memory, flags) in ADDED {
        // Another release may lack either instruction.
        let (Some(register), Some(memory)) =
            (instructions.named(register), instructions.named(memory))
        else {
            continue;
        };
        builder.add(&FoldPair { register, memory, is_broadcast: false }, Some(flags))?;
    }
    builder.finish()
}

/// Returns the instruction for which `id` is another encoding, or `id` itself.
fn usual_encoding(instructions: X86InstructionList<'_>, id: InstructionId) -> InstructionId {
    let name = instructions.record(id).name();
    let stem = ALTERNATIVE_ENDINGS.iter().find_map(|ending| name.strip_suffix(ending));
    stem.and_then(|stem| instructions.named(stem)).unwrap_or(id)
}

struct FoldTableBuilder<'s> {
    instructions: X86InstructionList<'s>,
    /// The memory is read and written.
    two_address: FoldTable<'s>,
    /// By the operand that is memory.
    by_operand: [FoldTable<'s>; OPERAND_COUNT],
    /// The same for instructions that broadcast a memory element to a whole vector.
    broadcast: [FoldTable<'s>; OPERAND_COUNT],
}

/// The operands of an instruction in memory, which decide the table that a pair belongs in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MemoryOperand {
    TwoAddress,
    Load(usize),
    Store,
}

impl<'s> FoldTableBuilder<'s> {
    fn new(instructions: X86InstructionList<'s>) -> FoldTableBuilder<'s> {
        FoldTableBuilder {
            instructions,
            two_address: FoldTable::new(),
            by_operand: Default::default(),
            broadcast: Default::default(),
        }
    }

    /// Adds a pair. If the list `added` it, its flags come from the list and the table.
    fn add(&mut self, pair: &FoldPair, added: Option<FoldTableFlags>) -> Result<(), FieldError> {
        let Some(memory) = self.memory_operand(pair)? else { return Ok(()) };
        let flags = added.unwrap_or(FoldTableFlags::NONE);
        let (operand, flags) = match memory {
            MemoryOperand::TwoAddress => (0, FoldTableFlags { no_reverse: true, ..flags }),
            MemoryOperand::Load(0) => (0, FoldTableFlags { is_load: true, ..flags }),
            MemoryOperand::Load(operand) => (operand, flags),
            MemoryOperand::Store => (0, FoldTableFlags { is_store: true, ..flags }),
        };
        let is_broadcast = pair.is_broadcast && operand > 0;
        let flags = if is_broadcast {
            FoldTableFlags { broadcast: self.element(pair.memory)?, ..FoldTableFlags::NONE }
        } else if added.is_some() {
            flags
        } else {
            self.flags(pair, operand, flags)?
        };
        let entry = FoldEntry {
            register: self.instructions.record(pair.register).name(),
            memory: self.instructions.record(pair.memory).name(),
            flags,
        };
        let table = match memory {
            MemoryOperand::TwoAddress => &mut self.two_address,
            MemoryOperand::Load(_) | MemoryOperand::Store if is_broadcast => {
                &mut self.broadcast[operand]
            }
            MemoryOperand::Load(_) | MemoryOperand::Store => &mut self.by_operand[operand],
        };
        table.insert(pair.register, entry);
        Ok(())
    }

    /// Returns the memory operand of a pair, determined by the numbers of outputs and inputs.
    fn memory_operand(&self, pair: &FoldPair) -> Result<Option<MemoryOperand>, FieldError> {
        let instructions = self.instructions;
        let (outputs, inputs) = operand_counts(instructions.record(pair.register))?;
        let (memory_outputs, memory_inputs) = operand_counts(instructions.record(pair.memory))?;
        if memory_outputs == 0 && outputs == 1 && memory_inputs == inputs {
            return Ok(Some(MemoryOperand::TwoAddress));
        }
        let operands =
            || instructions.operands(pair.register).zip(instructions.operands(pair.memory));
        if memory_inputs == inputs && memory_outputs == outputs {
            for (number, (register, memory)) in operands().enumerate().skip(outputs) {
                let is_pointer = register.inherits("PointerLikeRegClass")
                    || register.inherits("RegClassByHwMode");
                if (is_register(register) || is_pointer)
                    && is_memory(memory)?
                    && number < OPERAND_COUNT
                {
                    return Ok(Some(MemoryOperand::Load(number)));
                }
            }
        } else if memory_inputs == inputs + 1 && memory_outputs + 1 == outputs {
            // An output became memory, which is an input.
            if let Some((register, memory)) = operands().nth(outputs - 1)
                && is_register(register)
                && is_memory(memory)?
                && register_size(register)? == memory_size(memory)?
            {
                return Ok(Some(MemoryOperand::Store));
            }
        }
        Ok(None)
    }

    /// Returns the flags for a pair whose operand with this number is memory.
    fn flags(
        &self,
        pair: &FoldPair,
        operand: usize,
        mut flags: FoldTableFlags,
    ) -> Result<FoldTableFlags, FieldError> {
        let instructions = self.instructions;
        let record = instructions.record(pair.register);
        let register = instructions.operands(pair.register).nth(operand);
        let memory = instructions.operands(pair.memory).nth(operand);
        let (Some(register), Some(memory)) = (register, memory) else { return Ok(flags) };
        let (register_size, size) = (register_size(register)?, memory_size(memory)?);
        // A standalone load has the register's size, so the memory may be too small for it.
        flags.no_reverse |= register_size > size;
        flags.no_reverse |= self.is_unsplittable_move(record, flags.is_store)?;
        // It may be widened from a load of fewer elements than the vector has.
        flags.no_reverse |= record.name().contains("EXPAND");
        flags.alignment = alignment(record, size)?;
        Ok(flags)
    }

    /// Whether an instruction is a move that cannot be split: a store, or one with a mask, which does not
    /// access all elements.
    fn is_unsplittable_move(
        &self,
        register: Record<'_>,
        is_store: bool,
    ) -> Result<bool, FieldError> {
        let name = register.name();
        let masked = MASKED_ENDINGS.iter().find(|(ending, _)| name.ends_with(ending));
        let unmasked = masked.and_then(|(_, mask)| {
            let base = self.instructions.named(&name[..name.len() - mask])?;
            Some(self.instructions.record(base))
        });
        match unmasked {
            Some(unmasked) => X86InstRecord::new(unmasked).is_move_reg(),
            None => Ok(X86InstRecord::new(register).is_move_reg()? && is_store),
        }
    }

    /// Returns the memory element that an instruction copies to all vector elements.
    fn element(&self, memory: InstructionId) -> Result<Option<FoldTableElement>, FieldError> {
        let record = self.instructions.record(memory);
        let store = record.store();
        let inputs = InstructionRecord::new(record).in_operand_list()?.args;
        Ok(inputs
            .iter()
            .find_map(|arg| FoldTableElement::from_operand(&store.value_text(arg.value))))
    }

    /// Returns the masked instructions that cannot be folded with the mask of their user, since they move elements.
    fn not_with_same_mask(&self) -> Result<Vec<&'s str>, FieldError> {
        let tables = self.by_operand.iter().chain(&self.broadcast).chain([&self.two_address]);
        let ids: BTreeSet<InstructionId> = tables.flat_map(|table| table.keys().copied()).collect();
        let mut names = Vec::new();
        for id in ids {
            let record = self.instructions.record(id);
            if moves_elements(record.name()) && X86InstRecord::new(record).has_evex_k()? {
                names.push(record.name());
            }
        }
        Ok(names)
    }

    fn finish(self) -> Result<FoldTables<'s>, FieldError> {
        let first = self.by_operand.iter().flat_map(|table| table.keys()).next().copied();
        let lists_exceptions = first.is_some_and(|id| {
            let release = self.instructions.record(id).store().release();
            release.has(Feature::X86FoldTablesListMaskedExceptions)
        });
        let not_with_same_mask =
            if lists_exceptions { Some(self.not_with_same_mask()?) } else { None };
        let lines = |table: FoldTable<'s>| table.into_values().collect();
        let mut tables = vec![("Table2Addr".to_owned(), lines(self.two_address))];
        for (number, table) in self.by_operand.into_iter().enumerate() {
            tables.push((format!("Table{number}"), lines(table)));
        }
        for (number, table) in self.broadcast.into_iter().enumerate().skip(1) {
            tables.push((format!("BroadcastTable{number}"), lines(table)));
        }
        Ok(FoldTables { tables, not_with_same_mask })
    }
}

/// Returns the alignment in bytes that an instruction requires for memory with this number of bits.
fn alignment(register: Record<'_>, memory_size: i64) -> Result<u8, FieldError> {
    let is_listed = |parts: &[&str]| parts.iter().any(|part| register.name().contains(part));
    if is_listed(&ALIGNED) {
        let size = X86InstRecord::new(register).vect_size()?.0;
        return Ok(size.checked_ilog2().map_or(1, |log| 1 << log));
    }
    let is_sse = X86InstRecord::new(register).op_enc()?.0 == 0 && memory_size > LARGEST_SCALAR;
    Ok(if is_sse && !is_listed(&UNALIGNED) { SSE_ALIGNMENT } else { 1 })
}
