//! Names in Rust.

use std::collections::BTreeSet;

use tablewright_text::snake_case;

/// Rust keywords (*The Rust Reference*, "Keywords"), strict and reserved, in all editions.
const KEYWORDS: [&str; 49] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield", "union",
];

/// Keywords that cannot be written as raw identifiers.
const NEVER_RAW: [&str; 4] = ["crate", "self", "super", "Self"];

/// Returns a description name as a Rust identifier in snake case. A keyword becomes a raw identifier.
pub(super) fn identifier(name: &str) -> String {
    let is_part = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let mut text: String =
        snake_case(name).chars().map(|c| if is_part(c) { c } else { '_' }).collect();
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        text.insert(0, '_');
    }
    if text.is_empty() || text == "_" || NEVER_RAW.contains(&text.as_str()) {
        text.push('_');
    }
    if KEYWORDS.contains(&text.as_str()) { format!("r#{text}") } else { text }
}

/// Returns a name without its raw prefix, for use in a longer name.
pub(super) fn without_raw(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// Returns an operation's struct name: its C++ class, with the ending `Operation` instead of `Op`.
pub(super) fn operation_type(class: &str) -> String {
    let is_part = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let class: String = class.chars().filter(|&c| is_part(c)).collect();
    let mut text = class.strip_suffix("Op").unwrap_or(&class).to_owned();
    text.push_str("Operation");
    let first = text.remove(0);
    if first.is_ascii_digit() {
        format!("_{first}{text}")
    } else {
        format!("{}{text}", first.to_ascii_uppercase())
    }
}

/// Names taken in a scope.
#[derive(Default)]
pub(super) struct RustScope {
    taken: BTreeSet<String>,
}

impl RustScope {
    pub(super) fn with(names: &[&str]) -> RustScope {
        RustScope { taken: names.iter().map(|&name| name.to_owned()).collect() }
    }

    /// Reserves a name, with underscores appended if it is taken.
    pub(super) fn take(&mut self, name: String) -> String {
        self.take_all(name, |name| vec![name.to_owned()])
    }

    /// Like [`take`](Scope::take), for a name with several derived names.
    pub(super) fn take_all(&mut self, name: String, all: impl Fn(&str) -> Vec<String>) -> String {
        let mut name = name;
        loop {
            let names = all(&name);
            if names.iter().all(|one| !self.taken.contains(one)) {
                self.taken.extend(names);
                return name;
            }
            name = format!("{}_", without_raw(&name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_raw_identifiers() {
        let names = ["overflowFlags", "type", "self", "intr.abs", "2d", "", "yield"];
        let expected = ["overflow_flags", "r#type", "self_", "intr_abs", "_2d", "_", "r#yield"];
        assert_eq!(names.map(identifier), expected);
    }

    #[test]
    fn structs_are_called_operations() {
        let names = ["AddIOp", "Load", "funcOp", "Op"].map(operation_type);
        assert_eq!(names, ["AddIOperation", "LoadOperation", "FuncOperation", "Operation"]);
    }

    #[test]
    fn a_name_that_is_taken_gets_an_underscore() {
        let mut scope = RustScope::with(&["name"]);
        let names = ["name", "r#type", "r#type", "x"].map(|name| scope.take(name.to_owned()));
        assert_eq!(names, ["name_", "r#type", "type_", "x"]);
        let accessor = |name: &str| vec![name.to_owned(), format!("set_{name}")];
        assert_eq!(scope.take_all("x".to_owned(), accessor), "x_");
    }
}
