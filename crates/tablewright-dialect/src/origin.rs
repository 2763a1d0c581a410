//! Origins of definitions.

use serde::Serialize;
use tablewright_inspect::SourceLocation;
use tablewright_inspect::explain::{ExpansionExplanation, ParentExplanation, explain_origin};
use tablewright_records::RecordStore;

/// A definition's origin.
#[derive(Clone, Debug, Serialize)]
pub struct DescriptionOrigin {
    /// Its source location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<SourceLocation>,
    /// The enclosing `defm`s, loops and clauses, outermost first; empty if the description was read without a trace.
    pub expansions: Vec<ExpansionExplanation>,
    /// Its direct parent classes, with parameter values and inherited classes; empty if the description was read
    /// without a trace.
    pub classes: Vec<ParentExplanation>,
}

impl DescriptionOrigin {
    /// Returns a definition's origin, by name.
    pub(super) fn for_definition(store: &RecordStore, definition: &str) -> DescriptionOrigin {
        let record_id = store.find_record(definition);
        let origin = record_id.and_then(|id| explain_origin(store, id));
        let (expansions, classes) =
            origin.map_or_else(Default::default, |origin| (origin.expansions, origin.parents));
        let location =
            record_id.map(|id| SourceLocation::new(store.sources(), store.record(id).pos()));
        DescriptionOrigin { location, expansions, classes }
    }
}
