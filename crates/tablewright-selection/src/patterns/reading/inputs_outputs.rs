//! Pattern inputs and outputs: named leaves, and `set` destinations.
//!
//! In: a tree with unexpanded fragments. Out: [`InputsAndOutputs`]. Named fragments are expanded separately, since
//! their expansion decides.

use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;

use crate::patterns::forest::{ForestOperation, NodeId};
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::draft::{Draft, MAX_DEPTH};
use crate::patterns::inference::infer_types::{InputTypes, NodeValue};
use crate::patterns::inference::stop::PatternError;
use crate::patterns::vocabulary::record_classes::PatternClass;

/// A pattern's inputs and outputs.
#[derive(Default, Debug)]
pub(crate) struct InputsAndOutputs {
    /// For each name, its first node.
    pub(crate) inputs: Vec<(Symbol, NodeId)>,
    /// For each name, its `set` destinations in order.
    pub(crate) outputs: Vec<(Symbol, NodeId)>,
    /// The registers that are set, in order.
    pub(crate) registers: Vec<RecordId>,
}

impl TypeInference<'_> {
    /// Adds a tree's inputs and outputs.
    pub(crate) fn find_inputs_and_outputs(
        &mut self,
        tree: NodeId,
        found: &mut InputsAndOutputs,
        depth: usize,
    ) -> Result<(), PatternError> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep());
        }
        let node = match self.forest.name(tree) {
            Some(_) => self.expanded(tree, true)?,
            None => tree,
        };
        match self.forest.operation(node) {
            ForestOperation::Implicit => self.find_implicit(node, found),
            ForestOperation::Set => self.find_set(node, found, depth),
            ForestOperation::Record(_)
            | ForestOperation::Int(_)
            | ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Node(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::ComplexPattern(_) => {
                for index in 0..self.forest.child_count(node) {
                    let child = self.forest.child(node, index);
                    if self.forest.types(child).is_empty() {
                        return Err(self.error("Cannot have void nodes inside of patterns!"));
                    }
                    self.find_inputs_and_outputs(child, found, depth + 1)?;
                }
                let is_use = self.find_input(node, found)?;
                if !is_use && self.forest.attributes(node).transform.is_some() {
                    let message = "Cannot specify a transform function for a non-input value!";
                    return Err(self.error(message));
                }
                Ok(())
            }
        }
    }

    /// Expands a tree by itself; returns the first alternative.
    fn expanded(&mut self, tree: NodeId, is_input: bool) -> Result<NodeId, PatternError> {
        // Before LLVM 6 types were inferred in the whole pattern first: its constants may have types without registers.
        let infers_types = self.target.operand_types_first || !is_input;
        let mut own = Draft::from_tree(self.draft.record, is_input, tree);
        self.within(&mut own, TypeInference::inline_fragments)?;
        if infers_types {
            self.within(&mut own, |this| this.infer_types(&InputTypes::None))?;
        }
        own.trees.first().copied().ok_or_else(|| self.error("the pattern stands for nothing"))
    }

    fn find_implicit(
        &self,
        node: NodeId,
        found: &mut InputsAndOutputs,
    ) -> Result<(), PatternError> {
        for &child in self.forest.children(node) {
            match self.forest.leaf_record(child) {
                Some(record) if self.target.classes.is(record, PatternClass::Register) => {
                    found.registers.push(record);
                }
                _ => {
                    let message = "implicitly defined value should be a register!";
                    return Err(self.error(message));
                }
            }
        }
        Ok(())
    }

    fn find_set(
        &mut self,
        node: NodeId,
        found: &mut InputsAndOutputs,
        depth: usize,
    ) -> Result<(), PatternError> {
        if self.forest.child_count(node) == 0 {
            return Err(self.error("set requires operands!"));
        }
        if self.forest.attributes(node).transform.is_some() {
            return Err(self.error("Cannot specify a transform function on a set node!"));
        }
        let last = self.forest.child_count(node) - 1;
        for index in 0..last {
            let destination = self.expanded(self.forest.child(node, index), false)?;
            self.find_destination(destination, found)?;
        }
        self.find_inputs_and_outputs(self.forest.child(node, last), found, depth + 1)
    }

    fn find_destination(
        &self,
        destination: NodeId,
        found: &mut InputsAndOutputs,
    ) -> Result<(), PatternError> {
        use PatternClass::{
            PointerLikeRegClass, RegClassByHwMode, Register, RegisterClass, RegisterOperand,
            ValueType,
        };
        let no_register = || Err(self.error("set destination should be a register!"));
        let Some(record) = self.forest.leaf_record(destination) else { return no_register() };
        let classes = self.target.classes.for_record(record);
        let values =
            [RegisterClass, RegClassByHwMode, ValueType, RegisterOperand, PointerLikeRegClass];
        if values.iter().any(|&class| classes.has(class)) {
            let Some(name) = self.forest.name(destination) else {
                return Err(self.error("set destination must have a name!"));
            };
            if found.outputs.iter().any(|&(output, _)| output == name) {
                let message =
                    format!("cannot set '{}' multiple times", self.target.store.str(name));
                return Err(self.error(&message));
            }
            found.outputs.push((name, destination));
        } else if classes.has(Register) {
            found.registers.push(record);
        } else {
            return no_register();
        }
        Ok(())
    }

    /// Adds a node if it is an input. Returns whether it is.
    fn find_input(
        &mut self,
        node: NodeId,
        found: &mut InputsAndOutputs,
    ) -> Result<bool, PatternError> {
        let operation = self.forest.operation(node);
        let Some(name) = self.forest.name(node) else {
            if let ForestOperation::Record(record) = operation
                && self.target.classes.is_register_class(record)
            {
                let message = format!("Input {} must be named!", self.target.record(record).name());
                return Err(self.error(&message));
            }
            return Ok(false);
        };
        if operation.is_leaf() {
            let ForestOperation::Record(record) = operation else {
                let message =
                    format!("Input ${} must be an identifier!", self.target.store.str(name));
                return Err(self.error(&message));
            };
            if Some(record) == self.vocabulary.special.srcvalue {
                return Ok(false);
            }
        }
        let Some(&(_, first)) = found.inputs.iter().find(|(input, _)| *input == name) else {
            found.inputs.push((name, node));
            return Ok(true);
        };
        let mut is_same = self.forest.operation(first) == operation;
        if is_same {
            self.unify(NodeValue::first(first), NodeValue::first(node))?;
            is_same = self.has_same_types(first, node);
        }
        if !is_same {
            let name = self.target.store.str(name);
            let message = format!("All ${name} inputs must agree with each other");
            return Err(self.error(&message));
        }
        Ok(true)
    }
}
