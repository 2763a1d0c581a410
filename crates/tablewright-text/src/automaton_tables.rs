//! Finite automata as C++ tables, which `llvm/Support/Automaton.h` runs.

use crate::{CppWriter, SequenceToOffsetTable, SequenceToOffsetTableBuilder, append, line};

/// The tables of an automaton that is in one state at a time.
#[derive(Debug)]
pub struct AutomatonTables {
    /// How many states and transitions were described, where several states can be held at once.
    described_size: (usize, usize),
    /// How many states there are.
    state_count: usize,
    transitions: Vec<AutomatonTransition>,
    /// The described transitions of each transition, and where each list of them begins.
    paths: SequenceToOffsetTable<(u64, u64)>,
    path_offsets: Vec<usize>,
    /// How many described transitions and terminators there are in all.
    path_size: usize,
    terminator: PathTerminator,
}

/// How the zeros after a path are written, which releases do differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathTerminator {
    /// As integers of any type.
    Int,
    /// As integers of type `unsigned long long`.
    UnsignedLongLong,
}

/// A transition between states of an automaton.
#[derive(Clone, Copy, Debug)]
pub struct AutomatonTransition {
    /// The state it leads from.
    pub from: u32,
    /// What makes it happen.
    pub action: u32,
    /// The state it leads to.
    pub to: u32,
    /// The index of its path.
    pub path: u32,
}

impl AutomatonTables {
    /// The tables of an automaton of `state_count` states. A path is the list of the described
    /// transitions, pairs of states from and to, that a transition stands for; `described_size` says
    /// how many states and transitions were described in all.
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

    /// Writes how large the automaton is, in comments.
    pub fn emit_size(&self, w: &mut CppWriter) {
        let (states, transitions) = self.described_size;
        line!(w, "// Described: {states} states, {transitions} transitions.");
        let (states, transitions) = (self.state_count, self.transitions.len());
        line!(w, "// Deterministic: {states} states, {transitions} transitions.");
        line!(w);
    }

    /// Writes the tables of the automaton `name`, whose actions are of the C++ type `ty` and are
    /// written by `action`.
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
