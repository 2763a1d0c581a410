//! Reasons for which a pattern cannot be read.

use tablewright_records::{AnalysisError, FieldError, Record};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Subject};

/// Fields that contain patterns, and fields with the operands that patterns name.
const FIELDS: [&str; 6] =
    ["Pattern", "PatternToMatch", "ResultInstrs", "Fragments", "InOperandList", "OutOperandList"];

/// The reason why work on a pattern ends. Diagnostics are boxed, since errors are rare.
#[derive(Debug)]
pub(crate) enum PatternError {
    /// An error in the matched tree; the created tree can be checked by itself.
    Source(Box<Diagnostic>),
    /// The pattern is wrong; others can go on.
    Pattern(Box<Diagnostic>),
    /// The description is wrong in a way that ends the run.
    Fatal(Box<Diagnostic>),
}

impl PatternError {
    /// Returns an error in a record's pattern, with the message that tools match on.
    pub(crate) fn pattern(record: Record<'_>, message: &str) -> PatternError {
        let subject = Subject::named_in(message, record.name(), FIELDS);
        let message = format!("In {}: {message}", record.name());
        let mut diagnostic = Diagnostic::from(FieldError::new(Code::PatternForm, record, message));
        diagnostic.about(subject);
        PatternError::Pattern(Box::new(diagnostic))
    }

    /// Returns the error for a pattern node `name` without a possible type, in words.
    pub(crate) fn no_type(record: Record<'_>, name: &str, words: String) -> PatternError {
        let message = format!("Type set is empty for each HW mode in '{}'", record.name());
        let mut diagnostic =
            Diagnostic::from(FieldError::new(Code::PatternTypes, record, message).in_words(words));
        diagnostic.about(Subject::named_in(&format!("'{name}'"), record.name(), FIELDS));
        PatternError::Fatal(Box::new(diagnostic))
    }

    /// Marks an error as an error in the matched tree.
    pub(crate) fn in_source(self) -> PatternError {
        match self {
            PatternError::Source(diagnostic) | PatternError::Pattern(diagnostic) => {
                PatternError::Source(diagnostic)
            }
            PatternError::Fatal(diagnostic) => PatternError::Fatal(diagnostic),
        }
    }

    fn diagnostic_mut(&mut self) -> &mut Diagnostic {
        let (PatternError::Source(diagnostic)
        | PatternError::Pattern(diagnostic)
        | PatternError::Fatal(diagnostic)) = self;
        diagnostic
    }

    /// Returns the diagnostic.
    pub(crate) fn into_diagnostic(self) -> Box<Diagnostic> {
        let (PatternError::Source(diagnostic)
        | PatternError::Pattern(diagnostic)
        | PatternError::Fatal(diagnostic)) = self;
        diagnostic
    }

    /// Marks an error as a type error.
    pub(crate) fn in_types(mut self) -> PatternError {
        self.diagnostic_mut().code = Some(Code::PatternTypes);
        self
    }

    /// Returns an error at a record that ends the run.
    pub(crate) fn fatal(record: Record<'_>, message: impl Into<String>) -> PatternError {
        PatternError::from(FieldError::new(Code::PatternForm, record, message))
    }

    /// Adds a label at another record.
    pub(crate) fn label(mut self, record: Record<'_>, message: String) -> PatternError {
        self.diagnostic_mut().label(record.pos(), message);
        self
    }

    /// Sets the headline for Tablewright's own formats.
    pub(crate) fn in_words(mut self, words: String) -> PatternError {
        self.diagnostic_mut().in_words(words);
        self
    }

    /// Adds a remark.
    pub(crate) fn note(mut self, message: String) -> PatternError {
        self.diagnostic_mut().note(None, message);
        self
    }
}

impl From<FieldError> for PatternError {
    fn from(error: FieldError) -> PatternError {
        PatternError::Fatal(Box::new(error.into()))
    }
}

impl From<Diagnostic> for PatternError {
    fn from(diagnostic: Diagnostic) -> PatternError {
        PatternError::Fatal(Box::new(diagnostic))
    }
}

impl From<PatternError> for AnalysisError {
    fn from(stop: PatternError) -> AnalysisError {
        AnalysisError::Diagnostic(stop.into_diagnostic())
    }
}
