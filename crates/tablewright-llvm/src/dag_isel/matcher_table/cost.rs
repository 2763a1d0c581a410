//! A pattern's cost in the table, in bytes.
//!
//! In: the steps. Out: for a pattern, the number of bytes that only it uses, and the number of shared bytes.

use super::{MatcherTable, MatcherTableStepId};

/// Cost of a pattern in the table.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PatternCost {
    /// Bytes used only by this pattern.
    pub own: u32,
    /// Bytes shared with other patterns.
    pub shared: u32,
    /// Offsets of the completing steps. Empty if the same steps complete an earlier pattern; several if the root can
    /// be different nodes.
    pub ends: Vec<u32>,
}

impl MatcherTable<'_> {
    /// Returns the cost of each pattern, by pattern index.
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

    /// Splits the bytes on the path to a completing step: bytes for this step only, and shared bytes. The last branch
    /// is counted as unshared, because any sharing step would be in another branch.
    pub(super) fn cost_of_path(&self, leaf: MatcherTableStepId) -> (u32, u32) {
        let of_steps = |first: MatcherTableStepId, last: MatcherTableStepId| -> u32 {
            let steps = first.index()..=last.index();
            steps.map(|step| self.steps()[MatcherTableStepId::from_index(step)].size).sum()
        };
        let first_step = MatcherTableStepId::from_index(0);
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
