//! What a node demands of the types of its values: by its operator, or, for a leaf, by its record.
//!
//! In: a tree. Out: narrower types in it. One call goes through the tree once.

use tablewright_records::RecordId;

use super::context::Context;
use super::draft::Draft;
use super::inference_steps::Rule;
use super::stop::Stop;
use crate::patterns::forest::{Forest, IntrinsicNodeId, NodeId, Operation, SdNodeId};
use crate::patterns::types::type_set::TypeSetByHwMode;
use crate::patterns::types::type_sets::{TypeKind, TypeRelation, TypeSetId};
use crate::patterns::vocabulary::record_classes::PatternClass;
use crate::patterns::vocabulary::sd_node::{Demand, TypeConstraint};

impl Context<'_> {
    /// Narrows the types of a tree once. With `ignore_registers`, what follows from register classes,
    /// stated types and complex patterns is left out: it is known only of the value that is matched, not
    /// of any value of that shape.
    pub(crate) fn apply(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        ignore_registers: bool,
    ) -> Result<bool, Stop> {
        match forest.operation(node) {
            Operation::Record(record) => {
                let mut is_changed = false;
                self.recorder.because(Rule::Leaf(record));
                for result in 0..forest.types(node).len() {
                    let is_named = forest.name(node).is_some();
                    let types = self.leaf_type(draft, record, is_named, ignore_registers)?;
                    is_changed |= self.update(forest, draft, node, result, types)?;
                }
                Ok(is_changed)
            }
            Operation::Int(number) => self.apply_int(forest, draft, node, number),
            Operation::Any | Operation::IntrinsicNumber(_) => Ok(false),
            Operation::Node(sd_node) => {
                let first = forest.children(node).first().map(|&child| forest.operation(child));
                match first {
                    Some(Operation::IntrinsicNumber(intrinsic)) => {
                        self.apply_intrinsic(forest, draft, node, intrinsic, ignore_registers)
                    }
                    _ => self.apply_node(forest, draft, node, sd_node, ignore_registers),
                }
            }
            Operation::Instruction(instruction) => {
                self.apply_instruction(forest, draft, node, instruction, ignore_registers)
            }
            Operation::ComplexPattern(pattern) => {
                let types = self.operators.complex_patterns[pattern].value_type;
                let mut is_changed = false;
                // Patterns of type `untyped` take any type where they have arguments.
                let is_untyped = self.sets.only_type(types) == Some(self.sets.facts.untyped);
                // Before LLVM 6 the type followed from the use.
                if !ignore_registers && !is_untyped && !self.rules.is_before_6() {
                    let record = self.operators.complex_patterns[pattern].record;
                    self.recorder.because(Rule::ComplexPattern(record));
                    is_changed |= self.update(forest, draft, node, 0, types)?;
                }
                Ok(is_changed | self.apply_children(forest, draft, node, 0, ignore_registers)?)
            }
            Operation::Set => self.apply_set(forest, draft, node, ignore_registers),
            Operation::Implicit => self.apply_children(forest, draft, node, 0, ignore_registers),
            operation => {
                if forest.child_count(node) != 1 {
                    let name = self.operation_name(operation);
                    let message = format!("Node transform '{name}' requires one operand!");
                    return Err(self.error(draft, &message));
                }
                self.apply_children(forest, draft, node, 0, ignore_registers)
            }
        }
    }

    /// A destination has the type of the result that is assigned to it.
    fn apply_set(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        ignore_registers: bool,
    ) -> Result<bool, Stop> {
        let mut is_changed = self.apply_children(forest, draft, node, 0, ignore_registers)?;
        let Some((&value, destinations)) = forest.children(node).split_last() else {
            return Ok(is_changed);
        };
        let (count, wanted) = (forest.types(value).len(), destinations.len());
        if count < wanted {
            let name = self.operation_name(forest.operation(value));
            let message = format!("'{name}' has {count} results, but {wanted} are set");
            return Err(self.error(draft, &message));
        }
        for result in 0..wanted {
            let destination = forest.child(node, result);
            let types = forest.types(value)[result];
            is_changed |= self.update(forest, draft, destination, 0, types)?;
            let types = forest.types(destination)[0];
            is_changed |= self.update(forest, draft, value, result, types)?;
        }
        Ok(is_changed)
    }

    /// Narrows the types of the children from `first` on.
    pub(crate) fn apply_children(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        first: usize,
        ignore_registers: bool,
    ) -> Result<bool, Stop> {
        let mut is_changed = false;
        for place in first..forest.child_count(node) {
            is_changed |= self.apply(forest, draft, forest.child(node, place), ignore_registers)?;
        }
        Ok(is_changed)
    }

    /// The type that a leaf has by what it is.
    fn leaf_type(
        &mut self,
        draft: &Draft,
        record: RecordId,
        is_named: bool,
        ignore_registers: bool,
    ) -> Result<TypeSetId, Stop> {
        let key = (record, is_named, ignore_registers);
        if let Some(&known) = self.known.leaves.get(&key) {
            return Ok(known);
        }
        let types = self.find_leaf_type(draft, record, is_named, ignore_registers)?;
        self.known.leaves.insert(key, types);
        Ok(types)
    }

    fn find_leaf_type(
        &mut self,
        draft: &Draft,
        id: RecordId,
        is_named: bool,
        ignore_registers: bool,
    ) -> Result<TypeSetId, Stop> {
        use PatternClass as C;
        let (classes, record) = (self.classes.of(id), self.record(id));
        let facts = &self.sets.facts;
        let (other, i32, pointer) = (facts.other, facts.i32, facts.pointer);
        let special = &self.classes.special;
        let placeholders = [
            special.node,
            special.srcvalue,
            special.zero_reg,
            special.imm_all_ones,
            special.imm_all_zeros,
            special.undef_tied_input,
        ];
        Ok(if classes.has(C::RegisterOperand) {
            match ignore_registers {
                true => TypeSetId::UNKNOWN,
                false => self.register_class_types(record.record("RegClass")?.id())?,
            }
        } else if classes.has(C::RegisterClass) {
            // Without a name it is the class itself, a number.
            match ignore_registers {
                _ if !is_named => self.sets.of_type(i32),
                true => TypeSetId::UNKNOWN,
                false => self.register_class_types(id)?,
            }
        } else if classes.is_fragment() {
            TypeSetId::UNKNOWN
        } else if classes.has(C::Register) {
            match ignore_registers {
                true => TypeSetId::UNKNOWN,
                false => {
                    let types = self.register_types(id);
                    self.sets.expanded(TypeSetByHwMode::of_all(&types))
                }
            }
        } else if classes.has(C::SubRegIndex) {
            self.sets.of_type(i32)
        } else if classes.has(C::ValueType) {
            // Without a name it is the type itself.
            match ignore_registers {
                _ if !is_named => self.sets.of_type(other),
                true => TypeSetId::UNKNOWN,
                false => self.types.set(record, &mut self.sets)?,
            }
        } else if classes.has(C::CondCode) {
            self.sets.of_type(other)
        } else if classes.has(C::ComplexPattern) {
            match (ignore_registers, self.operators.of_record(id)) {
                (false, Some(Operation::ComplexPattern(pattern))) => {
                    self.operators.complex_patterns[pattern].value_type
                }
                _ => TypeSetId::UNKNOWN,
            }
        } else if classes.has(C::PointerLikeRegClass) {
            self.sets.of_type(pointer)
        } else if placeholders.contains(&Some(id)) {
            TypeSetId::UNKNOWN
        } else if classes.has(C::Operand) {
            self.types.set(record.record("Type")?, &mut self.sets)?
        } else {
            let message = format!("Unknown node flavor used in pattern: {}", record.name());
            return Err(self.error(draft, &message));
        })
    }

    /// A number is an integer that has room for it.
    fn apply_int(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        number: i64,
    ) -> Result<bool, Stop> {
        self.recorder.because(Rule::Number);
        let is_changed = self.restrict(forest, draft, node, 0, TypeKind::Integer)?;
        let types = self.sets.get(forest.types(node)[0]);
        if !types.is_concrete(false) {
            return Ok(is_changed);
        }
        for (_, set) in types.modes() {
            let Some(ty) = set.first() else { continue };
            let size = self.sets.facts.of(ty).size;
            if ty == self.sets.facts.pointer || !(1..32).contains(&size) {
                continue;
            }
            // Both the signed and the unsigned values of that size are allowed.
            let high_bits = number >> (size - 1);
            if ![-1, 0, 1].contains(&high_bits) {
                let name = self.type_name(ty);
                let message =
                    format!("Integer value '{number}' is out of range for type 'MVT::{name}'!");
                return Err(self.error(draft, &message));
            }
        }
        Ok(is_changed)
    }

    fn restrict(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        result: usize,
        kind: TypeKind,
    ) -> Result<bool, Stop> {
        let narrowed = self.sets.restrict(kind, forest.types(node)[result]);
        self.set_type(forest, draft, node, result, narrowed.set)?;
        Ok(narrowed.is_changed)
    }

    fn apply_intrinsic(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        id: IntrinsicNodeId,
        ignore_registers: bool,
    ) -> Result<bool, Stop> {
        let mut is_changed = false;
        for result in 0..self.intrinsics.nodes[id].result_types.len() {
            let types = self.intrinsics.nodes[id].result_types[result];
            self.recorder.because(Rule::IntrinsicResult { node, place: result });
            is_changed |= self.update(forest, draft, node, result, types)?;
        }
        let intrinsic = &self.intrinsics.nodes[id];
        let (given, wanted) = (forest.child_count(node) - 1, intrinsic.param_types.len());
        if given != wanted {
            let message = format!(
                "Intrinsic '{}' expects {wanted} operands, not {given} operands!",
                intrinsic.name
            );
            return Err(self.error(draft, &message));
        }
        let pointer = self.sets.facts.pointer;
        let pointer = self.sets.of_type(pointer);
        self.recorder.because(Rule::IntrinsicNumber);
        is_changed |= self.update(forest, draft, forest.child(node, 0), 0, pointer)?;
        for param in 0..wanted {
            let child = forest.child(node, param + 1);
            is_changed |= self.apply(forest, draft, child, ignore_registers)?;
            let types = self.intrinsics.nodes[id].param_types[param];
            self.recorder.because(Rule::IntrinsicParam { node, place: param });
            is_changed |= self.update(forest, draft, child, 0, types)?;
        }
        Ok(is_changed)
    }

    fn apply_node(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        id: SdNodeId,
        ignore_registers: bool,
    ) -> Result<bool, Stop> {
        let sd_node = &self.operators.sd_nodes[id];
        if let Some(count) = sd_node.operand_count
            && forest.child_count(node) != count
        {
            let name = self.record(sd_node.record).name();
            let message = format!("{name} node requires exactly {count} operands!");
            return Err(self.error(draft, &message));
        }
        let mut is_changed = false;
        if !self.rules.is_before_6() {
            is_changed |= self.apply_children(forest, draft, node, 0, ignore_registers)?;
        }
        for at in 0..self.operators.sd_nodes[id].constraints.len() {
            let constraint = self.operators.sd_nodes[id].constraints[at];
            self.recorder.because(Rule::Constraint { node, place: at });
            is_changed |= self.apply_constraint(forest, draft, node, id, constraint)?;
        }
        // What the node demands comes first here: a constant may have a type that no register holds.
        if self.rules.is_before_6() {
            is_changed |= self.apply_children(forest, draft, node, 0, ignore_registers)?;
        }
        Ok(is_changed)
    }

    /// The node and result that a type constraint calls an operand.
    fn operand_of(
        &self,
        forest: &Forest,
        draft: &Draft,
        node: NodeId,
        id: SdNodeId,
        operand: usize,
    ) -> Result<(NodeId, usize), Stop> {
        let result_count = self.operators.sd_nodes[id].result_count;
        let place = if operand < result_count {
            Some((node, operand))
        } else {
            forest.children(node).get(operand - result_count).map(|&child| (child, 0))
        };
        match place.filter(|&(node, result)| result < forest.types(node).len()) {
            Some(place) => Ok(place),
            None => {
                let text = self.tree_text(forest, node);
                let message = format!("Invalid operand number in type constraint {operand} {text}");
                Err(Stop::fatal(self.record(draft.record), message))
            }
        }
    }

    fn apply_constraint(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        id: SdNodeId,
        constraint: TypeConstraint,
    ) -> Result<bool, Stop> {
        let operand =
            |forest: &Forest, this: &Self, number| this.operand_of(forest, draft, node, id, number);
        let (of, result) = operand(forest, self, constraint.operand)?;
        match constraint.demand {
            Demand::Type(types) => self.update(forest, draft, of, result, types),
            Demand::Kind(kind) => self.restrict(forest, draft, of, result, kind),
            Demand::SameAs(other) => {
                let (other, other_result) = operand(forest, self, other)?;
                let types = forest.types(other)[other_result];
                let is_changed = self.update(forest, draft, of, result, types)?;
                let types = forest.types(of)[result];
                Ok(is_changed | self.update(forest, draft, other, other_result, types)?)
            }
            Demand::StatedSmallerThan(other) => {
                let stated = forest.leaf_record(of);
                let is_type = |&record: &RecordId| self.classes.is(record, PatternClass::ValueType);
                let Some(stated) = stated.filter(is_type) else {
                    let name = self.record(self.operators.sd_nodes[id].record).name();
                    return Err(self.error(draft, &format!("{name} expects a VT operand!")));
                };
                let other = operand(forest, self, other).map(Related::of)?;
                let stated = self.types.read(self.record(stated))?;
                let stated = self.sets.intern(TypeSetByHwMode::of_all([&stated]));
                self.relate(
                    forest,
                    draft,
                    TypeRelation::StatedSmaller,
                    Related::Fixed(stated),
                    other,
                )
            }
            Demand::RelationFrom(other, relation) => {
                let other = operand(forest, self, other).map(Related::of)?;
                self.relate(forest, draft, relation, other, Related::Result(of, result))
            }
            Demand::RelationTo(other, relation) => {
                let other = operand(forest, self, other).map(Related::of)?;
                self.relate(forest, draft, relation, Related::Result(of, result), other)
            }
            Demand::VectorOf(element) => {
                let (vector, element) = (Related::Result(of, result), Related::Fixed(element));
                self.relate(forest, draft, TypeRelation::VectorOf, vector, element)
            }
        }
    }

    /// Narrows two types to those that are related.
    fn relate(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        relation: TypeRelation,
        first: Related,
        second: Related,
    ) -> Result<bool, Stop> {
        let types = |of: Related| match of {
            Related::Result(node, result) => forest.types(node)[result],
            Related::Fixed(types) => types,
        };
        let pair = self.sets.relate(relation, types(first), types(second));
        if pair.is_incompatible {
            return Err(self.error(draft, "Incompatible types"));
        }
        let narrowed = [(first, pair.sets.0, second), (second, pair.sets.1, first)];
        for (of, types, other) in narrowed {
            match (of, other) {
                (Related::Result(node, result), _) => {
                    self.set_type(forest, draft, node, result, types)?;
                }
                // Nothing is left of a fixed type: the error is about the node that it is related to.
                (Related::Fixed(_), Related::Result(node, _))
                    if draft.validates && self.sets.get(types).is_contradiction() =>
                {
                    return Err(self.contradiction(forest, draft, node));
                }
                (Related::Fixed(_), _) => {}
            }
        }
        Ok(pair.is_changed)
    }
}

/// What is related to something by its type.
#[derive(Clone, Copy)]
enum Related {
    /// A result of a node, whose type is narrowed.
    Result(NodeId, usize),
    /// A type that is given.
    Fixed(TypeSetId),
}

impl Related {
    fn of((node, result): (NodeId, usize)) -> Related {
        Related::Result(node, result)
    }
}
