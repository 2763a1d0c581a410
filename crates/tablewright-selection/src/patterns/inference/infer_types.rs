//! Type inference: the types of all values in a draft are narrowed until nothing changes.
//!
//! In: a draft with its stated types. Out: the same draft with narrower types, and whether each value has at most one
//! type in each mode. Node demands are in [`apply`](super::apply).

use tablewright_syntax::symbol::Symbol;

use super::TypeInference;
use super::draft::{Draft, NamedNodes};
use super::inference_steps::InferenceRule;
use super::stop::PatternError;
use crate::patterns::forest::{Forest, ForestOperation, NodeId};
use crate::patterns::types::type_sets::TypeSetId;

/// The type source for named nodes, besides their own tree.
pub(crate) enum InputTypes<'a> {
    None,
    /// The first node with the same name in the same draft.
    Own,
    /// The first node with the same name in the matched trees.
    Of(&'a [(Symbol, Vec<NodeId>)]),
}

/// A value: a node result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeValue {
    pub(crate) node: NodeId,
    pub(crate) result: usize,
}

impl NodeValue {
    /// Returns a node's first result, which is usually its only result.
    pub(crate) fn first(node: NodeId) -> NodeValue {
        NodeValue { node, result: 0 }
    }
}

impl TypeInference<'_> {
    /// Narrows a node result's type. Returns whether anything changed.
    pub(crate) fn update(
        &mut self,
        node: NodeId,
        result: usize,
        types: TypeSetId,
    ) -> Result<bool, PatternError> {
        let before = self.types_of(NodeValue { node, result })?;
        let narrowed = self.sets.merge(before, types);
        self.set_type(node, result, narrowed.set)?;
        Ok(narrowed.is_changed)
    }

    /// Narrows two values to the types that both have.
    pub(crate) fn unify(&mut self, a: NodeValue, b: NodeValue) -> Result<bool, PatternError> {
        let types = self.types_of(b)?;
        let is_changed = self.update(a.node, a.result, types)?;
        let types = self.types_of(a)?;
        Ok(is_changed | self.update(b.node, b.result, types)?)
    }

    /// Returns a value's types.
    fn types_of(&self, value: NodeValue) -> Result<TypeSetId, PatternError> {
        self.forest.types(value.node).get(value.result).copied().ok_or_else(|| {
            let name = self.operation_name(self.forest.operation(value.node));
            self.error(&format!("'{name}' is used as a value, but has none"))
        })
    }

    /// Returns the type for a node's only value.
    pub(crate) fn first_type(&self, node: NodeId) -> Result<TypeSetId, PatternError> {
        self.types_of(NodeValue::first(node))
    }

    /// Whether two nodes have the same types.
    pub(crate) fn has_same_types(&self, a: NodeId, b: NodeId) -> bool {
        let (a, b) = (self.forest.types(a), self.forest.types(b));
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| self.sets.is_same(a, b))
    }

    /// Sets a node result's type. If no type is left in any mode, this is an error, except within a fragment: there it
    /// is an error only if the fragment is used.
    #[inline]
    pub(crate) fn set_type(
        &mut self,
        node: NodeId,
        result: usize,
        types: TypeSetId,
    ) -> Result<(), PatternError> {
        let before = std::mem::replace(&mut self.forest.types_mut(node)[result], types);
        if before != types {
            self.recorder.changed(node, result, before, types);
        }
        if self.draft.validates && self.sets.get(types).is_contradiction() {
            return Err(self.contradiction(node));
        }
        Ok(())
    }

    /// Returns the error for a node without a possible type, with the tree that contains it.
    pub(crate) fn contradiction(&self, node: NodeId) -> PatternError {
        let record = self.target.record(self.draft.record);
        let name = self.operation_name(self.forest.operation(node));
        let mut stop =
            PatternError::no_type(record, &name, self.contradiction_in_words(node, &name));
        stop = stop.note(format!("no type is left for {}", self.tree_text(node)));
        for &tree in &self.draft.trees {
            stop = stop.note(format!("in the pattern {}", self.tree_text(tree)));
        }
        self.label_missing_integers(stop)
    }

    /// Adds a label at a register class to a type error if no class has an integer type: fragments in
    /// `TargetSelectionDAG.td` then lack types.
    fn label_missing_integers(&self, stop: PatternError) -> PatternError {
        let integers = &self.sets.traits.integers;
        if self.target.legal_types().iter().any(|ty| integers.contains(ty)) {
            return stop;
        }
        let Some(class) = self.target.register_classes.by_name().first() else { return stop };
        let class = self.target.record(class.record);
        let types: Vec<&str> = self
            .target
            .legal_types()
            .iter()
            .filter_map(|ty| self.target.types.types.name(self.target.store, ty))
            .collect();
        let text = format!(
            "no register class has an integer type, only {}: patterns need one",
            types.join(", ")
        );
        stop.label(class, text.clone()).note(text)
    }

    /// Lists the operand types for a node without a possible type.
    /// Returns an operand and its types in words, for example `$src is i32 or i64`.
    fn operand_in_words(&self, operand: NodeId) -> Option<String> {
        let text = match self.forest.name(operand) {
            Some(name) => format!("${}", self.target.store.str(name)),
            None => self.operation_name(self.forest.operation(operand)),
        };
        let types = self.forest.types(operand).first()?;
        let types = self.type_set_text(*types);
        let alone = types.strip_prefix("{ *:[").and_then(|types| types.strip_suffix("] }"));
        let types = alone.map_or(types.clone(), |types| types.replace(' ', " or "));
        // The node itself may be an operand without any type left.
        (!types.is_empty() && types != "{}").then(|| format!("{text} is {types}"))
    }

    fn contradiction_in_words(&self, node: NodeId, name: &str) -> String {
        let operands = self.forest.children(node).iter();
        let operands: Vec<String> =
            operands.filter_map(|&operand| self.operand_in_words(operand)).collect();
        if operands.is_empty() {
            return format!("no type suits `{name}` in the pattern of '{}'", {
                self.target.record(self.draft.record).name()
            });
        }
        format!("no type suits `{name}`, whose operands decide it: {}", operands.join(", "))
    }

    /// Returns the nodes in work by name, searched once.
    pub(crate) fn named_nodes(&mut self) -> &mut NamedNodes {
        fn add(forest: &Forest, node: NodeId, named: &mut NamedNodes) {
            if let Some(name) = forest.name(node) {
                match named.iter_mut().find(|(of, _)| *of == name) {
                    Some((_, nodes)) => nodes.push(node),
                    None => named.push((name, vec![node])),
                }
            }
            for &child in forest.children(node) {
                add(forest, child, named);
            }
        }
        let Draft { trees, named, .. } = &mut self.draft;
        named.get_or_insert_with(|| {
            let mut named = Vec::new();
            trees.iter().for_each(|&tree| add(&self.forest, tree, &mut named));
            named
        })
    }

    /// Narrows all types as far as possible. False if some value still has several types.
    pub(crate) fn infer_types(&mut self, input: &InputTypes<'_>) -> Result<bool, PatternError> {
        let named = std::mem::take(self.named_nodes());
        let done = self.narrow(&named, input);
        self.draft.named = Some(named);
        done?;
        let is_resolved = |node| {
            let mut types = self.forest.types(node).iter();
            types.all(|&types| self.sets.get(types).is_concrete(true))
        };
        let is_open = |node| !is_resolved(node);
        Ok(!self.draft.trees.iter().any(|&tree| self.forest.any(tree, &is_open)))
    }

    fn narrow(&mut self, named: &NamedNodes, input: &InputTypes<'_>) -> Result<(), PatternError> {
        loop {
            let mut is_changed = false;
            for at in 0..self.draft.trees.len() {
                is_changed |= self.apply(self.draft.trees[at])?;
                let mut tree = self.draft.trees[at];
                is_changed |= self.simplify(&mut tree);
                self.draft.trees[at] = tree;
            }
            for (name, nodes) in named {
                let input = match input {
                    InputTypes::None => None,
                    InputTypes::Own => Some(named.as_slice()),
                    InputTypes::Of(input) => Some(*input),
                };
                if let Some(input) = input {
                    let Some((_, of_input)) = input.iter().find(|(of, _)| of == name) else {
                        let name = self.target.store.str(*name);
                        let message =
                            format!("Node '{name}' in output pattern but not input pattern");
                        return Err(self.error(&message));
                    };
                    for &node in nodes {
                        // The root may be a register with another type, to which the value is moved.
                        if !self.is_register_root(node) {
                            let types = self.first_type(of_input[0])?;
                            self.recorder.because(InferenceRule::MatchedName(*name));
                            is_changed |= self.update(node, 0, types)?;
                        }
                    }
                }
                for pair in nodes.windows(2) {
                    self.recorder.because(InferenceRule::SameName(*name));
                    let [first, second] = [pair[0], pair[1]].map(NodeValue::first);
                    is_changed |= self.unify(first, second)?;
                }
            }
            if !is_changed {
                return Ok(());
            }
        }
    }

    fn is_register_root(&self, node: NodeId) -> bool {
        let is_root = self.draft.trees.first() == Some(&node);
        is_root
            && self
                .forest
                .leaf_record(node)
                .is_some_and(|record| self.target.classes.is_register_class(record))
    }

    /// Removes each `bitconvert` whose type and argument type are known and equal. In a fragment with unknown types it
    /// stays until the fragment is used.
    fn simplify(&mut self, node: &mut NodeId) -> bool {
        let at = *node;
        if let (ForestOperation::Node(id), &[child]) =
            (self.forest.operation(at), self.forest.children(at))
            && Some(self.vocabulary.sd_nodes[id].record) == self.vocabulary.special.bitconvert
            && self.forest.name(at).is_none()
            && let (&[of_node], &[of_child, ..]) = (self.forest.types(at), self.forest.types(child))
            && of_node != TypeSetId::UNKNOWN
            && self.sets.get(of_node).is_concrete(false)
            && self.sets.is_same(of_node, of_child)
        {
            *node = child;
            self.simplify(node);
            return true;
        }
        let mut is_changed = false;
        for index in 0..self.forest.child_count(at) {
            let mut child = self.forest.child(at, index);
            if self.forest.child_count(child) > 0 && self.simplify(&mut child) {
                self.forest.set_child(at, index, child);
                is_changed = true;
            }
        }
        is_changed
    }
}
