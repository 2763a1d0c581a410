//! `--gen-clang-comment-html-tags-properties`: functions that know which HTML tags need no end tag
//! and which may have none.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::StringMatcher;

use crate::support::lookup_functions::{emit_function, matcher};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-comment-html-tags-properties",
    help: "Generate efficient matchers for HTML tag properties",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let optional = tags_with(job.store, "EndTagOptional")?;
    let forbidden = tags_with(job.store, "EndTagForbidden")?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("End tags in HTML", Some(source));
        emit_function("bool isHTMLEndTagOptional(StringRef Name)", &optional, "false", w);
        emit_function("bool isHTMLEndTagForbidden(StringRef Name)", &forbidden, "false", w);
    })
}

fn tags_with<'s>(store: &'s RecordStore, property: &str) -> Result<StringMatcher<'s>, FieldError> {
    let mut tags = Vec::new();
    for tag in store.derived_from_name("Tag")? {
        if tag.bit(property)? {
            tags.push((tag, "return true;".to_owned()));
        }
    }
    matcher(&tags, "Spelling")
}
