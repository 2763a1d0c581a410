//! Contents of multiclasses and loops: prototypes of records to create in each run, and other entries.
//! [`instantiate`](super::instantiate) creates the records.

use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use super::construction::Prototype;
use crate::record::{Assertion, DumpRequest};
use crate::trace::ExpansionId;
use crate::value::ValueId;

/// An entry of a multiclass or loop. It is instantiated in each run.
#[doc(alias = "RecordsEntry")]
#[derive(Clone)]
pub(crate) enum TemplateEntry {
    Record(Box<Prototype>),
    Loop(Box<Loop>),
    Assertion(Assertion),
    Dump(DumpRequest),
}

/// A `foreach` statement, or an `if` branch: a loop over a list with at most one element.
#[doc(alias = "ForeachLoop")]
#[derive(Clone)]
pub(crate) struct Loop {
    pub(crate) pos: Pos,
    pub(crate) variable: Option<Symbol>,
    pub(crate) list: ValueId,
    pub(crate) entries: Vec<TemplateEntry>,
    /// Enclosing expansions of the loop in the trace.
    pub(crate) expansion: Option<ExpansionId>,
}

/// Names and their replacement values.
pub(crate) type Substitutions = Vec<(Symbol, ValueId)>;
