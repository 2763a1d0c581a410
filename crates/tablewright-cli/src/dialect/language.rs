//! Dialects in other languages: IRDL, Rust, Python stubs and grammars.

use tablewright_backend::Failure;
use tablewright_mlir::model::DialectContents;
use tablewright_mlir::{Omission, grammar, irdl, python_stubs, rust_wrappers};
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
        add_notes(omissions, subject);
    }
    Ok(text)
}

/// Prints a grammar of all dialects. Adds a note for each syntax that C++ defines.
///
/// # Errors
/// If an attribute, a type or an enum is invalid.
pub(super) fn grammar(
    contents: &[DialectContents<'_>],
    subject: &mut CommandSubject<'_, '_>,
) -> Result<String, Failure> {
    let printed = grammar::print(subject.store, contents)?;
    add_notes(printed.omissions, subject);
    Ok(printed.text)
}

fn add_notes(omissions: Vec<Omission>, subject: &mut CommandSubject<'_, '_>) {
    for omission in omissions {
        let note = Diagnostic::new(Severity::Note, None, omission.to_string());
        subject.diagnostics.push(note);
    }
}
