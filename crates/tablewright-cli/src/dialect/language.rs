//! Dialects in other languages: IRDL, Rust and stubs of Python.

use tablewright::backend::Failure;
use tablewright::mlir::{DialectContents, Omission, irdl, python_stubs, rust_wrappers};
use tablewright::syntax::diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Subject;

/// A language for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Irdl,
    Rust,
    Python,
}

/// The dialects in a language. What that cannot say is a note.
///
/// # Errors
/// Where stubs of several dialects are asked for, which are a file each; where an operation cannot be printed.
pub(super) fn text(
    language: Language,
    contents: &[DialectContents<'_>],
    subject: &mut Subject<'_, '_>,
) -> Result<String, Failure> {
    if language == Language::Python && contents.len() > 1 {
        let message = "stubs of Python are a file for each dialect; --dialect selects one";
        return Err(Diagnostic::error_anywhere(Code::Mlir, message).into());
    }
    let store = subject.store;
    let mut text = String::new();
    for DialectContents { dialect, operations, .. } in contents {
        let (printed, omissions): (String, Vec<Omission>) = match language {
            Language::Irdl => {
                let irdl = irdl::print(store, dialect, operations)?;
                (irdl.text, irdl.omissions)
            }
            Language::Rust => {
                let rust = rust_wrappers::print(dialect, operations)?;
                (rust.text, rust.omissions)
            }
            Language::Python => {
                (python_stubs::print(store, dialect, operations, false)?, Vec::new())
            }
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&printed);
        for omission in omissions {
            let note = Diagnostic::new(Severity::Note, None, omission.to_string());
            subject.diagnostics.push(note);
        }
    }
    Ok(text)
}
