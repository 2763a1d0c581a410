//! `--gen-clang-comment-html-tags`: a function that recognizes HTML tag names.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_text::StringMatcher;

use crate::record_views::comment::TagRecord;
use crate::support::lookup_functions::{LookupCase, emit_function, matcher};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let tags = tags(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Names of HTML tags", Some(source));
        emit_function("bool isHTMLTagName(StringRef Name)", &tags, "false", w);
    })
}

fn tags(store: &RecordStore) -> Result<StringMatcher<'_>, FieldError> {
    let mut cases = Vec::new();
    for tag in TagRecord::all(store)? {
        let code = "return true;".to_owned();
        cases.push(LookupCase { record: tag.into(), name: tag.spelling()?, code });
    }
    matcher(cases)
}
