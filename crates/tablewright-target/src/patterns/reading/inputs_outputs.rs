//! What a pattern reads and sets: its named leaves, and the destinations of `set`.
//!
//! In: a tree in which fragments are not expanded yet. Out: [`InputsAndOutputs`]. Named fragments are
//! expanded for themselves, since what they stand for decides.

use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;

use crate::patterns::forest::{Forest, NodeId, Operation};
use crate::patterns::inference::context::Context;
use crate::patterns::inference::draft::{Draft, MAX_DEPTH};
use crate::patterns::inference::infer_types::InputTypes;
use crate::patterns::inference::stop::Stop;
use crate::patterns::vocabulary::record_classes::PatternClass;

/// What a pattern reads and sets.
#[derive(Default, Debug)]
pub(crate) struct InputsAndOutputs {
    /// By name, the first node of that name.
    pub(crate) inputs: Vec<(Symbol, NodeId)>,
    /// By name, the destinations of `set`, in order.
    pub(crate) outputs: Vec<(Symbol, NodeId)>,
    /// The registers that are set, in order.
    pub(crate) registers: Vec<RecordId>,
}

impl Context<'_> {
    /// Adds what a tree reads and sets.
    pub(crate) fn find_inputs_and_outputs(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        tree: NodeId,
        found: &mut InputsAndOutputs,
        depth: usize,
    ) -> Result<(), Stop> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep(draft));
        }
        let node = match forest.name(tree) {
            Some(_) => self.expanded(forest, draft, tree, true)?,
            None => tree,
        };
        match forest.operation(node) {
            Operation::Implicit => self.find_implicit(forest, draft, node, found),
            Operation::Set => self.find_set(forest, draft, node, found, depth),
            _ => {
                for place in 0..forest.child_count(node) {
                    let child = forest.child(node, place);
                    if forest.types(child).is_empty() {
                        return Err(self.error(draft, "Cannot have void nodes inside of patterns!"));
                    }
                    self.find_inputs_and_outputs(forest, draft, child, found, depth + 1)?;
                }
                let is_use = self.find_input(forest, draft, node, found)?;
                if !is_use && forest.attributes(node).transform.is_some() {
                    let message = "Cannot specify a transform function for a non-input value!";
                    return Err(self.error(draft, message));
                }
                Ok(())
            }
        }
    }

    /// What a tree stands for by itself; of several alternatives, the first.
    fn expanded(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        tree: NodeId,
        is_input: bool,
    ) -> Result<NodeId, Stop> {
        let mut own = Draft::of_tree(draft.record, is_input, tree);
        self.inline_draft(forest, &mut own)?;
        // Before LLVM 6 the whole pattern came first: its constants may have types that no register holds.
        if !(self.rules.is_before_6() && is_input) {
            self.infer_types(forest, &mut own, &InputTypes::None)?;
        }
        match own.trees.first() {
            Some(&first) => Ok(first),
            None => Err(self.error(draft, "the pattern stands for nothing")),
        }
    }

    fn find_implicit(
        &self,
        forest: &Forest,
        draft: &Draft,
        node: NodeId,
        found: &mut InputsAndOutputs,
    ) -> Result<(), Stop> {
        for &child in forest.children(node) {
            match forest.leaf_record(child) {
                Some(record) if self.classes.is(record, PatternClass::Register) => {
                    found.registers.push(record);
                }
                _ => {
                    let message = "implicitly defined value should be a register!";
                    return Err(self.error(draft, message));
                }
            }
        }
        Ok(())
    }

    fn find_set(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        found: &mut InputsAndOutputs,
        depth: usize,
    ) -> Result<(), Stop> {
        if forest.child_count(node) == 0 {
            return Err(self.error(draft, "set requires operands!"));
        }
        if forest.attributes(node).transform.is_some() {
            return Err(self.error(draft, "Cannot specify a transform function on a set node!"));
        }
        let last = forest.child_count(node) - 1;
        for place in 0..last {
            let destination = self.expanded(forest, draft, forest.child(node, place), false)?;
            self.find_destination(forest, draft, destination, found)?;
        }
        self.find_inputs_and_outputs(forest, draft, forest.child(node, last), found, depth + 1)
    }

    fn find_destination(
        &self,
        forest: &Forest,
        draft: &Draft,
        destination: NodeId,
        found: &mut InputsAndOutputs,
    ) -> Result<(), Stop> {
        use PatternClass::{
            PointerLikeRegClass, Register, RegisterClass, RegisterOperand, ValueType,
        };
        let no_register = || Err(self.error(draft, "set destination should be a register!"));
        let Some(record) = forest.leaf_record(destination) else { return no_register() };
        let classes = self.classes.of(record);
        let values = [RegisterClass, ValueType, RegisterOperand, PointerLikeRegClass];
        if values.iter().any(|&class| classes.has(class)) {
            let Some(name) = forest.name(destination) else {
                return Err(self.error(draft, "set destination must have a name!"));
            };
            if found.outputs.iter().any(|&(known, _)| known == name) {
                let message = format!("cannot set '{}' multiple times", self.store.str(name));
                return Err(self.error(draft, &message));
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
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        found: &mut InputsAndOutputs,
    ) -> Result<bool, Stop> {
        let operation = forest.operation(node);
        let Some(name) = forest.name(node) else {
            if let Operation::Record(record) = operation
                && self.classes.is_register_class(record)
            {
                let message = format!("Input {} must be named!", self.record(record).name());
                return Err(self.error(draft, &message));
            }
            return Ok(false);
        };
        if operation.is_leaf() {
            let Operation::Record(record) = operation else {
                let message = format!("Input ${} must be an identifier!", self.store.str(name));
                return Err(self.error(draft, &message));
            };
            if Some(record) == self.classes.special.srcvalue {
                return Ok(false);
            }
        }
        let Some(&(_, first)) = found.inputs.iter().find(|(known, _)| *known == name) else {
            found.inputs.push((name, node));
            return Ok(true);
        };
        let mut is_same = forest.operation(first) == operation;
        if is_same {
            let types = self.first_type(forest, draft, node)?;
            self.update(forest, draft, first, 0, types)?;
            let types = self.first_type(forest, draft, first)?;
            self.update(forest, draft, node, 0, types)?;
            let pairs = forest.types(first).iter().zip(forest.types(node));
            is_same = forest.types(first).len() == forest.types(node).len()
                && pairs.into_iter().all(|(&a, &b)| self.sets.is_same(a, b));
        }
        if !is_same {
            let name = self.store.str(name);
            let message = format!("All ${name} inputs must agree with each other");
            return Err(self.error(draft, &message));
        }
        Ok(true)
    }
}
