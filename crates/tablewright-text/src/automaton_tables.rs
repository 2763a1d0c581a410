//! Finite automata as C++ tables for `llvm/Support/Automaton.h`.

use crate::{CppWriter, SequenceToOffsetTable, SequenceToOffsetTableBuilder, append, line};

/// Tables for a deterministic automaton.
#[derive(Debug)]
pub struct AutomatonTables {
    /// State and transition counts in the described, nondeterministic automaton.
    described_size: (usize, usize),
    /// State count.
    state_count: usize,
    transitions: Vec<AutomatonTransition>,
    /// The described transitions of each transition, and the index at which each list begins.
    paths: SequenceToOffsetTable<(u64, u64)>,
    path_offsets: Vec<usize>,
    /// Total length of all paths, in transitions and terminators.
    path_size: usize,
    terminator: PathTerminator,
}

/// Spelling of the zeros after a path. It differs between releases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathTerminator {
    /// Integers without a suffix.
    Int,
    /// Integers with the type `unsigned long long`.
    UnsignedLongLong,
}

/// A transition between states.
#[derive(Clone, Copy, Debug)]
pub struct AutomatonTransition {
    /// The state before the transition.
    pub from: u32,
    /// The action that triggers the transition.
    pub action: u32,
    /// The state after the transition.
    pub to: u32,
    /// An index into the paths.
    pub path: u32,
}

impl AutomatonTables {
    /// Builds the tables for an automaton with `state_count` states.
    ///
    /// The automaton is the deterministic form of a described automaton, so a transition may combine several described
    /// transitions. A path lists these as pairs of states (from, to). `described_size` counts the described states and
    /// transitions.
    pub fn new<P: AsRef<[(u64, u64)]>>(
        described_size: (usize, usize),
        state_count: usize,
        transitions: impl Iterator<Item = AutomatonTransition>,
        paths: &[P],
        terminator: PathTerminator,
    ) -> AutomatonTables {
        let mut builder = SequenceToOffsetTableBuilder::new();
        for path in paths {
            builder.add(path.as_ref().to_vec());
        }
        let table = builder.layout();
        let offset = |path: &P| table.offset(path.as_ref()).expect("every path was added");
        AutomatonTables {
            described_size,
            state_count,
            transitions: transitions.collect(),
            path_offsets: paths.iter().map(offset).collect(),
            path_size: table.rows().map(|(_, path)| path.len() + 1).sum(),
            paths: table,
            terminator,
        }
    }

    /// Writes the sizes of the automaton as comments.
    pub fn emit_size(&self, w: &mut CppWriter) {
        let (states, transitions) = self.described_size;
        line!(w, "// Described: {states} states, {transitions} transitions.");
        let (states, transitions) = (self.state_count, self.transitions.len());
        line!(w, "// Deterministic: {states} states, {transitions} transitions.");
        line!(w);
    }

    /// Writes the tables for the automaton `name`. `ty` is an action's C++ type, and `action`
    /// writes one.
    pub fn emit(
        &self,
        name: &str,
        ty: &str,
        w: &mut CppWriter,
        action: impl Fn(&mut CppWriter, u32),
    ) {
        self.emit_paths(name, w);
        w.block(format_args!("struct {name}Transition"), ";", |w| {
            line!(w, "unsigned FromDfaState;");
            line!(w, "{ty} Action;");
            line!(w, "unsigned ToDfaState;");
            line!(w, "unsigned InfoIdx; // Where its part of {name}TransitionInfo begins.");
        });
        line!(w);
        let size = self.transitions.len();
        line!(w, "// Sorted by FromDfaState and Action. State 1 is the first.");
        line!(w, "const std::array<{name}Transition, {size}> {name}Transitions = {{{{");
        for transition in &self.transitions {
            append!(w, "  {", transition.from, ", ");
            action(w, transition.action);
            let info = self.path_offsets[transition.path as usize];
            append!(w, ", ", transition.to, ", ", info, "},\n");
        }
        w.raw("\n}};\n\n");
    }

    fn emit_paths(&self, name: &str, w: &mut CppWriter) {
        line!(
            w,
            "// For each transition, the transitions described that it stands for, as pairs of"
        );
        line!(w, "// states from and to; zeros end them.");
        let size = self.path_size;
        line!(w, "const std::array<NfaStatePair, {size}> {name}TransitionInfo = {{{{");
        for (offset, path) in self.paths.rows() {
            append!(w, "  /* ", offset, " */ ");
            for (from, to) in path {
                append!(w, "{", from, ", ", to, "}, ");
            }
            w.raw(match self.terminator {
                PathTerminator::Int => "{0, 0},\n",
                PathTerminator::UnsignedLongLong => "{0ULL, 0ULL},\n",
            });
        }
        w.raw("}};\n\n");
    }
}
