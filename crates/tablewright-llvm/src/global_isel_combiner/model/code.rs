//! C++ code in rules: replacements for the names in it, and code that several rules share.

use rustc_hash::FxHashMap;
use tablewright_records::Record;
use tablewright_selection::combines::{Name, RuleReader};
use tablewright_text::{Segment, TemplateError, TemplateErrorKind, TemplateSyntax};

/// Replacements for names in C++: `${name}`.
#[doc(alias = "CodeExpansions")]
#[derive(Default)]
pub(super) struct Expansions(FxHashMap<Name, Box<str>>);

impl Expansions {
    /// Declares the replacement for a name, unless it has one: an operand with an earlier operand's name is the same
    /// register.
    pub(super) fn declare(&mut self, name: Name, code: impl Into<Box<str>>) {
        self.0.entry(name).or_insert_with(|| code.into());
    }

    /// Replaces the replacement for a name.
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
        for segment in TemplateSyntax::DOLLAR_BRACES.segments(code) {
            let name = match segment {
                Segment::Text(text) => {
                    out.push_str(&text.replace('\n', "\n    "));
                    continue;
                }
                Segment::Hole { name, .. } => name,
                Segment::Malformed(TemplateError {
                    kind: TemplateErrorKind::MissingBrace,
                    name,
                    ..
                }) => {
                    reader.warning(rule, format!("Unterminated expansion '${{{name}'"));
                    reader.note_anywhere(note());
                    name
                }
                Segment::Malformed(_) => {
                    reader.warning(rule, "Assuming missing escape character: \\$");
                    reader.note_anywhere(note());
                    out.push('$');
                    continue;
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
        }
    }
}

/// C++ pieces without duplicates, numbered in insertion order.
#[doc(alias = "CXXPredicateCode")]
#[derive(Default)]
pub(crate) struct CodePool {
    codes: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, usize>,
}

impl CodePool {
    /// Returns the number for a piece of C++.
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

    /// Returns all pieces, each at the index of its number.
    pub(crate) fn all(&self) -> &[Box<str>] {
        &self.codes
    }
}
