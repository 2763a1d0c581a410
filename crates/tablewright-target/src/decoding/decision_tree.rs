//! The decisions by which a word is decoded: which bits are tested, and what follows from them.
//!
//! In: the known bits of encodings. Out: [`DecisionTree`]. Each decision tests the bits that tell
//! most encodings apart; among equally good ones, the lowest. Bits after the end of an encoding are tested once
//! it is ruled out. The order in which encodings are given
//! matters only where one decision has to try one of them before the others.

use std::ops::Range;

use tablewright_index::{IndexVec, define_index};

use super::bit_pattern::{BitPatterns, BitRange, ranges};

define_index! {
    /// A decision of a tree.
    pub struct DecisionId;
}

/// A value that bits have to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitCheck {
    /// The bits.
    pub range: BitRange,
    /// Their value.
    pub value: u64,
}

/// What is done with a word of which some bits are tested already. Encodings are numbers of
/// patterns.
#[doc(alias = "Filter")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It is this encoding, if these bits have these values.
    Accept(Acceptance),
    /// What follows depends on the value of these bits.
    Switch {
        /// The bits.
        range: BitRange,
        /// The decision for each value that some encoding has, in the order of values.
        cases: Vec<(u64, DecisionId)>,
        /// The decision for encodings of which not all of these bits are known. It is tried where
        /// no case matches, or where a case comes to nothing.
        otherwise: Option<DecisionId>,
    },
    /// It is this encoding; only if not, another one is tried.
    TryFirst {
        /// The bits that only this encoding knows all of, and their value.
        check: BitCheck,
        /// The encoding, with all bits that are not tested before this decision.
        first: Acceptance,
        /// The bits of the encoding that are not tested once those of `check` are, the highest first.
        remaining: Vec<BitCheck>,
        /// What is tried then.
        otherwise: DecisionId,
    },
    /// No bits tell these encodings apart.
    Conflict(Vec<u32>),
}

/// An encoding, and what has to hold of the word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acceptance {
    /// The encoding.
    pub encoding: u32,
    /// The bits that are not tested yet, the highest first.
    pub checks: Vec<BitCheck>,
}

/// A step from a decision to one below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionStep {
    /// The bits that the upper decision is about.
    pub range: BitRange,
    /// Their value; `None` where it is another one than those listed there.
    pub value: Option<u64>,
}

/// The decisions for a set of encodings.
#[doc(alias = "FilterChooser")]
#[derive(Debug)]
pub struct DecisionTree {
    decisions: IndexVec<DecisionId, Decision>,
    /// The decision above each, and the step from there.
    parents: IndexVec<DecisionId, Option<(DecisionId, DecisionStep)>>,
    /// How many bits a word has at each, as far as is known: those of the shortest encoding that is left.
    widths: IndexVec<DecisionId, u32>,
}

impl DecisionTree {
    /// The tree for all of `patterns`, of which there is at least one, in that order.
    pub fn of(patterns: &BitPatterns, encodings: Range<u32>) -> DecisionTree {
        let mut builder = DecisionTreeBuilder {
            patterns,
            order: encodings.collect(),
            scratch: Scratch::default(),
            pending: Vec::new(),
            tree: DecisionTree {
                decisions: IndexVec::new(),
                parents: IndexVec::new(),
                widths: IndexVec::new(),
            },
        };
        let all = 0..builder.order.len();
        builder.add(None, all, vec![0; patterns.word_count()]);
        // Decisions lie too deep for recursion where many encodings are tried one after another.
        while let Some(pending) = builder.pending.pop() {
            let decision = builder.decide(&pending);
            builder.tree.decisions[pending.id] = decision;
        }
        builder.tree
    }

    /// The first decision.
    pub fn root(&self) -> DecisionId {
        DecisionId::from_index(0)
    }

    /// What is decided.
    pub fn get(&self, decision: DecisionId) -> &Decision {
        &self.decisions[decision]
    }

    /// The steps from the root to a decision.
    pub fn path(&self, mut decision: DecisionId) -> Vec<DecisionStep> {
        let mut path = Vec::new();
        while let Some((parent, step)) = self.parents[decision] {
            path.push(step);
            decision = parent;
        }
        path.reverse();
        path
    }

    /// How many bits a word has at each decision from the root to this one, as far as is known: those of the
    /// shortest encoding that is left.
    pub fn widths(&self, mut decision: DecisionId) -> Vec<u32> {
        let mut widths = vec![self.widths[decision]];
        while let Some((parent, _)) = self.parents[decision] {
            widths.push(self.widths[parent]);
            decision = parent;
        }
        widths.reverse();
        widths
    }
}

/// A decision that is still to be made.
struct Pending {
    id: DecisionId,
    /// The encodings that are left: a range of the builder's order.
    encodings: Range<usize>,
    /// The bits that have been tested.
    tested: Vec<u64>,
}

struct DecisionTreeBuilder<'a> {
    patterns: &'a BitPatterns,
    /// All encodings; those of a decision stand together.
    order: Vec<u32>,
    scratch: Scratch,
    pending: Vec<Pending>,
    tree: DecisionTree,
}

/// Memory that is used again and again.
#[derive(Default)]
struct Scratch {
    /// Bits that all encodings know, then those that only some do.
    known: Vec<u64>,
    mixed: Vec<u64>,
    ranges: Vec<BitRange>,
    values: Vec<u64>,
    /// One bit for each value of a short range.
    seen: Vec<u64>,
    keyed: Vec<(u64, u32)>,
}

/// Up to this length values of a range are counted in a table.
const SHORT: u32 = 12;

impl DecisionTreeBuilder<'_> {
    fn add(
        &mut self,
        parent: Option<(DecisionId, DecisionStep)>,
        encodings: Range<usize>,
        tested: Vec<u64>,
    ) -> DecisionId {
        let id = self.tree.decisions.push(Decision::Conflict(Vec::new()));
        self.tree.parents.push(parent);
        let lengths = self.order[encodings.clone()].iter().map(|&e| self.patterns.length(e));
        self.tree.widths.push(lengths.min().unwrap_or(0));
        self.pending.push(Pending { id, encodings, tested });
        id
    }

    fn decide(&mut self, pending: &Pending) -> Decision {
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
        let rest: Vec<u64> = known.zip(tested).map(|(known, tested)| known & !tested).collect();
        let mut islands = Vec::new();
        ranges(&rest, &mut islands);
        let check = |&range: &BitRange| {
            self.patterns.value(encoding, range).map(|value| BitCheck { range, value })
        };
        Acceptance { encoding, checks: islands.iter().rev().filter_map(check).collect() }
    }

    /// Finds the bits, not tested yet, that all encodings know, and those that some of them do.
    fn known_and_mixed(&mut self, pending: &Pending) {
        let Scratch { known, mixed, .. } = &mut self.scratch;
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

    /// The range of bits that is tested next.
    fn best_range(&mut self, pending: &Pending) -> Option<BitRange> {
        ranges(&self.scratch.known, &mut self.scratch.ranges);
        if let Some(best) = self.most_values(pending) {
            return Some(best);
        }
        ranges(&self.scratch.mixed, &mut self.scratch.ranges);
        if let Some(best) = self.most_values(pending) {
            return Some(best);
        }
        // Of three encodings, the first one that knows a bit gives the range. The reference does so
        // for this number only.
        let encodings = &self.order[pending.encodings.clone()];
        if encodings.len() != 3 {
            return None;
        }
        encodings.iter().find_map(|&encoding| {
            let known = self.patterns.known(encoding).iter().zip(&pending.tested);
            let mut rest: Vec<u64> = known.map(|(known, tested)| known & !tested).collect();
            clear_from(self.tree.widths[pending.id], &mut rest);
            ranges(&rest, &mut self.scratch.ranges);
            self.scratch.ranges.first().copied()
        })
    }

    /// The first of the ranges at hand in which encodings have the most values; `None` if no
    /// encoding knows any of them.
    fn most_values(&mut self, pending: &Pending) -> Option<BitRange> {
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

    /// How many values encodings have in a range.
    fn value_count(&mut self, pending: &Pending, range: BitRange) -> usize {
        let encodings = &self.order[pending.encodings.clone()];
        let values = encodings.iter().filter_map(|&e| self.patterns.value(e, range));
        let Scratch { seen, values: sorted, .. } = &mut self.scratch;
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

    /// The decision that tests `range`.
    fn split(&mut self, pending: &Pending, range: BitRange) -> Decision {
        let keyed = self.sort_by_value(pending, range);
        let (first, end) = (pending.encodings.start, pending.encodings.end);
        let unknown = first + keyed.len()..end;
        let otherwise = (!unknown.is_empty()).then(|| {
            let step = DecisionStep { range, value: None };
            self.add(Some((pending.id, step)), unknown, pending.tested.clone())
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
            cases.push((value, self.add(Some((pending.id, step)), encodings, tested.clone())));
        }
        self.scratch.keyed = keyed;
        Decision::Switch { range, cases, otherwise }
    }

    /// Sorts the encodings by their value in `range`, after which stand those that do not know it.
    /// Returns the former with their values.
    fn sort_by_value(&mut self, pending: &Pending, range: BitRange) -> Vec<(u64, u32)> {
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
        // Encodings of equal value stay in order.
        keyed.sort_by_key(|&(value, _)| value);
        let sorted = keyed.iter().map(|&(_, encoding)| encoding).chain(unknown);
        for (slot, encoding) in encodings.iter_mut().zip(sorted) {
            *slot = encoding;
        }
        keyed
    }
}

/// Clears the bits of a mask from `first` on.
fn clear_from(first: u32, mask: &mut [u64]) {
    for (index, word) in (0u32..).zip(mask) {
        let kept = first.saturating_sub(index * u64::BITS).min(u64::BITS);
        *word &= u64::MAX.checked_shr(u64::BITS - kept).unwrap_or(0);
    }
}

#[cfg(test)]
mod tests;
