//! Finite automata and their determinization.
//!
//! In: a nondeterministic automaton with its transitions. Out: a deterministic automaton, whose
//! states are sets of nondeterministic states. Each deterministic transition keeps its
//! nondeterministic steps, because generated code can query them.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// Maximal number of steps followed during determinization.
const MAX_STEPS: usize = 50_000_000;
/// Maximal number of steps in an automaton before determinization.
const MAX_SIZE: usize = 4_000_000;

/// A nondeterministic automaton, which can be in several states at the same time. Starts in state
/// 0; every state accepts.
#[derive(Default, Debug)]
pub struct NondeterministicAutomaton {
    states: BTreeSet<u64>,
    steps: Vec<NfaStep>,
}

/// An action that sets bits in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateMark {
    /// The action.
    pub action: u32,
    /// The bits that the action sets.
    pub bits: u64,
}

/// A state that an action leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Successor {
    /// The action.
    pub action: u32,
    /// The state after the action.
    pub state: u64,
}

/// A step between two states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct NfaStep {
    from: u64,
    action: u32,
    to: u64,
}

/// A deterministic automaton. States are numbered from 1; state 1 is the start.
#[doc(alias = "DfaEmitter")]
#[derive(Debug)]
pub struct DeterministicAutomaton {
    /// Number of states and steps in the nondeterministic automaton.
    pub described_size: (usize, usize),
    /// Number of states.
    pub state_count: usize,
    /// Transitions, sorted by source state and action.
    pub transitions: Vec<Transition>,
    /// Distinct step lists for the transitions. A list contains the nondeterministic steps as
    /// sorted pairs (source, target).
    pub paths: Vec<Rc<[(u64, u64)]>>,
}

/// A transition of a [`DeterministicAutomaton`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// Source state.
    pub from: u32,
    /// Action that triggers the transition.
    pub action: u32,
    /// Target state.
    pub to: u32,
    /// Steps, as an index into [`DeterministicAutomaton::paths`].
    pub path: u32,
}

/// An automaton exceeds a size limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The exceeded limit.
    pub limit: usize,
}

impl NondeterministicAutomaton {
    /// Builds an automaton from `marks`. Each mark leads from every state without any of its bits
    /// to the same state with these bits set.
    pub fn from_marks(marks: &[StateMark]) -> Result<NondeterministicAutomaton, TooLarge> {
        NondeterministicAutomaton::explore(|from, successors| {
            let possible = marks.iter().filter(|mark| from & mark.bits == 0);
            successors.extend(
                possible.map(|mark| Successor { action: mark.action, state: from | mark.bits }),
            );
        })
    }

    /// Builds an automaton from its successor function: `next` appends the successors of a state.
    pub fn explore(
        next: impl Fn(u64, &mut Vec<Successor>),
    ) -> Result<NondeterministicAutomaton, TooLarge> {
        let mut automaton = NondeterministicAutomaton::default();
        automaton.states.insert(0);
        let (mut waiting, mut reached) = (vec![0], Vec::new());
        // The search order does not matter because steps are sorted before use.
        while let Some(from) = waiting.pop() {
            next(from, &mut reached);
            for Successor { action, state: to } in reached.drain(..) {
                automaton.steps.push(NfaStep { from, action, to });
                if automaton.states.insert(to) {
                    waiting.push(to);
                }
            }
            if automaton.steps.len() > MAX_SIZE {
                return Err(TooLarge { limit: MAX_SIZE });
            }
        }
        Ok(automaton)
    }

    /// Returns the number of reachable states and the number of steps.
    fn size(&self) -> (usize, usize) {
        (self.states.len(), self.steps.len())
    }

    /// Builds the deterministic automaton, whose states are the sets of states that this automaton
    /// can be in at the same time.
    pub fn determinize(mut self) -> Result<DeterministicAutomaton, TooLarge> {
        let described_size = self.size();
        self.steps.sort_unstable();
        // Steps can occur twice.
        self.steps.dedup();
        let mut sets = Numbered::default();
        sets.number(Rc::from([0]));
        let mut paths = Numbered::default();
        let mut transitions = Vec::new();
        let (mut followed, mut steps) = (0, Vec::new());
        let mut next = 0;
        // Sets are numbered when first reached, so action order determines the state numbers.
        while let Some(set) = sets.list.get(next) {
            next += 1;
            steps.clear();
            for &state in set.iter() {
                steps.extend(self.steps_from(state).map(|s| (s.action, (s.from, s.to))));
            }
            followed += steps.len();
            if followed > MAX_STEPS {
                return Err(TooLarge { limit: MAX_STEPS });
            }
            // Sorted by action, then by state: paths become sorted, so that equal paths are found.
            steps.sort_unstable();
            for same_action in steps.chunk_by(|a, b| a.0 == b.0) {
                let path: Rc<[(u64, u64)]> = same_action.iter().map(|&(_, pair)| pair).collect();
                let mut reached: Vec<u64> = path.iter().map(|&(_, to)| to).collect();
                reached.sort_unstable();
                reached.dedup();
                transitions.push(Transition {
                    // Set numbers start at 0 and state numbers at 1; `next` is already incremented.
                    // The step limits keep all numbers far below 2^32.
                    from: next as u32,
                    action: same_action[0].0,
                    to: sets.number(reached.into()) + 1,
                    path: paths.number(path),
                });
            }
        }
        let state_count = sets.list.len();
        Ok(DeterministicAutomaton { described_size, state_count, transitions, paths: paths.list })
    }

    /// Returns the steps from a state, sorted.
    fn steps_from(&self, state: u64) -> impl Iterator<Item = &NfaStep> {
        let first = self.steps.partition_point(|step| step.from < state);
        self.steps[first..].iter().take_while(move |step| step.from == state)
    }
}

/// Distinct lists, numbered from zero in insertion order.
struct Numbered<T> {
    list: Vec<Rc<[T]>>,
    numbers: FxHashMap<Rc<[T]>, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { list: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Eq + Hash> Numbered<T> {
    fn number(&mut self, item: Rc<[T]>) -> u32 {
        match self.numbers.entry(item) {
            Entry::Occupied(state) => *state.get(),
            Entry::Vacant(new) => {
                let number = self.list.len() as u32;
                self.list.push(Rc::clone(new.key()));
                *new.insert(number)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_merged_that_can_be_held_at_once() {
        // Action 1 marks one of two bits, action 2 both.
        let mark = |action, bits| StateMark { action, bits };
        let marks = [mark(1, 0b01), mark(1, 0b10), mark(2, 0b11)];
        let automaton = NondeterministicAutomaton::from_marks(&marks).expect("it is small");
        assert_eq!(automaton.size(), (4, 5));
        let automaton = automaton.determinize().expect("it is small");
        assert_eq!(automaton.state_count, 3);
        let edges: Vec<_> = automaton
            .transitions
            .iter()
            .map(|t| (t.from, t.action, t.to, &automaton.paths[t.path as usize][..]))
            .collect();
        assert_eq!(
            edges,
            [(1, 1, 2, &[(0, 1), (0, 2)][..]), (1, 2, 3, &[(0, 3)]), (2, 1, 3, &[(1, 3), (2, 3)]),]
        );
    }

    #[test]
    fn what_grows_without_end_is_given_up() {
        let marks: Vec<StateMark> =
            (0..64).map(|bit| StateMark { action: bit, bits: 1 << bit }).collect();
        let error = NondeterministicAutomaton::from_marks(&marks).expect_err("it has 2^64 states");
        assert_eq!(error, TooLarge { limit: MAX_SIZE });
    }
}
