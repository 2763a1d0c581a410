//! Decision trees for instruction words: tested bits and the next decisions.
//!
//! In: the known bits of encodings. Out: [`DecisionTree`]. Each decision tests the bits that
//! distinguish most encodings; on a tie, the lowest bits. Bits beyond the end of an encoding are
//! tested only after it is ruled out. The order of encodings matters only if a decision must try an
//! encoding before the others.

use std::ops::Range;

use tablewright_index::{IndexVec, define_index};

use super::bit_pattern::{BitPatterns, BitRange, ranges};

define_index! {
    /// A decision in a tree.
    pub struct DecisionId;
}

/// A bit range and its required value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitCheck {
    /// The bits.
    pub range: BitRange,
    /// The required value.
    pub value: u64,
}

/// A decision about a word whose tested bits are known. Encodings are pattern numbers.
#[doc(alias = "Filter")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Accepts this encoding if the remaining bits match.
    Accept(Acceptance),
    /// Branches on the value of a bit range.
    Switch {
        /// The tested bits.
        range: BitRange,
        /// The decisions for each value in some encoding, ordered by value.
        cases: Vec<(u64, DecisionId)>,
        /// The decision for encodings in which some of these bits are unknown. It is tried if no
        /// case matches, or if the matching case fails.
        otherwise: Option<DecisionId>,
    },
    /// Tries an encoding before all others.
    TryFirst {
        /// The bit range that only this encoding knows completely, and its value.
        check: BitCheck,
        /// The encoding, and the conditions on its bits that no earlier decision tested.
        first: Acceptance,
        /// The bits of the encoding that are still untested after `check`, highest first.
        remaining: Vec<BitCheck>,
        /// The decision if the encoding does not match.
        otherwise: DecisionId,
    },
    /// Encodings that no bits distinguish.
    Conflict(Vec<u32>),
}

/// An encoding and its remaining conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acceptance {
    /// The encoding number.
    pub encoding: u32,
    /// The bits not tested yet, highest first.
    pub checks: Vec<BitCheck>,
}

/// A step from a decision to a child decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionStep {
    /// The bits tested by the parent.
    pub range: BitRange,
    /// Their value; `None` for `otherwise`.
    pub value: Option<u64>,
}

/// The decision before another decision.
#[derive(Clone, Copy, Debug)]
struct ParentDecision {
    decision: DecisionId,
    /// The step from this decision to the other.
    step: DecisionStep,
}

/// The decisions for a set of encodings.
#[doc(alias = "FilterChooser")]
#[derive(Debug)]
pub struct DecisionTree {
    decisions: IndexVec<DecisionId, Decision>,
    /// By decision, its parent and the step from the parent.
    parents: IndexVec<DecisionId, Option<ParentDecision>>,
    /// By decision, the known minimal word width in bits: the length of the shortest remaining
    /// encoding.
    widths: IndexVec<DecisionId, u32>,
}

impl DecisionTree {
    /// Builds the tree for a nonempty range of `patterns`, in this order.
    pub fn new(patterns: &BitPatterns, encodings: Range<u32>) -> DecisionTree {
        let mut builder = DecisionTreeBuilder {
            patterns,
            order: encodings.collect(),
            scratch: DecisionTreeScratch::default(),
            pending: Vec::new(),
            tree: DecisionTree {
                decisions: IndexVec::new(),
                parents: IndexVec::new(),
                widths: IndexVec::new(),
            },
        };
        let all = 0..builder.order.len();
        builder.add(None, all, vec![0; patterns.word_count()]);
        // If many encodings are tried one after another, decisions are nested too deeply for
        // recursion.
        while let Some(pending) = builder.pending.pop() {
            let decision = builder.decide(&pending);
            builder.tree.decisions[pending.id] = decision;
        }
        builder.tree
    }

    /// Returns the first decision.
    pub fn root(&self) -> DecisionId {
        DecisionId::from_index(0)
    }

    /// Returns the decision with this id.
    pub fn get(&self, decision: DecisionId) -> &Decision {
        &self.decisions[decision]
    }

    /// Iterates over all decisions in id order, the root first.
    pub fn decisions(&self) -> impl ExactSizeIterator<Item = &Decision> {
        self.decisions.iter()
    }

    /// Returns the steps from the root to a decision.
    pub fn path(&self, mut decision: DecisionId) -> Vec<DecisionStep> {
        let mut path = Vec::new();
        while let Some(parent) = self.parents[decision] {
            path.push(parent.step);
            decision = parent.decision;
        }
        path.reverse();
        path
    }

    /// Returns the known minimal word width in bits at each decision from the root to this
    /// decision: the length of the shortest remaining encoding.
    pub fn widths(&self, mut decision: DecisionId) -> Vec<u32> {
        let mut widths = vec![self.widths[decision]];
        while let Some(parent) = self.parents[decision] {
            decision = parent.decision;
            widths.push(self.widths[decision]);
        }
        widths.reverse();
        widths
    }
}

/// A decision that is not yet made.
struct DecisionTreePending {
    id: DecisionId,
    /// The remaining encodings: a range in the builder's order.
    encodings: Range<usize>,
    /// The mask of tested bits.
    tested: Vec<u64>,
}

struct DecisionTreeBuilder<'a> {
    patterns: &'a BitPatterns,
    /// All encodings; the encodings at a decision are contiguous.
    order: Vec<u32>,
    scratch: DecisionTreeScratch,
    pending: Vec<DecisionTreePending>,
    tree: DecisionTree,
}

/// Reused buffers.
#[derive(Default)]
struct DecisionTreeScratch {
    /// `known`: bits that all encodings know. `mixed`: bits that only some encodings know.
    known: Vec<u64>,
    mixed: Vec<u64>,
    ranges: Vec<BitRange>,
    values: Vec<u64>,
    /// A bit for each value in a short range.
    seen: Vec<u64>,
    keyed: Vec<(u64, u32)>,
}

/// Up to this length, distinct values in a range are counted with a bit table.
const SHORT: u32 = 12;

impl DecisionTreeBuilder<'_> {
    fn add(
        &mut self,
        parent: Option<ParentDecision>,
        encodings: Range<usize>,
        tested: Vec<u64>,
    ) -> DecisionId {
        let id = self.tree.decisions.push(Decision::Conflict(Vec::new()));
        self.tree.parents.push(parent);
        let lengths = self.order[encodings.clone()].iter().map(|&e| self.patterns.length(e));
        self.tree.widths.push(lengths.min().unwrap_or(0));
        self.pending.push(DecisionTreePending { id, encodings, tested });
        id
    }

    fn decide(&mut self, pending: &DecisionTreePending) -> Decision {
        if let [encoding] = self.order[pending.encodings.clone()] {
            return Decision::Accept(self.acceptance(encoding, &pending.tested));
        }
        self.known_and_mixed(pending);
        match self.best_range(pending) {
            Some(range) => self.split(pending, range),
            None => Decision::Conflict(self.order[pending.encodings.clone()].to_vec()),
        }
    }

    fn acceptance(&self, encoding: u32, tested: &[u64]) -> Acceptance {
        let known = self.patterns.known(encoding).iter();
        let untested: Vec<u64> = known.zip(tested).map(|(known, tested)| known & !tested).collect();
        let mut islands = Vec::new();
        ranges(&untested, &mut islands);
        let check = |&range: &BitRange| {
            self.patterns.value(encoding, range).map(|value| BitCheck { range, value })
        };
        Acceptance { encoding, checks: islands.iter().rev().filter_map(check).collect() }
    }

    /// Finds the untested bits that all encodings know, and the untested bits that only some know.
    fn known_and_mixed(&mut self, pending: &DecisionTreePending) {
        let DecisionTreeScratch { known, mixed, .. } = &mut self.scratch;
        known.clear();
        known.extend(pending.tested.iter().map(|tested| !tested));
        mixed.clear();
        mixed.resize(known.len(), 0);
        for &encoding in &self.order[pending.encodings.clone()] {
            for (index, word) in self.patterns.known(encoding).iter().enumerate() {
                known[index] &= word;
                mixed[index] |= word;
            }
        }
        for ((mixed, known), tested) in mixed.iter_mut().zip(known).zip(&pending.tested) {
            *mixed &= !(*known | tested);
        }
        clear_from(self.tree.widths[pending.id], mixed);
    }

    /// Returns the next range to test.
    fn best_range(&mut self, pending: &DecisionTreePending) -> Option<BitRange> {
        ranges(&self.scratch.known, &mut self.scratch.ranges);
        if let Some(best) = self.most_values(pending) {
            return Some(best);
        }
        ranges(&self.scratch.mixed, &mut self.scratch.ranges);
        if let Some(best) = self.most_values(pending) {
            return Some(best);
        }
        // For exactly three encodings, the first encoding with a known bit determines the range.
        // The reference does this only for three.
        let encodings = &self.order[pending.encodings.clone()];
        if encodings.len() != 3 {
            return None;
        }
        for &encoding in encodings {
            let known = self.patterns.known(encoding).iter().zip(&pending.tested);
            let mut untested: Vec<u64> = known.map(|(known, tested)| known & !tested).collect();
            clear_from(self.tree.widths[pending.id], &mut untested);
            ranges(&untested, &mut self.scratch.ranges);
            if let Some(&range) = self.scratch.ranges.first() {
                return Some(range);
            }
        }
        None
    }

    /// Returns the first candidate range with the most distinct values; `None` if no encoding knows
    /// any range.
    fn most_values(&mut self, pending: &DecisionTreePending) -> Option<BitRange> {
        let count = pending.encodings.len();
        let mut best: Option<(usize, BitRange)> = None;
        for index in 0..self.scratch.ranges.len() {
            let range = self.scratch.ranges[index];
            let most = if range.len < SHORT { count.min(1 << range.len) } else { count };
            if best.is_some_and(|(score, _)| score >= most) {
                continue;
            }
            let score = self.value_count(pending, range);
            if score > best.map_or(0, |(score, _)| score) {
                best = Some((score, range));
            }
        }
        best.map(|(_, range)| range)
    }

    /// Counts the distinct encoding values in a range.
    fn value_count(&mut self, pending: &DecisionTreePending, range: BitRange) -> usize {
        let encodings = &self.order[pending.encodings.clone()];
        let values = encodings.iter().filter_map(|&e| self.patterns.value(e, range));
        let DecisionTreeScratch { seen, values: sorted, .. } = &mut self.scratch;
        if range.len <= SHORT {
            seen.clear();
            seen.resize((1usize << range.len).div_ceil(64), 0);
            for value in values {
                seen[(value / 64) as usize] |= 1 << (value % 64);
            }
            return seen.iter().map(|word| word.count_ones() as usize).sum();
        }
        sorted.clear();
        sorted.extend(values);
        sorted.sort_unstable();
        sorted.dedup();
        sorted.len()
    }

    /// Builds the decision that tests `range`.
    fn split(&mut self, pending: &DecisionTreePending, range: BitRange) -> Decision {
        let keyed = self.sort_by_value(pending, range);
        let (first, end) = (pending.encodings.start, pending.encodings.end);
        let unknown = first + keyed.len()..end;
        let otherwise = (!unknown.is_empty()).then(|| {
            let step = DecisionStep { range, value: None };
            self.add(
                Some(ParentDecision { decision: pending.id, step }),
                unknown,
                pending.tested.clone(),
            )
        });
        let mut tested = pending.tested.clone();
        (range.start..range.start + range.len).for_each(|bit| {
            tested[(bit / 64) as usize] |= 1 << (bit % 64);
        });
        if let (&[(value, encoding)], Some(otherwise)) = (keyed.as_slice(), otherwise) {
            let first = self.acceptance(encoding, &pending.tested);
            let remaining = self.acceptance(encoding, &tested).checks;
            let check = BitCheck { range, value };
            return Decision::TryFirst { check, first, remaining, otherwise };
        }
        let mut cases = Vec::new();
        let mut start = first;
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            let value = same[0].0;
            let step = DecisionStep { range, value: Some(value) };
            let encodings = start..start + same.len();
            start = encodings.end;
            let parent = ParentDecision { decision: pending.id, step };
            cases.push((value, self.add(Some(parent), encodings, tested.clone())));
        }
        self.scratch.keyed = keyed;
        Decision::Switch { range, cases, otherwise }
    }

    /// Sorts the encodings by their value in `range`; encodings without a known value are last.
    /// Returns the encodings with known values.
    fn sort_by_value(&mut self, pending: &DecisionTreePending, range: BitRange) -> Vec<(u64, u32)> {
        let mut keyed = std::mem::take(&mut self.scratch.keyed);
        keyed.clear();
        let mut unknown = Vec::new();
        let encodings = &mut self.order[pending.encodings.clone()];
        for &encoding in encodings.iter() {
            match self.patterns.value(encoding, range) {
                Some(value) => keyed.push((value, encoding)),
                None => unknown.push(encoding),
            }
        }
        // The sort is stable: encodings with equal values keep their order.
        keyed.sort_by_key(|&(value, _)| value);
        let sorted = keyed.iter().map(|&(_, encoding)| encoding).chain(unknown);
        for (slot, encoding) in encodings.iter_mut().zip(sorted) {
            *slot = encoding;
        }
        keyed
    }
}

/// Clears all bits in a mask from bit `first`.
fn clear_from(first: u32, mask: &mut [u64]) {
    for (index, word) in (0u32..).zip(mask) {
        let kept = first.saturating_sub(index * u64::BITS).min(u64::BITS);
        *word &= u64::MAX.checked_shr(u64::BITS - kept).unwrap_or(0);
    }
}

#[cfg(test)]
mod tests;
