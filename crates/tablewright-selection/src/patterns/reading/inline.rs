//! Fragment use expansion.
//!
//! In: a draft. Out: the same draft with a tree for each alternative combination, and fragment predicates at their
//! nodes.

use tablewright_syntax::symbol::Symbol;

use crate::patterns::forest::{ArgumentName, ForestOperation, FragmentId, NodeId, PredicateCall};
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::draft::MAX_DEPTH;
use crate::patterns::inference::inference_steps::InferenceRule;
use crate::patterns::inference::stop::PatternError;

/// Maximum alternative count in a pattern. The number doubles with each use of a fragment with two alternatives.
const MAX_ALTERNATIVES: usize = 1 << 14;
/// Maximum node count in a pattern. The number doubles with each fragment that uses an argument twice.
const MAX_NODES: usize = 1 << 16;
/// Maximum node count created while a pattern is expanded.
const MAX_SCRATCH_NODES: usize = 1 << 22;

impl TypeInference<'_> {
    /// Replaces all fragments in the trees in work.
    pub(crate) fn inline_fragments(&mut self) -> Result<(), PatternError> {
        let mut alternatives = Vec::with_capacity(self.draft.trees.len());
        for at in 0..self.draft.trees.len() {
            self.inline(self.draft.trees[at], &mut alternatives, 0)?;
        }
        self.draft.trees = alternatives;
        if self.draft.trees.iter().any(|&tree| self.forest.is_larger(tree, MAX_NODES)) {
            return Err(self.too_large());
        }
        Ok(())
    }

    fn too_large(&self) -> PatternError {
        self.error(&format!("the pattern has more than {MAX_NODES} nodes"))
    }

    /// Adds a tree's expansions.
    fn inline(
        &mut self,
        node: NodeId,
        alternatives: &mut Vec<NodeId>,
        depth: usize,
    ) -> Result<(), PatternError> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep());
        }
        if self.forest.len() > MAX_SCRATCH_NODES {
            return Err(self.too_large());
        }
        if let ForestOperation::Fragment(fragment) = self.forest.operation(node) {
            return self.inline_fragment(node, fragment, alternatives, depth);
        }
        if self.forest.children(node).is_empty() {
            alternatives.push(node);
            return Ok(());
        }
        let mut of_children = Vec::with_capacity(self.forest.child_count(node));
        let mut count = 1;
        for index in 0..self.forest.child_count(node) {
            let mut of_child = Vec::with_capacity(1);
            let child = self.forest.child(node, index);
            self.inline(child, &mut of_child, depth + 1)?;
            count *= of_child.len();
            if count + alternatives.len() > MAX_ALTERNATIVES {
                let message = format!("the pattern has more than {MAX_ALTERNATIVES} alternatives");
                return Err(self.error(&message));
            }
            of_children.push(of_child);
        }
        for_each_combination(&of_children, |children| {
            alternatives.push(self.forest.with_children(node, children));
        });
        Ok(())
    }

    fn inline_fragment(
        &mut self,
        node: NodeId,
        id: FragmentId,
        alternatives: &mut Vec<NodeId>,
        depth: usize,
    ) -> Result<(), PatternError> {
        let fragment = &self.vocabulary.fragments[id];
        if fragment.params.len() != self.forest.child_count(node) {
            let (name, count) = (self.target.record(fragment.record).name(), fragment.params.len());
            let message = format!("'{name}' fragment requires {count} operands!");
            return Err(self.error(&message));
        }
        let scope = fragment.predicate_uses_operands.then(|| {
            self.scopes += 1;
            self.scopes
        });
        let mut args = Vec::with_capacity(fragment.params.len());
        for (index, &param) in fragment.params.iter().enumerate() {
            let mut arg = self.forest.child(node, index);
            if let Some(scope) = scope {
                if self.forest.is_larger(arg, MAX_NODES) {
                    return Err(self.too_large());
                }
                arg = self.forest.copy(arg);
                let name = ArgumentName { scope, name: param };
                self.forest.change_attributes(arg, |all| all.argument_names.push(name));
            }
            args.push(FragmentArgument { param, node: arg });
        }
        let call = fragment.has_predicate.then_some(PredicateCall { fragment: id, scope });
        let gisel_flags = fragment.has_gisel_flags.then_some(fragment.record);
        let name = self.forest.name(node);
        let outer = self.forest.attributes(node).predicates.clone();
        for at in 0..self.vocabulary.fragments[id].trees.len() {
            let tree = self.vocabulary.fragments[id].trees[at];
            let tree = self.forest.import(&self.vocabulary.fragment_trees, tree);
            if !self.substitute(tree, &args) {
                return Err(self.error("Couldn't find formal argument!"));
            }
            self.forest.set_name(tree, name);
            for result in 0..self.forest.types(tree).len() {
                let Some(&ty) = self.forest.types(node).get(result) else { break };
                self.recorder.because(InferenceRule::Use(id));
                self.update(tree, result, ty)?;
                // A fragment without possible types is an error if another fragment uses it.
                if self.sets.get(self.forest.types(tree)[result]).is_contradiction() {
                    return Err(self.contradiction(tree));
                }
            }
            if call.is_some() || gisel_flags.is_some() || !outer.is_empty() {
                self.forest.change_attributes(tree, |all| {
                    all.predicates.extend(call);
                    all.predicates.extend_from_slice(&outer);
                    all.gisel_flags = gisel_flags.or(all.gisel_flags);
                });
            }
            self.inline(tree, alternatives, depth + 1)?;
        }
        Ok(())
    }

    /// Replaces parameters by arguments. False if a parameter has none.
    fn substitute(&mut self, node: NodeId, args: &[FragmentArgument]) -> bool {
        for index in 0..self.forest.child_count(node) {
            let child = self.forest.child(node, index);
            let operation = self.forest.operation(child);
            let is_param = operation == ForestOperation::Any
                || self.vocabulary.special.node.map(ForestOperation::Record) == Some(operation);
            if !is_param {
                if !self.forest.is_leaf(child) && !self.substitute(child, args) {
                    return false;
                }
                continue;
            }
            let name = self.forest.name(child);
            let Some(arg) = args.iter().find(|arg| Some(arg.param) == name) else {
                return false;
            };
            self.forest.set_child(node, index, arg.node);
        }
        true
    }
}

/// A pattern fragment's argument.
struct FragmentArgument {
    /// The parameter name.
    param: Symbol,
    node: NodeId,
}

/// Calls `work` with each combination of one element from each list, the last list varying fastest.
pub(crate) fn for_each_combination(lists: &[Vec<NodeId>], mut work: impl FnMut(&[NodeId])) {
    if lists.iter().any(Vec::is_empty) {
        return;
    }
    let mut indices = vec![0; lists.len()];
    let mut chosen: Vec<NodeId> = lists.iter().map(|list| list[0]).collect();
    loop {
        work(&chosen);
        let mut at = lists.len();
        loop {
            if at == 0 {
                return;
            }
            at -= 1;
            indices[at] += 1;
            if indices[at] < lists[at].len() {
                chosen[at] = lists[at][indices[at]];
                break;
            }
            indices[at] = 0;
            chosen[at] = lists[at][0];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_list_varies_fastest() {
        let node = NodeId::from_index;
        let mut all = Vec::new();
        for_each_combination(
            &[vec![node(0), node(1)], vec![node(2)], vec![node(3), node(4)]],
            |c| {
                all.push(c.iter().map(|n| n.index()).collect::<Vec<_>>());
            },
        );
        assert_eq!(all, [[0, 2, 3], [0, 2, 4], [1, 2, 3], [1, 2, 4]]);
    }
}
