//! A store's cache for analyses of its records: each analysis is built once and looked up by its type. The cache itself
//! depends on no analysis.

use std::any::{Any, TypeId};
use std::error::Error;
use std::fmt;
use std::sync::{Arc, OnceLock};

use elsa::sync::FrozenMap;
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_syntax::source::SourceMap;

use crate::reads::Reads;

/// The reason why an analysis could not be built. A query error or diagnostic is converted with `?`.
///
/// ```
/// use tablewright_records::AnalysisError;
/// use tablewright_syntax::diagnostic::{Code, Diagnostic};
///
/// fn check(registers: usize) -> Result<(), AnalysisError> {
///     if registers > 1 << 16 {
///         // The error concerns all registers, so it has no position.
///         let message = format!("{registers} registers do not fit into 16 bits");
///         return Err(Diagnostic::error_anywhere(Code::Target, message).into());
///     }
///     Ok(())
/// }
///
/// assert!(check(3).is_ok());
/// let error = check(70_000).expect_err("these are too many");
/// assert_eq!(error.to_string(), "70000 registers do not fit into 16 bits");
/// // If an analysis has added all its errors to its diagnostics, it returns `Reported`.
/// let rest = AnalysisError::Reported.to_string();
/// assert_eq!(rest, "the description has errors, which were reported");
/// ```
#[derive(Clone)]
pub enum AnalysisError {
    /// An input error that is not in the diagnostics yet.
    Diagnostic(Box<Diagnostic>),
    /// Errors that are already in the diagnostics.
    Reported,
}

/// An input error is displayed like a compiler error, with its position and the source line.
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

/// The same text as [`Display`](fmt::Display), since Rust prints an error from `main` with `Debug`.
impl fmt::Debug for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for AnalysisError {}

impl AnalysisError {
    /// Adds the input files to an error, so that its positions can be displayed.
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

/// A store's analyses so far. A copy of the store starts without analyses.
#[derive(Default)]
pub(crate) struct Analyses {
    pub(crate) built: FrozenMap<TypeId, Box<OnceLock<Built>>>,
}

/// The outcome of building an analysis, with diagnostics.
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
