//! Instruction operands, read from `(outs …)` and `(ins …)`.
//!
//! In: the instruction fields `OutOperandList`, `InOperandList`, `Constraints` and
//! `DisableEncoding`. Out: [`InstructionOperands`], an operand list for each instruction. The
//! module `constraints` parses the text in `Constraints`.

use tablewright_index::IndexVec;
use tablewright_records::{
    Analysis, AnalysisError, Dag, DagArg, FieldError, Record, RecordStore, RecordView, ValueId,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use super::operand_class::{OperandArgument, operand_argument};
pub use super::operand_class::{OperandClass, OperandKind, OperandPart};
use super::operand_list::{InstructionOperandList, OperandClassId};
pub use super::operand_list::{
    MiOperand, Operand, OperandConstraint, OperandListId, OperandLists, Operands, SubOperand,
    no_operand, operand_names_text, similar_operand,
};
use super::{InstructionId, Instructions, constraints};
use crate::record_views::instruction::{InstructionRecord, OperandRecord};

/// Operands for all instructions.
#[derive(Debug)]
pub struct InstructionOperands {
    lists: OperandLists,
    by_instruction: IndexVec<InstructionId, OperandListId>,
}

impl InstructionOperands {
    /// Returns the number of instructions.
    pub(crate) fn len(&self) -> usize {
        self.by_instruction.len()
    }

    /// Returns an instruction's operands.
    pub fn for_instruction(&self, instruction: InstructionId) -> Operands<'_> {
        self.lists.get(self.by_instruction[instruction])
    }
}

impl Analysis for InstructionOperands {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<InstructionOperands, AnalysisError> {
        let instructions = store.analysis::<Instructions>(diagnostics)?;
        let mut lists = OperandLists::default();
        let mut by_instruction = instructions.side_table(OperandListId::from_index(0));
        // This order, the natural name order, reports the same first error as the reference.
        for instruction in InstructionRecord::all(store)? {
            if let Some(id) = instructions.id(instruction.id()) {
                let description = store.record(instructions.description(id));
                by_instruction[id] = lists.add(description)?;
            }
        }
        Ok(InstructionOperands { lists, by_instruction })
    }
}

impl OperandLists {
    /// Adds an instruction's operands.
    ///
    /// # Errors
    /// If its operand lists or its constraints are invalid.
    pub fn add(&mut self, instruction: Record<'_>) -> Result<OperandListId, FieldError> {
        let list = InstructionOperandList {
            first_operand: self.operands.len() as u32,
            first_mi_operand: self.mi_operands.len() as u32,
            ..InstructionOperandList::default()
        };
        let mut builder = OperandListBuilder { lists: self, list };
        builder.add(instruction)?;
        let list = builder.list;
        Ok(self.lists.push(list))
    }
}

struct OperandListBuilder<'m> {
    lists: &'m mut OperandLists,
    /// The list for the current instruction.
    list: InstructionOperandList,
}

impl OperandListBuilder<'_> {
    fn add(&mut self, instruction: Record<'_>) -> Result<(), FieldError> {
        let outs = operand_list(instruction, "OutOperandList", "outs", "output")?;
        let ins = operand_list(instruction, "InOperandList", "ins", "input")?;
        self.list.def_count = outs.args.len() as u32;
        let args = outs.args.iter().chain(ins.args);
        let mut has_variadic_outs = false;
        for (number, arg) in args.enumerate() {
            let is_operand = self.add_operand(instruction, number, arg)?;
            has_variadic_outs |= !is_operand && number < outs.args.len();
        }
        // `variable_ops` among the outputs is not an operand, so it is not counted.
        self.list.def_count -= u32::from(has_variadic_outs);
        self.constrain(instruction)
    }

    /// Adds an operand list argument. Returns false for `variable_ops`.
    fn add_operand(
        &mut self,
        instruction: Record<'_>,
        number: usize,
        arg: &DagArg,
    ) -> Result<bool, FieldError> {
        let store = instruction.store();
        // An argument may be a dag, `(op $a, $b):$name`, which names the operand's parts.
        let parts = store.value(arg.value).as_dag();
        let (value, part_names) =
            parts.map_or((arg.value, None), |dag| (dag.operator, Some(dag.args)));
        let Some(record) = store.value(value).as_def() else {
            let message = format!("Illegal operand for the '{}' instruction!", instruction.name());
            let error = FieldError::new(Code::OperandLists, instruction, message);
            return Err(at_operand(error, instruction, number));
        };
        let Some(class) = self.class(store.record(record), instruction)? else {
            self.list.is_variadic = true;
            return Ok(false);
        };
        let Some(name) = arg.name else {
            return Err(operand_error(instruction, number, "has no name!"));
        };
        if self.is_taken(name) {
            return Err(operand_error(
                instruction,
                number,
                "has the same name as a previous operand!",
            ));
        }
        let kind = self.lists.classes[class].kind;
        self.list.is_predicable |= kind == OperandKind::Predicate;
        self.list.has_optional_def |= kind == OperandKind::OptionalDef;
        let count = self.lists.classes[class].mi_operand_count() as u32;
        let mi_operand = self.list.mi_operand_count;
        self.lists.operands.push(Operand { name, mi_operand, mi_operand_count: count, class });
        let encoder = self.lists.classes[class].encoder_method;
        for part in 0..count {
            self.lists.mi_operands.push(MiOperand {
                operand: self.list.operand_count,
                name: None,
                encoder_method: encoder.filter(|_| part == 0 && part_names.is_none()),
                // The operand's encoder method encodes all its parts.
                is_not_encoded: encoder.is_some() && part > 0 && part_names.is_none(),
                constraint: OperandConstraint::None,
            });
        }
        self.list.operand_count += 1;
        self.list.mi_operand_count += count;
        if let Some(names) = part_names {
            self.name_parts(instruction, number, names)?;
        }
        Ok(true)
    }

    /// Names the parts in the last operand after a dag's arguments.
    fn name_parts(
        &mut self,
        instruction: Record<'_>,
        number: usize,
        names: &[DagArg],
    ) -> Result<(), FieldError> {
        let operand = self.lists.operands[self.lists.operands.len() - 1];
        let (first, count) = (operand.mi_operand as usize, operand.mi_operand_count as usize);
        let class = &self.lists.classes[operand.class];
        let is_operand =
            OperandRecord::from_record(instruction.store().record(class.record)).is_some();
        if class.parts.is_empty() || names.len() != count {
            let expected = match (is_operand, class.parts.len()) {
                (false, _) => "but no sub-operands".to_owned(),
                (true, 0) => "expected 0".to_owned(),
                (true, _) => format!("expected {count}."),
            };
            let message = format!("has {} sub-arg names, {expected}", names.len());
            return Err(operand_error(instruction, number, &message));
        }
        for (part, arg) in names.iter().enumerate() {
            let error = |message: &str| {
                operand_error(instruction, number, &format!("sub-arg #{part} {message}"))
            };
            if arg.value != ValueId::UNSET {
                return Err(error("has unexpected operand (expected only $name)."));
            }
            let Some(name) = arg.name else {
                return Err(operand_error(instruction, number, "has no name!"));
            };
            if self.is_taken(name) {
                return Err(error("has the same name as a previous operand!"));
            }
            let class = &self.lists.classes[operand.class];
            let record = match class.parts.get(part) {
                Some(OperandPart { record: Some(record), .. }) => *record,
                _ => return Err(error("has a name, but the operand lacks this part.")),
            };
            let at = self.list.first_mi_operand as usize + first + part;
            let mi_operand = &mut self.lists.mi_operands[at];
            mi_operand.name = Some(name);
            mi_operand.encoder_method =
                OperandRecord::new(instruction.store().record(record)).encoder_method()?;
        }
        Ok(())
    }

    /// Whether an operand or a part in the instruction has this name.
    fn is_taken(&self, name: Symbol) -> bool {
        let operands = Operands { lists: self.lists, list: &self.list };
        operands.named(name).is_some() || operands.part_named(name).is_some()
    }

    /// Returns the class for a record's operands; `None` for `variable_ops`.
    fn class(
        &mut self,
        record: Record<'_>,
        instruction: Record<'_>,
    ) -> Result<Option<OperandClassId>, FieldError> {
        if let Some(&class) = self.lists.class_of.get(&record.id()) {
            return Ok(class);
        }
        let class = match operand_argument(record, instruction)? {
            OperandArgument::Operand(class) => Some(self.lists.classes.push(class)),
            OperandArgument::VariableOps => None,
        };
        self.lists.class_of.insert(record.id(), class);
        Ok(class)
    }

    /// Applies the fields `Constraints` and `DisableEncoding`.
    fn constrain(&mut self, instruction: Record<'_>) -> Result<(), FieldError> {
        for text in InstructionRecord::new(instruction)
            .constraints()?
            .split(',')
            .filter(|text| !text.is_empty())
        {
            let operands = Operands { lists: self.lists, list: &self.list };
            let (part, constraint) = constraints::parse(text, operands, instruction)?;
            self.mi_operand(part).constraint = constraint;
        }
        let names = InstructionRecord::new(instruction).disable_encoding()?.split([' ', ',', '\t']);
        for name in names.filter(|name| !name.is_empty()) {
            let operands = Operands { lists: self.lists, list: &self.list };
            let part = operands.parse(instruction, name, false)?;
            self.mi_operand(part).is_not_encoded = true;
        }
        Ok(())
    }

    fn mi_operand(&mut self, part: SubOperand) -> &mut MiOperand {
        let number = Operands { lists: self.lists, list: &self.list }.mi_number(part);
        &mut self.lists.mi_operands[self.list.first_mi_operand as usize + number]
    }
}

fn operand_list<'s>(
    instruction: Record<'s>,
    field: &str,
    operator: &str,
    list: &str,
) -> Result<Dag<'s>, FieldError> {
    let store = instruction.store();
    let dag = instruction.dag(field)?;
    let what = match store.value(dag.operator).as_def() {
        Some(record) if store.record(record).name() == operator => return Ok(dag),
        Some(_) => "invalid def name for",
        None => "invalid",
    };
    let name = instruction.name();
    let message = format!("{name}: {what} {list} list: use '{operator}'");
    let error = FieldError::new(Code::OperandLists, instruction, message);
    Err(error.label_field(instruction, field))
}

fn operand_error(instruction: Record<'_>, number: usize, message: &str) -> FieldError {
    let name = instruction.name();
    let message = format!("In instruction '{name}', operand #{number} {message}");
    at_operand(FieldError::new(Code::OperandLists, instruction, message), instruction, number)
}

/// Points an error at the operand with this number. Outputs come first.
fn at_operand(error: FieldError, instruction: Record<'_>, number: usize) -> FieldError {
    let outputs = instruction.dag("OutOperandList").map_or(0, |dag| dag.args.len());
    match number.checked_sub(outputs) {
        Some(number) => error.about_field(instruction, "InOperandList").at_element(number),
        None => error.about_field(instruction, "OutOperandList").at_element(number),
    }
}

#[cfg(test)]
mod tests;
