//! The instructions of X86, for tables that pair them: in order, by name, and with their operands.

use rustc_hash::FxHashSet;
use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::instructions::{InstructionId, Instructions};

/// The X86 instructions.
#[derive(Clone, Copy)]
pub(crate) struct X86InstructionList<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
}

impl<'s> X86InstructionList<'s> {
    /// Creates the instructions of the job's target.
    ///
    /// # Errors
    /// If the operands of an instruction are invalid.
    pub(crate) fn new(job: &mut Job<'s>) -> Result<X86InstructionList<'s>, Failure> {
        let store = job.store;
        Ok(X86InstructionList { store, instructions: job.analysis()?, operands: job.analysis()? })
    }

    /// Iterates over the `X86Inst` records in instruction order.
    pub(crate) fn iter(self) -> impl Iterator<Item = (InstructionId, Record<'s>)> {
        let class = self.store.find_class("X86Inst");
        let records =
            self.instructions.iter().map(move |(id, record)| (id, self.store.record(record)));
        records.filter(move |(_, record)| class.is_some_and(|c| record.superclasses().contains(&c)))
    }

    /// Returns an instruction's record.
    pub(crate) fn record(self, instruction: InstructionId) -> Record<'s> {
        self.store.record(self.instructions.record(instruction))
    }

    /// Returns the instruction with the name.
    pub(crate) fn named(self, name: &str) -> Option<InstructionId> {
        self.instructions.id(self.store.find_record(name)?)
    }

    /// Returns the records for an instruction's operands, outputs first.
    pub(crate) fn operands(
        self,
        instruction: InstructionId,
    ) -> impl ExactSizeIterator<Item = Record<'s>> {
        let operands = self.operands.for_instruction(instruction);
        operands.list().iter().map(move |op| self.store.record(operands.class(op).record))
    }
}

/// Returns the numbers of listed outputs and inputs; `variable_ops` is a single operand.
///
/// # Errors
///
/// If the instruction has no such list.
pub(crate) fn operand_counts(instruction: Record<'_>) -> Result<(usize, usize), FieldError> {
    let count = |field| instruction.dag(field).map(|dag| dag.args.len());
    Ok((count("OutOperandList")?, count("InOperandList")?))
}

/// Names of instructions that are put together from the same parts: a stem, a middle such as the length
/// of vectors, and an ending such as `rr`.
pub(crate) struct NameFamily {
    pub(crate) stems: &'static [&'static str],
    pub(crate) middles: &'static [&'static str],
    pub(crate) endings: &'static [&'static str],
}

/// Returns the names in all families.
pub(crate) fn all_names(families: &[NameFamily]) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for family in families {
        for stem in family.stems {
            for middle in family.middles {
                names.extend(family.endings.iter().map(|end| [*stem, *middle, *end].concat()));
            }
        }
    }
    names
}
