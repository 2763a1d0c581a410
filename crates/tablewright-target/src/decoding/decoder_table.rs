//! Decisions as operations, one after another, that an interpreter runs over a word.
//!
//! In: a decision tree. Out: [`DecoderTable`], each operation with the place of its first byte. An
//! operation that does not hold goes on at a later one. What is done where an encoding is accepted is
//! left to a [`Numbering`].

use super::bit_pattern::BitRange;
use super::decision_tree::{Acceptance, BitCheck, Decision, DecisionId, DecisionTree};

/// How many bytes the distance to a later operation takes.
const SKIP_BYTES: u32 = 3;
/// The largest distance.
const MAX_SKIP: u32 = 1 << 24;

/// An operation and where it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedOp {
    /// The place of its first byte.
    pub at: u32,
    /// What it does.
    pub op: DecoderOp,
}

/// An operation. `otherwise` is the place of the operation that follows where it does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecoderOp {
    /// Takes bits of the word, which the filters that follow compare.
    Extract(BitRange),
    /// Goes on only if the bits taken have this value.
    Filter {
        /// The value.
        value: u64,
        /// What follows for others.
        otherwise: u32,
    },
    /// Goes on only if bits of the word have a value.
    Check {
        /// The bits and the value.
        check: BitCheck,
        /// What follows for others.
        otherwise: u32,
    },
    /// Goes on only if a condition on the subtarget holds.
    CheckPredicate {
        /// The number of the condition.
        predicate: u32,
        /// What follows if not.
        otherwise: u32,
    },
    /// Notes that the word should not be used, if one of these bits is set or one of those is not.
    SoftFail(SoftFail),
    /// The word is this encoding.
    Decode {
        /// What it is.
        accepted: Accepted,
        /// What follows if its operands cannot be decoded, and others are to be tried then.
        otherwise: Option<u32>,
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
    /// Where the description of the condition makes no sense.
    fn predicate(&mut self, encoding: u32) -> Result<Option<u32>, Self::Error>;

    /// The bits that make the encoding one that should not be used.
    ///
    /// # Errors
    /// Where the description of these bits makes no sense.
    fn soft_fail(&mut self, encoding: u32) -> Result<Option<SoftFail>, Self::Error>;

    /// What the encoding is.
    fn accept(&mut self, encoding: u32) -> Accepted;

    /// Called for encodings that no bits tell apart.
    fn conflict(&mut self, decision: DecisionId, encodings: &[u32]);
}

/// Why a table cannot be laid out.
#[derive(Debug)]
pub enum TableError<E> {
    /// Operations lie too far apart.
    TooLarge,
    /// An error of the [`Numbering`].
    Numbering(E),
}

impl<E> From<E> for TableError<E> {
    fn from(error: E) -> TableError<E> {
        TableError::Numbering(error)
    }
}

/// The operations that decode a word.
#[derive(Debug, Default)]
pub struct DecoderTable {
    /// All of them, in order.
    pub ops: Vec<PlacedOp>,
    /// How many bytes they take.
    pub size: u32,
}

impl DecoderTable {
    /// The operations for all decisions of `tree`.
    ///
    /// # Errors
    /// Those of `numbering`, and where the table is too large.
    pub fn of<N: Numbering>(
        tree: &DecisionTree,
        numbering: &mut N,
    ) -> Result<DecoderTable, TableError<N::Error>> {
        let mut layout =
            Layout { tree, numbering, table: DecoderTable::default(), open: Vec::new() };
        layout.lay_out()?;
        layout.resolve(0)?;
        layout.push(DecoderOp::Fail);
        Ok(layout.table)
    }
}

struct Layout<'a, N> {
    tree: &'a DecisionTree,
    numbering: &'a mut N,
    table: DecoderTable,
    /// Operations whose `otherwise` is not known yet. Those of an outer decision stand below.
    open: Vec<usize>,
}

/// A switch whose cases are being laid out.
struct Frame {
    decision: DecisionId,
    next_case: usize,
    /// How many operations were open before it.
    open: usize,
    /// The filter of the last case.
    filter: Option<usize>,
}

impl<N: Numbering> Layout<'_, N> {
    /// Lays out the tree. Frames are kept here, since decisions can lie deep in one another.
    fn lay_out(&mut self) -> Result<(), TableError<N::Error>> {
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
                    _ => self.close(filter)?,
                }
            }
            if let Some(&(value, decision)) = case {
                frame.next_case += 1;
                frame.filter = Some(self.push(DecoderOp::Filter { value, otherwise: 0 }));
                next = Some(decision);
            } else {
                let open = frame.open;
                frames.pop();
                if let Some(otherwise) = otherwise {
                    self.resolve(open)?;
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
    ) -> Result<Option<DecisionId>, TableError<N::Error>> {
        match self.tree.get(decision) {
            Decision::Accept(acceptance) => self.accept(acceptance)?,
            Decision::Conflict(encodings) => self.numbering.conflict(decision, encodings),
            Decision::TryFirst { first, otherwise, .. } => {
                let open = self.open.len();
                self.accept(first)?;
                self.resolve(open)?;
                return Ok(Some(*otherwise));
            }
            Decision::Switch { range, .. } => {
                self.push(DecoderOp::Extract(*range));
                frames.push(Frame { decision, next_case: 0, open: self.open.len(), filter: None });
            }
        }
        Ok(None)
    }

    fn accept(&mut self, acceptance: &Acceptance) -> Result<(), TableError<N::Error>> {
        let encoding = acceptance.encoding;
        if let Some(predicate) = self.numbering.predicate(encoding)? {
            self.push_open(DecoderOp::CheckPredicate { predicate, otherwise: 0 });
        }
        for &check in &acceptance.checks {
            self.push_open(DecoderOp::Check { check, otherwise: 0 });
        }
        if let Some(soft_fail) = self.numbering.soft_fail(encoding)? {
            self.push(DecoderOp::SoftFail(soft_fail));
        }
        let accepted = self.numbering.accept(encoding);
        if accepted.is_complete {
            self.push(DecoderOp::Decode { accepted, otherwise: None });
        } else {
            self.push_open(DecoderOp::Decode { accepted, otherwise: Some(0) });
        }
        Ok(())
    }

    fn push(&mut self, op: DecoderOp) -> usize {
        let at = self.table.size;
        // A table that is too large is reported where its operations are connected.
        self.table.size = at.saturating_add(op.size());
        self.table.ops.push(PlacedOp { at, op });
        self.table.ops.len() - 1
    }

    fn push_open(&mut self, op: DecoderOp) {
        let place = self.push(op);
        self.open.push(place);
    }

    /// Lets the operations that were opened after the first `open` go on at the next operation.
    fn resolve(&mut self, open: usize) -> Result<(), TableError<N::Error>> {
        while self.open.len() > open {
            if let Some(place) = self.open.pop() {
                self.close(place)?;
            }
        }
        Ok(())
    }

    fn close(&mut self, place: usize) -> Result<(), TableError<N::Error>> {
        let end = self.table.size;
        let PlacedOp { at, op } = &mut self.table.ops[place];
        if end - (*at + op.size()) >= MAX_SKIP {
            return Err(TableError::TooLarge);
        }
        match op {
            DecoderOp::Filter { otherwise, .. }
            | DecoderOp::Check { otherwise, .. }
            | DecoderOp::CheckPredicate { otherwise, .. } => *otherwise = end,
            DecoderOp::Decode { otherwise, .. } => *otherwise = Some(end),
            DecoderOp::Extract(_) | DecoderOp::SoftFail(_) | DecoderOp::Fail => {}
        }
        Ok(())
    }
}

impl DecoderOp {
    /// How many bytes it takes.
    pub fn size(&self) -> u32 {
        1 + match self {
            DecoderOp::Extract(range) => uleb128_len(range.start.into()) + 1,
            DecoderOp::Filter { value, .. } => uleb128_len(*value) + SKIP_BYTES,
            DecoderOp::Check { check, .. } => {
                uleb128_len(check.range.start.into()) + 1 + uleb128_len(check.value) + SKIP_BYTES
            }
            DecoderOp::CheckPredicate { predicate, .. } => {
                uleb128_len((*predicate).into()) + SKIP_BYTES
            }
            DecoderOp::SoftFail(masks) => uleb128_len(masks.positive) + uleb128_len(masks.negative),
            DecoderOp::Decode { accepted, otherwise } => {
                let skip = if otherwise.is_some() { SKIP_BYTES } else { 0 };
                uleb128_len(accepted.opcode.into()) + uleb128_len(accepted.decoder.into()) + skip
            }
            DecoderOp::Fail => 0,
        }
    }
}

/// How many bytes a number takes, seven bits in each.
fn uleb128_len(value: u64) -> u32 {
    (u64::BITS - value.leading_zeros()).div_ceil(7).max(1)
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
        let table = DecoderTable::of(&tree, &mut Numbers).expect("it is small");
        let line = |op: &PlacedOp| {
            let text = match op.op {
                DecoderOp::Extract(range) => format!("extract {}+{}", range.start, range.len),
                DecoderOp::Filter { value, otherwise } => {
                    format!("filter {value} else {otherwise}")
                }
                DecoderOp::Check { check, otherwise } => {
                    let BitRange { start, len } = check.range;
                    format!("check {start}+{len} is {} else {otherwise}", check.value)
                }
                DecoderOp::CheckPredicate { predicate, otherwise } => {
                    format!("predicate {predicate} else {otherwise}")
                }
                DecoderOp::SoftFail(masks) => {
                    format!("soft {:x} {:x}", masks.positive, masks.negative)
                }
                DecoderOp::Decode { accepted, otherwise: None } => {
                    format!("decode {}", encodings[accepted.encoding as usize])
                }
                DecoderOp::Decode { accepted, otherwise: Some(otherwise) } => {
                    format!("try {} else {otherwise}", encodings[accepted.encoding as usize])
                }
                DecoderOp::Fail => "fail".to_owned(),
            };
            format!("{}: {text}\n", op.at)
        };
        expected.assert_eq(&table.ops.iter().map(line).collect::<String>());
    }

    #[test]
    fn the_last_case_goes_on_where_the_decision_around_does() {
        check(
            &["000_", "010_", "1___"],
            expect![[r#"
            0: extract 3+1
            3: filter 0 else 37
            8: extract 1+2
            11: filter 0 else 25
            16: predicate 7 else 50
            21: decode 000_
            25: filter 2 else 50
            30: try 010_ else 50
            37: filter 1 else 50
            42: soft 80 0
            46: decode 1___
            50: fail
        "#]],
        );
    }

    #[test]
    fn what_does_not_match_in_a_case_is_tried_behind_all_cases() {
        check(
            &["0_00", "0_11", "0_1_"],
            expect![[r#"
            0: extract 1+1
            3: filter 0 else 31
            8: predicate 7 else 66
            13: check 3+1 is 0 else 66
            20: check 0+1 is 0 else 66
            27: decode 0_00
            31: filter 1 else 66
            36: extract 3+1
            39: filter 0 else 66
            44: check 0+1 is 1 else 58
            51: try 0_11 else 58
            58: soft 80 0
            62: decode 0_1_
            66: fail
        "#]],
        );
    }

    #[test]
    fn numbers_take_seven_bits_a_byte() {
        assert_eq!([0, 127, 128, 1 << 14, u64::MAX].map(uleb128_len), [1, 1, 2, 3, 10]);
    }
}
