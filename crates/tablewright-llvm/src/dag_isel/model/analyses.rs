//! The analyses of a target's records that the model reads.

use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

/// A target's records and analyses, and the list for warnings.
pub(crate) struct DagIselAnalyses<'s, 'd> {
    pub(crate) store: &'s RecordStore,
    pub(crate) diagnostics: &'d mut Diagnostics,
}

impl<'s> DagIselAnalyses<'s, '_> {
    /// Returns the analysis `A` for the records.
    pub(super) fn analysis<A: Analysis>(&mut self) -> Result<&'s A, AnalysisError> {
        self.store.analysis(self.diagnostics)
    }
}
