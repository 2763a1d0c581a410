//! The error of a query: a field is missing, or holds something else than what is expected.

use tablewright_syntax::diagnostic::{Code, Diagnostic, Label};
use tablewright_syntax::source::{Pos, Span};

use crate::store::Record;

/// Why a query of a record failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldError {
    code: Code,
    message: String,
    positions: Vec<Pos>,
    labels: Vec<Label>,
    notes: Vec<String>,
}

impl FieldError {
    /// An error about no record.
    pub(crate) fn anywhere(code: Code, message: impl Into<String>) -> FieldError {
        FieldError {
            code,
            message: message.into(),
            positions: Vec::new(),
            labels: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// An error about `record` as a whole.
    pub fn new<'r>(
        code: Code,
        record: impl Into<Record<'r>>,
        message: impl Into<String>,
    ) -> FieldError {
        let positions = record.into().positions().to_vec();
        FieldError {
            code,
            message: message.into(),
            positions,
            labels: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a label at another part of the input; a position stands for the token there.
    #[must_use]
    pub fn label(mut self, span: impl Into<Span>, message: impl Into<String>) -> FieldError {
        self.labels.push(Label { span: span.into(), message: message.into() });
        self
    }

    /// Adds a label at another record.
    #[must_use]
    pub fn label_record<'r>(
        self,
        record: impl Into<Record<'r>>,
        message: impl Into<String>,
    ) -> FieldError {
        self.label(record.into().pos(), message)
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, message: impl Into<String>) -> FieldError {
        self.notes.push(message.into());
        self
    }

    /// Adds a note with the name that was probably meant, if there is one.
    #[must_use]
    pub fn did_you_mean(self, name: Option<&str>) -> FieldError {
        match name {
            Some(name) => self.note(format!("did you mean '{name}'?")),
            None => self,
        }
    }

    /// Adds a label at the value of a field of `record`.
    #[must_use]
    pub fn label_field<'r>(self, record: impl Into<Record<'r>>, field: &str) -> FieldError {
        let record = record.into();
        match record.field(field) {
            // What the record sets itself may stand right at it.
            Some(found) if !record.positions().contains(&found.pos) => {
                self.label(found.pos, format!("the field '{field}' is set here"))
            }
            _ => self,
        }
    }

    pub(crate) fn of_field(record: Record<'_>, field: &str, problem: &str) -> FieldError {
        let name = record.name();
        let message = format!("Record `{name}', field `{field}' {problem}");
        FieldError::new(Code::FieldValue, record, message).label_field(record, field)
    }

    /// The headline of the diagnostic.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl std::fmt::Display for FieldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FieldError {}

impl From<FieldError> for Diagnostic {
    fn from(error: FieldError) -> Diagnostic {
        // The record's own position comes first, the `defm`s follow from the innermost out.
        let mut diagnostic = Diagnostic::error_at(error.code, error.positions, error.message);
        diagnostic.labels = error.labels;
        for note in error.notes {
            diagnostic.note(None, note);
        }
        diagnostic
    }
}
