//! Query errors: a field is missing, or has an unexpected value.

use tablewright_syntax::diagnostic::{CarriedSources, Code, Diagnostic, Label, Subject};
use tablewright_syntax::source::{Pos, Span};

use crate::store::Record;
use crate::value::ValueId;

/// The error of a record query. It is displayed like a compiler error, with the record's position and the source line.
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = r#"def x { int N; }"#;
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// use tablewright_records::FieldErrorKind;
///
/// let error = store.get("x").expect("it is defined").int("N").expect_err("it is unset");
/// assert_eq!(error.kind(), FieldErrorKind::Unset);
/// assert!(error.to_string().starts_with("x.td:1:5: error: the field 'N' of 'x' lacks a value"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct FieldError {
    code: Code,
    kind: FieldErrorKind,
    message: String,
    positions: Vec<Pos>,
    labels: Vec<Label>,
    details: Option<Box<Details>>,
    sources: CarriedSources,
}

/// The reason for a failed query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldErrorKind {
    /// The description does not define the class.
    NoClass,
    /// The record does not have the field.
    NoField,
    /// The field is `?`.
    Unset,
    /// The field value has another type.
    OtherType,
    /// The value is not valid for its reader.
    Invalid,
}

/// Data that only a few errors have, kept apart so that other errors stay small.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Details {
    notes: Vec<(Option<Pos>, String)>,
    in_words: Option<Box<str>>,
    subject: Option<Box<Subject>>,
}

impl FieldError {
    /// Builds the error for a missing class.
    pub(crate) fn no_class(name: &str) -> FieldError {
        FieldError {
            code: Code::MissingClass,
            kind: FieldErrorKind::NoClass,
            message: format!("The class '{name}' is not defined"),
            positions: Vec::new(),
            labels: Vec::new(),
            details: None,
            sources: CarriedSources::default(),
        }
        .in_words(format!("the description does not define the class '{name}'"))
    }

    /// Creates an error about `record` as a whole.
    pub fn new<'r>(
        code: Code,
        record: impl Into<Record<'r>>,
        message: impl Into<String>,
    ) -> FieldError {
        let record = record.into();
        FieldError {
            code,
            kind: FieldErrorKind::Invalid,
            message: message.into(),
            positions: record.positions().to_vec(),
            labels: Vec::new(),
            details: None,
            sources: CarriedSources(Some(record.store().shared_sources())),
        }
    }

    /// Adds a label at another part of the input. A position labels the token that starts there.
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

    /// Replaces the position, which the reference omits in some errors, by a label.
    #[must_use]
    pub fn without_position(mut self, label: impl Into<String>) -> FieldError {
        if let Some(&pos) = self.positions.first() {
            self.labels.push(Label { span: pos.into(), message: label.into() });
        }
        self.positions.clear();
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, message: impl Into<String>) -> FieldError {
        self.details.get_or_insert_default().notes.push((None, message.into()));
        self
    }

    /// Adds a note at another record.
    #[must_use]
    pub fn note_record<'r>(
        mut self,
        record: impl Into<Record<'r>>,
        message: impl Into<String>,
    ) -> FieldError {
        self.details
            .get_or_insert_default()
            .notes
            .push((Some(record.into().pos()), message.into()));
        self
    }

    /// Adds a note with the name that was probably intended, if it is known.
    #[must_use]
    pub fn did_you_mean(mut self, name: Option<&str>) -> FieldError {
        let Some(name) = name else { return self };
        if let Some(subject) = self.subject().as_deref_mut()
            && subject.text.is_some()
        {
            // Only the name is replaced, without the `$` of an operand.
            subject.replacement = Some(name.to_owned());
        }
        self.note(format!("did you mean '{name}'?"))
    }

    /// Sets the text that Tablewright's own formats print instead of the headline.
    #[must_use]
    pub fn in_words(mut self, words: impl Into<Box<str>>) -> FieldError {
        self.details.get_or_insert_default().in_words = Some(words.into());
        self
    }

    /// Sets the error's subject to the field's value in `record`.
    #[must_use]
    pub fn about_field<'r>(mut self, record: impl Into<Record<'r>>, field: &str) -> FieldError {
        *self.subject() = Some(Box::new(Subject::new(record.into().name(), field)));
        self
    }

    /// Adds another field that may contain the subject's text. The subject is in the first field with the text.
    #[must_use]
    pub fn or_field(mut self, field: &str) -> FieldError {
        if let Some(subject) = self.subject() {
            subject.fields.push(field.to_owned());
        }
        self
    }

    /// Narrows the subject to a list element or a dag argument.
    #[must_use]
    pub fn at_element(mut self, index: usize) -> FieldError {
        if let Some(subject) = self.subject() {
            subject.path.push(index);
        }
        self
    }

    /// Narrows the subject to a name, an operand such as `$dst`, or a part of a string.
    #[must_use]
    pub fn at_text(mut self, text: impl Into<String>) -> FieldError {
        if let Some(subject) = self.subject() {
            subject.text = Some(text.into());
        }
        self
    }

    /// Adds a label at a field of `record`. The field's value becomes the subject, unless a subject is set.
    #[must_use]
    pub fn label_field<'r>(mut self, record: impl Into<Record<'r>>, field: &str) -> FieldError {
        let record = record.into();
        if self.subject().is_none() {
            self = self.about_field(record, field);
            if let Some(Details { subject: Some(subject), .. }) = self.details.as_deref_mut() {
                subject.narrow(&self.message);
            }
        }
        match record.field(field) {
            // An assignment in the record itself may be directly beside the record's position.
            Some(record_field) if !record.positions().contains(&record_field.pos) => {
                self.label(record_field.pos, format!("the field '{field}' is set here"))
            }
            _ => self,
        }
    }

    fn subject(&mut self) -> &mut Option<Box<Subject>> {
        &mut self.details.get_or_insert_default().subject
    }

    /// Builds the error for a missing field.
    pub(crate) fn no_field(record: Record<'_>, field: &str) -> FieldError {
        let name = record.name();
        let message = format!("Record `{name}' does not have a field named `{field}'!");
        let error = FieldError::new(Code::FieldValue, record, message);
        FieldError { kind: FieldErrorKind::NoField, ..error }
    }

    /// Builds the error for an unexpected field value.
    pub(crate) fn for_field(record: Record<'_>, field: &str, problem: &str) -> FieldError {
        let name = record.name();
        FieldError::about_value(
            record,
            field,
            format!("Record `{name}', field `{field}' {problem}"),
        )
    }

    /// Builds the error for an unexpected field value with a complete headline.
    pub(crate) fn about_value(record: Record<'_>, field: &str, message: String) -> FieldError {
        let error = FieldError::new(Code::FieldValue, record, message).label_field(record, field);
        if record.field_value(field) != Some(ValueId::UNSET) {
            return FieldError { kind: FieldErrorKind::OtherType, ..error };
        }
        let words = format!("the field '{field}' of '{record}' lacks a value: it is `?`");
        FieldError { kind: FieldErrorKind::Unset, ..error.in_words(words) }
    }

    /// Returns the reason for the failed query.
    pub fn kind(&self) -> FieldErrorKind {
        self.kind
    }

    /// Returns the headline of the diagnostic.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl std::fmt::Display for FieldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&Diagnostic::from(self.clone()), f)
    }
}

/// The same text as [`Display`](std::fmt::Display), since Rust prints an error from `main` with `Debug`.
impl std::fmt::Debug for FieldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for FieldError {}

impl From<FieldError> for Diagnostic {
    fn from(error: FieldError) -> Diagnostic {
        // The record's own position comes first, and then the `defm`s from the innermost outwards.
        let mut diagnostic = Diagnostic::error_at(error.code, error.positions, error.message);
        diagnostic.labels = error.labels;
        diagnostic.carried = error.sources;
        if let Some(details) = error.details {
            if let Some(words) = details.in_words {
                diagnostic.in_words(words);
            }
            diagnostic.subject = details.subject;
            for (pos, note) in details.notes {
                diagnostic.note(pos, note);
            }
        }
        diagnostic
    }
}
