//! Record types in patterns: leaves, instruction operands, implicitly defined registers.
//!
//! In: a record. Out: a type set. Many patterns refer to the same records, so each answer is cached.

use rustc_hash::FxHashMap;
use tablewright_records::{Feature, FieldError, RecordId, RecordView, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::instruction::{
    InstructionRecord, OperandRecord, RegisterOperandRecord,
};
use tablewright_target::record_views::register::RegisterClassRecord;

use super::TypeInference;
use super::stop::PatternError;
use crate::patterns::forest::ForestOperation;
use crate::patterns::types::type_set::TypeSetByHwMode;
use crate::patterns::types::type_sets::TypeSetId;
use crate::patterns::vocabulary::record_classes::PatternClass;

/// A leaf: its record, and other facts that determine its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Leaf {
    record: RecordId,
    is_named: bool,
    ignores_registers: bool,
}

/// The answers that were found before.
#[derive(Default)]
pub(super) struct RecordTypes {
    leaves: FxHashMap<Leaf, TypeSetId>,
    operands: FxHashMap<RecordId, TypeSetId>,
    /// Types by the register list that an instruction changes.
    implicit_defs: FxHashMap<ValueId, TypeSetId>,
    sub_operands: FxHashMap<RecordId, Vec<RecordId>>,
}

impl TypeInference<'_> {
    /// Returns a register class's types. For a class that depends on the mode, returns the types of its class in each
    /// mode.
    fn register_class_types(&mut self, class: RecordId) -> Result<TypeSetId, FieldError> {
        if let Some(by_mode) = self.target.classes_by_hw_mode(class) {
            let mut types = TypeSetByHwMode::default();
            for &(mode, choice) in &by_mode.choices {
                let held = &self.target.register_class(choice)?.value_types;
                for (index, ty) in held.iter().enumerate() {
                    let Some(ty) = ty.get(mode) else {
                        return Err(self.type_without_mode(class, choice, index, mode)?);
                    };
                    types.add_in_mode(mode, ty);
                }
            }
            return Ok(self.sets.expanded(types));
        }
        let class = self.target.register_class(class)?;
        Ok(self.sets.expanded(TypeSetByHwMode::from_types(&class.value_types)))
    }

    /// Returns the error for a mode-dependent class if its class for a mode has a type without meaning in this mode.
    fn type_without_mode(
        &self,
        class: RecordId,
        choice: RecordId,
        index: usize,
        mode: HwModeId,
    ) -> Result<FieldError, FieldError> {
        let mode = self.target.types.hw_modes.name_in_messages(mode);
        let message = format!("Could not resolve VT for Mode {mode}");
        let error = FieldError::new(Code::PatternTypes, self.target.record(class), message);
        let types = RegisterClassRecord::new(self.target.record(choice)).reg_types()?;
        let error = types.get(index).into_iter().fold(error, |error, ty| {
            error.note_record(**ty, format!("ValueTypeByHwMode {} defined here", ty.name()))
        });
        Ok(error.note_record(self.target.record(self.draft.record), "pattern instantiated here"))
    }

    /// Returns the types that an operand record allows. `None` if it does not restrict them.
    pub(crate) fn operand_types(&mut self, operand: RecordId) -> Result<TypeSetId, PatternError> {
        use PatternClass as C;
        if let Some(&types) = self.record_types.operands.get(&operand) {
            return Ok(types);
        }
        let (classes, record) =
            (self.target.classes.for_record(operand), self.target.record(operand));
        let types = if classes.has(C::UnknownClass) {
            TypeSetId::UNKNOWN
        } else if classes.has(C::Operand) {
            self.target.types.set(OperandRecord::new(record).type_record()?, &mut self.sets)?
        } else if classes.has(C::PointerLikeRegClass) {
            if self.has(Feature::PointerClassesAreUntyped) {
                let error = self.error("cannot update node type from unknown operand!");
                return Err(error.note(format!("the operand is of '{}'", record.name())));
            }
            self.sets.for_type(self.sets.traits.pointer)
        } else if classes.has(C::RegisterClass) || classes.has(C::RegClassByHwMode) {
            self.register_class_types(operand)?
        } else if classes.has(C::RegisterOperand) {
            self.register_class_types(RegisterOperandRecord::new(record).reg_class()?.id())?
        } else {
            let message = format!("'{}' is not an operand", record.name());
            return Err(FieldError::new(Code::PatternNodes, record, message).into());
        };
        self.record_types.operands.insert(operand, types);
        Ok(types)
    }

    /// Returns the type for an instruction's first implicit definition, if it is known.
    pub(crate) fn implicit_def_type(
        &mut self,
        instruction: InstructionId,
    ) -> Result<Option<TypeSetId>, FieldError> {
        let record = self.target.instruction(instruction);
        let record = InstructionRecord::new(record);
        let list = record.defs_value()?;
        let types = match self.record_types.implicit_defs.get(&list) {
            Some(&types) => types,
            None => {
                let mut types = TypeSetId::UNKNOWN;
                if let Some(first) = record.defs()?.first()
                    && let [only] = &self.target.register_types(first.id())[..]
                    && let Some(only) = only.only()
                    && only != self.sets.traits.other
                {
                    types = self.sets.for_type(only);
                }
                self.record_types.implicit_defs.insert(list, types);
                types
            }
        };
        Ok(Some(types).filter(|&types| types != TypeSetId::UNKNOWN))
    }

    /// Returns the node result count for an instruction: one for each output without a default, and one for the first
    /// implicit definition if its type is known.
    pub(crate) fn instruction_result_count(
        &mut self,
        instruction: InstructionId,
    ) -> Result<usize, FieldError> {
        let outputs = 0..self.target.output_count(instruction);
        let is_given = |&index: &usize| {
            let operand = self.target.operand_record(instruction, index);
            !self.vocabulary.default_operands.has(operand)
        };
        let count = outputs.filter(is_given).count();
        Ok(count + usize::from(self.implicit_def_type(instruction)?.is_some()))
    }

    /// Returns an operand's sub-operands; empty for an operand with a single part.
    pub(crate) fn sub_operands(&mut self, operand: RecordId) -> Result<&[RecordId], FieldError> {
        if !self.record_types.sub_operands.contains_key(&operand) {
            let parts = self.target.sub_operands(operand)?;
            self.record_types.sub_operands.insert(operand, parts);
        }
        Ok(self.record_types.sub_operands.get(&operand).map_or(&[], Vec::as_slice))
    }

    /// Returns the machine operand count that an operator represents as an instruction operand.
    pub(crate) fn mi_operand_count(
        &mut self,
        operation: ForestOperation,
    ) -> Result<usize, FieldError> {
        if let Some(pattern) = self.vocabulary.complex_pattern_of(operation) {
            return Ok(self.vocabulary.complex_patterns[pattern].operand_count);
        }
        let ForestOperation::Record(record) = operation else { return Ok(1) };
        Ok(self.sub_operands(record)?.len().max(1))
    }

    /// Returns a leaf's type by its kind.
    pub(super) fn leaf_type(
        &mut self,
        record: RecordId,
        is_named: bool,
    ) -> Result<TypeSetId, PatternError> {
        let leaf = Leaf { record, is_named, ignores_registers: self.draft.ignores_registers };
        if let Some(&types) = self.record_types.leaves.get(&leaf) {
            return Ok(types);
        }
        let types = self.find_leaf_type(leaf)?;
        self.record_types.leaves.insert(leaf, types);
        Ok(types)
    }

    fn find_leaf_type(&mut self, leaf: Leaf) -> Result<TypeSetId, PatternError> {
        use PatternClass as C;
        let Leaf { record: id, is_named, ignores_registers } = leaf;
        let (classes, record) = (self.target.classes.for_record(id), self.target.record(id));
        let traits = &self.sets.traits;
        let (other, i32, pointer) = (traits.other, traits.i32, traits.pointer);
        Ok(if classes.has(C::RegisterOperand) {
            if ignores_registers {
                return Ok(TypeSetId::UNKNOWN);
            }
            self.register_class_types(RegisterOperandRecord::new(record).reg_class()?.id())?
        } else if classes.has(C::RegClassByHwMode) {
            if ignores_registers {
                return Ok(TypeSetId::UNKNOWN);
            }
            self.register_class_types(id)?
        } else if classes.has(C::RegisterClass) {
            if !is_named {
                // It is the class itself, a number.
                return Ok(self.sets.for_type(i32));
            }
            if ignores_registers {
                return Ok(TypeSetId::UNKNOWN);
            }
            self.register_class_types(id)?
        } else if classes.is_fragment() {
            TypeSetId::UNKNOWN
        } else if classes.has(C::Register) {
            if ignores_registers {
                return Ok(TypeSetId::UNKNOWN);
            }
            let types = self.target.register_types(id);
            self.sets.expanded(TypeSetByHwMode::from_types(&types))
        } else if classes.has(C::SubRegIndex) {
            self.sets.for_type(i32)
        } else if classes.has(C::ValueType) {
            if !is_named {
                // It is the type itself.
                return Ok(self.sets.for_type(other));
            }
            if ignores_registers {
                return Ok(TypeSetId::UNKNOWN);
            }
            self.target.types.set(record, &mut self.sets)?
        } else if classes.has(C::CondCode) {
            self.sets.for_type(other)
        } else if classes.has(C::ComplexPattern) {
            match self.vocabulary.complex_pattern_of(ForestOperation::Record(id)) {
                Some(pattern) if !ignores_registers => {
                    self.vocabulary.complex_patterns[pattern].value_type
                }
                _ => TypeSetId::UNKNOWN,
            }
        } else if classes.has(C::PointerLikeRegClass)
            && !self.has(Feature::PointerClassesAreUntyped)
        {
            self.sets.for_type(pointer)
        } else if self.vocabulary.special.is_untyped_leaf(id) {
            TypeSetId::UNKNOWN
        } else if classes.has(C::Operand) {
            self.target.types.set(OperandRecord::new(record).type_record()?, &mut self.sets)?
        } else {
            let message = format!("Unknown node flavor used in pattern: {}", record.name());
            return Err(self.error(&message));
        })
    }
}
