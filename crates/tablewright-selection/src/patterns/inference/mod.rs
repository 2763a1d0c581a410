//! Type inference: narrowing the types of all values in a pattern until nothing changes.
//!
//! A [`TypeInference`] borrows a target's vocabulary and owns the trees in work. `infer_types` repeats the steps;
//! `apply` and `apply_instruction` contain the node type demands; `record_types` finds record types.

mod apply;
mod apply_instruction;
pub(crate) mod draft;
pub(crate) mod infer_types;
pub(crate) mod inference_steps;
mod record_types;
pub(crate) mod stop;

use std::borrow::Cow;
use std::sync::Arc;

use tablewright_records::{AnalysisError, Feature, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use self::draft::Draft;
use self::inference_steps::InferenceRecorder;
use self::record_types::RecordTypes;
use self::stop::PatternError;
use super::forest::{Forest, ForestOperation, NodeId};
use super::text::tree_text::TreeNames;
use super::types::type_sets::{TypeSetId, TypeSets};
use super::types::type_traits::TypeTraitTable;
use super::vocabulary::definitions::{Vocabulary, read_vocabulary};
use super::vocabulary::target_records::TargetRecords;
use crate::intrinsics::IntrinsicReader;

/// A pattern in progress: its trees, and the types inferred until now.
pub(crate) struct TypeInference<'s> {
    pub(crate) target: TargetRecords<'s>,
    /// Only reading patterns adds to it, before it is shared.
    pub(crate) vocabulary: Arc<Vocabulary>,
    pub(crate) sets: TypeSets,
    /// The inference steps, for queries about a type's origin.
    pub(crate) recorder: InferenceRecorder,
    /// All nodes in work.
    pub(crate) forest: Forest,
    /// The trees in work.
    pub(crate) draft: Draft,
    /// The count of numbered fragment uses.
    pub(crate) scopes: u32,
    record_types: RecordTypes,
    pub(crate) intrinsic_reader: Option<IntrinsicReader<'s>>,
}

impl<'s> TypeInference<'s> {
    /// Creates the state without fragments and default operands.
    pub(crate) fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<TypeInference<'s>, AnalysisError> {
        let target = TargetRecords::new(store, diagnostics)?;
        let traits = TypeTraitTable::read(store, target.types.types)?;
        let mut sets = TypeSets::new(traits, target.legal_types());
        let vocabulary = Arc::new(read_vocabulary(&target, &mut sets)?);
        Ok(TypeInference::with(target, vocabulary, sets))
    }

    /// Creates an inference with a vocabulary and its type sets.
    pub(crate) fn with(
        target: TargetRecords<'s>,
        vocabulary: Arc<Vocabulary>,
        sets: TypeSets,
    ) -> TypeInference<'s> {
        TypeInference {
            draft: Draft::new(target.instructions.records()[0], true),
            target,
            vocabulary,
            sets,
            recorder: InferenceRecorder::default(),
            forest: Forest::default(),
            scopes: 0,
            record_types: RecordTypes::default(),
            intrinsic_reader: None,
        }
    }

    /// Returns the vocabulary, to add to it.
    pub(crate) fn vocabulary_mut(&mut self) -> &mut Vocabulary {
        Arc::make_mut(&mut self.vocabulary)
    }

    /// Discards all trees, and begins with another record.
    pub(crate) fn begin(&mut self, record: RecordId, is_input: bool) {
        self.forest.clear();
        self.draft = Draft::new(record, is_input);
    }

    /// Works on another draft, then restores the current draft.
    pub(crate) fn within<R>(&mut self, draft: &mut Draft, work: impl FnOnce(&mut Self) -> R) -> R {
        std::mem::swap(&mut self.draft, draft);
        let result = work(self);
        std::mem::swap(&mut self.draft, draft);
        result
    }

    /// Returns whether the description's release has a feature.
    pub(crate) fn has(&self, feature: Feature) -> bool {
        self.target.store.release().has(feature)
    }

    /// Returns an error in the trees in work.
    pub(crate) fn error(&self, message: &str) -> PatternError {
        PatternError::pattern(self.target.record(self.draft.record), message)
    }

    /// Returns the names that trees refer to, for text.
    pub(crate) fn names(&self) -> TreeNames<'_> {
        TreeNames {
            store: self.target.store,
            types: self.target.types.types,
            instructions: self.target.instructions,
            sets: &self.sets,
            vocabulary: &self.vocabulary,
            intrinsic_numbers: Cow::Borrowed(&[]),
        }
    }

    /// Returns an operator's record name.
    pub(crate) fn operation_name(&self, operation: ForestOperation) -> String {
        self.names().operation(operation).to_owned()
    }

    /// Returns a type set as text.
    pub(crate) fn type_set_text(&self, id: TypeSetId) -> String {
        self.names().type_set(id)
    }

    /// Returns a tree as text.
    pub(crate) fn tree_text(&self, tree: NodeId) -> String {
        let mut text = String::new();
        self.names().write(&self.forest, tree, &mut text);
        text
    }

    /// Adds the trees in work to an error.
    pub(crate) fn note_trees(&self, mut stop: PatternError) -> PatternError {
        let side = if self.draft.is_input { "pattern" } else { "result" };
        for &tree in &self.draft.trees {
            stop = stop.note(format!("the {side} is {}", self.tree_text(tree)));
        }
        stop
    }
}
