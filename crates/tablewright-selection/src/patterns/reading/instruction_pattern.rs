//! An instruction's pattern: the matched tree, and the instruction with its operands in order.
//!
//! In: an instruction's field `Pattern`. Out: a [`RawPattern`] with unexpanded fragments, to be completed like a
//! `Pattern` record.

use tablewright_records::{RecordId, RecordView, Value, ValueId};
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::inputs_outputs::InputsAndOutputs;
use crate::patterns::forest::{Forest, ForestOperation, NodeId};
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::draft::MAX_DEPTH;
use crate::patterns::inference::stop::PatternError;
use crate::patterns::vocabulary::record_classes::PatternClass;

/// A pattern and its result.
#[derive(Clone, Debug)]
#[doc(alias = "DAGInstruction")]
pub(crate) struct RawPattern {
    pub(crate) source: NodeId,
    pub(crate) result: NodeId,
    /// The registers that are set besides.
    pub(crate) registers: Vec<RecordId>,
}

/// The instruction operands that its pattern reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs {
    /// The index of the first input, after the outputs.
    pub(crate) first: usize,
    /// Whether the outputs may be read, too.
    pub(crate) outputs_are_read: bool,
}

impl<'s> TypeInference<'s> {
    /// Reads an instruction's pattern; `None` if it lacks one.
    pub(crate) fn instruction_pattern(
        &mut self,
        instruction: InstructionId,
    ) -> Result<Option<RawPattern>, PatternError> {
        let record = self.target.instruction(instruction);
        let Some(patterns) = self.usable_patterns(InstructionRecord::new(record).pattern()?) else {
            return Ok(None);
        };
        self.begin(record.id(), true);
        let mut inputs_and_outputs = self.read_instruction_trees(patterns)?;
        let outputs = self.check_outputs(instruction, &inputs_and_outputs)?;
        let output_count = outputs.len() as u32;
        if self.vocabulary.result_counts[instruction] != output_count {
            self.vocabulary_mut().result_counts[instruction] = output_count;
        }
        let inputs = Inputs { first: outputs.len(), outputs_are_read: false };
        let operands = self.result_operands(instruction, &mut inputs_and_outputs, inputs)?;
        let count = self.instruction_result_count(instruction)?;
        let result = self.forest.add(ForestOperation::Instruction(instruction), &operands, count);
        let mut order = Vec::with_capacity(outputs.len());
        for (index, &output) in outputs.iter().enumerate().take(count) {
            let types = self.first_type(inputs_and_outputs.outputs[output].1)?;
            self.forest.types_mut(result)[index] = types;
            order.push(output as u32);
        }
        if order.iter().enumerate().any(|(index, &output)| index != output as usize) {
            self.forest.change_attributes(result, |all| all.result_order = order);
        }
        // Only the first tree is the pattern; the other trees contain additional changes.
        let mut source = self.draft.trees[0];
        if self.forest.operation(source) == ForestOperation::Set
            && let Some(&last) = self.forest.children(source).last()
        {
            source = last;
        }
        Ok(Some(RawPattern { source, result, registers: inputs_and_outputs.registers }))
    }

    /// Returns a pattern list's elements. `None` if it is empty, or if an element never matches.
    pub(crate) fn usable_patterns(&self, patterns: ValueId) -> Option<&'s [ValueId]> {
        let Value::List(list) = self.target.store.value(patterns) else { return None };
        let is_never_matched = list.elements.iter().any(|&pattern| self.has_null_frag(pattern, 0));
        Some(list.elements).filter(|elements| !elements.is_empty() && !is_never_matched)
    }

    /// Adds the trees in an instruction's patterns to a draft. Returns their inputs and outputs.
    pub(crate) fn read_instruction_trees(
        &mut self,
        patterns: &[ValueId],
    ) -> Result<InputsAndOutputs, PatternError> {
        for &pattern in patterns {
            self.parse_tree(pattern)?;
        }
        let mut inputs_and_outputs = InputsAndOutputs::default();
        for at in 0..self.draft.trees.len() {
            let tree = self.draft.trees[at];
            let types = self.forest.types(tree);
            if !types.is_empty() {
                let types: Vec<String> = types.iter().map(|&t| self.type_set_text(t)).collect();
                let message = format!(
                    "Top-level forms in instruction pattern should have void types, has types {}",
                    types.join(", ")
                );
                return Err(self.error(&message));
            }
            self.find_inputs_and_outputs(tree, &mut inputs_and_outputs, 0)?;
        }
        Ok(inputs_and_outputs)
    }

    /// Whether the fragment that matches nothing occurs in a value.
    pub(crate) fn has_null_frag(&self, value: ValueId, depth: usize) -> bool {
        let null_frag = self.vocabulary.special.null_frag;
        match self.target.store.value(value) {
            Value::Def(record) => depth > 0 && Some(record) == null_frag,
            Value::Dag(dag) if depth < MAX_DEPTH => {
                let Value::Def(operator) = self.target.store.value(dag.operator) else {
                    return false;
                };
                let mut args = dag.args.iter();
                Some(operator) == null_frag
                    || args.any(|arg| self.has_null_frag(arg.value, depth + 1))
            }
            Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::Int(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::Bits(_)
            | Value::List(_)
            | Value::Dag(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => false,
        }
    }

    /// Returns, for each instruction output that the pattern sets, its index among the pattern's outputs.
    pub(crate) fn check_outputs(
        &self,
        instruction: InstructionId,
        found: &InputsAndOutputs,
    ) -> Result<Vec<usize>, PatternError> {
        let operands = self.target.operands_of(instruction);
        let mut indices: Vec<usize> = Vec::with_capacity(found.outputs.len());
        for number in 0..found.outputs.len() {
            let Some(operand) = operands.list().get(number) else {
                let unlisted = (0..found.outputs.len()).find(|index| !indices.contains(index));
                let name = unlisted.map_or("", |rest| self.target.store.str(found.outputs[rest].0));
                let message = format!("'{name}' set but does not appear in operand list!");
                return Err(self.error(&message));
            };
            let index = found.outputs.iter().position(|&(name, _)| name == operand.name);
            let name = self.target.store.str(operand.name);
            let Some(index) = index.filter(|index| !indices.contains(index)) else {
                let message = format!("Operand ${name} does not exist in operand list!");
                return Err(self.error(&message));
            };
            let record = operands.class(operand).record;
            let output = self.forest.leaf_record(found.outputs[index].1);
            if !output.is_some_and(|output| self.can_stand_for(record, output)) {
                let message = format!("Operand ${name} class mismatch!");
                return Err(self.error(&message));
            }
            indices.push(index);
        }
        Ok(indices)
    }

    /// Returns whether a leaf can represent an operand: it is the same record, a type, or a complex pattern.
    fn can_stand_for(&self, operand: RecordId, leaf: RecordId) -> bool {
        let classes = self.target.classes.for_record(leaf);
        operand == leaf
            || classes.has(PatternClass::ValueType)
            || classes.has(PatternClass::ComplexPattern)
    }

    /// Returns the nodes for the instruction's inputs, in order.
    pub(crate) fn result_operands(
        &mut self,
        instruction: InstructionId,
        found: &mut InputsAndOutputs,
        inputs: Inputs,
    ) -> Result<Vec<NodeId>, PatternError> {
        let operands = self.target.operands_of(instruction);
        let mut nodes = Vec::new();
        for operand in &operands.list()[inputs.first..] {
            let record = operands.class(operand).record;
            let name = self.target.store.str(operand.name);
            let Some(at) = found.inputs.iter().position(|&(input, _)| input == operand.name) else {
                if self.vocabulary.default_operands.has(record) {
                    continue;
                }
                let message = format!("Operand ${name} does not appear in the instruction pattern");
                return Err(self.error(&message));
            };
            let (_, input) = found.inputs.remove(at);
            if let Some(leaf) = self.forest.leaf_record(input)
                && !self.can_stand_for(record, leaf)
            {
                let message = format!(
                    "Operand ${name}'s register class disagrees between the operand and pattern"
                );
                return Err(self.error(&message));
            }
            nodes.push(as_result(&mut self.forest, input));
        }
        let is_output = |name| operands.named(name).is_some_and(|index| index < inputs.first);
        let unlisted = found.inputs.iter().map(|&(name, _)| name);
        let unread = unlisted.filter(|&name| !(inputs.outputs_are_read && is_output(name)));
        let first_unlisted = unread.map(|name| self.target.store.str(name)).min();
        if let Some(name) = first_unlisted {
            let message =
                format!("Input operand ${name} occurs in pattern but not in operands list!");
            return Err(self.error(&message));
        }
        Ok(nodes)
    }
}

/// Copies an input for the result: without predicates, and its transformation as a node.
fn as_result(forest: &mut Forest, input: NodeId) -> NodeId {
    let copy = forest.copy(input);
    let transform = forest.attributes(copy).transform;
    forest.change_attributes(copy, |all| {
        all.predicates.clear();
        all.transform = None;
    });
    match transform {
        Some(transform) => {
            let count = forest.types(copy).len();
            forest.add(ForestOperation::Transform(transform), &[copy], count)
        }
        None => copy,
    }
}
