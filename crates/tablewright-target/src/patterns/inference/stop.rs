//! Why a pattern cannot be read.

use tablewright_records::{AnalysisError, FieldError, Record};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

/// Why work on a pattern ends. Diagnostics are boxed, since nearly all work ends well.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The pattern is wrong; others can go on.
    Pattern(Box<Diagnostic>),
    /// The description is wrong in a way that ends the run.
    Fatal(Box<Diagnostic>),
}

impl Stop {
    /// An error in the pattern of a record, in the words that tools match on.
    pub(crate) fn pattern(record: Record<'_>, message: &str) -> Stop {
        let message = format!("In {}: {message}", record.name());
        Stop::Pattern(Box::new(FieldError::new(Code::Patterns, record, message).into()))
    }

    /// An error at a record that ends the run.
    pub(crate) fn fatal(record: Record<'_>, message: impl Into<String>) -> Stop {
        Stop::from(FieldError::new(Code::Patterns, record, message))
    }

    /// Adds a label at another record.
    pub(crate) fn label(mut self, record: Record<'_>, message: String) -> Stop {
        let (Stop::Pattern(diagnostic) | Stop::Fatal(diagnostic)) = &mut self;
        diagnostic.label(record.pos(), message);
        self
    }

    /// Adds a remark.
    pub(crate) fn note(mut self, message: String) -> Stop {
        let (Stop::Pattern(diagnostic) | Stop::Fatal(diagnostic)) = &mut self;
        diagnostic.note(None, message);
        self
    }
}

impl From<FieldError> for Stop {
    fn from(error: FieldError) -> Stop {
        Stop::Fatal(Box::new(error.into()))
    }
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Stop {
        Stop::Fatal(Box::new(diagnostic))
    }
}

impl From<Stop> for AnalysisError {
    fn from(stop: Stop) -> AnalysisError {
        let (Stop::Pattern(diagnostic) | Stop::Fatal(diagnostic)) = stop;
        AnalysisError::Diagnostic(diagnostic)
    }
}
