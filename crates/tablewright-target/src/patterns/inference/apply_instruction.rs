//! What an instruction in a result demands of the types of its operands and results.
//!
//! In: a node that makes an instruction. Out: narrower types of it and of its children. Which child is
//! which operand is decided here: operands with a default need not be given, and an operand of several
//! parts takes a child for each.

use tablewright_records::RecordId;

use super::context::Context;
use super::draft::Draft;
use super::inference_steps::Rule;
use super::stop::Stop;
use crate::instructions::InstructionId;
use crate::patterns::forest::{Forest, NodeId, Operation};
use crate::patterns::vocabulary::record_classes::PatternClass;

impl Context<'_> {
    pub(crate) fn apply_instruction(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        instruction: InstructionId,
        ignore_registers: bool,
    ) -> Result<bool, Stop> {
        let mut is_changed = self.apply_results(forest, draft, node, instruction)?;
        match self.record(self.instructions.record(instruction)).name() {
            "INSERT_SUBREG" if forest.child_count(node) > 0 => {
                let child = forest.child(node, 0);
                let types = self.first_type(forest, draft, child)?;
                self.recorder.because(Rule::InsertSubreg);
                is_changed |= self.update(forest, draft, node, 0, types)?;
                let types = forest.types(node)[0];
                is_changed |= self.update(forest, draft, child, 0, types)?;
            }
            "REG_SEQUENCE" => self.check_reg_sequence(forest, draft, node)?,
            _ => {}
        }
        is_changed |= self.apply_operands(forest, draft, node, instruction)?;
        Ok(is_changed | self.apply_children(forest, draft, node, 0, ignore_registers)?)
    }

    /// Results have the types of outputs, and one more that of the first register that is changed
    /// besides.
    fn apply_results(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        instruction: InstructionId,
    ) -> Result<bool, Stop> {
        let mut is_changed = false;
        let outputs = self.operands_of(instruction).def_count();
        let result_count = outputs.min(self.result_counts[instruction] as usize);
        // A node has no value for an output with a default.
        for result in 0..result_count.min(forest.types(node).len()) {
            let types = self.operand_types(self.operand_record(instruction, result))?;
            self.recorder.because(Rule::Output { instruction, operand: result });
            is_changed |= self.update(forest, draft, node, result, types)?;
        }
        if let Some(types) = self.implicit_def_type(instruction)?
            && result_count < forest.types(node).len()
        {
            self.recorder.because(Rule::ImplicitDef(instruction));
            is_changed |= self.update(forest, draft, node, result_count, types)?;
        }
        Ok(is_changed)
    }

    /// `(REG_SEQUENCE class, value, index, value, index, …)`
    fn check_reg_sequence(&self, forest: &Forest, draft: &Draft, node: NodeId) -> Result<(), Stop> {
        let children = forest.children(node);
        if children.len() < 3 {
            return Err(self.error(draft, "REG_SEQUENCE requires at least 3 operands!"));
        }
        if children.len().is_multiple_of(2) {
            return Err(self.error(draft, "REG_SEQUENCE requires an odd number of operands!"));
        }
        let is = |child: NodeId, class| {
            forest.leaf_record(child).is_some_and(|record| self.classes.is(record, class))
        };
        if !is(children[0], PatternClass::RegisterClass) {
            let message = "REG_SEQUENCE requires a RegisterClass for first operand!";
            return Err(self.error(draft, message));
        }
        for place in (2..children.len()).step_by(2) {
            if !is(children[place], PatternClass::SubRegIndex) {
                let message = format!("REG_SEQUENCE requires a SubRegIndex for operand {place}!");
                return Err(self.error(draft, &message));
            }
        }
        Ok(())
    }

    /// The place of the first operand from which on all have defaults; only these can be given.
    pub(crate) fn first_overridable(&self, instruction: InstructionId) -> usize {
        let first = self.result_counts[instruction] as usize;
        let mut place = self.operands_of(instruction).list().len();
        while place > first
            && self.default_operands.has(self.operand_record(instruction, place - 1))
        {
            place -= 1;
        }
        place
    }

    fn apply_operands(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        instruction: InstructionId,
    ) -> Result<bool, Stop> {
        let mut is_changed = false;
        let operands = self.operands_of(instruction);
        let first_overridable = self.first_overridable(instruction);
        let given = forest.child_count(node);
        let mut next = 0;
        for place in self.result_counts[instruction] as usize..operands.list().len() {
            let operand = self.operand_record(instruction, place);
            self.recorder.because(Rule::Operand { instruction, operand: place });
            let uses_default = place < first_overridable || next >= given;
            if uses_default && self.default_operands.has(operand) {
                continue;
            }
            let mut child = self.next_child(forest, draft, node, &mut next)?;
            let part_count = self.sub_operands(operand)?.len();
            if part_count > 0 && self.mi_operand_count(forest, child)? < part_count {
                for part in 0..part_count {
                    if part > 0 {
                        child = self.next_child(forest, draft, node, &mut next)?;
                    }
                    let part = self.sub_operands(operand)?[part];
                    let types = self.operand_types(part)?;
                    is_changed |= self.update(forest, draft, child, 0, types)?;
                }
                continue;
            }
            let types = self.operand_types(operand)?;
            is_changed |= self.update(forest, draft, child, 0, types)?;
        }
        if !operands.is_variadic() && next != given {
            let name = self.operation_name(Operation::Instruction(instruction));
            let message = format!(
                "Instruction '{name}' was provided {given} operands but expected only {next}!"
            );
            return Err(self.error(draft, &message));
        }
        Ok(is_changed)
    }

    /// The next child of an instruction, if there is one.
    fn next_child(
        &self,
        forest: &Forest,
        draft: &Draft,
        node: NodeId,
        next: &mut usize,
    ) -> Result<NodeId, Stop> {
        let children = forest.children(node);
        let Some(&child) = children.get(*next) else {
            let (name, given) = (self.operation_name(forest.operation(node)), children.len());
            let message =
                format!("Instruction '{name}' expects more than the provided {given} operands!");
            return Err(self.error(draft, &message));
        };
        *next += 1;
        Ok(child)
    }

    /// How many machine operands a node stands for where it is given to an instruction.
    pub(crate) fn mi_operand_count(
        &mut self,
        forest: &Forest,
        node: NodeId,
    ) -> Result<usize, Stop> {
        let record = match forest.operation(node) {
            Operation::ComplexPattern(pattern) => {
                return Ok(self.operators.complex_patterns[pattern].operand_count);
            }
            Operation::Record(record) => record,
            _ => return Ok(1),
        };
        self.leaf_mi_operand_count(record)
    }

    fn leaf_mi_operand_count(&mut self, record: RecordId) -> Result<usize, Stop> {
        if let Some(Operation::ComplexPattern(pattern)) = self.operators.of_record(record) {
            return Ok(self.operators.complex_patterns[pattern].operand_count);
        }
        Ok(self.sub_operands(record)?.len().max(1))
    }
}
