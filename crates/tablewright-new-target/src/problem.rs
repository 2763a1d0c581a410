//! Reasons why a target cannot be written: missing answers, and missing parts of a description.

use tablewright_records::{AnalysisError, FieldError, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

/// A missing or wrong part of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// An answer that does not follow from the description.
    MissingAnswer {
        /// Key in the file of answers, for example `registers.scratch`.
        key: &'static str,
        /// Use of the answer.
        reason: &'static str,
        /// Line of the file.
        example: &'static str,
    },
    /// An answer that does not fit the description.
    WrongAnswer {
        /// Key in the file of answers.
        key: &'static str,
        /// Explanation.
        reason: String,
    },
    /// A part that the description lacks.
    MissingPart {
        /// The part with its use.
        part: String,
        /// A line of a description that has it.
        example: String,
    },
    /// A record that the C++ cannot use.
    WrongRecord {
        /// Record name.
        record: String,
        /// Explanation, which begins after the record's name.
        reason: String,
        /// A line of a description that can be used.
        example: String,
    },
}

impl Problem {
    /// Returns the error at the record that it names; `None` if it names none.
    pub fn located(&self, store: &RecordStore) -> Option<Diagnostic> {
        let Problem::WrongRecord { record, .. } = self else { return None };
        let record = store.record(store.find_record(record)?);
        let positions = record.positions().iter().copied();
        Some(Diagnostic::error_at(Code::Target, positions, self.message()))
    }

    /// Returns the error's text.
    pub fn message(&self) -> String {
        let (message, example) = match self {
            Problem::MissingAnswer { key, reason, example } => {
                (format!("missing answer '{key}': {reason}"), *example)
            }
            Problem::WrongAnswer { key, reason } => (format!("wrong answer '{key}': {reason}"), ""),
            Problem::MissingPart { part, example } => {
                (format!("the description has no {part}"), example.as_str())
            }
            Problem::WrongRecord { record, reason, example } => {
                (format!("'{record}' {reason}"), example.as_str())
            }
        };
        if example.is_empty() { message } else { format!("{message}; for example: {example}") }
    }
}

/// An error of this crate.
#[derive(Debug)]
pub enum NewTargetError {
    /// The description cannot be analyzed.
    Analysis(AnalysisError),
    /// Answers or parts of the description are missing or wrong.
    Problems(Vec<Problem>),
}

impl From<AnalysisError> for NewTargetError {
    fn from(error: AnalysisError) -> NewTargetError {
        NewTargetError::Analysis(error)
    }
}

impl From<FieldError> for NewTargetError {
    fn from(error: FieldError) -> NewTargetError {
        NewTargetError::Analysis(error.into())
    }
}
