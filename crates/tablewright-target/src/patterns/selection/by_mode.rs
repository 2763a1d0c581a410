//! Patterns whose types depend on the mode of the hardware, as one pattern for each mode.
//!
//! In: a list of patterns. Out: patterns that have one type for each value, with the condition under
//! which a mode holds.

use super::to_match::PatternToMatch;
use crate::condition::Condition;
use crate::hw_modes::HwModeId;
use crate::patterns::forest::{Forest, NodeId};
use crate::patterns::inference::context::Context;

impl Context<'_> {
    /// Replaces patterns whose types depend on the mode. Those that are added are ordered by numbers that
    /// go on from `next_order`.
    pub(crate) fn expand_modes(
        &mut self,
        forest: &mut Forest,
        patterns: Vec<PatternToMatch>,
        next_order: &mut u64,
    ) -> Vec<PatternToMatch> {
        if self.types.hw_modes.is_default_only() {
            return patterns;
        }
        let mut expanded = Vec::with_capacity(patterns.len());
        for pattern in patterns {
            let modes = self.modes_of(forest, [pattern.source, pattern.result]);
            if modes.is_empty() {
                expanded.push(pattern);
                continue;
            }
            let mut no_other = Vec::new();
            for mode in modes {
                let mode_condition = if mode.is_default() {
                    Condition::All(no_other.clone())
                } else {
                    let condition = self.types.hw_modes.get(mode).condition.clone();
                    no_other.push(Condition::Not(Box::new(condition.clone())));
                    condition
                };
                let source = self.tree_in_mode(forest, pattern.source, mode);
                let result = self.tree_in_mode(forest, pattern.result, mode);
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

    /// The modes of which the types of a pattern say something; none if they are the same in all modes. The
    /// default mode comes last: it holds where none of the others does.
    pub(crate) fn modes_of(&self, forest: &Forest, trees: [NodeId; 2]) -> Vec<HwModeId> {
        let mut modes = Vec::new();
        for tree in trees {
            if forest.any(tree, &|node| self.depends_on_mode(forest, node)) {
                self.add_modes(forest, tree, &mut modes);
            }
        }
        modes.sort_by_key(|&mode| (mode.is_default(), mode));
        modes.dedup();
        modes
    }

    fn depends_on_mode(&self, forest: &Forest, node: NodeId) -> bool {
        forest.types(node).iter().any(|&types| self.sets.get(types).as_simple().is_none())
    }

    /// Adds the modes of which the types of a tree say something.
    fn add_modes(&self, forest: &Forest, node: NodeId, modes: &mut Vec<HwModeId>) {
        for &types in forest.types(node) {
            modes.extend(self.sets.get(types).modes().iter().map(|&(mode, _)| mode));
        }
        for &child in forest.children(node) {
            self.add_modes(forest, child, modes);
        }
    }

    /// A copy of a tree with the types of one mode; none if there is none for some value.
    fn tree_in_mode(
        &mut self,
        forest: &mut Forest,
        tree: NodeId,
        mode: HwModeId,
    ) -> Option<NodeId> {
        let copy = forest.copy(tree);
        self.set_mode(forest, copy, mode).then_some(copy)
    }

    fn set_mode(&mut self, forest: &mut Forest, node: NodeId, mode: HwModeId) -> bool {
        for value in 0..forest.types(node).len() {
            let types = self.sets.in_mode(forest.types(node)[value], mode);
            forest.types_mut(node)[value] = types;
            if !self.sets.get(types).is_possible() {
                return false;
            }
        }
        (0..forest.child_count(node)).all(|at| self.set_mode(forest, forest.child(node, at), mode))
    }
}
