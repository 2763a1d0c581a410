//! Dialects in other languages: IRDL, Rust and Python stubs.

use tablewright_backend::Failure;
use tablewright_mlir::model::DialectContents;
use tablewright_mlir::{Omission, irdl, python_stubs, rust_wrappers};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Severity};

use crate::description_command::CommandSubject;

/// A language in which dialects are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DialectLanguage {
    Irdl,
    Rust,
    Python,
}

/// Prints the dialects in a language. Adds a note for each property that the language cannot express.
///
/// # Errors
/// If Python stubs are requested for several dialects (each needs its own file), or if an operation cannot be
/// printed.
pub(super) fn text(
    language: DialectLanguage,
    contents: &[DialectContents<'_>],
    subject: &mut CommandSubject<'_, '_>,
) -> Result<String, Failure> {
    if language == DialectLanguage::Python && contents.len() > 1 {
        let message = "stubs of Python are a file for each dialect; --dialect selects one";
        return Err(Diagnostic::error_anywhere(Code::Mlir, message).into());
    }
    let store = subject.store;
    let mut text = String::new();
    for DialectContents { dialect, operations, .. } in contents {
        let (printed, omissions): (String, Vec<Omission>) = match language {
            DialectLanguage::Irdl => {
                let irdl = irdl::print(store, dialect, operations)?;
                (irdl.text, irdl.omissions)
            }
            DialectLanguage::Rust => {
                let rust = rust_wrappers::print(dialect, operations)?;
                (rust.text, rust.omissions)
            }
            DialectLanguage::Python => {
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
