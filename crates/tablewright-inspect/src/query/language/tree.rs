//! Syntax trees for conditions and paths.

use std::ops::Range;
use std::sync::Arc;

use regex_lite::Regex;
use tablewright_index::{IndexVec, define_index};

use crate::query::error::QueryPart;

define_index! {
    /// A mention of a name in a query.
    pub(in crate::query) struct NameId;
}

/// All names in a query, one entry per mention.
pub(in crate::query) type Names = IndexVec<NameId, Name>;

/// The role of a name in a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::query) enum NameRole {
    /// A field of the selected records.
    Field,
    /// A field of a record, or an argument of a dag, that a path reaches.
    Part,
    /// A record.
    Record,
    /// A class.
    Class,
}

/// A mention of a name.
#[derive(Clone, Debug)]
pub(in crate::query) struct Name {
    pub(in crate::query) part: QueryPart,
    /// The query part's text.
    pub(in crate::query) source: Arc<str>,
    /// The position in `source`.
    pub(in crate::query) span: Range<usize>,
    pub(in crate::query) text: String,
    pub(in crate::query) role: NameRole,
}

/// A condition with its text.
#[derive(Clone, Debug)]
pub(in crate::query) struct Condition {
    pub(in crate::query) text: Arc<str>,
    pub(in crate::query) expr: Expr,
    /// Test count.
    pub(in crate::query) tests: usize,
}

/// A condition.
#[derive(Clone, Debug)]
pub(in crate::query) enum Expr {
    Or(Vec<Expr>),
    And(Vec<Expr>),
    Not(Box<Expr>),
    Test(Test),
}

/// A check on the values of a path.
#[derive(Clone, Debug)]
pub(in crate::query) struct Test {
    pub(in crate::query) path: Path,
    pub(in crate::query) check: Check,
    /// The index of the test in the condition.
    pub(in crate::query) number: usize,
    /// The position of the check in the condition's text.
    pub(in crate::query) span: Range<usize>,
}

/// A requirement for a value.
#[derive(Clone, Debug)]
pub(in crate::query) enum Check {
    /// The value is a nonzero number.
    IsTrue,
    Compare(Comparison, Operand),
    In(Vec<Choice>),
    Matches(Regex),
    Contains(Literal),
    IsUnset,
    Inherits(NameId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::query) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The right side of a comparison.
#[derive(Clone, Debug)]
pub(in crate::query) enum Operand {
    Literal(Literal),
    /// A path that begins with a period.
    Path(Path),
}

/// An element of the list after `in`.
#[derive(Clone, Debug)]
pub(in crate::query) enum Choice {
    Value(Literal),
    /// All numbers from the first to the last, inclusive.
    Range(i64, i64),
}

#[derive(Clone, Debug)]
pub(in crate::query) enum Literal {
    Unset,
    Int(i64),
    Text(String),
    Record(NameId),
    List(Vec<Literal>),
}

/// A path from a record to values.
#[derive(Clone, Debug)]
pub(in crate::query) struct Path {
    /// The path as written.
    pub(in crate::query) text: String,
    pub(in crate::query) steps: Vec<Step>,
}

/// A step of a path. A path without steps is the record itself.
#[derive(Clone, Debug)]
pub(in crate::query) enum Step {
    /// `NAME`: the record name.
    RecordName,
    /// A field of a record, or an argument of a dag, possibly repeated.
    Name(NameId, Repeat),
    /// `.$name`: an argument of a dag.
    Argument(NameId),
    /// `.operator`: the operator of a dag.
    Operator,
    /// A list element or dag argument by index.
    Index(usize),
    /// All list elements or dag arguments.
    All,
    /// Bits of a number or bit sequence, highest first.
    Bits(Vec<u32>),
}

/// Repetition of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::query) enum Repeat {
    Once,
    /// `*`: zero or more times.
    Any,
    /// `+`: one or more times.
    AtLeastOnce,
}
