//! Type inference: the types of all values in a draft are narrowed until nothing changes.
//!
//! In: a draft with whatever types are stated. Out: the same with narrower types, and whether each value
//! has at most one type in each mode. What a node demands of its values is left to
//! [`apply`](super::apply).

use super::context::Context;
use super::draft::{Draft, NamedNodes};
use super::inference_steps::Rule;
use super::stop::Stop;
use crate::patterns::forest::{Forest, NodeId, Operation};
use crate::patterns::types::type_sets::TypeSetId;

/// Where the types of named nodes come from, besides from the tree that they are in.
pub(crate) enum InputTypes<'a> {
    None,
    /// The first node of the same name in the same draft.
    Own,
    /// The first node of the same name in what is matched.
    Of(&'a NamedNodes),
}

impl Context<'_> {
    /// Narrows the type of a result of a node. Returns whether anything changed.
    pub(crate) fn update(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        result: usize,
        types: TypeSetId,
    ) -> Result<bool, Stop> {
        let Some(&before) = forest.types(node).get(result) else {
            let name = self.operation_name(forest.operation(node));
            let message = format!("'{name}' is used as a value, but has none");
            return Err(self.error(draft, &message));
        };
        let narrowed = self.sets.merge(before, types);
        self.set_type(forest, draft, node, result, narrowed.set)?;
        Ok(narrowed.is_changed)
    }

    /// Sets the type of a result of a node. That there is none left in any mode is an error, except
    /// within a fragment, where it is one only if the fragment is used.
    #[inline]
    pub(crate) fn set_type(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
        result: usize,
        types: TypeSetId,
    ) -> Result<(), Stop> {
        let before = std::mem::replace(&mut forest.types_mut(node)[result], types);
        if before != types {
            self.recorder.changed(node, result, before, types);
        }
        if draft.validates && self.sets.get(types).is_contradiction() {
            return Err(self.contradiction(forest, draft, node));
        }
        Ok(())
    }

    /// The error of a node that can have no type, with the tree that it is in.
    pub(crate) fn contradiction(&self, forest: &Forest, draft: &Draft, node: NodeId) -> Stop {
        let record = self.record(draft.record);
        let message = format!("Type set is empty for each HW mode in '{}'", record.name());
        let mut stop = Stop::fatal(record, message);
        stop = stop.note(format!("no type is left for {}", self.tree_text(forest, node)));
        for &tree in &draft.trees {
            stop = stop.note(format!("in the pattern {}", self.tree_text(forest, tree)));
        }
        stop
    }

    /// The nodes of a draft by name, looked for once.
    pub(crate) fn named_nodes<'d>(
        &self,
        forest: &Forest,
        draft: &'d mut Draft,
    ) -> &'d mut NamedNodes {
        fn add(forest: &Forest, node: NodeId, named: &mut NamedNodes) {
            if let Some(name) = forest.name(node) {
                match named.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, nodes)) => nodes.push(node),
                    None => named.push((name, vec![node])),
                }
            }
            for &child in forest.children(node) {
                add(forest, child, named);
            }
        }
        let Draft { trees, named, .. } = draft;
        named.get_or_insert_with(|| {
            let mut named = Vec::new();
            trees.iter().for_each(|&tree| add(forest, tree, &mut named));
            named
        })
    }

    /// Narrows all types as far as possible. False if some value still has several types.
    pub(crate) fn infer_types(
        &mut self,
        forest: &mut Forest,
        draft: &mut Draft,
        input: &InputTypes<'_>,
    ) -> Result<bool, Stop> {
        let named = std::mem::take(self.named_nodes(forest, draft));
        let done = self.narrow(forest, draft, &named, input);
        draft.named = Some(named);
        done?;
        let is_resolved = |node| {
            let mut types = forest.types(node).iter();
            types.all(|&types| self.sets.get(types).is_concrete(true))
        };
        let is_open = |node| !is_resolved(node);
        Ok(!draft.trees.iter().any(|&tree| forest.any(tree, &is_open)))
    }

    fn narrow(
        &mut self,
        forest: &mut Forest,
        draft: &mut Draft,
        named: &NamedNodes,
        input: &InputTypes<'_>,
    ) -> Result<(), Stop> {
        loop {
            let mut is_changed = false;
            for at in 0..draft.trees.len() {
                is_changed |= self.apply(forest, draft, draft.trees[at], false)?;
                let mut tree = draft.trees[at];
                is_changed |= self.simplify(forest, &mut tree);
                draft.trees[at] = tree;
            }
            for (name, nodes) in named {
                let input = match input {
                    InputTypes::None => None,
                    InputTypes::Own => Some(named),
                    InputTypes::Of(input) => Some(*input),
                };
                if let Some(input) = input {
                    let Some((_, of_input)) = input.iter().find(|(known, _)| known == name) else {
                        let name = self.store.str(*name);
                        let message =
                            format!("Node '{name}' in output pattern but not input pattern");
                        return Err(self.error(draft, &message));
                    };
                    for &node in nodes {
                        // The root may be a register that the value is moved to, of another type.
                        if !self.is_register_root(forest, draft, node) {
                            let types = self.first_type(forest, draft, of_input[0])?;
                            self.recorder.because(Rule::MatchedName(*name));
                            is_changed |= self.update(forest, draft, node, 0, types)?;
                        }
                    }
                }
                for pair in nodes.windows(2) {
                    self.recorder.because(Rule::SameName(*name));
                    let types = self.first_type(forest, draft, pair[1])?;
                    is_changed |= self.update(forest, draft, pair[0], 0, types)?;
                    let types = self.first_type(forest, draft, pair[0])?;
                    is_changed |= self.update(forest, draft, pair[1], 0, types)?;
                }
            }
            if !is_changed {
                return Ok(());
            }
        }
    }

    fn is_register_root(&self, forest: &Forest, draft: &Draft, node: NodeId) -> bool {
        let is_root = draft.trees.first() == Some(&node);
        is_root
            && forest.leaf_record(node).is_some_and(|record| self.classes.is_register_class(record))
    }

    /// The type of a node's only value.
    pub(crate) fn first_type(
        &self,
        forest: &Forest,
        draft: &Draft,
        node: NodeId,
    ) -> Result<TypeSetId, Stop> {
        match forest.types(node).first() {
            Some(&types) => Ok(types),
            None => {
                let name = self.operation_name(forest.operation(node));
                let message = format!("'{name}' is used as a value, but has none");
                Err(self.error(draft, &message))
            }
        }
    }

    /// Removes each `bitconvert` whose type and that of its argument are known and the same. Where
    /// nothing is known, in a fragment, it stays until the fragment is used.
    fn simplify(&self, forest: &mut Forest, node: &mut NodeId) -> bool {
        let at = *node;
        if let (Operation::Node(id), &[child]) = (forest.operation(at), forest.children(at))
            && Some(self.operators.sd_nodes[id].record) == self.classes.special.bitconvert
            && forest.name(at).is_none()
            && let (&[of_node], &[of_child, ..]) = (forest.types(at), forest.types(child))
            && of_node != TypeSetId::UNKNOWN
            && self.sets.get(of_node).is_concrete(false)
            && self.sets.is_same(of_node, of_child)
        {
            *node = child;
            self.simplify(forest, node);
            return true;
        }
        let mut is_changed = false;
        for place in 0..forest.child_count(at) {
            let mut child = forest.child(at, place);
            if forest.child_count(child) > 0 && self.simplify(forest, &mut child) {
                forest.set_child(at, place, child);
                is_changed = true;
            }
        }
        is_changed
    }
}
