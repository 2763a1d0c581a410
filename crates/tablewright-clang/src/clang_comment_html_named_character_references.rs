//! `--gen-clang-comment-html-named-character-references`: a function from HTML character names to
//! UTF-8.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::{StringMatcher, TextSink};

use crate::record_views::comment::NcrRecord;
use crate::support::lookup_functions::{LookupCase, emit_function, matcher};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let references = references(job.store, job.diagnostics)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Named characters of HTML in UTF-8", Some(source));
        let head = "StringRef translateHTMLNamedCharacterReferenceToUTF8(StringRef Name)";
        emit_function(head, &references, "StringRef()", w);
    })
}

fn references<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<StringMatcher<'s>, FieldError> {
    let mut references = Vec::new();
    for reference in NcrRecord::all(store)? {
        // As in the reference, only the low 32 bits are used.
        match char::from_u32(reference.code_point()? as u32) {
            Some(character) => references.push((reference, character)),
            None => {
                let pos = Some(reference.pos());
                let error = Diagnostic::tolerated(Code::FieldValue, pos, "invalid code point");
                diagnostics.push(error);
            }
        }
    }
    let mut cases = Vec::with_capacity(references.len());
    for (reference, character) in references {
        let code = format!("return \"{}\";", hex(character));
        cases.push(LookupCase { record: reference.into(), name: reference.spelling()?, code });
    }
    matcher(cases)
}

/// Returns the UTF-8 bytes of a character as escapes.
fn hex(character: char) -> String {
    character.encode_utf8(&mut [0; 4]).bytes().fold(String::new(), |mut text, byte| {
        write!(text, "\\x{byte:x}");
        text
    })
}
