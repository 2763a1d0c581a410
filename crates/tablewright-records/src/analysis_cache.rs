//! The cache of a store for analyses of its records: each is built once and found by its type. The cache
//! does not depend on any analysis.

use std::any::{Any, TypeId};
use std::sync::{Arc, OnceLock};

use elsa::sync::FrozenMap;
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};

use crate::reads::Reads;

/// Why there is no analysis.
#[derive(Clone, Debug)]
pub enum AnalysisError {
    /// An error of the input, not among the diagnostics yet.
    Diagnostic(Box<Diagnostic>),
    /// Errors that are among the diagnostics already.
    Reported,
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
    /// What was read to build it, if that is recorded.
    pub(crate) reads: Option<Arc<Reads>>,
}

impl Clone for Analyses {
    fn clone(&self) -> Analyses {
        Analyses::default()
    }
}
