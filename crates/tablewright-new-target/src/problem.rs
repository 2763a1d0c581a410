//! Reasons why a target cannot be written: missing answers, and missing parts of a description.

use std::fmt;

use tablewright_records::{AnalysisError, FieldError};

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
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::MissingAnswer { key, reason, example } => {
                write!(f, "missing answer '{key}': {reason}; for example: {example}")
            }
            Problem::WrongAnswer { key, reason } => write!(f, "wrong answer '{key}': {reason}"),
            Problem::MissingPart { part, example } => {
                write!(f, "the description has no {part}; for example: {example}")
            }
        }
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
