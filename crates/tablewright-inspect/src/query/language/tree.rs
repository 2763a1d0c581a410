//! Conditions and paths as trees.

use std::ops::Range;
use std::sync::Arc;

use regex_lite::Regex;
use tablewright_index::{IndexVec, define_index};

use crate::query::error::QueryPart;

define_index! {
    /// A name that a query mentions.
    pub(in crate::query) struct NameId;
}

/// The names that a query mentions, each once for every mention.
pub(in crate::query) type Names = IndexVec<NameId, Name>;

/// What a name of a query stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::query) enum NameRole {
    /// A field of the selected records.
    Field,
    /// A field of the records, or an argument of the dags, that a path has reached.
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
    /// The text of the part.
    pub(in crate::query) source: Arc<str>,
    /// The position in the text of the part.
    pub(in crate::query) span: Range<usize>,
    pub(in crate::query) text: String,
    pub(in crate::query) role: NameRole,
}

/// A condition with its text.
#[derive(Clone, Debug)]
pub(in crate::query) struct Condition {
    pub(in crate::query) text: Arc<str>,
    pub(in crate::query) expr: Expr,
    /// How many tests it has.
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

/// A check of the values of a path.
#[derive(Clone, Debug)]
pub(in crate::query) struct Test {
    pub(in crate::query) path: Path,
    pub(in crate::query) check: Check,
    /// The number of the test among those of the condition.
    pub(in crate::query) number: usize,
    /// The position of the check in the text of the condition.
    pub(in crate::query) span: Range<usize>,
}

/// What is required of a value.
#[derive(Clone, Debug)]
pub(in crate::query) enum Check {
    /// The value is a number other than zero.
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
    /// All numbers from the first to the last.
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
    /// The path as it was written.
    pub(in crate::query) text: String,
    pub(in crate::query) steps: Vec<Step>,
}

/// A step of a path. Without steps a path is the record itself.
#[derive(Clone, Debug)]
pub(in crate::query) enum Step {
    /// `NAME`: the name of a record.
    RecordName,
    /// A field of a record or an argument of a dag, which may be followed more than once.
    Name(NameId, Repeat),
    /// `.$name`: an argument of a dag.
    Argument(NameId),
    /// `.operator`: the operator of a dag.
    Operator,
    /// An element of a list or an argument of a dag, by number.
    Index(usize),
    /// All elements of a list or all arguments of a dag.
    All,
    /// Bits of a number or of a row of bits, the highest first.
    Bits(Vec<u32>),
}

/// How often a step is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::query) enum Repeat {
    Once,
    /// `*`: any number of times, also never.
    Any,
    /// `+`: once and then any number of times.
    AtLeastOnce,
}
