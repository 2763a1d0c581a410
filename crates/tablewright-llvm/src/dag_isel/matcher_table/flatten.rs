//! Flattens the matcher tree to a list of steps with offsets.
//!
//! In: the tree and its table. Out: steps and branches in table order. A step is a table line. A step with branches
//! has a line for each branch and another for its end.

use tablewright_index::IndexVec;
use tablewright_selection::patterns::PatternsToMatch;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::value_types::ValueType;
use tablewright_text::byte_table::{ByteTable, LineId};

use super::{Branch, BranchId, MatcherTableStep, MatcherTableStepId};
use crate::dag_isel::model::matcher::{Chain, Matcher};

/// The value compared by a switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchKey {
    /// The opcode of the node, as a C++ enumerator.
    Opcode(Symbol),
    /// The type of the node's first value.
    Type(ValueType),
}

/// A branch with its switch key.
type KeyedBranch = (Option<BranchKey>, Chain);

/// Returns the steps of a tree, and the branches between them.
pub(super) fn flatten(
    root: Chain,
    table: &ByteTable,
    patterns: &PatternsToMatch,
) -> (IndexVec<MatcherTableStepId, MatcherTableStep>, IndexVec<BranchId, Branch>) {
    let mut flatten = Flatten {
        table,
        patterns,
        line: LineId::FIRST,
        steps: IndexVec::new(),
        branches: IndexVec::new(),
    };
    flatten.chain(root, None);
    (flatten.steps, flatten.branches)
}

struct Flatten<'a> {
    table: &'a ByteTable,
    patterns: &'a PatternsToMatch,
    /// Next step's line.
    line: LineId,
    steps: IndexVec<MatcherTableStepId, MatcherTableStep>,
    branches: IndexVec<BranchId, Branch>,
}

impl Flatten<'_> {
    /// Adds a chain's steps.
    fn chain(&mut self, mut chain: Chain, branch: Option<BranchId>) {
        while let Some(matcher) = chain.take_first() {
            if let Matcher::Scope(branches) = matcher {
                let branches = branches.into_iter().map(|branch| (None, branch)).collect();
                self.step_with_branches(Matcher::Scope(Vec::new()), branches, branch);
            } else if let Matcher::SwitchOpcode(cases) = matcher {
                let key = |node| Some(BranchKey::Opcode(self.patterns.sd_node(node).opcode));
                let cases = cases.into_iter().map(|(node, case)| (key(node), case)).collect();
                self.step_with_branches(Matcher::SwitchOpcode(Vec::new()), cases, branch);
            } else if let Matcher::SwitchType(cases) = matcher {
                let key = |ty| Some(BranchKey::Type(ty));
                let cases = cases.into_iter().map(|(ty, case)| (key(ty), case)).collect();
                self.step_with_branches(Matcher::SwitchType(Vec::new()), cases, branch);
            } else {
                let offset = self.take_line();
                let end = self.offset();
                let (size, branches) = (end - offset, Vec::new());
                self.steps.push(MatcherTableStep { offset, size, end, branch, branches, matcher });
            }
        }
    }

    /// Returns the next line's offset.
    fn offset(&self) -> u32 {
        self.table.offset_of(self.line)
    }

    /// Moves to the next line. Returns the previous line's offset.
    fn take_line(&mut self) -> u32 {
        let offset = self.offset();
        self.line = self.line.next();
        offset
    }

    fn step_with_branches(
        &mut self,
        matcher: Matcher,
        branches: Vec<KeyedBranch>,
        branch: Option<BranchId>,
    ) {
        let offset = self.offset();
        // The opcode, and the zero after the branches.
        let size = 2;
        let step =
            MatcherTableStep { offset, size, end: offset, branch, branches: Vec::new(), matcher };
        let of = self.steps.push(step);
        for (index, (key, chain)) in branches.into_iter().enumerate() {
            // The first branch begins in the line of the opcode.
            let header = self.take_line() + u32::from(index == 0);
            let start = self.offset();
            let first = MatcherTableStepId::from_index(self.steps.len());
            let id = Branch { of, index, header, start, end: start, key, first };
            let id = self.branches.push(id);
            self.steps[of].branches.push(id);
            self.chain(chain, Some(id));
            self.branches[id].end = self.offset();
        }
        self.take_line();
        self.steps[of].end = self.offset();
    }
}
