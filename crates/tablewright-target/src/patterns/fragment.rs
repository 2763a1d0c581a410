//! A fragment: a named pattern with parameters, a predicate and a transformation.
//!
//! How fragments are read is left to [`fragments`](super::fragments).

use tablewright_records::{FieldError, Record, RecordId, ValueId};
use tablewright_syntax::symbol::Symbol;

use super::forest::NodeId;

/// A record of class `PatFrags`.
#[derive(Clone, Debug)]
pub struct Fragment {
    /// The record.
    pub record: RecordId,
    /// The names of the parameters.
    pub params: Vec<Symbol>,
    /// What it stands for: any of these trees.
    pub(super) trees: Vec<NodeId>,
    /// Whether the trees were read.
    pub(super) is_read: bool,
    /// Whether there is a condition in C++.
    pub has_predicate: bool,
    /// Whether the condition looks at the arguments.
    pub predicate_uses_operands: bool,
    /// Whether it has flags for GlobalISel.
    pub(super) has_gisel_flags: bool,
}

/// The patterns that a fragment stands for.
pub(super) fn patterns_of(record: Record<'_>) -> Result<Vec<ValueId>, FieldError> {
    match record.field("Fragment") {
        Some(fragment) => Ok(vec![fragment.value]),
        None => Ok(record.list("Fragments")?.to_vec()),
    }
}
