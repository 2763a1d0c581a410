//! The records that patterns refer to, with the analyses for registers, instructions and operands.

use tablewright_records::{
    AnalysisError, Feature, FieldError, Record, RecordId, RecordStore, RecordView, Value,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::instructions::operands::{InstructionOperands, Operands};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::OperandRecord;
use tablewright_target::registers::{
    ByHwMode, DescribedClass, DescribedClasses, Registers, RegistersByHwMode,
};
use tablewright_target::value_types::{TypeByHwMode, ValueType};

use super::record_classes::{PatternClass, RecordClasses};
use super::sd_node::TypeReader;
use crate::patterns::types::type_set::ValueTypeSet;

/// The records that patterns refer to.
pub(crate) struct TargetRecords<'s> {
    pub(crate) store: &'s RecordStore,
    pub(crate) classes: RecordClasses<'s>,
    pub(crate) types: TypeReader<'s>,
    pub(crate) instructions: &'s Instructions,
    pub(crate) operands: &'s InstructionOperands,
    registers: &'s Registers,
    pub(crate) register_classes: &'s DescribedClasses,
    by_hw_mode: &'s RegistersByHwMode,
    /// Whether operands demand types before their node does: [`Feature::OperandTypesFirst`].
    pub(crate) operand_types_first: bool,
}

impl<'s> TargetRecords<'s> {
    pub(crate) fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<TargetRecords<'s>, AnalysisError> {
        let register_classes = store.analysis(diagnostics)?;
        Ok(TargetRecords {
            store,
            classes: RecordClasses::new(store),
            types: TypeReader::new(store, diagnostics)?,
            instructions: store.analysis(diagnostics)?,
            operands: store.analysis(diagnostics)?,
            registers: store.analysis(diagnostics)?,
            register_classes,
            by_hw_mode: store.analysis(diagnostics)?,
            operand_types_first: store.release().has(Feature::OperandTypesFirst),
        })
    }

    /// Returns the types of registers in any mode.
    pub(crate) fn legal_types(&self) -> ValueTypeSet {
        let mut legal = ValueTypeSet::default();
        for class in self.register_classes.by_name() {
            for &(_, ty) in class.value_types.iter().flat_map(TypeByHwMode::choices) {
                legal.insert(ty);
            }
        }
        legal
    }

    pub(crate) fn record(&self, record: RecordId) -> Record<'s> {
        self.store.record(record)
    }

    /// Returns the record of an instruction.
    pub(crate) fn instruction(&self, instruction: InstructionId) -> Record<'s> {
        self.record(self.instructions.record(instruction))
    }

    /// Returns an instruction's operands.
    pub(crate) fn operands_of(&self, instruction: InstructionId) -> Operands<'s> {
        self.operands.for_instruction(instruction)
    }

    /// Returns an instruction operand's record.
    pub(crate) fn operand_record(&self, instruction: InstructionId, index: usize) -> RecordId {
        let operands = self.operands_of(instruction);
        operands.class(&operands.list()[index]).record
    }

    /// Returns the count of instruction outputs that are node results.
    pub(crate) fn output_count(&self, instruction: InstructionId) -> usize {
        let count = self.operands_of(instruction).def_count();
        let all_are_results = self.store.release().has(Feature::AllOutputsAreResults);
        if all_are_results { count } else { count.min(1) }
    }

    /// Returns the class of registers that a record describes.
    pub(crate) fn register_class(&self, class: RecordId) -> Result<&'s DescribedClass, FieldError> {
        self.register_classes.for_record(class).ok_or_else(|| {
            let record = self.record(class);
            FieldError::new(Code::PatternNodes, record, "Not a known RegisterClass!")
        })
    }

    /// Returns the register classes in a `RegClassByHwMode` record by mode; `None` for other records.
    pub(crate) fn classes_by_hw_mode(&self, class: RecordId) -> Option<&'s ByHwMode> {
        self.by_hw_mode.class(class)
    }

    /// Returns a register's types: the types of all its classes.
    pub(crate) fn register_types(&self, register: RecordId) -> Vec<TypeByHwMode> {
        let Some(register) = self.registers.for_record(register) else { return Vec::new() };
        let classes = self.register_classes.by_name().iter();
        let holding = classes.filter(|class| class.members.contains(register));
        let mut types: Vec<TypeByHwMode> =
            holding.flat_map(|class| class.value_types.iter().cloned()).collect();
        types.sort_unstable();
        types.dedup();
        types
    }

    /// Returns the first type of the first class that a register is in.
    pub(crate) fn first_register_type(&self, register: RecordId) -> Option<ValueType> {
        let register = self.registers.for_record(register)?;
        let mut classes = self.register_classes.in_order();
        let class = classes.find(|class| class.members.contains(register))?;
        class.value_types.first()?.first()
    }

    /// Returns an operand's sub-operands; empty for an operand with a single part.
    pub(crate) fn sub_operands(&self, operand: RecordId) -> Result<Vec<RecordId>, FieldError> {
        let mut parts = Vec::new();
        if self.classes.is(operand, PatternClass::Operand) {
            let record = self.record(operand);
            for arg in OperandRecord::new(record).mi_operand_info()?.args {
                let Value::Def(part) = self.store.value(arg.value) else {
                    let name = record.name();
                    let message = format!("Bad value for MIOperandInfo in operand '{name}'");
                    return Err(FieldError::new(Code::PatternNodes, record, message));
                };
                parts.push(part);
            }
        }
        Ok(parts)
    }
}
