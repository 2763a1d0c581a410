//! The tree of matchers as a list of steps with offsets.
//!
//! In: the tree and the table of it. Out: steps and branches, in the order in which the table has them. A step is a
//! line of the table; one with branches is a line for each branch, and one for the end.

use tablewright_index::IndexVec;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::patterns::PatternsToMatch;
use tablewright_target::value_types::ValueType;
use tablewright_text::byte_table::{ByteTable, LineId};

use super::{Branch, BranchId, Step, StepId};
use crate::dag_isel::model::matcher::{Chain, Matcher};

/// What a switch compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchKey {
    /// The opcode of the node, as a C++ enumerator.
    Opcode(Symbol),
    /// The type of the node's first value.
    Type(ValueType),
}

/// A branch with what a switch compares in it.
type KeyedBranch = (Option<BranchKey>, Chain);

/// The steps of a tree, and the branches between them.
pub(super) fn flatten(
    root: Chain,
    table: &ByteTable,
    patterns: &PatternsToMatch,
) -> (IndexVec<StepId, Step>, IndexVec<BranchId, Branch>) {
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
    /// The line of the next step.
    line: LineId,
    steps: IndexVec<StepId, Step>,
    branches: IndexVec<BranchId, Branch>,
}

impl Flatten<'_> {
    /// Adds the steps of a chain.
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
                self.steps.push(Step { offset, size, end, branch, branches, matcher });
            }
        }
    }

    /// The offset of the next line.
    fn offset(&self) -> u32 {
        self.table.offset_of(self.line)
    }

    /// Goes on to the next line. Returns the offset of the one before it.
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
        let step = Step { offset, size, end: offset, branch, branches: Vec::new(), matcher };
        let of = self.steps.push(step);
        for (index, (key, chain)) in branches.into_iter().enumerate() {
            // The first branch begins in the line of the opcode.
            let header = self.take_line() + u32::from(index == 0);
            let start = self.offset();
            let first = StepId::from_index(self.steps.len());
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
