//! Operand types: `Operand`, `RegisterOperand` and `RegisterClass` records.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_target::instructions::operands::OperandClass;

use super::operand_info::part_record;
use super::{InstrAnalyses, InstrInfoLayout, InstrNames};

/// Namespace for X86 instructions.
const X86: &str = "X86";

/// Classes whose records are operand types, in enumerator order.
const CLASSES: [&str; 3] = ["Operand", "RegisterOperand", "RegisterClass"];

/// The operand types, and the types in each instruction.
pub(crate) struct InstrInfoOperandTypes<'s> {
    /// Whether they are written. Since implicit operands come first, only X86 uses them.
    pub(crate) is_written: bool,
    /// The types, each with its number. An anonymous record has a number but no enumerator.
    pub(crate) enumerators: Vec<(&'s str, usize)>,
    /// Type count, including anonymous types.
    pub(crate) count: usize,
    /// Operand types for all instructions, one instruction after another. `None` for an operand without a type.
    pub(crate) operands: Vec<Option<&'s str>>,
    /// Offset of the first operand by instruction, then the end offset.
    pub(crate) offsets: Vec<usize>,
    /// Memory operand types by size in bits, for X86's memory operand class.
    pub(crate) by_memory_size: BTreeMap<i32, Vec<&'s str>>,
}

impl<'s> InstrInfoOperandTypes<'s> {
    /// With `expands_operands`, an operand's type is replaced by the types of its parts.
    pub(super) fn collect(
        analyses: InstrAnalyses<'s>,
        names: &InstrNames<'s>,
        expands_operands: bool,
    ) -> Result<InstrInfoOperandTypes<'s>, Failure> {
        let mut enumerators = Vec::new();
        let mut count = 0;
        for class in CLASSES {
            for record in analyses.store.derived_from_name(class)? {
                if !record.is_anonymous() {
                    enumerators.push((record.name(), count));
                }
                count += 1;
            }
        }
        let mut operands = Vec::new();
        let mut offsets = Vec::with_capacity(analyses.instructions.len() + 1);
        let mut by_class: FxHashMap<RecordId, Vec<Option<&str>>> = FxHashMap::default();
        for (id, instruction) in analyses.records() {
            offsets.push(operands.len());
            let list = analyses.operands.for_instruction(id);
            for operand in list.list() {
                let class = list.class(operand);
                let types = match by_class.get(&class.record) {
                    Some(types) => types,
                    None => {
                        let types = types_of(instruction, class, expands_operands)?;
                        by_class.entry(class.record).or_insert(types)
                    }
                };
                operands.extend_from_slice(types);
            }
        }
        offsets.push(operands.len());
        let by_memory_size = by_memory_size(analyses.store)?;
        let is_written = match names.layout {
            InstrInfoLayout::OperandsFirst => true,
            InstrInfoLayout::ImplicitOpsFirst => names.namespace == X86,
        };
        Ok(InstrInfoOperandTypes {
            is_written,
            enumerators,
            count,
            operands,
            offsets,
            by_memory_size,
        })
    }
}

/// Returns the types of an operand's parts, or the whole operand's type.
fn types_of<'s>(
    instruction: Record<'s>,
    class: &OperandClass,
    expands_operands: bool,
) -> Result<Vec<Option<&'s str>>, FieldError> {
    if !expands_operands {
        return Ok(vec![operand_type(instruction.store().record(class.record))]);
    }
    let parts = 0..class.mi_operand_count();
    parts.map(|part| part_record(instruction, class, part).map(operand_type)).collect()
}

/// Returns the operand type of a record; `None` if it lacks an enumerator.
pub(super) fn operand_type(record: Record<'_>) -> Option<&str> {
    let is_type = !record.is_anonymous() && CLASSES.iter().any(|class| record.inherits(class));
    is_type.then_some(record.name())
}

fn by_memory_size(store: &RecordStore) -> Result<BTreeMap<i32, Vec<&str>>, FieldError> {
    let mut by_size: BTreeMap<i32, Vec<&str>> = BTreeMap::new();
    for operand in store.derived_if_defined("X86MemOperand") {
        if !operand.inherits("Operand") {
            continue;
        }
        // The size is an `int` in the generated code.
        let size = operand.int("Size")? as i32;
        if size != 0 {
            by_size.entry(size).or_default().push(operand.name());
        }
    }
    Ok(by_size)
}
