//! Decisions as nested operations, as the interpreters of newer releases run them over a word.
//!
//! In: a decision tree. Out: [`ScopedTable`], a list of operations in which choices open and close. An operation
//! that does not hold ends the alternative around it, and the next alternative is tried. How operations are
//! encoded in bytes is left to the backend; what accepting an encoding means is left to a [`Numbering`].

use super::bit_pattern::BitRange;
use super::decision_tree::{BitCheck, Decision, DecisionId, DecisionTree};
use super::decoder_table::{Accepted, Numbering, SoftFail};

/// An operation, or the end of what another one opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopedOp {
    /// Begins an alternative that others follow.
    Alternative {
        /// Whether it is the first one.
        is_first: bool,
    },
    /// Begins the last alternative.
    LastAlternative,
    /// Ends the last alternative.
    EndAlternatives,
    /// Goes on at the case with the value of these bits.
    Switch(BitRange),
    /// Begins the case of a value.
    Case {
        /// The value.
        value: u64,
        /// Whether it is the last case of its switch.
        is_last: bool,
    },
    /// Ends a case.
    EndCase,
    /// Ends a switch.
    EndSwitch(BitRange),
    /// Goes on only if bits of the word have a value.
    Check(BitCheck),
    /// Goes on only if the condition of that number holds.
    CheckPredicate(u32),
    /// Notes that the word should not be used, if one of these bits is set or one of those is not.
    SoftFail(SoftFail),
    /// The word is this encoding, if its operands can be decoded.
    Decode(Accepted),
}

/// The operations that decode a word.
#[derive(Debug, Default)]
pub struct ScopedTable {
    /// All of them, in order.
    pub ops: Vec<ScopedOp>,
}

impl ScopedTable {
    /// Whether it notes words that should not be used.
    pub fn has_soft_fails(&self) -> bool {
        self.ops.iter().any(|op| matches!(op, ScopedOp::SoftFail(_)))
    }

    /// The operations for all decisions of `tree`.
    ///
    /// # Errors
    /// Those of `numbering`.
    pub fn of<N: Numbering>(
        tree: &DecisionTree,
        numbering: &mut N,
    ) -> Result<ScopedTable, N::Error> {
        let root = Task::Decision { decision: tree.root(), is_alternative: false };
        let mut layout = ScopedLayout { tree, numbering, ops: Vec::new(), tasks: vec![root] };
        while let Some(task) = layout.tasks.pop() {
            match task {
                Task::Decision { decision, is_alternative } => {
                    layout.decision(decision, is_alternative)?;
                }
                Task::Op(op) => layout.ops.push(op),
            }
        }
        Ok(ScopedTable { ops: layout.ops })
    }
}

/// What is still to be laid out.
enum Task {
    Decision {
        decision: DecisionId,
        /// Whether it is what follows another alternative.
        is_alternative: bool,
    },
    Op(ScopedOp),
}

struct ScopedLayout<'a, N> {
    tree: &'a DecisionTree,
    numbering: &'a mut N,
    ops: Vec<ScopedOp>,
    /// The last one is next. Decisions lie too deep for recursion where many encodings are tried one after another.
    tasks: Vec<Task>,
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
                self.tasks.push(Task::Decision { decision: otherwise, is_alternative: true });
            }
            None if is_alternative => {
                self.ops.push(ScopedOp::LastAlternative);
                self.tasks.push(Task::Op(ScopedOp::EndAlternatives));
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
            self.tasks.push(Task::Decision { decision, is_alternative: false });
            return;
        }
        self.ops.push(ScopedOp::Switch(range));
        self.tasks.push(Task::Op(ScopedOp::EndSwitch(range)));
        for (index, &(value, decision)) in cases.iter().enumerate().rev() {
            let is_last = index + 1 == cases.len();
            self.tasks.push(Task::Op(ScopedOp::EndCase));
            self.tasks.push(Task::Decision { decision, is_alternative: false });
            self.tasks.push(Task::Op(ScopedOp::Case { value, is_last }));
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
        let tree = DecisionTree::of(&patterns, 0..encodings.len() as u32);
        let Ok(table) = ScopedTable::of(&tree, &mut Numbers);
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
