//! The numbers of instructions.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore};

use crate::instructions::target_opcodes::TARGET_OPCODES;

/// The number of each instruction in the enum of the target's instructions.
pub struct InstructionNumbers {
    numbers: FxHashMap<RecordId, u32>,
}

impl InstructionNumbers {
    /// Numbers the instructions: those that all targets have come first, then pseudo-instructions,
    /// then the others, both by name.
    pub fn of(store: &RecordStore) -> Result<InstructionNumbers, FieldError> {
        let of_all_targets = (0u32..).zip(TARGET_OPCODES);
        let mut numbers: FxHashMap<RecordId, u32> = of_all_targets
            .filter_map(|(number, name)| Some((store.find_record(name)?, number)))
            .collect();
        let mut own: Vec<(bool, Record<'_>)> = Vec::new();
        for instruction in store.derived_if_defined("Instruction") {
            if instruction.string("Namespace")? != "TargetOpcode" {
                own.push((!instruction.bit("isPseudo")?, instruction));
            }
        }
        own.sort_unstable_by_key(|&(is_real, instruction)| (is_real, instruction.name()));
        let own_numbers = (TARGET_OPCODES.len() as u32..).zip(own);
        numbers.extend(own_numbers.map(|(number, (_, instruction))| (instruction.id(), number)));
        Ok(InstructionNumbers { numbers })
    }

    /// The number of an instruction; `None` for another record.
    pub fn get(&self, instruction: RecordId) -> Option<u32> {
        self.numbers.get(&instruction).copied()
    }
}
