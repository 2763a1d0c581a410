//! Errors in assembly text.

use std::fmt;

use serde::Serialize;

/// An error at a place in assembly text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssemblyError {
    /// Line, from one.
    pub line: usize,
    /// Column in characters, from one.
    pub column: usize,
    /// The message.
    pub message: String,
    /// The line's text. Data for programs lack it.
    #[serde(skip)]
    pub text: String,
}

impl AssemblyError {
    /// Builds the error for a byte offset in a line, which is numbered from zero.
    pub(super) fn new(line: usize, text: &str, at: usize, message: impl Into<String>) -> Self {
        let column = text.char_indices().take_while(|(index, _)| *index < at).count() + 1;
        let text = text.to_owned();
        AssemblyError { line: line + 1, column, message: message.into(), text }
    }
}

impl fmt::Display for AssemblyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AssemblyError { line, column, message, .. } = self;
        write!(f, "{line}:{column}: error: {message}")
    }
}

impl std::error::Error for AssemblyError {}
