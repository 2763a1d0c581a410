//! The tree of matchers as a list of steps with offsets.
//!
//! In: the tree. Out: steps and branches, in the order in which the table has them.

use tablewright_index::IndexVec;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::patterns::PatternsToMatch;
use tablewright_target::value_types::ValueType;

use super::{Branch, BranchId, Step, StepId};
use crate::dag_isel::model::matcher::{Branch as MatcherBranch, Chain, Matcher};
use crate::dag_isel::model::size::{Sizes, vbr_size};

/// How many bytes the opcode of a switch case takes, and a type.
const OPCODE_SIZE: u32 = 2;
const TYPE_SIZE: u32 = 1;

/// What a switch compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchKey {
    /// The opcode of the node, as a C++ enumerator.
    Opcode(Symbol),
    /// The type of the node's first value.
    Type(ValueType),
}

/// The steps of a tree, and the branches between them.
pub(super) fn flatten(
    root: Chain,
    sizes: &Sizes<'_>,
    patterns: &PatternsToMatch,
) -> (IndexVec<StepId, Step>, IndexVec<BranchId, Branch>) {
    let mut flatten =
        Flatten { sizes, patterns, steps: IndexVec::new(), branches: IndexVec::new() };
    flatten.chain(root, None, 0);
    (flatten.steps, flatten.branches)
}

struct Flatten<'a> {
    sizes: &'a Sizes<'a>,
    patterns: &'a PatternsToMatch,
    steps: IndexVec<StepId, Step>,
    branches: IndexVec<BranchId, Branch>,
}

impl Flatten<'_> {
    /// Adds the steps of a chain that begins at `offset`. Returns where it ends.
    fn chain(&mut self, mut chain: Chain, branch: Option<BranchId>, offset: u32) -> u32 {
        let mut at = offset;
        while let Some(matcher) = chain.take_first() {
            at = match matcher {
                Matcher::Scope(branches) => {
                    let ways = branches.into_iter().map(|branch| (None, branch)).collect();
                    self.step_with_branches(Matcher::Scope(Vec::new()), ways, branch, at)
                }
                Matcher::SwitchOpcode(cases) => {
                    let ways = cases.into_iter().map(|(node, case)| {
                        (Some(BranchKey::Opcode(self.patterns.sd_node(node).opcode)), case)
                    });
                    let ways = ways.collect();
                    self.step_with_branches(Matcher::SwitchOpcode(Vec::new()), ways, branch, at)
                }
                Matcher::SwitchType(cases) => {
                    let ways = cases.into_iter();
                    let ways = ways.map(|(ty, case)| (Some(BranchKey::Type(ty)), case)).collect();
                    self.step_with_branches(Matcher::SwitchType(Vec::new()), ways, branch, at)
                }
                matcher => {
                    let size = self.sizes.of(&matcher);
                    self.push(matcher, branch, at, size);
                    at + size
                }
            };
        }
        at
    }

    fn push(
        &mut self,
        matcher: Matcher,
        branch: Option<BranchId>,
        offset: u32,
        size: u32,
    ) -> StepId {
        let (end, branches) = (offset + size, Vec::new());
        self.steps.push(Step { offset, size, end, branch, branches, matcher })
    }

    fn step_with_branches(
        &mut self,
        matcher: Matcher,
        ways: Vec<(Option<BranchKey>, MatcherBranch)>,
        branch: Option<BranchId>,
        at: u32,
    ) -> u32 {
        // The opcode, and the zero behind the branches.
        let id = self.push(matcher, branch, at, 2);
        let mut next = at + 1;
        for (place, (key, way)) in ways.into_iter().enumerate() {
            let key_size = match key {
                None => 0,
                Some(BranchKey::Opcode(_)) => OPCODE_SIZE,
                Some(BranchKey::Type(_)) => TYPE_SIZE,
            };
            let start = next + vbr_size(u64::from(way.size)) + key_size;
            let first = StepId::from_index(self.steps.len());
            let end = start + way.size;
            let branch = Branch { of: id, place, header: next, start, end, key, first };
            let branch = self.branches.push(branch);
            self.steps[id].branches.push(branch);
            next = self.chain(way.chain, Some(branch), start);
        }
        self.steps[id].end = next + 1;
        next + 1
    }
}
