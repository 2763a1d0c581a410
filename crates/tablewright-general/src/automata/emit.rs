//! Automata in C++: the type of their actions, and their tables.

use std::fmt;

use tablewright_text::{CppWriter, line};

use super::model::{Automaton, AutomatonSymbol};

pub(super) fn emit(automata: &[Automaton<'_>], w: &mut CppWriter) {
    for automaton in automata {
        let name = automaton.name;
        line!(w, "#ifdef GET_{name}_DECL");
        emit_action_type(automaton, w);
        automaton.tables.emit_size(w);
        automaton.tables.emit(name, &format!("{name}Action"), w, |w, action| {
            let symbols = &automaton.actions[action as usize];
            write!(w, "{}", AutomatonAction { symbols, in_braces: automaton.actions_in_braces });
        });
        line!(w, "#endif  // GET_{name}_DECL");
    }
}

fn emit_action_type(automaton: &Automaton<'_>, w: &mut CppWriter) {
    let name = automaton.name;
    line!(w, "// What {name} is fed with.");
    match &automaton.symbol_types[..] {
        [only] => line!(w, "using {name}Action = {only};"),
        types => line!(w, "using {name}Action = std::tuple<{}>;", types.join(", ")),
    }
    line!(w);
}

/// An action in C++.
struct AutomatonAction<'a> {
    symbols: &'a [AutomatonSymbol<'a>],
    in_braces: bool,
}

impl fmt::Display for AutomatonAction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only] = self.symbols {
            return only.fmt(f);
        }
        f.write_str(if self.in_braces { "{" } else { "std::tuple(" })?;
        for (i, symbol) in self.symbols.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            symbol.fmt(f)?;
        }
        f.write_str(if self.in_braces { "}" } else { ")" })
    }
}

impl fmt::Display for AutomatonSymbol<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AutomatonSymbol::Record(_, name) => f.write_str(name),
            AutomatonSymbol::Number(number) => write!(f, "{number}"),
            AutomatonSymbol::Text(text) => write!(f, "\"{text}\""),
        }
    }
}
