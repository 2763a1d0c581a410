//! The cache of a store for analyses of its records: each is built once and found by its type. The cache
//! does not depend on any analysis.

use std::any::{Any, TypeId};
use std::error::Error;
use std::fmt;
use std::sync::{Arc, OnceLock};

use elsa::sync::FrozenMap;
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_syntax::source::SourceMap;

use crate::reads::Reads;

/// Why there is no analysis. Errors of queries become one with `?`, and so does a diagnostic.
///
/// ```
/// use tablewright_records::AnalysisError;
/// use tablewright_syntax::diagnostic::{Code, Diagnostic};
///
/// fn check(registers: usize) -> Result<(), AnalysisError> {
///     if registers > 1 << 16 {
///         // Found at no position: it is the number of all that is wrong.
///         let message = format!("{registers} registers do not fit into 16 bits");
///         return Err(Diagnostic::error_anywhere(Code::Target, message).into());
///     }
///     Ok(())
/// }
///
/// assert!(check(3).is_ok());
/// let error = check(70_000).expect_err("these are too many");
/// assert_eq!(error.to_string(), "70000 registers do not fit into 16 bits");
/// // An analysis that has put all its errors among its diagnostics says so.
/// let rest = AnalysisError::Reported.to_string();
/// assert_eq!(rest, "the description has errors, which were reported");
/// ```
#[derive(Clone)]
pub enum AnalysisError {
    /// An error of the input, not among the diagnostics yet.
    Diagnostic(Box<Diagnostic>),
    /// Errors that are among the diagnostics already.
    Reported,
}

/// An error of the input is shown as a compiler shows it, with its position and the line of the source.
impl fmt::Display for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalysisError::Diagnostic(diagnostic) => fmt::Display::fmt(diagnostic, f),
            AnalysisError::Reported => {
                f.write_str("the description has errors, which were reported")
            }
        }
    }
}

/// The same as [`Display`](fmt::Display), since Rust shows an error that `main` returns in this form.
impl fmt::Debug for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for AnalysisError {}

impl AnalysisError {
    /// Lets an error of the input carry the files that its positions are in.
    pub(crate) fn carry(mut self, sources: &Arc<SourceMap>) -> AnalysisError {
        if let AnalysisError::Diagnostic(diagnostic) = &mut self {
            diagnostic.carry(Arc::clone(sources));
        }
        self
    }
}

impl From<Diagnostic> for AnalysisError {
    fn from(diagnostic: Diagnostic) -> AnalysisError {
        AnalysisError::Diagnostic(Box::new(diagnostic))
    }
}

/// The analyses of a store that were built. A copy of the store begins without any.
#[derive(Default)]
pub(crate) struct Analyses {
    pub(crate) built: FrozenMap<TypeId, Box<OnceLock<Built>>>,
}

/// How building an analysis ended, and what there was to say of it.
pub(crate) struct Built {
    pub(crate) analysis: Result<Box<dyn Any + Send + Sync>, AnalysisError>,
    pub(crate) diagnostics: Diagnostics,
    /// Recorded reads while it was built.
    pub(crate) reads: Option<Arc<Reads>>,
}

impl Clone for Analyses {
    fn clone(&self) -> Analyses {
        Analyses::default()
    }
}
