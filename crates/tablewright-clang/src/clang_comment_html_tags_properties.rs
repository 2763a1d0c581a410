//! `--gen-clang-comment-html-tags-properties`: functions that recognize HTML tags with an optional
//! or a forbidden end tag.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_text::StringMatcher;

use crate::record_views::comment::TagRecord;
use crate::support::lookup_functions::{LookupCase, emit_function, matcher};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let optional = tags_with(job.store, TagRecord::is_end_tag_optional)?;
    let forbidden = tags_with(job.store, TagRecord::is_end_tag_forbidden)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("End tags in HTML", Some(source));
        emit_function("bool isHTMLEndTagOptional(StringRef Name)", &optional, "false", w);
        emit_function("bool isHTMLEndTagForbidden(StringRef Name)", &forbidden, "false", w);
    })
}

fn tags_with<'s>(
    store: &'s RecordStore,
    property: fn(TagRecord<'s>) -> Result<bool, FieldError>,
) -> Result<StringMatcher<'s>, FieldError> {
    let mut tags = Vec::new();
    for tag in TagRecord::all(store)? {
        if property(tag)? {
            tags.push(tag);
        }
    }
    let mut cases = Vec::with_capacity(tags.len());
    for tag in tags {
        let code = "return true;".to_owned();
        cases.push(LookupCase { record: tag.into(), name: tag.spelling()?, code });
    }
    matcher(cases)
}
