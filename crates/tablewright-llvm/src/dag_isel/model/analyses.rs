//! The analyses of a target's records that the model reads.

use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

/// The records of a target, with their analyses, and where warnings about them go.
pub(crate) struct Analyses<'s, 'd> {
    pub(crate) store: &'s RecordStore,
    pub(crate) diagnostics: &'d mut Diagnostics,
}

impl<'s> Analyses<'s, '_> {
    /// The analysis `A` of the records.
    pub(super) fn analysis<A: Analysis>(&mut self) -> Result<&'s A, AnalysisError> {
        self.store.analysis(self.diagnostics)
    }
}
