//! The C++ of rules: what the names in it stand for, and pieces that several rules share.

use rustc_hash::FxHashMap;
use tablewright_records::Record;
use tablewright_target::combines::{Name, RuleReader};
use tablewright_text::{Segment, TemplateError, TemplateErrorKind, TemplateSyntax};

/// What names in C++ stand for: `${name}`.
#[doc(alias = "CodeExpansions")]
#[derive(Default)]
pub(super) struct Expansions(FxHashMap<Name, Box<str>>);

impl Expansions {
    /// Says what a name stands for, unless it has been declared: an operand with the name of an earlier one is the
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

/// Pieces of C++, each once, numbered in the order in which they were added.
#[doc(alias = "CXXPredicateCode")]
#[derive(Default)]
pub(crate) struct CodePool {
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

    /// All pieces, each at the index of its number.
    pub(crate) fn all(&self) -> &[Box<str>] {
        &self.codes
    }
}
