//! Patterns with mode-dependent types, split into one pattern for each hardware mode.
//!
//! In: a pattern list. Out: patterns with one type for each value, and their mode condition.

use tablewright_target::condition::PredicateCondition;
use tablewright_target::hw_modes::HwModeId;

use super::to_match::PatternToMatch;
use crate::patterns::forest::{Forest, NodeId};
use crate::patterns::inference::TypeInference;
use crate::patterns::types::type_sets::TypeSets;

impl TypeInference<'_> {
    /// Replaces patterns with mode-dependent types. Numbers the added patterns from `next_order` on.
    pub(crate) fn expand_modes(
        &mut self,
        patterns: Vec<PatternToMatch>,
        next_order: &mut u64,
    ) -> Vec<PatternToMatch> {
        if self.target.types.hw_modes.is_default_only() {
            return patterns;
        }
        let mut expanded = Vec::with_capacity(patterns.len());
        for pattern in patterns {
            let modes = modes_of(&self.sets, &self.forest, [pattern.source, pattern.result]);
            if modes.is_empty() {
                expanded.push(pattern);
                continue;
            }
            let mut no_other = Vec::new();
            for mode in modes {
                let mode_condition = if mode.is_default() {
                    PredicateCondition::All(no_other.clone())
                } else {
                    let condition = self.target.types.hw_modes.get(mode).condition.clone();
                    no_other.push(PredicateCondition::Not(Box::new(condition.clone())));
                    condition
                };
                let source = self.tree_in_mode(pattern.source, mode);
                let result = self.tree_in_mode(pattern.result, mode);
                if let (Some(source), Some(result)) = (source, result) {
                    let order = *next_order;
                    *next_order += 1;
                    expanded.push(PatternToMatch {
                        source,
                        result,
                        mode: Some(mode),
                        mode_condition,
                        order,
                        ..pattern.clone()
                    });
                }
            }
        }
        expanded
    }

    /// Copies a tree with a single mode's types; `None` if a value lacks a type in this mode.
    fn tree_in_mode(&mut self, tree: NodeId, mode: HwModeId) -> Option<NodeId> {
        let copy = self.forest.copy(tree);
        self.set_mode(copy, mode).then_some(copy)
    }

    fn set_mode(&mut self, node: NodeId, mode: HwModeId) -> bool {
        for value in 0..self.forest.types(node).len() {
            let types = self.sets.in_mode(self.forest.types(node)[value], mode);
            self.forest.types_mut(node)[value] = types;
            if !self.sets.get(types).is_possible() {
                return false;
            }
        }
        (0..self.forest.child_count(node))
            .all(|at| self.set_mode(self.forest.child(node, at), mode))
    }
}

/// Returns the modes that a pattern's types mention; empty if the types are equal in all modes. The default mode comes
/// last: it applies if no other mode does.
pub(crate) fn modes_of(sets: &TypeSets, forest: &Forest, trees: [NodeId; 2]) -> Vec<HwModeId> {
    let depends_on_mode =
        |node| forest.types(node).iter().any(|&types| sets.get(types).as_simple().is_none());
    let mut modes = Vec::new();
    for tree in trees {
        if forest.any(tree, &depends_on_mode) {
            add_modes(sets, forest, tree, &mut modes);
        }
    }
    modes.sort_by_key(|&mode| (mode.is_default(), mode));
    modes.dedup();
    modes
}

/// Adds the modes that a tree's types mention.
fn add_modes(sets: &TypeSets, forest: &Forest, node: NodeId, modes: &mut Vec<HwModeId>) {
    for &types in forest.types(node) {
        modes.extend(sets.get(types).modes().iter().map(|&(mode, _)| mode));
    }
    for &child in forest.children(node) {
        add_modes(sets, forest, child, modes);
    }
}
