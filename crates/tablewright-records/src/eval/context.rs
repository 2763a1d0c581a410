//! Context of a statement: the enclosing loops, `let`s, `defset`s and multiclass.

use std::sync::Arc;

use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::LetMode;

use super::definitions::MulticlassId;
use super::template::TemplateEntry;
use crate::ids::TypeId;
use crate::rewind::rewind_fields;
use crate::trace::LetId;
use crate::value::ValueId;

/// A binding of a `let … in` statement.
#[doc(alias = "LetRecord")]
#[derive(Clone)]
pub(crate) struct LetBinding {
    pub(crate) mode: LetMode,
    pub(crate) name: Symbol,
    /// The bits to set, the lowest first. Empty for the whole field.
    pub(crate) bits: Arc<[u32]>,
    pub(crate) value: ValueId,
    /// Field name position.
    pub(crate) span: Span,
    /// The `let` in the trace. `None` without a trace.
    pub(crate) site: Option<LetId>,
}

/// A `let` at top level or within such `let`s, while the parser sends its statements.
#[derive(Clone)]
pub(crate) struct OpenLet {
    /// Number of bindings before this `let`.
    pub(crate) lets: usize,
    /// Number of scopes before this `let`.
    pub(crate) scopes: usize,
    /// Whether its bindings have an error, so that its statements are given up.
    pub(crate) given_up: bool,
}

/// A loop whose body is being evaluated.
#[derive(Clone, Default)]
pub(crate) struct ContextLoop {
    pub(crate) entries: Vec<TemplateEntry>,
}

/// A `defset` whose statements are being evaluated.
#[doc(alias = "DefsetRecord")]
#[derive(Clone)]
pub(crate) struct OpenDefset {
    pub(crate) pos: Pos,
    pub(crate) element_type: TypeId,
    pub(crate) elements: Vec<ValueId>,
}

/// The bindings, loops and other contexts in effect, the innermost last in each list.
#[derive(Clone, Default)]
pub(crate) struct EvalContext {
    pub(crate) lets: Vec<LetBinding>,
    pub(crate) open_lets: Vec<OpenLet>,
    pub(crate) loops: Vec<ContextLoop>,
    pub(crate) defsets: Vec<OpenDefset>,
    /// The multiclass whose body is being evaluated.
    pub(crate) multiclass: Option<MulticlassId>,
}

impl EvalContext {
    /// Returns whether records are created immediately instead of in each run of an enclosing loop or multiclass.
    pub(crate) fn makes_records(&self) -> bool {
        self.loops.is_empty() && self.multiclass.is_none()
    }

    /// Returns whether the innermost enclosing `let` was given up.
    pub(crate) fn is_given_up(&self) -> bool {
        // A `let` inside a given-up `let` is given up too, so checking the innermost is enough.
        self.open_lets.last().is_some_and(|open| open.given_up)
    }
}

rewind_fields! {
    pub(crate) struct ContextPoint for EvalContext {
        lets: usize,
        open_lets: usize,
        loops: usize,
        defsets: usize,
        multiclass: Option<MulticlassId>,
    }
}
