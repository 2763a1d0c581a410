//! `--gen-clang-comment-html-named-character-references`: a function from the names of characters
//! in HTML to their UTF-8.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::{StringMatcher, TextSink};

use crate::support::lookup_functions::{emit_function, matcher};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-comment-html-named-character-references",
    help: "Generate function to translate named character references to UTF-8 sequences",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
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
    let mut cases = Vec::new();
    for reference in store.derived_from_name("NCR")? {
        // Only the low 32 bits count, as they do for the reference.
        match char::from_u32(reference.int("CodePoint")? as u32) {
            Some(character) => cases.push((reference, format!("return \"{}\";", hex(character)))),
            None => {
                let pos = Some(reference.pos());
                let error = Diagnostic::tolerated(Code::ClangComments, pos, "invalid code point");
                diagnostics.push(error);
            }
        }
    }
    matcher(&cases, "Spelling")
}

/// The UTF-8 of the character, each byte as an escape.
fn hex(character: char) -> String {
    character.encode_utf8(&mut [0; 4]).bytes().fold(String::new(), |mut text, byte| {
        write!(text, "\\x{byte:x}");
        text
    })
}
