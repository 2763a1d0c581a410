//! Query errors.

use std::fmt;
use std::ops::Range;

/// A part of a query with its own text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueryPart {
    /// The class pattern.
    Class,
    /// The name pattern.
    Name,
    /// The condition.
    Where,
    /// The shown paths.
    Show,
    /// The path for grouping.
    GroupBy,
    /// The path for sorting.
    Sort,
    /// The used record's name.
    Uses,
    /// The root class of a tree.
    Derives,
    /// The name of a field whose setters are requested.
    Sets,
    /// The name of a field whose readers are requested.
    Reads,
}

impl QueryPart {
    /// Returns the part's name. Its command line option has the same name.
    pub fn name(self) -> &'static str {
        match self {
            QueryPart::Class => "class",
            QueryPart::Name => "name",
            QueryPart::Where => "where",
            QueryPart::Show => "show",
            QueryPart::GroupBy => "group-by",
            QueryPart::Sort => "sort",
            QueryPart::Uses => "uses",
            QueryPart::Derives => "derives",
            QueryPart::Sets => "sets",
            QueryPart::Reads => "reads",
        }
    }
}

/// The kind of a [`QueryError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueryErrorKind {
    /// The text does not follow the grammar.
    Syntax,
    /// The description lacks a class, record or field with this name.
    UnknownName,
}

/// An error in a part of a query.
///
/// ```
/// use tablewright_inspect::query::Query;
///
/// let error = Query::parse("mayLoad = and Size = 4").expect_err("a value is missing");
/// assert_eq!(error.message, "expected a value, but 'and' is a keyword");
/// assert_eq!(&error.text[error.span.clone()], "and");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryError {
    /// The part with the error.
    pub part: QueryPart,
    /// The error kind.
    pub kind: QueryErrorKind,
    /// The part's text.
    pub text: String,
    /// The range of the error in `text`, in bytes.
    pub span: Range<usize>,
    /// The error message.
    pub message: String,
    /// A replacement for the range.
    pub suggestion: Option<String>,
    /// Additional information.
    pub note: Option<String>,
}

impl QueryError {
    pub(crate) fn syntax(
        part: QueryPart,
        text: &str,
        span: Range<usize>,
        message: String,
    ) -> QueryError {
        let kind = QueryErrorKind::Syntax;
        let text = text.to_owned();
        QueryError { part, kind, text, span, message, suggestion: None, note: None }
    }

    pub(crate) fn unknown_name(
        part: QueryPart,
        text: &str,
        span: Range<usize>,
        message: String,
        suggestion: Option<&str>,
    ) -> QueryError {
        QueryError {
            part,
            kind: QueryErrorKind::UnknownName,
            text: text.to_owned(),
            span,
            message,
            suggestion: suggestion.map(str::to_owned),
            note: None,
        }
    }

    #[must_use]
    pub(crate) fn with_note(mut self, note: impl Into<String>) -> QueryError {
        self.note = Some(note.into());
        self
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part.name(), self.message)?;
        match &self.suggestion {
            Some(suggestion) => write!(f, "; did you mean '{suggestion}'?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for QueryError {}
