//! Instruction type demands in a result, on their operands and results.
//!
//! In: a node that creates an instruction. Out: narrower types for it and its children. This module also assigns
//! children to operands: operands with a default may be omitted, and an operand with several parts consumes a child
//! for each part.

use tablewright_target::instructions::InstructionId;

use super::TypeInference;
use super::infer_types::NodeValue;
use super::inference_steps::InferenceRule;
use super::stop::PatternError;
use crate::patterns::forest::{ForestOperation, NodeId};
use crate::patterns::vocabulary::record_classes::PatternClass;

impl TypeInference<'_> {
    pub(crate) fn apply_instruction(
        &mut self,
        node: NodeId,
        instruction: InstructionId,
    ) -> Result<bool, PatternError> {
        let mut is_changed = self.apply_results(node, instruction)?;
        match self.target.instruction(instruction).name() {
            "INSERT_SUBREG" if self.forest.child_count(node) > 0 => {
                let child = NodeValue::first(self.forest.child(node, 0));
                self.recorder.because(InferenceRule::InsertSubreg);
                is_changed |= self.unify(NodeValue::first(node), child)?;
            }
            "REG_SEQUENCE" => self.check_reg_sequence(node)?,
            _ => {}
        }
        is_changed |= self.apply_operands(node, instruction)?;
        Ok(is_changed | self.apply_children(node)?)
    }

    /// Assigns the output types to the results, and to an additional result the first implicit definition's type.
    fn apply_results(
        &mut self,
        node: NodeId,
        instruction: InstructionId,
    ) -> Result<bool, PatternError> {
        let mut is_changed = false;
        let outputs = self.target.operands_of(instruction).def_count();
        let result_count = outputs.min(self.vocabulary.result_counts[instruction] as usize);
        // A node has values only for outputs without a default.
        for result in 0..result_count.min(self.forest.types(node).len()) {
            let types = self.operand_types(self.target.operand_record(instruction, result))?;
            self.recorder.because(InferenceRule::Output { instruction, operand: result });
            is_changed |= self.update(node, result, types)?;
        }
        if let Some(types) = self.implicit_def_type(instruction)?
            && result_count < self.forest.types(node).len()
        {
            self.recorder.because(InferenceRule::ImplicitDef(instruction));
            is_changed |= self.update(node, result_count, types)?;
        }
        Ok(is_changed)
    }

    /// Checks `(REG_SEQUENCE class, value, index, value, index, …)`.
    fn check_reg_sequence(&self, node: NodeId) -> Result<(), PatternError> {
        let children = self.forest.children(node);
        if children.len() < 3 {
            return Err(self.error("REG_SEQUENCE requires at least 3 operands!"));
        }
        if children.len().is_multiple_of(2) {
            return Err(self.error("REG_SEQUENCE requires an odd number of operands!"));
        }
        let is = |child: NodeId, class| {
            self.forest
                .leaf_record(child)
                .is_some_and(|record| self.target.classes.is(record, class))
        };
        if !is(children[0], PatternClass::RegisterClass) {
            let message = "REG_SEQUENCE requires a RegisterClass for first operand!";
            return Err(self.error(message));
        }
        for index in (2..children.len()).step_by(2) {
            if !is(children[index], PatternClass::SubRegIndex) {
                let message = format!("REG_SEQUENCE requires a SubRegIndex for operand {index}!");
                return Err(self.error(&message));
            }
        }
        Ok(())
    }

    /// Returns the first operand index from which on all operands have defaults; only these may be overridden.
    pub(crate) fn first_overridable(&self, instruction: InstructionId) -> usize {
        let first = self.vocabulary.result_counts[instruction] as usize;
        let mut index = self.target.operands_of(instruction).list().len();
        while index > first
            && self
                .vocabulary
                .default_operands
                .has(self.target.operand_record(instruction, index - 1))
        {
            index -= 1;
        }
        index
    }

    fn apply_operands(
        &mut self,
        node: NodeId,
        instruction: InstructionId,
    ) -> Result<bool, PatternError> {
        let mut is_changed = false;
        let operands = self.target.operands_of(instruction);
        let first_overridable = self.first_overridable(instruction);
        let provided_count = self.forest.child_count(node);
        let mut next = 0;
        for index in self.vocabulary.result_counts[instruction] as usize..operands.list().len() {
            let operand = self.target.operand_record(instruction, index);
            self.recorder.because(InferenceRule::Operand { instruction, operand: index });
            let uses_default = index < first_overridable || next >= provided_count;
            if uses_default && self.vocabulary.default_operands.has(operand) {
                continue;
            }
            let mut child = self.next_child(node, &mut next)?;
            let part_count = self.sub_operands(operand)?.len();
            if part_count > 0 && self.mi_operand_count(self.forest.operation(child))? < part_count {
                for part in 0..part_count {
                    if part > 0 {
                        child = self.next_child(node, &mut next)?;
                    }
                    let part = self.sub_operands(operand)?[part];
                    let types = self.operand_types(part)?;
                    is_changed |= self.update(child, 0, types)?;
                }
                continue;
            }
            let types = self.operand_types(operand)?;
            is_changed |= self.update(child, 0, types)?;
        }
        if !operands.is_variadic() && next != provided_count {
            let name = self.operation_name(ForestOperation::Instruction(instruction));
            let message = format!(
                "Instruction '{name}' was provided {provided_count} operands but expected only {next}!"
            );
            return Err(self.error(&message));
        }
        Ok(is_changed)
    }

    /// Returns an instruction's next child, or an error if none is left.
    fn next_child(&self, node: NodeId, next: &mut usize) -> Result<NodeId, PatternError> {
        let children = self.forest.children(node);
        let Some(&child) = children.get(*next) else {
            let (name, child_count) =
                (self.operation_name(self.forest.operation(node)), children.len());
            let message = format!(
                "Instruction '{name}' expects more than the provided {child_count} operands!"
            );
            return Err(self.error(&message));
        };
        *next += 1;
        Ok(child)
    }
}
