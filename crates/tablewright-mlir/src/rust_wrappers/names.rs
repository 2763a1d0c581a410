//! Names in Rust.

use std::collections::BTreeSet;

use tablewright_text::snake_case;

/// The keywords of Rust (*The Rust Reference*, "Keywords"), strict and reserved, of all editions.
const KEYWORDS: [&str; 49] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield", "union",
];

/// Keywords that cannot be written as raw identifiers.
const NEVER_RAW: [&str; 4] = ["crate", "self", "super", "Self"];

/// A name of a description as an identifier of Rust, in lower case with underscores. A keyword becomes a raw identifier.
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
    match KEYWORDS.contains(&text.as_str()) {
        true => format!("r#{text}"),
        false => text,
    }
}

/// A name as a part of a longer one.
pub(super) fn without_raw(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// The name of the struct of an operation: that of its C++ class, which ends with `Operation` instead of `Op`.
pub(super) fn operation_type(class: &str) -> String {
    let is_part = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let class: String = class.chars().filter(|&c| is_part(c)).collect();
    let mut text = class.strip_suffix("Op").unwrap_or(&class).to_owned();
    text.push_str("Operation");
    let first = text.remove(0);
    match first.is_ascii_digit() {
        true => format!("_{first}{text}"),
        false => format!("{}{text}", first.to_ascii_uppercase()),
    }
}

/// The names that are taken where others are given.
#[derive(Default)]
pub(super) struct Scope {
    taken: BTreeSet<String>,
}

impl Scope {
    pub(super) fn with(names: &[&str]) -> Scope {
        Scope { taken: names.iter().map(|&name| name.to_owned()).collect() }
    }

    /// The name, with underscores after it where it is taken, and takes it.
    pub(super) fn take(&mut self, name: String) -> String {
        self.take_all(name, |name| vec![name.to_owned()])
    }

    /// Like [`take`](Scope::take), for a name from which several others follow.
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
        let mut scope = Scope::with(&["name"]);
        let names = ["name", "r#type", "r#type", "x"].map(|name| scope.take(name.to_owned()));
        assert_eq!(names, ["name_", "r#type", "type_", "x"]);
        let accessor = |name: &str| vec![name.to_owned(), format!("set_{name}")];
        assert_eq!(scope.take_all("x".to_owned(), accessor), "x_");
    }
}
