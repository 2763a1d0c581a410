//! Where definitions come from.

use serde::Serialize;
use tablewright_inspect::Location;
use tablewright_inspect::explain::{ExpansionExplanation, ParentExplanation, explain_origin};
use tablewright_records::RecordStore;

/// Where a definition comes from.
#[derive(Clone, Debug, Serialize)]
pub struct Origin {
    /// Where it is defined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The `defm`s, loops and clauses that it comes from, the outermost first; empty if the description was read
    /// without a trace.
    pub expansions: Vec<ExpansionExplanation>,
    /// The classes that it inherits from directly, with the values of their parameters and with what they inherit
    /// from; empty if the description was read without a trace.
    pub classes: Vec<ParentExplanation>,
}

impl Origin {
    /// The origin of a definition of the description by its name.
    pub(super) fn of_definition(store: &RecordStore, definition: &str) -> Origin {
        let found = store.find_record(definition);
        let origin = found.and_then(|id| explain_origin(store, id));
        let (expansions, classes) =
            origin.map_or_else(Default::default, |origin| (origin.expansions, origin.parents));
        let location = found.map(|id| Location::of(store.sources(), store.record(id).pos()));
        Origin { location, expansions, classes }
    }
}
