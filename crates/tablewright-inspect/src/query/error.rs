//! Errors of queries.

use std::fmt;
use std::ops::Range;

/// A part of a query, which has its own text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueryPart {
    /// The pattern for names of classes.
    Class,
    /// The pattern for names of records.
    Name,
    /// The condition.
    Where,
    /// The fields that are shown.
    Show,
    /// The path whose values make the groups.
    GroupBy,
    /// The path whose values give the order.
    Sort,
    /// The name of the record that others refer to.
    Uses,
    /// The name of the class at the root of a tree.
    Derives,
    /// The name of the field that is set.
    Sets,
    /// The name of the field that actions read.
    Reads,
}

impl QueryPart {
    /// The name of the part, which is also that of its option on the command line.
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
    /// The description has no class, record or field of this name.
    UnknownName,
}

/// An error in the text of a part of a query.
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
    /// The kind of the error.
    pub kind: QueryErrorKind,
    /// The text of the part.
    pub text: String,
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// The error in a sentence.
    pub message: String,
    /// What to write in place of the wrong bytes.
    pub suggestion: Option<String>,
    /// More about the error.
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
