//! Registers that instructions read or write beside their operands: `Uses` and `Defs`.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordView, ValueId};
use tablewright_target::record_views::instruction::InstructionRecord;

use tablewright_target::qualified_name::QualifiedName;

/// The registers that instructions use and define implicitly, in one array.
#[derive(Default)]
pub(crate) struct ImplicitOperands<'s> {
    /// Lists with their array offsets. A list contains used registers, then defined registers, with namespaces.
    pub(crate) lists: Vec<(usize, Vec<QualifiedName<'s>>)>,
    /// The number of registers in the array.
    pub(crate) len: usize,
    by_registers: FxHashMap<Vec<RecordId>, usize>,
    /// By the values of `Uses` and `Defs`: most instructions share them with others.
    by_values: FxHashMap<(ValueId, ValueId), ListOf>,
}

/// An instruction's list.
#[derive(Clone, Copy)]
pub(super) struct ListOf {
    /// Its offset in the array.
    pub(super) offset: usize,
    /// The numbers of registers that are used, and that are defined.
    pub(super) use_count: usize,
    pub(super) def_count: usize,
}

impl<'s> ImplicitOperands<'s> {
    /// Returns an instruction's list. Adds it unless an equal list exists.
    pub(super) fn for_instruction(
        &mut self,
        instruction: Record<'s>,
    ) -> Result<ListOf, FieldError> {
        let instruction = InstructionRecord::new(instruction);
        let values = (instruction.uses_value()?, instruction.defs_value()?);
        if let Some(&list) = self.by_values.get(&values) {
            return Ok(list);
        }
        let (uses, defs) = (instruction.uses()?, instruction.defs()?);
        let (use_count, def_count) = (uses.len(), defs.len());
        let registers = [uses, defs].concat();
        let ids: Vec<RecordId> = registers.iter().map(|register| register.id()).collect();
        // The list does not mark the end of the uses, so instructions that differ only in this share the list.
        let offset = match self.by_registers.get(&ids) {
            Some(&offset) => offset,
            None => {
                let names = registers.into_iter().map(QualifiedName::from_record);
                self.lists.push((self.len, names.collect::<Result<_, _>>()?));
                self.by_registers.insert(ids, self.len);
                self.len += use_count + def_count;
                self.len - use_count - def_count
            }
        };
        let list = ListOf { offset, use_count, def_count };
        self.by_values.insert(values, list);
        Ok(list)
    }
}
