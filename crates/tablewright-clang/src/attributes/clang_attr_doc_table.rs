//! `--gen-clang-attr-doc-table`: the documentation for each attribute as a C++ string.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::append;

use super::model::ClangAttribute;
use crate::support::c_space::trim;

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let texts = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Documentation of attributes", Some(source));
        for (name, text) in &texts {
            append!(w, "\nstatic const char AttrDoc_", name, "[] = ");
            append!(w, "R\"reST(", text, ")reST\";\n");
        }
    })
}

/// Lists the attributes in the syntax tree, each with its documentation.
fn collect(store: &RecordStore) -> Result<Vec<(&str, &str)>, FieldError> {
    let mut texts = Vec::new();
    for attribute in ClangAttribute::all(store)? {
        if !attribute.is_node()? {
            continue;
        }
        // Each attribute has a single string, even if it has several texts.
        let documents = attribute.record().documentation()?;
        let Some(document) = documents.first() else {
            return Err(attribute
                .error(
                    Code::MissingDocumentation,
                    "An attribute needs at least one text in 'Documentation'",
                )
                .label_field(attribute.record(), "Documentation"));
        };
        let text = document.content_if_any()?.unwrap_or_default();
        texts.push((attribute.name(), trim(text)));
    }
    Ok(texts)
}
