//! Stable identifiers of diagnostics for machine-readable reports.
//!
//! In: the catalogue. Out: a table of identifiers. Each diagnostic has an offset for its own
//! identifier and an offset for the list of its earlier identifiers.

use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_text::StringTable;

use super::{Catalogue, DiagnosticId};
use crate::record_views::diagnostic::DiagnosticRecord;

/// The stable identifiers of all diagnostics.
pub(crate) struct StableIds {
    pub(crate) table: StringTable,
    pub(crate) of_diagnostics: IndexVec<DiagnosticId, StableId>,
}

/// A diagnostic's identifiers.
pub(crate) struct StableId {
    /// The identifier's offset in the table.
    pub(crate) offset: usize,
    /// The earlier identifiers' offsets in the table.
    pub(crate) legacy: Vec<usize>,
    /// The list's index in the array of all lists; zero for the empty list.
    pub(crate) legacy_start: usize,
}

impl Analysis for StableIds {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<StableIds, AnalysisError> {
        let catalogue = Catalogue::for_store(store)?;
        let mut table = StringTable::with_empty_string();
        let mut of_diagnostics = IndexVec::with_capacity(catalogue.diagnostics.len());
        // The empty list, which is a terminator only, is first.
        let mut end = 1;
        for diag in &catalogue.diagnostics {
            let record = DiagnosticRecord::new(store.record(diag.record));
            let offset = table.add_terminated(match record.stable_id()? {
                "" => Record::from(record).name(),
                own => own,
            });
            let legacy = record.legacy_stable_ids()?;
            let legacy: Vec<usize> =
                legacy.into_iter().map(|id| table.add_terminated(id)).collect();
            let legacy_start = if legacy.is_empty() { 0 } else { end };
            if !legacy.is_empty() {
                end += legacy.len() + 1;
            }
            of_diagnostics.push(StableId { offset, legacy, legacy_start });
        }
        Ok(StableIds { table, of_diagnostics })
    }
}
