//! The cost of a pattern in the table, in bytes.
//!
//! In: the steps. Out: for a pattern, how many bytes serve it alone, and how many it shares.

use super::{MatcherTable, StepId};

/// What a pattern costs in the table.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PatternCost {
    /// How many bytes serve no other pattern.
    pub own: u32,
    /// How many bytes it shares with others.
    pub shared: u32,
    /// The offsets of the steps that complete it. None if the same steps complete an earlier pattern;
    /// several if its root can be one of several nodes.
    pub ends: Vec<u32>,
}

impl MatcherTable<'_> {
    /// What each pattern costs, by its index among all.
    pub fn costs(&self) -> Vec<PatternCost> {
        let mut costs = vec![PatternCost::default(); self.patterns().list.len()];
        for (id, step) in self.steps().iter_enumerated() {
            let Some(pattern) = self.pattern_of(id) else { continue };
            let (own, shared) = self.cost_of_path(id);
            let cost = &mut costs[pattern];
            cost.own += own;
            cost.shared += shared;
            cost.ends.push(step.offset);
        }
        costs
    }

    /// How many bytes of the path to a step that completes a pattern serve it alone, and how many others too.
    /// All of the last branch serve it alone: where there are branches, there are others.
    pub(super) fn cost_of_path(&self, leaf: StepId) -> (u32, u32) {
        let of_steps = |first: StepId, last: StepId| -> u32 {
            let steps = first.index()..=last.index();
            steps.map(|step| self.steps()[StepId::from_index(step)].size).sum()
        };
        let first_step = StepId::from_index(0);
        let Some(mut branch) = self.steps()[leaf].branch else {
            return (of_steps(first_step, leaf), 0);
        };
        let header = |of: &super::Branch| of.start - of.header;
        let last = self.branch(branch);
        let own = header(last) + of_steps(last.first, leaf);
        let mut shared = 0;
        loop {
            let split = self.branch(branch).of;
            let Some(outer) = self.steps()[split].branch else {
                return (own, shared + of_steps(first_step, split));
            };
            let of_outer = self.branch(outer);
            shared += header(of_outer) + of_steps(of_outer.first, split);
            branch = outer;
        }
    }
}
