//! Shared input for all pattern functions.

use tablewright_records::{FieldError, Record, RecordStore, ValueId};
use tablewright_syntax::diagnostic::Code;

use super::leaf_functions::LeafFunctions;
use crate::model::{PatternNode, PatternOperation, PatternSet, RewritePattern};

/// A pattern and the data shared with other patterns in the description.
pub(super) struct PatternContext<'a, 's> {
    pub(super) store: &'s RecordStore,
    pub(super) set: &'a PatternSet<'s>,
    pub(super) pattern: &'a RewritePattern<'s>,
    pub(super) functions: &'a LeafFunctions,
    /// The dags that a generated function matches, since they occur more than once; in the order of the
    /// functions.
    pub(super) shared_nodes: &'a [ValueId],
}

impl<'a, 's> PatternContext<'a, 's> {
    /// Returns an error about the pattern.
    pub(super) fn error(&self, message: impl Into<String>) -> FieldError {
        let record: Record<'s> = self.store.record(self.pattern.record);
        FieldError::new(Code::Mlir, record, message)
    }

    pub(super) fn operation(&self, index: usize) -> &'a PatternOperation<'s> {
        &self.set.operations[index]
    }

    /// Returns a node's match function, if several patterns share it.
    pub(super) fn shared_matcher(&self, node: &PatternNode<'_>) -> Option<String> {
        let shared_index = self.shared_nodes.iter().position(|&value| value == node.value);
        shared_index.map(matcher_name)
    }
}

/// Returns the match function's name for a shared node.
pub(super) fn matcher_name(index: usize) -> String {
    format!("static_dag_matcher_{index}")
}
