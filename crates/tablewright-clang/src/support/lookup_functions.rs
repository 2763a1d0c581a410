//! Functions of generated files that look a name up.
//!
//! In come records with a name and the code to run for each; out comes a function that compares its
//! parameter with all names at once. Two records with the same name are an error.

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, StringMatcher, line};

/// A name that is looked up.
pub(crate) struct Case<'s> {
    pub(crate) record: Record<'s>,
    pub(crate) name: &'s str,
    /// What is run for the name.
    pub(crate) code: String,
}

/// The decision between names.
pub(crate) fn matcher(cases: Vec<Case<'_>>) -> Result<StringMatcher<'_>, FieldError> {
    let records: Vec<Record<'_>> = cases.iter().map(|case| case.record).collect();
    let names: Vec<&str> = cases.iter().map(|case| case.name).collect();
    let cases: Vec<_> = cases.into_iter().map(|case| (case.name, case.code)).collect();
    StringMatcher::new(cases).map_err(|duplicate| {
        let [record, first] = [duplicate.second, duplicate.first].map(|index| records[index]);
        let name = names[duplicate.second];
        let message =
            format!("Had duplicate keys to match on: '{name}' is that of '{}' too", first.name());
        FieldError::new(Code::DuplicateKeys, record, message)
            .label_record(first, "the first one is here")
    })
}

/// Writes a function that looks its parameter `Name` up: `head`, then the decision, then what
/// holds for all other names.
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
