//! Decisions as operations, one after another, that an interpreter runs over a word.
//!
//! In: a decision tree. Out: [`DecoderTable`], a list of operations. Where an operation does not hold, the
//! interpreter goes on at a later one. How operations are encoded in bytes is left to the backend, and what is
//! done where an encoding is accepted to a [`Numbering`].

use tablewright_index::{IndexVec, define_index};

use super::bit_pattern::BitRange;
use super::decision_tree::{Acceptance, BitCheck, Decision, DecisionId, DecisionTree};

define_index! {
    /// An operation of a table.
    pub struct OpId;
}

/// An operation. `otherwise` is the operation that follows where it does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecoderOp {
    /// Takes bits of the word, which the filters that follow compare.
    Extract(BitRange),
    /// Goes on only if the bits taken have this value.
    Filter {
        /// The value.
        value: u64,
        /// What follows for others.
        otherwise: OpId,
    },
    /// Goes on only if bits of the word have a value.
    Check {
        /// The bits and the value.
        check: BitCheck,
        /// What follows for others.
        otherwise: OpId,
    },
    /// Goes on only if a condition on the subtarget holds.
    CheckPredicate {
        /// The number of the condition.
        predicate: u32,
        /// What follows if not.
        otherwise: OpId,
    },
    /// Notes that the word should not be used, if one of these bits is set or one of those is not.
    SoftFail(SoftFail),
    /// The word is this encoding.
    Decode {
        /// What it is.
        accepted: Accepted,
        /// What follows if its operands cannot be decoded, and others are to be tried then.
        otherwise: Option<OpId>,
    },
    /// No encoding matches.
    Fail,
}

/// Bits whose value ought to be another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SoftFail {
    /// Those that should be zero.
    pub positive: u64,
    /// Those that should be one.
    pub negative: u64,
}

/// An encoding that a word has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The encoding.
    pub encoding: u32,
    /// The value of the instruction in the target's enum.
    pub opcode: u32,
    /// The number of the decoder of its operands.
    pub decoder: u32,
    /// Whether no other encoding has to be tried where that decoder fails.
    pub is_complete: bool,
}

/// Numbers what the operations of an encoding refer to. It is asked in the order of the table.
pub trait Numbering {
    /// Why there is no number.
    type Error;

    /// The number of the condition under which an encoding is there.
    ///
    /// # Errors
    /// Where the description of the condition is invalid.
    fn predicate(&mut self, encoding: u32) -> Result<Option<u32>, Self::Error>;

    /// The bits that make the encoding one that should not be used.
    ///
    /// # Errors
    /// Where the description of these bits is invalid.
    fn soft_fail(&mut self, encoding: u32) -> Result<Option<SoftFail>, Self::Error>;

    /// What the encoding is.
    fn accept(&mut self, encoding: u32) -> Accepted;

    /// Called for encodings that no bits tell apart.
    fn conflict(&mut self, decision: DecisionId, encodings: &[u32]);
}

/// The operations that decode a word.
#[derive(Debug, Default)]
pub struct DecoderTable {
    /// All of them, in order.
    pub ops: IndexVec<OpId, DecoderOp>,
}

impl DecoderTable {
    /// The operations for all decisions of `tree`.
    ///
    /// # Errors
    /// Those of `numbering`.
    pub fn of<N: Numbering>(
        tree: &DecisionTree,
        numbering: &mut N,
    ) -> Result<DecoderTable, N::Error> {
        let mut layout =
            Layout { tree, numbering, table: DecoderTable::default(), open: Vec::new() };
        layout.lay_out()?;
        layout.resolve(0);
        layout.table.ops.push(DecoderOp::Fail);
        Ok(layout.table)
    }
}

/// The operation that follows one which is still open.
const UNRESOLVED: OpId = OpId::from_index(0);

struct Layout<'a, N> {
    tree: &'a DecisionTree,
    numbering: &'a mut N,
    table: DecoderTable,
    /// Operations that go on at one which is not there yet. Those of an outer decision come first.
    open: Vec<OpId>,
}

/// A switch whose cases are being laid out.
struct Frame {
    decision: DecisionId,
    next_case: usize,
    /// How many operations were open before it.
    open: usize,
    /// The filter of the last case.
    filter: Option<OpId>,
}

impl<N: Numbering> Layout<'_, N> {
    /// Lays out the tree. Frames are kept here, since decisions can lie deep in one another.
    fn lay_out(&mut self) -> Result<(), N::Error> {
        let mut frames: Vec<Frame> = Vec::new();
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
                    // What follows the last of all cases is up to the decision around.
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

    /// Lays out the first operations of a decision; returns the one that follows at once.
    fn enter(
        &mut self,
        decision: DecisionId,
        frames: &mut Vec<Frame>,
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
                frames.push(Frame { decision, next_case: 0, open: self.open.len(), filter: None });
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

    /// Lets the operations that were opened after the first `open` go on at the next operation.
    fn resolve(&mut self, open: usize) {
        while self.open.len() > open {
            if let Some(id) = self.open.pop() {
                self.close(id);
            }
        }
    }

    /// Lets an operation go on at the next operation.
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
    /// The operation that follows where this one does not hold.
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
        let tree = DecisionTree::of(&patterns, 0..encodings.len() as u32);
        let Ok(table) = DecoderTable::of(&tree, &mut Numbers);
        let line = |(id, op): (OpId, &DecoderOp)| {
            let text = match *op {
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
                    format!(
                        "try {} else {}",
                        encodings[accepted.encoding as usize],
                        otherwise.index()
                    )
                }
                DecoderOp::Fail => "fail".to_owned(),
            };
            format!("{}: {text}\n", id.index())
        };
        expected.assert_eq(&table.ops.iter_enumerated().map(line).collect::<String>());
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
