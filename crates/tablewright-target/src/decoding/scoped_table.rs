//! Nested decoder operations for the interpreters in newer releases.
//!
//! In: a decision tree. Out: [`ScopedTable`], a list of operations with nested choices. An
//! operation whose condition is false ends its alternative, and the next alternative is tried. The
//! backend encodes operations in bytes. A [`Numbering`] describes accepted encodings.

use super::bit_pattern::BitRange;
use super::decision_tree::{BitCheck, Decision, DecisionId, DecisionTree};
use super::decoder_table::{Accepted, Numbering, SoftFail};

/// An operation, or the end of a nested operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopedOp {
    /// Begins an alternative that is not the last.
    Alternative {
        /// Whether it is the first alternative.
        is_first: bool,
    },
    /// Begins the last alternative.
    LastAlternative,
    /// Ends the last alternative.
    EndAlternatives,
    /// Continues at the case with the value of these bits.
    Switch(BitRange),
    /// Begins the case for a value.
    Case {
        /// The value.
        value: u64,
        /// Whether it is the last case in its switch.
        is_last: bool,
    },
    /// Ends a case.
    EndCase,
    /// Ends a switch.
    EndSwitch(BitRange),
    /// Continues only if a bit range has a value.
    Check(BitCheck),
    /// Continues only if the condition with this number is true.
    CheckPredicate(u32),
    /// Marks the word as discouraged if any `positive` bit is set or any `negative` bit is clear.
    SoftFail(SoftFail),
    /// Accepts this encoding if its operands can be decoded.
    Decode(Accepted),
}

/// The operations that decode a word.
#[derive(Debug, Default)]
pub struct ScopedTable {
    /// All operations, in order.
    pub ops: Vec<ScopedOp>,
}

impl ScopedTable {
    /// Whether it marks any words as discouraged.
    pub fn has_soft_fails(&self) -> bool {
        self.ops.iter().any(|op| matches!(op, ScopedOp::SoftFail(_)))
    }

    /// Converts all decisions in `tree` to operations.
    ///
    /// # Errors
    /// Returns the errors from `numbering`.
    pub fn new<N: Numbering>(
        tree: &DecisionTree,
        numbering: &mut N,
    ) -> Result<ScopedTable, N::Error> {
        let root = ScopedTableTask::Decision { decision: tree.root(), is_alternative: false };
        let mut layout = ScopedLayout { tree, numbering, ops: Vec::new(), tasks: vec![root] };
        while let Some(task) = layout.tasks.pop() {
            match task {
                ScopedTableTask::Decision { decision, is_alternative } => {
                    layout.decision(decision, is_alternative)?;
                }
                ScopedTableTask::Op(op) => layout.ops.push(op),
            }
        }
        Ok(ScopedTable { ops: layout.ops })
    }
}

/// A part that is not yet converted.
enum ScopedTableTask {
    Decision {
        decision: DecisionId,
        /// Whether it follows another alternative.
        is_alternative: bool,
    },
    Op(ScopedOp),
}

struct ScopedLayout<'a, N> {
    tree: &'a DecisionTree,
    numbering: &'a mut N,
    ops: Vec<ScopedOp>,
    /// The stack of tasks. If many encodings are tried one after another, decisions are nested too
    /// deeply for recursion.
    tasks: Vec<ScopedTableTask>,
}

impl<N: Numbering> ScopedLayout<'_, N> {
    fn decision(&mut self, decision: DecisionId, is_alternative: bool) -> Result<(), N::Error> {
        let otherwise = match self.tree.get(decision) {
            Decision::TryFirst { otherwise, .. } => Some(*otherwise),
            Decision::Switch { otherwise, .. } => *otherwise,
            Decision::Accept(_) | Decision::Conflict(_) => None,
        };
        match otherwise {
            Some(otherwise) => {
                self.ops.push(ScopedOp::Alternative { is_first: !is_alternative });
                self.tasks
                    .push(ScopedTableTask::Decision { decision: otherwise, is_alternative: true });
            }
            None if is_alternative => {
                self.ops.push(ScopedOp::LastAlternative);
                self.tasks.push(ScopedTableTask::Op(ScopedOp::EndAlternatives));
            }
            None => {}
        }
        match self.tree.get(decision) {
            Decision::Accept(acceptance) => self.accept(acceptance.encoding, &acceptance.checks)?,
            Decision::TryFirst { check, first, remaining, .. } => {
                self.ops.push(ScopedOp::Check(*check));
                self.accept(first.encoding, remaining)?;
            }
            Decision::Switch { range, cases, .. } => self.switch(*range, cases),
            Decision::Conflict(encodings) => self.numbering.conflict(decision, encodings),
        }
        Ok(())
    }

    fn switch(&mut self, range: BitRange, cases: &[(u64, DecisionId)]) {
        if let &[(value, decision)] = cases {
            self.ops.push(ScopedOp::Check(BitCheck { range, value }));
            self.tasks.push(ScopedTableTask::Decision { decision, is_alternative: false });
            return;
        }
        self.ops.push(ScopedOp::Switch(range));
        self.tasks.push(ScopedTableTask::Op(ScopedOp::EndSwitch(range)));
        for (index, &(value, decision)) in cases.iter().enumerate().rev() {
            let is_last = index + 1 == cases.len();
            self.tasks.push(ScopedTableTask::Op(ScopedOp::EndCase));
            self.tasks.push(ScopedTableTask::Decision { decision, is_alternative: false });
            self.tasks.push(ScopedTableTask::Op(ScopedOp::Case { value, is_last }));
        }
    }

    fn accept(&mut self, encoding: u32, checks: &[BitCheck]) -> Result<(), N::Error> {
        if let Some(predicate) = self.numbering.predicate(encoding)? {
            self.ops.push(ScopedOp::CheckPredicate(predicate));
        }
        self.ops.extend(checks.iter().copied().map(ScopedOp::Check));
        if let Some(soft_fail) = self.numbering.soft_fail(encoding)? {
            self.ops.push(ScopedOp::SoftFail(soft_fail));
        }
        let accepted = self.numbering.accept(encoding);
        self.ops.push(ScopedOp::Decode(accepted));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decoding::bit_pattern::BitPatterns;
    use crate::decoding::bit_pattern::tests::pattern;
    use expect_test::{Expect, expect};
    use std::convert::Infallible;

    /// Encoding 0 has a condition.
    struct Numbers;

    impl Numbering for Numbers {
        type Error = Infallible;

        fn predicate(&mut self, encoding: u32) -> Result<Option<u32>, Infallible> {
            Ok((encoding == 0).then_some(7))
        }

        fn soft_fail(&mut self, _: u32) -> Result<Option<SoftFail>, Infallible> {
            Ok(None)
        }

        fn accept(&mut self, encoding: u32) -> Accepted {
            Accepted { encoding, opcode: 200 + encoding, decoder: 0, is_complete: true }
        }

        fn conflict(&mut self, _: DecisionId, _: &[u32]) {}
    }

    fn check(encodings: &[&str], expected: Expect) {
        let mut patterns = BitPatterns::new(encodings[0].len() as u32);
        encodings.iter().for_each(|text| patterns.push(&pattern(text)));
        let tree = DecisionTree::new(&patterns, 0..encodings.len() as u32);
        let Ok(table) = ScopedTable::new(&tree, &mut Numbers);
        let line = |op: &ScopedOp| match *op {
            ScopedOp::Alternative { is_first: true } => "try\n".to_owned(),
            ScopedOp::Alternative { is_first: false } => "else try\n".to_owned(),
            ScopedOp::LastAlternative => "else\n".to_owned(),
            ScopedOp::EndAlternatives => "end try\n".to_owned(),
            ScopedOp::Switch(range) => format!("switch {}+{}\n", range.start, range.len),
            ScopedOp::Case { value, .. } => format!("case {value}\n"),
            ScopedOp::EndCase | ScopedOp::EndSwitch(_) => String::new(),
            ScopedOp::Check(check) => {
                format!("check {}+{} is {}\n", check.range.start, check.range.len, check.value)
            }
            ScopedOp::CheckPredicate(predicate) => format!("predicate {predicate}\n"),
            ScopedOp::SoftFail(_) => "soft\n".to_owned(),
            ScopedOp::Decode(accepted) => {
                format!("decode {}\n", encodings[accepted.encoding as usize])
            }
        };
        expected.assert_eq(&table.ops.iter().map(line).collect::<String>());
    }

    #[test]
    fn the_bits_that_tell_an_encoding_apart_are_checked_before_its_condition() {
        check(
            &["00_100", "00____"],
            expect![[r#"
                check 4+2 is 0
                try
                check 0+3 is 4
                predicate 7
                decode 00_100
                else
                decode 00____
                end try
            "#]],
        );
    }

    #[test]
    fn encodings_without_the_bits_of_a_switch_are_tried_after_it() {
        check(
            &["0_00", "0_11", "0___"],
            expect![[r#"
                check 3+1 is 0
                try
                switch 0+2
                case 0
                predicate 7
                decode 0_00
                case 3
                decode 0_11
                else
                decode 0___
                end try
            "#]],
        );
    }
}
