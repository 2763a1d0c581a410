//! `--gen-clang-attr-undocumented-list`: attributes without documentation.

use tablewright_backend::{Failure, GlobalDocumentationRecord, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::append;

use super::model::ClangAttribute;

/// The category for attributes without documentation.
const UNDOCUMENTED: &str = "Undocumented";

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    GlobalDocumentationRecord::find(job.store)
        .ok_or("The Documentation top-level definition is missing.")
        .map_err(|message| Diagnostic::error_anywhere(Code::MissingDocumentation, message))?;
    let names = collect(job.store)?;
    let mut text = "Undocumented attributes:\n".to_owned();
    for name in &names {
        append!(&mut text, name, "\n");
    }
    append!(&mut text, "Total: ", names.len(), "\n");
    job.write_text(&text)
}

/// Lists the names. An attribute is repeated if it has the category several times.
fn collect(store: &RecordStore) -> Result<Vec<&str>, FieldError> {
    let mut names = Vec::new();
    for attribute in ClangAttribute::all(store)? {
        for document in attribute.record().documentation()? {
            if document.category()?.category_name()? == UNDOCUMENTED {
                names.push(attribute.name());
            }
        }
    }
    Ok(names)
}
