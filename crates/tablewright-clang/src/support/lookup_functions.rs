//! Generated lookup functions for names.
//!
//! In: records with a name and with code. Out: a function that compares its parameter with all
//! names at once. Two records with the same name are an error.

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, DuplicateKey, StringMatcher, line};

/// A name to look up.
pub(crate) struct LookupCase<'s> {
    pub(crate) record: Record<'s>,
    pub(crate) name: &'s str,
    /// The code for the name.
    pub(crate) code: String,
}

/// Builds the matcher for the names.
pub(crate) fn matcher(cases: Vec<LookupCase<'_>>) -> Result<StringMatcher<'_>, FieldError> {
    let records: Vec<Record<'_>> = cases.iter().map(|case| case.record).collect();
    let names: Vec<&str> = cases.iter().map(|case| case.name).collect();
    let cases: Vec<_> = cases.into_iter().map(|case| (case.name, case.code)).collect();
    StringMatcher::new(cases).map_err(|DuplicateKey { first, second }| {
        duplicate_key(names[second], records[first], records[second])
    })
}

fn duplicate_key(name: &str, first: Record<'_>, second: Record<'_>) -> FieldError {
    let message =
        format!("Had duplicate keys to match on: '{name}' is also the key of '{}'", first.name());
    FieldError::new(Code::DuplicateKeys, second, message)
        .label_record(first, "the first one is here")
}

/// Writes a function with the parameter `Name`: `head`, the matcher, and the statement for all
/// other names.
pub(crate) fn emit_function(
    head: &str,
    matcher: &StringMatcher<'_>,
    otherwise: &str,
    w: &mut CppWriter,
) {
    w.block(head, "", |w| {
        w.string_matcher("Name", matcher);
        line!(w, "return {otherwise};");
    });
    line!(w);
}
