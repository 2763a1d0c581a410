//! Node type demands: by operator, or, for a leaf, by record.
//!
//! In: a tree. Out: narrower types in it. A call visits the tree once.

use tablewright_records::{Feature, RecordId};

use super::TypeInference;
use super::infer_types::NodeValue;
use super::inference_steps::InferenceRule;
use super::stop::PatternError;
use crate::patterns::forest::{ForestOperation, IntrinsicNodeId, NodeId, SdNodeId};
use crate::patterns::types::type_set::TypeSetByHwMode;
use crate::patterns::types::type_sets::{TypeSetId, TypeSetKind, TypeSetRelation};
use crate::patterns::vocabulary::record_classes::PatternClass;
use crate::patterns::vocabulary::sd_node::{Demand, TypeConstraint};

impl TypeInference<'_> {
    /// Narrows the types in a tree once.
    pub(crate) fn apply(&mut self, node: NodeId) -> Result<bool, PatternError> {
        match self.forest.operation(node) {
            ForestOperation::Record(record) => {
                let mut is_changed = false;
                self.recorder.because(InferenceRule::Leaf(record));
                for result in 0..self.forest.types(node).len() {
                    let is_named = self.forest.name(node).is_some();
                    let types = self.leaf_type(record, is_named)?;
                    is_changed |= self.update(node, result, types)?;
                }
                Ok(is_changed)
            }
            ForestOperation::Int(number) => self.apply_int(node, number),
            ForestOperation::Any | ForestOperation::IntrinsicNumber(_) => Ok(false),
            ForestOperation::Node(sd_node) => match self.forest.called_intrinsic(node) {
                Some(intrinsic) => self.apply_intrinsic(node, intrinsic),
                None => self.apply_node(node, sd_node),
            },
            ForestOperation::Instruction(instruction) => self.apply_instruction(node, instruction),
            ForestOperation::ComplexPattern(pattern) => {
                let types = self.vocabulary.complex_patterns[pattern].value_type;
                let mut is_changed = false;
                // Patterns of type `untyped` accept any type for their arguments.
                let is_untyped = self.sets.only_type(types) == Some(self.sets.traits.untyped);
                // Before LLVM 6 the type followed from the use.
                if !self.draft.ignores_registers && !is_untyped && self.target.operand_types_first {
                    let record = self.vocabulary.complex_patterns[pattern].record;
                    self.recorder.because(InferenceRule::ComplexPattern(record));
                    is_changed |= self.update(node, 0, types)?;
                }
                Ok(is_changed | self.apply_children(node)?)
            }
            ForestOperation::Set => self.apply_set(node),
            ForestOperation::Implicit => self.apply_children(node),
            operation @ (ForestOperation::Fragment(_) | ForestOperation::Transform(_)) => {
                self.check_transform(node, operation)?;
                self.apply_children(node)
            }
        }
    }

    fn check_transform(
        &self,
        node: NodeId,
        operation: ForestOperation,
    ) -> Result<(), PatternError> {
        if self.forest.child_count(node) == 1 {
            return Ok(());
        }
        let name = self.operation_name(operation);
        Err(self.error(&format!("Node transform '{name}' requires one operand!")))
    }

    /// Reports a `set` in a record of class `Pattern` or in a fragment.
    fn check_set(&self, node: NodeId) -> Result<(), PatternError> {
        let record = self.target.store.record(self.draft.record);
        if !record.inherits("Pattern") && !record.inherits("PatFrags") {
            return Ok(());
        }
        let is_unknown = self.has(Feature::PatternRecordsHaveNoSet);
        let error = if is_unknown {
            Err(self.error("unknown node type 'set' in input pattern"))
        } else {
            self.check_transform(node, ForestOperation::Set)
        };
        let help = "only the `Pattern` of an instruction sets results; a `Pat` matches the value that `set` assigns";
        error.map_err(|stop| stop.note(help.to_owned()))
    }

    /// Assigns the result's type to its destination.
    fn apply_set(&mut self, node: NodeId) -> Result<bool, PatternError> {
        let mut is_changed = self.apply_children(node)?;
        self.check_set(node)?;
        let Some((&value, destinations)) = self.forest.children(node).split_last() else {
            return Ok(is_changed);
        };
        let (count, expected) = (self.forest.types(value).len(), destinations.len());
        if count < expected {
            let name = self.operation_name(self.forest.operation(value));
            let message = format!("'{name}' has {count} results, but {expected} are set");
            return Err(self.error(&message));
        }
        for result in 0..expected {
            let destination = NodeValue::first(self.forest.child(node, result));
            is_changed |= self.unify(destination, NodeValue { node: value, result })?;
        }
        Ok(is_changed)
    }

    /// Narrows the children's types.
    pub(crate) fn apply_children(&mut self, node: NodeId) -> Result<bool, PatternError> {
        let mut is_changed = false;
        for index in 0..self.forest.child_count(node) {
            is_changed |= self.apply(self.forest.child(node, index))?;
        }
        Ok(is_changed)
    }

    /// Restricts a number to integer types with enough bits for it.
    fn apply_int(&mut self, node: NodeId, number: i64) -> Result<bool, PatternError> {
        self.recorder.because(InferenceRule::Number);
        let is_changed = self.restrict(node, 0, TypeSetKind::Integer)?;
        let types = self.sets.get(self.forest.types(node)[0]);
        if !types.is_concrete(false) {
            return Ok(is_changed);
        }
        let checked_sizes =
            1..if self.has(Feature::ImmediatesOf32BitsAreChecked) { 33 } else { 32 };
        for (_, set) in types.modes() {
            let Some(ty) = set.first() else { continue };
            let size = self.sets.traits.for_type(ty).size;
            if ty == self.sets.traits.pointer || !checked_sizes.contains(&size) {
                continue;
            }
            // Both the signed and the unsigned values with this size are allowed.
            let high_bits = number >> (size - 1);
            if ![-1, 0, 1].contains(&high_bits) {
                let names = self.names();
                let name = names.type_name(ty);
                let message =
                    format!("Integer value '{number}' is out of range for type 'MVT::{name}'!");
                return Err(self.error(&message));
            }
        }
        Ok(is_changed)
    }

    fn restrict(
        &mut self,
        node: NodeId,
        result: usize,
        kind: TypeSetKind,
    ) -> Result<bool, PatternError> {
        let narrowed = self.sets.restrict(kind, self.forest.types(node)[result]);
        self.set_type(node, result, narrowed.set)?;
        Ok(narrowed.is_changed)
    }

    fn apply_intrinsic(&mut self, node: NodeId, id: IntrinsicNodeId) -> Result<bool, PatternError> {
        let mut is_changed = false;
        for result in 0..self.vocabulary.intrinsics[id].result_types.len() {
            let types = self.vocabulary.intrinsics[id].result_types[result];
            self.recorder.because(InferenceRule::IntrinsicResult { node, index: result });
            is_changed |= self.update(node, result, types)?;
        }
        let intrinsic = &self.vocabulary.intrinsics[id];
        let (count, expected) = (self.forest.child_count(node) - 1, intrinsic.param_types.len());
        if count != expected {
            let message = format!(
                "Intrinsic '{}' expects {expected} operands, not {count} operands!",
                intrinsic.name
            );
            return Err(self.error(&message));
        }
        let pointer = self.sets.traits.pointer;
        let pointer = self.sets.for_type(pointer);
        self.recorder.because(InferenceRule::IntrinsicNumber);
        is_changed |= self.update(self.forest.child(node, 0), 0, pointer)?;
        for param in 0..expected {
            let child = self.forest.child(node, param + 1);
            is_changed |= self.apply(child)?;
            let types = self.vocabulary.intrinsics[id].param_types[param];
            self.recorder.because(InferenceRule::IntrinsicParam { node, index: param });
            is_changed |= self.update(child, 0, types)?;
        }
        Ok(is_changed)
    }

    fn apply_node(&mut self, node: NodeId, id: SdNodeId) -> Result<bool, PatternError> {
        let sd_node = &self.vocabulary.sd_nodes[id];
        if let Some(count) = sd_node.operand_count
            && self.forest.child_count(node) != count
        {
            let name = self.target.record(sd_node.record).name();
            let message = format!("{name} node requires exactly {count} operands!");
            return Err(self.error(&message));
        }
        let mut is_changed = false;
        if self.target.operand_types_first {
            is_changed |= self.apply_children(node)?;
        }
        for at in 0..self.vocabulary.sd_nodes[id].constraints.len() {
            let constraint = self.vocabulary.sd_nodes[id].constraints[at];
            self.recorder.because(InferenceRule::Constraint { node, index: at });
            is_changed |= self.apply_constraint(node, id, constraint)?;
        }
        // In these releases the node's demands are applied before the children's: a constant may have a type without
        // registers.
        if !self.target.operand_types_first {
            is_changed |= self.apply_children(node)?;
        }
        Ok(is_changed)
    }

    /// Returns the value that a type constraint calls an operand.
    fn operand_of(
        &self,
        node: NodeId,
        id: SdNodeId,
        operand: usize,
    ) -> Result<NodeValue, PatternError> {
        let result_count = self.vocabulary.sd_nodes[id].result_count;
        let value = if operand < result_count {
            Some(NodeValue { node, result: operand })
        } else {
            let child = self.forest.children(node).get(operand - result_count);
            child.map(|&child| NodeValue::first(child))
        };
        if let Some(value) = value.filter(|of| of.result < self.forest.types(of.node).len()) {
            return Ok(value);
        }
        let text = self.tree_text(node);
        let has_no_blank = self.has(Feature::OperandNumberErrorsHaveNoBlank);
        let blank = if has_no_blank { "" } else { " " };
        let message = format!("Invalid operand number in type constraint {operand}{blank}{text}");
        Err(PatternError::fatal(self.target.record(self.draft.record), message))
    }

    fn apply_constraint(
        &mut self,
        node: NodeId,
        id: SdNodeId,
        constraint: TypeConstraint,
    ) -> Result<bool, PatternError> {
        let value = self.operand_of(node, id, constraint.operand)?;
        let own = Related::Value(value);
        match constraint.demand {
            Demand::Type(types) => self.update(value.node, value.result, types),
            Demand::Kind(kind) => self.restrict(value.node, value.result, kind),
            Demand::SameAs(other) => {
                let other = self.operand_of(node, id, other)?;
                self.unify(value, other)
            }
            Demand::StatedSmallerThan(other) => {
                let stated = self.forest.leaf_record(value.node);
                let is_type =
                    |&record: &RecordId| self.target.classes.is(record, PatternClass::ValueType);
                let Some(stated) = stated.filter(is_type) else {
                    let name = self.target.record(self.vocabulary.sd_nodes[id].record).name();
                    return Err(self.error(&format!("{name} expects a VT operand!")));
                };
                let other = Related::Value(self.operand_of(node, id, other)?);
                let stated = self.target.types.read(self.target.record(stated))?;
                let stated = self.sets.intern(TypeSetByHwMode::from_types([&stated]));
                self.relate(TypeSetRelation::StatedSmaller, Related::Fixed(stated), other)
            }
            Demand::RelationFrom(other, relation) => {
                let other = Related::Value(self.operand_of(node, id, other)?);
                self.relate(relation, other, own)
            }
            Demand::RelationTo(other, relation) => {
                let other = Related::Value(self.operand_of(node, id, other)?);
                self.relate(relation, own, other)
            }
            Demand::VectorOf(element) => {
                self.relate(TypeSetRelation::VectorOf, own, Related::Fixed(element))
            }
        }
    }

    /// Narrows two types to related types.
    fn relate(
        &mut self,
        relation: TypeSetRelation,
        first: Related,
        second: Related,
    ) -> Result<bool, PatternError> {
        let types = |of: Related| match of {
            Related::Value(of) => self.forest.types(of.node)[of.result],
            Related::Fixed(types) => types,
        };
        let pair = self.sets.relate(relation, types(first), types(second));
        if pair.is_incompatible {
            return Err(self.error("Incompatible types").in_types());
        }
        let narrowed = [(first, pair.sets.0, second), (second, pair.sets.1, first)];
        for (of, types, other) in narrowed {
            match (of, other) {
                (Related::Value(of), _) => self.set_type(of.node, of.result, types)?,
                // A fixed type is exhausted: the error is about its related node.
                (Related::Fixed(_), Related::Value(other))
                    if self.draft.validates && self.sets.get(types).is_contradiction() =>
                {
                    return Err(self.contradiction(other.node));
                }
                (Related::Fixed(_), _) => {}
            }
        }
        Ok(pair.is_changed)
    }
}

/// A value or type that is related to another by its type.
#[derive(Clone, Copy)]
enum Related {
    /// A value, whose type is narrowed.
    Value(NodeValue),
    /// A type that does not change.
    Fixed(TypeSetId),
}
