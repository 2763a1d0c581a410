//! Finite automata as C++ tables, which `llvm/Support/Automaton.h` runs.

use tablewright_target::automaton::{NondeterministicAutomaton, TooLarge, Transition};
use tablewright_text::{CppWriter, SequenceToOffsetTable, SequenceToOffsetTableBuilder, line, put};

/// The tables of an automaton.
pub(crate) struct AutomatonTables {
    /// How many states and steps there are where several states can be held at once.
    nfa_size: (usize, usize),
    /// How many states there are.
    state_count: usize,
    transitions: Vec<Transition>,
    /// The steps of transitions, and where each list of them begins.
    paths: SequenceToOffsetTable<(u64, u64)>,
    path_offsets: Vec<usize>,
    /// How many steps and terminators there are in all.
    path_size: usize,
}

impl AutomatonTables {
    /// Makes an automaton deterministic.
    pub(crate) fn new(nfa: NondeterministicAutomaton) -> Result<AutomatonTables, TooLarge> {
        let nfa_size = (nfa.state_count(), nfa.step_count());
        let dfa = nfa.determinize()?;
        let mut builder = SequenceToOffsetTableBuilder::new();
        for path in &dfa.paths {
            builder.add(path.to_vec());
        }
        let paths = builder.layout();
        let offset = |path: &[_]| paths.offset(path).expect("every path was added");
        Ok(AutomatonTables {
            nfa_size,
            state_count: dfa.state_count,
            transitions: dfa.transitions,
            path_offsets: dfa.paths.iter().map(|path| offset(path)).collect(),
            path_size: paths.rows().map(|(_, path)| path.len() + 1).sum(),
            paths,
        })
    }

    /// Writes how large the automaton is, in comments.
    pub(crate) fn emit_size(&self, w: &mut CppWriter) {
        let (nfa_states, nfa_steps) = self.nfa_size;
        line!(w, "// Described: {nfa_states} states, {nfa_steps} transitions.");
        let (states, transitions) = (self.state_count, self.transitions.len());
        line!(w, "// Deterministic: {states} states, {transitions} transitions.");
        line!(w);
    }

    /// Writes the tables of the automaton `name`, whose actions are of the C++ type `ty` and are
    /// written by `action`.
    pub(crate) fn emit(
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
            put!(w, "  {", transition.from, ", ");
            action(w, transition.action);
            let info = self.path_offsets[transition.path as usize];
            put!(w, ", ", transition.to, ", ", info, "},\n");
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
            put!(w, "  /* ", offset, " */ ");
            for (from, to) in path {
                put!(w, "{", from, ", ", to, "}, ");
            }
            w.raw("{0ULL, 0ULL},\n");
        }
        w.raw("}};\n\n");
    }
}
