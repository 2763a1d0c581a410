//! Finite automata, and their determinization.
//!
//! In: a nondeterministic automaton, with its transitions. Out: the deterministic automaton whose
//! states are sets of states of the first. Each transition keeps the steps of the first automaton
//! that it stands for, because generated code can query them.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// How many steps from state to state are followed while states are merged.
const MAX_STEPS: usize = 50_000_000;
/// How many states and steps an automaton may have before states are merged.
const MAX_SIZE: usize = 4_000_000;

/// An automaton that may be in several states at once. It begins in state 0; every state accepts.
#[derive(Default, Debug)]
pub struct NondeterministicAutomaton {
    states: BTreeSet<u64>,
    steps: Vec<NfaStep>,
}

/// A step from state to state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct NfaStep {
    from: u64,
    action: u32,
    to: u64,
}

/// An automaton that is in one state at a time. States are numbered from 1, the first.
#[doc(alias = "DfaEmitter")]
#[derive(Debug)]
pub struct DeterministicAutomaton {
    /// How many states and steps the automaton has that it is built from.
    pub described_size: (usize, usize),
    /// How many states there are.
    pub state_count: usize,
    /// The transitions, ordered by the state they lead from and by action.
    pub transitions: Vec<Transition>,
    /// The steps of the automaton it is built from that a transition stands for, sorted: pairs of
    /// states from and to. Every list is there once.
    pub paths: Vec<Rc<[(u64, u64)]>>,
}

/// A transition of a [`DeterministicAutomaton`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The state it leads from.
    pub from: u32,
    /// What makes it happen.
    pub action: u32,
    /// The state it leads to.
    pub to: u32,
    /// Its steps, an index into [`DeterministicAutomaton::paths`].
    pub path: u32,
}

/// The error that an automaton exceeds a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The limit on states and steps.
    pub limit: usize,
}

impl NondeterministicAutomaton {
    /// The automaton in which each of `marks`, an action and some bits, leads from every state
    /// that has none of these bits to the one that has them too.
    pub fn of_marks(marks: &[(u32, u64)]) -> Result<NondeterministicAutomaton, TooLarge> {
        NondeterministicAutomaton::explore(|from, steps| {
            let possible = marks.iter().filter(|(_, bits)| from & bits == 0);
            steps.extend(possible.map(|&(action, bits)| (action, from | bits)));
        })
    }

    /// The automaton that leads from a state to where `next` says: it adds actions, each with a
    /// state.
    pub fn explore(
        next: impl Fn(u64, &mut Vec<(u32, u64)>),
    ) -> Result<NondeterministicAutomaton, TooLarge> {
        let mut automaton = NondeterministicAutomaton::default();
        automaton.states.insert(0);
        let (mut waiting, mut reached) = (vec![0], Vec::new());
        // The order of the search does not matter: steps are sorted before they are used.
        while let Some(from) = waiting.pop() {
            next(from, &mut reached);
            for (action, to) in reached.drain(..) {
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

    /// How many states can be reached, and how many steps there are.
    fn size(&self) -> (usize, usize) {
        (self.states.len(), self.steps.len())
    }

    /// The automaton whose states are the sets of states that this one can be in at once.
    pub fn determinize(mut self) -> Result<DeterministicAutomaton, TooLarge> {
        let described_size = self.size();
        self.steps.sort_unstable();
        // There can be two equal actions for the same two states.
        self.steps.dedup();
        let mut sets = Numbered::default();
        sets.number(Rc::from([0]));
        let mut paths = Numbered::default();
        let mut transitions = Vec::new();
        let (mut followed, mut steps) = (0, Vec::new());
        let mut next = 0;
        // Sets are numbered as they are reached, so the order of actions decides the numbers of
        // states.
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
            // By action, and for each action by state: paths are sorted, and equal ones are found.
            steps.sort_unstable();
            for same_action in steps.chunk_by(|a, b| a.0 == b.0) {
                let path: Rc<[(u64, u64)]> = same_action.iter().map(|&(_, pair)| pair).collect();
                let mut reached: Vec<u64> = path.iter().map(|&(_, to)| to).collect();
                reached.sort_unstable();
                reached.dedup();
                transitions.push(Transition {
                    // Sets are numbered from zero and states from one; `next` has been increased
                    // already. The limits on steps keep all numbers far below 2^32.
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

    /// The steps that lead from a state; they are sorted.
    fn steps_from(&self, state: u64) -> impl Iterator<Item = &NfaStep> {
        let first = self.steps.partition_point(|step| step.from < state);
        self.steps[first..].iter().take_while(move |step| step.from == state)
    }
}

/// Lists, numbered from zero as they come, equal ones alike.
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
        let marks = [(1, 0b01), (1, 0b10), (2, 0b11)];
        let automaton = NondeterministicAutomaton::of_marks(&marks).expect("it is small");
        assert_eq!(automaton.size(), (4, 5));
        let automaton = automaton.determinize().expect("it is small");
        assert_eq!(automaton.state_count, 3);
        let shown: Vec<_> = automaton
            .transitions
            .iter()
            .map(|t| (t.from, t.action, t.to, &automaton.paths[t.path as usize][..]))
            .collect();
        assert_eq!(
            shown,
            [(1, 1, 2, &[(0, 1), (0, 2)][..]), (1, 2, 3, &[(0, 3)]), (2, 1, 3, &[(1, 3), (2, 3)]),]
        );
    }

    #[test]
    fn what_grows_without_end_is_given_up() {
        let marks: Vec<(u32, u64)> = (0..64).map(|bit| (bit, 1 << bit)).collect();
        let error = NondeterministicAutomaton::of_marks(&marks).expect_err("it has 2^64 states");
        assert_eq!(error, TooLarge { limit: MAX_SIZE });
    }
}
