//! Offsets of the table: the step at an offset, the path to it, and the patterns that can still match there.
//!
//! In: an offset, as the debug output of selection prints it. Out: the step there, the steps before it, the
//! patterns after it.

use rustc_hash::FxHashSet;

use super::{Branch, BranchId, MatcherTable, MatcherTableStepId};
use crate::dag_isel::model::matcher::Matcher;

/// The table element at an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TablePlace {
    /// A step begins there.
    Step(MatcherTableStepId),
    /// The offset is within a step.
    Within(MatcherTableStepId),
    /// The header of a branch: its size, or the value compared by a switch.
    Header(BranchId),
    /// The end of a step's branches.
    EndOf(MatcherTableStepId),
    /// The table end.
    End,
}

impl MatcherTable<'_> {
    /// Returns the element at an offset. `None` past the end of the table.
    pub fn place_at(&self, offset: u32) -> Option<TablePlace> {
        if offset + 1 >= self.size() {
            return (offset + 1 == self.size()).then_some(TablePlace::End);
        }
        // Steps are in the order of their offsets.
        let after = self.steps().raw().partition_point(|step| step.offset <= offset);
        let mut id = MatcherTableStepId::from_index(after.checked_sub(1)?);
        let step = &self.steps()[id];
        if step.offset == offset {
            return Some(TablePlace::Step(id));
        }
        if step.branches.is_empty() && offset < step.end {
            return Some(TablePlace::Within(id));
        }
        // Between steps there are only ends and headers of the steps around them.
        loop {
            let step = &self.steps()[id];
            let mut branches = step.branches.iter();
            if let Some(&branch) = branches.find(|&&branch| {
                let branch = self.branch(branch);
                (branch.header..branch.start).contains(&offset)
            }) {
                return Some(TablePlace::Header(branch));
            }
            if !step.branches.is_empty() && offset + 1 == step.end {
                return Some(TablePlace::EndOf(id));
            }
            id = self.branch(step.branch?).of;
        }
    }

    /// Returns the steps on the selection path to a step, from the first step to this step.
    pub fn path_to(&self, step: MatcherTableStepId) -> Vec<MatcherTableStepId> {
        let mut path = Vec::new();
        let (mut last, mut branch) = (step, self.steps()[step].branch);
        loop {
            // Only the last step in a branch has branches, so the earlier steps are consecutive.
            let first = branch
                .map_or(MatcherTableStepId::from_index(0), |branch| self.branch(branch).first);
            path.extend((first.index()..=last.index()).rev().map(MatcherTableStepId::from_index));
            let Some(&Branch { of, .. }) = branch.map(|branch| self.branch(branch)) else { break };
            (last, branch) = (of, self.steps()[of].branch);
        }
        path.reverse();
        path
    }

    /// Returns the end of the branch that contains a step.
    fn branch_end(&self, step: MatcherTableStepId) -> u32 {
        let branch = self.steps()[step].branch;
        branch.map_or(self.size(), |branch| self.branch(branch).end)
    }

    /// Returns the indices of the patterns that can match after selection reaches a step, in trial order.
    pub fn patterns_from(&self, step: MatcherTableStepId) -> Vec<usize> {
        let end = self.branch_end(step);
        let steps = self.steps().iter_enumerated().skip(step.index());
        let steps = steps.take_while(|(_, step)| step.offset < end);
        let mut known = FxHashSet::default();
        let patterns = steps.filter_map(|(id, _)| self.pattern_of(id));
        patterns.filter(|&pattern| known.insert(pattern)).collect()
    }

    /// Returns the branch that selection tries next if a step fails; none if selection fails then.
    pub fn next_after_failure(&self, step: MatcherTableStepId) -> Option<BranchId> {
        let mut branch = self.steps()[step].branch?;
        loop {
            let Branch { of, index, .. } = *self.branch(branch);
            let of = &self.steps()[of];
            // A switch tries only one case.
            if matches!(of.matcher, Matcher::Scope(_))
                && let Some(&next) = of.branches.get(index + 1)
            {
                return Some(next);
            }
            branch = of.branch?;
        }
    }
}
