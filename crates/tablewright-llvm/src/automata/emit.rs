//! Automata as C++ tables, which `llvm/Support/Automaton.h` runs.

use std::fmt;

use tablewright_text::{CppWriter, line};

use super::model::{Automaton, Symbol};

pub(super) fn emit(automata: &[Automaton<'_>], w: &mut CppWriter) {
    for automaton in automata {
        let name = automaton.name;
        line!(w, "#ifdef GET_{name}_DECL");
        action_type(automaton, w);
        let (nfa_states, nfa_steps) = automaton.nfa_size;
        let (states, transitions) = (automaton.state_count, automaton.transitions.len());
        line!(w, "// Described: {nfa_states} states, {nfa_steps} transitions.");
        line!(w, "// Deterministic: {states} states, {transitions} transitions.");
        line!(w);
        paths(automaton, w);
        transition_type(name, w);
        self::transitions(automaton, w);
        line!(w, "#endif  // GET_{name}_DECL");
    }
}

fn action_type(automaton: &Automaton<'_>, w: &mut CppWriter) {
    let name = automaton.name;
    line!(w, "// What {name} is fed with.");
    match &automaton.symbol_types[..] {
        [only] => line!(w, "using {name}Action = {only};"),
        types => line!(w, "using {name}Action = std::tuple<{}>;", types.join(", ")),
    }
    line!(w);
}

fn paths(automaton: &Automaton<'_>, w: &mut CppWriter) {
    let (name, size) = (automaton.name, automaton.path_size);
    line!(w, "// For each transition, the transitions described that it stands for, as pairs of");
    line!(w, "// states from and to; zeros end them.");
    line!(w, "const std::array<NfaStatePair, {size}> {name}TransitionInfo = {{{{");
    for (offset, path) in automaton.paths.rows() {
        write!(w, "  /* {offset} */ ");
        for (from, to) in path {
            write!(w, "{{{from}, {to}}}, ");
        }
        w.raw("{0ULL, 0ULL},\n");
    }
    w.raw("}};\n\n");
}

fn transition_type(name: &str, w: &mut CppWriter) {
    w.block(format_args!("struct {name}Transition"), ";", |w| {
        line!(w, "unsigned FromDfaState;");
        line!(w, "{name}Action Action;");
        line!(w, "unsigned ToDfaState;");
        line!(w, "unsigned InfoIdx; // Where its part of {name}TransitionInfo begins.");
    });
    line!(w);
}

fn transitions(automaton: &Automaton<'_>, w: &mut CppWriter) {
    let (name, size) = (automaton.name, automaton.transitions.len());
    line!(w, "// Sorted by FromDfaState and Action. State 1 is the first.");
    line!(w, "const std::array<{name}Transition, {size}> {name}Transitions = {{{{");
    for transition in &automaton.transitions {
        let action = Action(&automaton.actions[transition.action as usize]);
        let info = automaton.path_offsets[transition.path as usize];
        line!(w, "  {{{}, {action}, {}, {info}}},", transition.from, transition.to);
    }
    w.raw("\n}};\n\n");
}

/// An action as C++ has it.
struct Action<'a>(&'a [Symbol<'a>]);

impl fmt::Display for Action<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only] = self.0 {
            return only.fmt(f);
        }
        f.write_str("std::tuple(")?;
        for (i, symbol) in self.0.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            symbol.fmt(f)?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for Symbol<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Record(_, name) => f.write_str(name),
            Symbol::Number(number) => write!(f, "{number}"),
            Symbol::Text(text) => write!(f, "\"{text}\""),
        }
    }
}
