//! Where the model takes from what it rests on.

use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

/// The records of a target, with their analyses, and where warnings about them go.
pub(in crate::dag_isel) struct Analyses<'s, 'd> {
    pub(in crate::dag_isel) store: &'s RecordStore,
    pub(in crate::dag_isel) diagnostics: &'d mut Diagnostics,
}

impl<'s> Analyses<'s, '_> {
    /// The analysis `A` of the records.
    pub(super) fn analysis<A: Analysis>(&mut self) -> Result<&'s A, AnalysisError> {
        self.store.analysis(self.diagnostics)
    }
}
