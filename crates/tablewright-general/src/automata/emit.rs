//! C++ output for automata: action types and tables.

use std::fmt;

use tablewright_text::{CppWriter, line};

use super::model::{Automaton, Symbol};

pub(super) fn emit(automata: &[Automaton<'_>], w: &mut CppWriter) {
    for automaton in automata {
        let name = automaton.name;
        line!(w, "#ifdef GET_{name}_DECL");
        emit_action_type(automaton, w);
        automaton.tables.emit_size(w);
        automaton.tables.emit(name, &format!("{name}Action"), w, |w, action| {
            let symbols = &automaton.actions[action as usize];
            write!(w, "{}", Action { symbols, in_braces: automaton.actions_in_braces });
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

/// An action as C++ has it.
struct Action<'a> {
    symbols: &'a [Symbol<'a>],
    in_braces: bool,
}

impl fmt::Display for Action<'_> {
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

impl fmt::Display for Symbol<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Record(_, name) => f.write_str(name),
            Symbol::Number(number) => write!(f, "{number}"),
            Symbol::Text(text) => write!(f, "\"{text}\""),
        }
    }
}
