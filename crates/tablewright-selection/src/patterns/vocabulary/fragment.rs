//! A fragment: a named pattern with parameters, a predicate and a transformation.
//!
//! The fragment reader is [`fragments`](crate::patterns::reading::fragments).

use tablewright_records::{FieldError, RecordId, ValueId};
use tablewright_syntax::symbol::Symbol;

use crate::patterns::forest::NodeId;
use crate::record_views::selection_dag::PatFragsRecord;

/// A `PatFrags` record.
#[derive(Clone, Debug)]
#[doc(alias = "TreePredicateFn")]
pub struct VocabularyFragment {
    /// The record.
    pub record: RecordId,
    /// The names of the parameters.
    pub params: Vec<Symbol>,
    /// The fragment's alternative trees.
    pub(crate) trees: Vec<NodeId>,
    /// Whether the trees were read.
    pub(crate) is_read: bool,
    /// Whether there is a condition in C++.
    pub has_predicate: bool,
    /// Whether the condition looks at the arguments.
    pub predicate_uses_operands: bool,
    /// Whether it has flags for GlobalISel.
    pub(crate) has_gisel_flags: bool,
}

/// Returns a fragment record's patterns.
pub(crate) fn patterns_of(fragment: PatFragsRecord<'_>) -> Result<Vec<ValueId>, FieldError> {
    let only = fragment.fragment()?;
    if only != ValueId::UNSET {
        return Ok(vec![only]);
    }
    Ok(fragment.fragments()?.to_vec())
}
