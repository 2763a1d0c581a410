//! The C++ of rules: what the names in it stand for, and pieces that several rules share.

use rustc_hash::FxHashMap;
use tablewright_records::Record;
use tablewright_target::combines::{Name, RuleReader};

/// What names in C++ stand for: `${name}`.
#[derive(Default)]
pub(super) struct Expansions(FxHashMap<Name, Box<str>>);

impl Expansions {
    /// Says what a name stands for, unless that is known: an operand with the name of an earlier one is the
    /// same register.
    pub(super) fn declare(&mut self, name: Name, code: impl Into<Box<str>>) {
        self.0.entry(name).or_insert_with(|| code.into());
    }

    /// Says what a name stands for from now on.
    pub(super) fn redeclare(&mut self, name: Name, code: impl Into<Box<str>>) {
        self.0.insert(name, code.into());
    }

    pub(super) fn get(&self, name: Name) -> Option<&str> {
        self.0.get(&name).map(|code| &**code)
    }

    /// Adds `code` of `rule` to `out`, its names expanded.
    pub(super) fn expand<'s>(
        &self,
        code: &str,
        rule: Record<'s>,
        reader: &mut RuleReader<'s, '_>,
        out: &mut String,
    ) {
        let note = || format!("Code: [{{{code}}}]");
        let mut rest = code;
        while let Some(place) = rest.find(['$', '\n', '\\']) {
            out.push_str(&rest[..place]);
            rest = &rest[place..];
            if let Some(behind) = rest.strip_prefix('\n') {
                out.push_str("\n    ");
                rest = behind;
            } else if let Some(behind) = rest.strip_prefix("\\$").or(rest.strip_prefix("\\\\")) {
                out.push_str(&rest[1..2]);
                rest = behind;
            } else if let Some(behind) = rest.strip_prefix('\\') {
                rest = behind;
            } else if let Some(behind) = rest.strip_prefix("${") {
                let (name, end) = match behind.split_once('}') {
                    Some(parts) => parts,
                    None => {
                        reader.warning(rule, format!("Unterminated expansion '${{{behind}'"));
                        reader.note_anywhere(note());
                        (behind, "")
                    }
                };
                match reader.names.find(name).and_then(|name| self.get(name)) {
                    Some(expansion) => out.push_str(expansion),
                    None => {
                        let message = format!("Attempt to expand an undeclared variable '{name}'");
                        reader.error(rule, message);
                        reader.note_anywhere(note());
                    }
                }
                rest = end;
            } else {
                reader.warning(rule, "Assuming missing escape character: \\$");
                reader.note_anywhere(note());
                out.push('$');
                rest = &rest[1..];
            }
        }
        out.push_str(rest);
    }
}

/// Pieces of C++, each once, numbered in the order in which they were added.
#[derive(Default)]
pub(in crate::global_isel_combiner) struct CodePool {
    codes: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, usize>,
}

impl CodePool {
    /// The number of a piece of C++.
    pub(super) fn number(&mut self, code: String) -> usize {
        let code = code.into_boxed_str();
        if let Some(&number) = self.numbers.get(&code) {
            return number;
        }
        let number = self.codes.len();
        self.codes.push(code.clone());
        self.numbers.insert(code, number);
        number
    }

    /// All pieces, each at the place of its number.
    pub(in crate::global_isel_combiner) fn all(&self) -> &[Box<str>] {
        &self.codes
    }
}
