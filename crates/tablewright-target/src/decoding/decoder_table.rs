//! Decoder operations, which an interpreter runs sequentially over a word.
//!
//! In: a decision tree. Out: [`DecoderTable`], a list of operations. If the condition of an
//! operation is false, the interpreter continues at a later operation. The backend encodes
//! operations in bytes. A [`Numbering`] describes accepted encodings.

use tablewright_index::{IndexVec, define_index};

use super::bit_pattern::BitRange;
use super::decision_tree::{Acceptance, BitCheck, Decision, DecisionId, DecisionTree};

define_index! {
    /// An operation in a table.
    pub struct OpId;
}

/// An operation. `otherwise` is the next operation if its condition is false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecoderOp {
    /// Extracts bits from the word for the next filters.
    Extract(BitRange),
    /// Continues only if the extracted bits have this value.
    Filter {
        /// The required value.
        value: u64,
        /// The next operation for other values.
        otherwise: OpId,
    },
    /// Continues only if a bit range has a value.
    Check {
        /// The bit range and its value.
        check: BitCheck,
        /// The next operation for other values.
        otherwise: OpId,
    },
    /// Continues only if a subtarget condition is true.
    CheckPredicate {
        /// The condition number.
        predicate: u32,
        /// The next operation if the condition is false.
        otherwise: OpId,
    },
    /// Marks the word as discouraged if any `positive` bit is set or any `negative` bit is clear.
    SoftFail(SoftFail),
    /// Accepts an encoding.
    Decode {
        /// The encoding.
        accepted: Accepted,
        /// The next operation if operand decoding fails; `None` if no other encodings need to be
        /// tried.
        otherwise: Option<OpId>,
    },
    /// Reports that no encoding matches.
    Fail,
}

/// Bits with a discouraged value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SoftFail {
    /// Mask of bits that should be zero.
    pub positive: u64,
    /// Mask of bits that should be one.
    pub negative: u64,
}

/// An accepted encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The encoding number.
    pub encoding: u32,
    /// The enumerator value of the instruction.
    pub opcode: u32,
    /// The operand decoder number.
    pub decoder: u32,
    /// Whether a failure in the operand decoder is final, so that no other encoding is tried.
    pub is_complete: bool,
}

/// Numbering for references in operations. Its functions are called in table order.
pub trait Numbering {
    /// The reason for a missing number.
    type Error;

    /// Returns the number of the encoding's predicate; `None` if it is always available.
    ///
    /// # Errors
    /// Returns an error if the predicate is invalid.
    fn predicate(&mut self, encoding: u32) -> Result<Option<u32>, Self::Error>;

    /// Returns the discouraged bits of the encoding.
    ///
    /// # Errors
    /// Returns an error if the bits are invalid.
    fn soft_fail(&mut self, encoding: u32) -> Result<Option<SoftFail>, Self::Error>;

    /// Returns the numbers for an accepted encoding.
    fn accept(&mut self, encoding: u32) -> Accepted;

    /// Reports encodings that no bits distinguish.
    fn conflict(&mut self, decision: DecisionId, encodings: &[u32]);
}

/// The operations that decode a word.
#[derive(Debug, Default)]
pub struct DecoderTable {
    /// All operations, in order.
    pub ops: IndexVec<OpId, DecoderOp>,
}

impl DecoderTable {
    /// Converts all decisions in `tree` to operations.
    ///
    /// # Errors
    /// Returns the errors from `numbering`.
    pub fn new<N: Numbering>(
        tree: &DecisionTree,
        numbering: &mut N,
    ) -> Result<DecoderTable, N::Error> {
        let mut layout = DecoderTableLayout {
            tree,
            numbering,
            table: DecoderTable::default(),
            open: Vec::new(),
        };
        layout.lay_out()?;
        layout.resolve(0);
        layout.table.ops.push(DecoderOp::Fail);
        Ok(layout.table)
    }
}

/// Placeholder for an operation not yet known.
const UNRESOLVED: OpId = OpId::from_index(0);

struct DecoderTableLayout<'a, N> {
    tree: &'a DecisionTree,
    numbering: &'a mut N,
    table: DecoderTable,
    /// Operations whose target is not yet known, outermost decision first.
    open: Vec<OpId>,
}

/// A partly converted switch.
struct DecoderTableFrame {
    decision: DecisionId,
    next_case: usize,
    /// Length of `Layout::open` before it.
    open: usize,
    /// The filter for the last case.
    filter: Option<OpId>,
}

impl<N: Numbering> DecoderTableLayout<'_, N> {
    /// Converts the tree. An explicit stack replaces recursion, because decisions can be deeply
    /// nested.
    fn lay_out(&mut self) -> Result<(), N::Error> {
        let mut frames: Vec<DecoderTableFrame> = Vec::new();
        let mut next = Some(self.tree.root());
        loop {
            if let Some(decision) = next.take() {
                next = self.enter(decision, &mut frames)?;
                continue;
            }
            let Some(frame) = frames.last_mut() else { return Ok(()) };
            let Decision::Switch { cases, otherwise, .. } = self.tree.get(frame.decision) else {
                unreachable!("only a switch has a frame")
            };
            let filter = frame.filter.take();
            let case = cases.get(frame.next_case);
            if let Some(filter) = filter {
                match (case, otherwise) {
                    // After the last case, the enclosing decision determines the next operation.
                    (None, None) => self.open.push(filter),
                    (Some(_), _) | (None, Some(_)) => self.close(filter),
                }
            }
            if let Some(&(value, decision)) = case {
                frame.next_case += 1;
                let filter = DecoderOp::Filter { value, otherwise: UNRESOLVED };
                frame.filter = Some(self.table.ops.push(filter));
                next = Some(decision);
            } else {
                let open = frame.open;
                frames.pop();
                if let Some(otherwise) = otherwise {
                    self.resolve(open);
                    next = Some(*otherwise);
                }
            }
        }
    }

    /// Adds the first operations for a decision; returns the decision that follows immediately.
    fn enter(
        &mut self,
        decision: DecisionId,
        frames: &mut Vec<DecoderTableFrame>,
    ) -> Result<Option<DecisionId>, N::Error> {
        match self.tree.get(decision) {
            Decision::Accept(acceptance) => self.accept(acceptance)?,
            Decision::Conflict(encodings) => self.numbering.conflict(decision, encodings),
            Decision::TryFirst { first, otherwise, .. } => {
                let open = self.open.len();
                self.accept(first)?;
                self.resolve(open);
                return Ok(Some(*otherwise));
            }
            Decision::Switch { range, .. } => {
                self.table.ops.push(DecoderOp::Extract(*range));
                frames.push(DecoderTableFrame {
                    decision,
                    next_case: 0,
                    open: self.open.len(),
                    filter: None,
                });
            }
        }
        Ok(None)
    }

    fn accept(&mut self, acceptance: &Acceptance) -> Result<(), N::Error> {
        let encoding = acceptance.encoding;
        if let Some(predicate) = self.numbering.predicate(encoding)? {
            self.push_open(DecoderOp::CheckPredicate { predicate, otherwise: UNRESOLVED });
        }
        for &check in &acceptance.checks {
            self.push_open(DecoderOp::Check { check, otherwise: UNRESOLVED });
        }
        if let Some(soft_fail) = self.numbering.soft_fail(encoding)? {
            self.table.ops.push(DecoderOp::SoftFail(soft_fail));
        }
        let accepted = self.numbering.accept(encoding);
        if accepted.is_complete {
            self.table.ops.push(DecoderOp::Decode { accepted, otherwise: None });
        } else {
            self.push_open(DecoderOp::Decode { accepted, otherwise: Some(UNRESOLVED) });
        }
        Ok(())
    }

    fn push_open(&mut self, op: DecoderOp) {
        let id = self.table.ops.push(op);
        self.open.push(id);
    }

    /// Sets the target of all open operations after the first `open` to the next operation.
    fn resolve(&mut self, open: usize) {
        while self.open.len() > open {
            if let Some(id) = self.open.pop() {
                self.close(id);
            }
        }
    }

    /// Sets an operation's target to the next operation.
    fn close(&mut self, id: OpId) {
        let next = OpId::from_index(self.table.ops.len());
        match &mut self.table.ops[id] {
            DecoderOp::Filter { otherwise, .. }
            | DecoderOp::Check { otherwise, .. }
            | DecoderOp::CheckPredicate { otherwise, .. } => *otherwise = next,
            DecoderOp::Decode { otherwise, .. } => *otherwise = Some(next),
            DecoderOp::Extract(_) | DecoderOp::SoftFail(_) | DecoderOp::Fail => {}
        }
    }
}

impl DecoderOp {
    /// Returns the next operation if the condition of this operation is false.
    pub fn otherwise(&self) -> Option<OpId> {
        match *self {
            DecoderOp::Filter { otherwise, .. }
            | DecoderOp::Check { otherwise, .. }
            | DecoderOp::CheckPredicate { otherwise, .. } => Some(otherwise),
            DecoderOp::Decode { otherwise, .. } => otherwise,
            DecoderOp::Extract(_) | DecoderOp::SoftFail(_) | DecoderOp::Fail => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decoding::bit_pattern::BitPatterns;
    use crate::decoding::bit_pattern::tests::pattern;
    use expect_test::{Expect, expect};
    use std::convert::Infallible;

    /// Encoding 0 has a condition; encoding 1 may not be decodable.
    struct Numbers;

    impl Numbering for Numbers {
        type Error = Infallible;

        fn predicate(&mut self, encoding: u32) -> Result<Option<u32>, Infallible> {
            Ok((encoding == 0).then_some(7))
        }

        fn soft_fail(&mut self, encoding: u32) -> Result<Option<SoftFail>, Infallible> {
            Ok((encoding == 2).then_some(SoftFail { positive: 0x80, negative: 0 }))
        }

        fn accept(&mut self, encoding: u32) -> Accepted {
            Accepted { encoding, opcode: 200 + encoding, decoder: 0, is_complete: encoding != 1 }
        }

        fn conflict(&mut self, _: DecisionId, _: &[u32]) {}
    }

    fn check(encodings: &[&str], expected: Expect) {
        let mut patterns = BitPatterns::new(encodings[0].len() as u32);
        encodings.iter().for_each(|text| patterns.push(&pattern(text)));
        let tree = DecisionTree::new(&patterns, 0..encodings.len() as u32);
        let Ok(table) = DecoderTable::new(&tree, &mut Numbers);
        let line =
            |(id, op): (OpId, &DecoderOp)| format!("{}: {}\n", id.index(), op_text(*op, encodings));
        expected.assert_eq(&table.ops.iter_enumerated().map(line).collect::<String>());
    }

    fn op_text(op: DecoderOp, encodings: &[&str]) -> String {
        match op {
            DecoderOp::Extract(range) => format!("extract {}+{}", range.start, range.len),
            DecoderOp::Filter { value, otherwise } => {
                format!("filter {value} else {}", otherwise.index())
            }
            DecoderOp::Check { check, otherwise } => {
                let BitRange { start, len } = check.range;
                format!("check {start}+{len} is {} else {}", check.value, otherwise.index())
            }
            DecoderOp::CheckPredicate { predicate, otherwise } => {
                format!("predicate {predicate} else {}", otherwise.index())
            }
            DecoderOp::SoftFail(masks) => {
                format!("soft {:x} {:x}", masks.positive, masks.negative)
            }
            DecoderOp::Decode { accepted, otherwise: None } => {
                format!("decode {}", encodings[accepted.encoding as usize])
            }
            DecoderOp::Decode { accepted, otherwise: Some(otherwise) } => {
                let encoding = encodings[accepted.encoding as usize];
                format!("try {encoding} else {}", otherwise.index())
            }
            DecoderOp::Fail => "fail".to_owned(),
        }
    }

    #[test]
    fn the_last_case_goes_on_where_the_decision_around_does() {
        check(
            &["000_", "010_", "1___"],
            expect![[r#"
            0: extract 3+1
            1: filter 0 else 8
            2: extract 1+2
            3: filter 0 else 6
            4: predicate 7 else 11
            5: decode 000_
            6: filter 2 else 11
            7: try 010_ else 11
            8: filter 1 else 11
            9: soft 80 0
            10: decode 1___
            11: fail
        "#]],
        );
    }

    #[test]
    fn what_does_not_match_in_a_case_is_tried_behind_all_cases() {
        check(
            &["0_00", "0_11", "0_1_"],
            expect![[r#"
            0: extract 1+1
            1: filter 0 else 6
            2: predicate 7 else 13
            3: check 3+1 is 0 else 13
            4: check 0+1 is 0 else 13
            5: decode 0_00
            6: filter 1 else 13
            7: extract 3+1
            8: filter 0 else 13
            9: check 0+1 is 1 else 11
            10: try 0_11 else 11
            11: soft 80 0
            12: decode 0_1_
            13: fail
        "#]],
        );
    }
}
