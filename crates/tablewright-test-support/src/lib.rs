//! Helpers for unit tests: load a small description from text, build an analysis or run a backend
//! on it, and turn errors into text.
//!
//! In: descriptions as text, without files. Out: record stores, analyses and outputs; a description
//! with errors fails the test with its messages. [`td`] has the record classes for targets,
//! [`json_schema`] a validator for JSON Schema, and [`gbnf`] a recognizer for grammars. Use this crate only in `dev-dependencies` and
//! `conformance-runner`.

mod description;
pub mod gbnf;
pub mod json_schema;
mod parts;
pub mod td;

use tablewright_backend::{Backend, Failure, Job, Options, Outputs};
use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};

pub use description::{Description, store_of};
pub use parts::{item, lines};

/// Returns an analysis of `store`.
///
/// # Panics
/// If the analysis fails; the test then fails with its error.
pub fn analysis<A: Analysis>(store: &RecordStore) -> &A {
    match store.analysis(&mut Diagnostics::new()) {
        Ok(analysis) => analysis,
        Err(error) => panic!("there is no analysis: {}", error_of(error)),
    }
}

/// Returns the warnings and errors that an analysis reports, a line for each. If it cannot be
/// built, the last line is the reason.
pub fn reports_of<A: Analysis>(store: &RecordStore) -> String {
    let mut diagnostics = Diagnostics::new();
    let error = store.analysis::<A>(&mut diagnostics).map(drop).err();
    if let Some(AnalysisError::Diagnostic(error)) = error {
        diagnostics.push(*error);
    }
    let line = |diagnostic: &Diagnostic| {
        let severity = format!("{:?}", diagnostic.severity).to_lowercase();
        format!("{severity}: {}\n", diagnostic.message)
    };
    diagnostics.iter().map(line).collect()
}

/// Returns the headline of an analysis error.
pub fn error_of(error: AnalysisError) -> String {
    match error {
        AnalysisError::Diagnostic(diagnostic) => diagnostic.message,
        AnalysisError::Reported => "reported before".to_owned(),
    }
}

/// Returns the output of `backend` for `store`, or its errors.
///
/// # Panics
/// If the output cannot be written.
pub fn output_of(backend: &Backend, options: &Options, store: &RecordStore) -> String {
    let mut out = Vec::new();
    let mut diagnostics = Diagnostics::new();
    let outputs = Outputs::main_only(&mut out);
    let mut job = Job { store, options, outputs, diagnostics: &mut diagnostics };
    match (backend.run)(&mut job) {
        Ok(()) => String::from_utf8(out).expect("backends write UTF-8"),
        Err(Failure::Diagnostic(diagnostic)) => format!("error: {}\n", diagnostic.message),
        Err(Failure::Reported) => {
            let errors = diagnostics.iter().filter(|one| one.severity == Severity::Error);
            errors.map(|error| format!("error: {}\n", error.message)).collect()
        }
        Err(Failure::Io(error)) => panic!("{error}"),
    }
}
