//! Selection of a Clang component for the diagnostics backends.

use tablewright_backend::{BackendOption, OptionKind};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::symbol::Symbol;

use super::Diag;
use crate::record_views::diagnostic::DiagnosticRecord;

/// The option that selects a component; empty for all.
pub(crate) const COMPONENT: BackendOption = BackendOption {
    name: "clang-component",
    kind: OptionKind::Text { placeholder: "component", default: "" },
    help: "Only use warnings from specified component",
};

/// The selected diagnostics.
#[derive(Clone, Copy)]
pub(crate) enum ComponentSelection {
    All,
    /// A component's diagnostics; `None` for a name that the description does not contain.
    Component(Option<Symbol>),
}

impl ComponentSelection {
    /// Converts the option's value.
    pub(crate) fn new(component: &str, store: &RecordStore) -> ComponentSelection {
        match component {
            "" => ComponentSelection::All,
            _ => ComponentSelection::Component(store.symbols().get(component)),
        }
    }

    /// Whether a diagnostic is selected. If a component is selected, the diagnostic's component
    /// must be a string.
    pub(crate) fn contains(self, diag: &Diag, store: &RecordStore) -> Result<bool, FieldError> {
        let ComponentSelection::Component(component) = self else { return Ok(true) };
        // An unreadable component is an error only now. Reading it again returns the error.
        let own = match diag.component {
            Some(own) => own,
            None => DiagnosticRecord::new(store.record(diag.record)).component()?,
        };
        Ok(Some(own) == component)
    }
}
