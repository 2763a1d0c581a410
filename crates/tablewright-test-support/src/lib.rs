//! What unit tests share: loading a small description from text, building an analysis of it or
//! running a backend over it, and errors as text.
//!
//! In: descriptions as text, without files. Out: record stores, analyses and outputs; a description
//! with errors fails the test with its messages. The record classes that targets are described with
//! are in [`td`], and a validator for JSON Schema is in [`json_schema`]. This crate is for `dev-dependencies` and `xtask`
//! only.

mod description;
pub mod json_schema;
pub mod td;

use tablewright_backend::{Backend, Failure, Job, Options, Outputs};
use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};

pub use description::{Description, store_of};

/// An analysis of `store`.
///
/// # Panics
/// Where there is none; the test fails with the error.
pub fn analysis<A: Analysis>(store: &RecordStore) -> &A {
    match store.analysis(&mut Diagnostics::new()) {
        Ok(analysis) => analysis,
        Err(error) => panic!("there is no analysis: {}", error_of(error)),
    }
}

/// The warnings and errors that building an analysis reports, one a line, with the error that keeps
/// it from being built at the end.
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

/// The headline of the error that keeps an analysis from being built.
pub fn error_of(error: AnalysisError) -> String {
    match error {
        AnalysisError::Diagnostic(diagnostic) => diagnostic.message,
        AnalysisError::Reported => "reported before".to_owned(),
    }
}

/// What `backend` writes for `store`, or its error.
///
/// # Panics
/// Where the backend fails without an error of the input.
pub fn output_of(backend: &Backend, options: &Options, store: &RecordStore) -> String {
    let mut out = Vec::new();
    let mut diagnostics = Diagnostics::new();
    let outputs = Outputs::main_only(&mut out);
    let mut job = Job { store, options, outputs, diagnostics: &mut diagnostics };
    match (backend.run)(&mut job) {
        Ok(()) => String::from_utf8(out).expect("backends write UTF-8"),
        Err(Failure::Diagnostic(diagnostic)) => format!("error: {}\n", diagnostic.message),
        Err(other) => panic!("{other:?}"),
    }
}
