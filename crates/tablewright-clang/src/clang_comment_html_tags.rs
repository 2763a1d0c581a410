//! `--gen-clang-comment-html-tags`: a function that knows the names of HTML tags.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::StringMatcher;

use crate::support::lookup_functions::{emit_function, matcher};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-comment-html-tags",
    help: "Generate efficient matchers for HTML tag names that are used in documentation comments",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let tags = tags(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Names of HTML tags", Some(source));
        emit_function("bool isHTMLTagName(StringRef Name)", &tags, "false", w);
    })
}

fn tags(store: &RecordStore) -> Result<StringMatcher<'_>, FieldError> {
    let tags = store.derived_from_name("Tag")?.into_iter();
    matcher(&tags.map(|tag| (tag, "return true;".to_owned())).collect::<Vec<_>>(), "Spelling")
}
