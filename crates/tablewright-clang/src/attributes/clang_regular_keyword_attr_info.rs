//! `--gen-clang-regular-keyword-attr-info`: keywords that are allowed wherever a standard attribute
//! is allowed, as macro calls.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::line;

use super::model::ClangAttribute;

struct Keyword<'s> {
    name: &'s str,
    has_arguments: bool,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let keywords = collect(job.store)?;
    job.write_cpp(|w| {
        w.file_header("Attributes that are keywords", None);
        for Keyword { name, has_arguments } in &keywords {
            line!(w, "KEYWORD_ATTRIBUTE({name}, {has_arguments}, )");
        }
        line!(w, "#undef KEYWORD_ATTRIBUTE");
    })
}

fn collect(store: &RecordStore) -> Result<Vec<Keyword<'_>>, FieldError> {
    let mut keywords = Vec::new();
    for attribute in ClangAttribute::all(store)? {
        for spelling in attribute.spellings()? {
            if !spelling.is_regular_keyword()? {
                continue;
            }
            let mut has_arguments = false;
            for argument in attribute.record().args()? {
                // The first parsed argument decides.
                if !argument.is_fake()? {
                    has_arguments = true;
                    break;
                }
            }
            keywords.push(Keyword { name: spelling.name, has_arguments });
        }
    }
    Ok(keywords)
}
