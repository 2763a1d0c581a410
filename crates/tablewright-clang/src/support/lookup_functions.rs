//! Functions of generated files that look a name up.
//!
//! In come records with a name and the code to run for each; out comes a function that compares its
//! parameter with all names at once. Two records with the same name are an error.

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, StringMatcher, line};

/// The decision between the names in field `field` of records, with the code to be run for each.
pub(crate) fn matcher<'s>(
    records: &[(Record<'s>, String)],
    field: &str,
) -> Result<StringMatcher<'s>, FieldError> {
    let mut cases = Vec::with_capacity(records.len());
    for (record, code) in records {
        cases.push((record.string(field)?, code.clone()));
    }
    StringMatcher::new(cases).map_err(|duplicate| {
        let (record, _) = records[duplicate.second];
        let (first, _) = records[duplicate.first];
        let name = record.string(field).unwrap_or_default();
        let message =
            format!("Had duplicate keys to match on: '{name}' is that of '{}' too", first.name());
        FieldError::new(Code::ClangComments, record, message)
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
