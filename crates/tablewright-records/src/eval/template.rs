//! What multiclasses and loops hold: prototypes of the records to create each time, and what else stands
//! in their bodies. Creating it is left to [`instantiate`](super::instantiate).

use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use super::construction::Prototype;
use crate::record::{Assertion, DumpRequest};
use crate::trace::ExpansionId;
use crate::value::ValueId;

/// What a multiclass or loop holds: it is instantiated each time.
#[doc(alias = "RecordsEntry")]
#[derive(Clone)]
pub(crate) enum TemplateEntry {
    Record(Box<Prototype>),
    Loop(Box<Loop>),
    Assertion(Assertion),
    Dump(DumpRequest),
}

/// A `foreach` statement, or a clause of `if`: a loop over a list of no or one element.
#[doc(alias = "ForeachLoop")]
#[derive(Clone)]
pub(crate) struct Loop {
    pub(crate) pos: Pos,
    pub(crate) variable: Option<Symbol>,
    pub(crate) list: ValueId,
    pub(crate) entries: Vec<TemplateEntry>,
    /// What repeats the loop itself, in the trace.
    pub(crate) expansion: Option<ExpansionId>,
}

/// Names and the values they are to be replaced with.
pub(crate) type Substitutions = Vec<(Symbol, ValueId)>;
