//! The part of Clang that the backends of diagnostics are asked for.

use tablewright_backend::{BackendOption, OptionKind};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::symbol::Symbol;

use super::Diag;
use crate::record_views::diagnostic::DiagnosticRecord;

/// The option that asks for one component; all where it is empty.
pub(crate) const COMPONENT: BackendOption = BackendOption {
    name: "clang-component",
    kind: OptionKind::Text { placeholder: "component", default: "" },
    help: "Only use warnings from specified component",
};

/// The diagnostics that are asked for.
#[derive(Clone, Copy)]
pub(crate) enum Selection {
    All,
    /// Those of a component; `None` for a name that occurs nowhere in the description.
    Component(Option<Symbol>),
}

impl Selection {
    /// The selection that the value of the option stands for.
    pub(crate) fn new(component: &str, store: &RecordStore) -> Selection {
        match component {
            "" => Selection::All,
            _ => Selection::Component(store.symbols().get(component)),
        }
    }

    /// Whether a diagnostic is asked for. Its component has to be a string where one is asked for.
    pub(crate) fn contains(self, diag: &Diag, store: &RecordStore) -> Result<bool, FieldError> {
        let Selection::Component(component) = self else { return Ok(true) };
        // A component that could not be read is an error now; reading it again says which.
        let own = match diag.component {
            Some(own) => own,
            None => DiagnosticRecord::new(store.record(diag.record)).component()?,
        };
        Ok(Some(own) == component)
    }
}
