//! A reading trace for a single pattern: as written, with fragments expanded, and the inference steps.
//!
//! In: a record, and its target's patterns. Out: a [`PatternTrace`]. The pattern is read again, in a separate context
//! that records each step, so ordinary runs do not pay for it.

use tablewright_records::{AnalysisError, Record, RecordId, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::operands::InstructionOperands;

use super::search::matched_values;
use crate::patterns::forest::NodeId;
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::inference_steps::InferenceChange;
use crate::patterns::inference::stop::PatternError;
use crate::patterns::reading::complete::{Drafts, LeftOut};
use crate::patterns::reading::list::Patterns;
use crate::patterns::text::tree_description::{TreeDescriber, TreeDescription, TypesDescription};
use crate::record_views::selection_dag::PatternRecord;

/// Matched and created trees at some stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternStage {
    /// Alternative matched trees.
    pub sources: Vec<TreeDescription>,
    /// The created tree.
    pub result: TreeDescription,
}

/// An inference step: a rule that narrowed a value's types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InferenceStep {
    /// The value's node, as one line without types.
    pub node: String,
    /// The value index in the node.
    pub value: usize,
    /// Possible types before the step.
    pub before: TypesDescription,
    /// Possible types after the step.
    pub after: TypesDescription,
    /// The rule, in words: `SDTCisSameAs<0, 1> of add`.
    pub rule: String,
}

/// The reason why a pattern, or an alternative, is not tried in selection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatternSkipReason {
    /// It contains `null_frag`.
    NullFragment,
    /// Its result list is empty.
    NoResult,
    /// This value lacks a possible type, in any mode or in the mode of the skipped part.
    NoType(String),
    /// It can never match: the selection DAG has constants on the right in commutative nodes.
    ConstantOnLeft,
}

/// The reading trace for a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternTrace {
    /// The matched trees as written. An instruction pattern may have several parts.
    pub written_source: Vec<String>,
    /// The created trees as written; empty for an instruction pattern.
    pub written_result: Vec<String>,
    /// The stages; none if the pattern is left out before it is read.
    pub stages: Option<PatternStages>,
    /// Reason for skipping the pattern before it is read.
    pub skipped: Option<PatternSkipReason>,
}

/// The stages in reading a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternStages {
    /// After fragment expansion, with the stated types.
    pub expanded: PatternStage,
    /// The inference steps, including steps before and during fragment expansion.
    pub steps: Vec<InferenceStep>,
    /// After inference.
    pub inferred: PatternStage,
    /// For each matched alternative, the reason for skipping it, if any.
    pub skipped: Vec<Option<PatternSkipReason>>,
}

/// The pattern that a record states, before it is read.
struct StatedPattern {
    /// The matched values.
    values: Vec<ValueId>,
    /// Reason for skipping it, if any.
    skipped: Option<PatternSkipReason>,
}

/// A tracer for a target's patterns.
pub struct PatternTracer<'s> {
    inference: TypeInference<'s>,
}

impl<'s> PatternTracer<'s> {
    /// Creates a tracer for a store's patterns.
    ///
    /// # Errors
    /// Returns errors from [`Patterns`].
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<PatternTracer<'s>, AnalysisError> {
        let patterns: &Patterns = store.analysis(diagnostics)?;
        let inference =
            TypeInference::from_patterns(store, diagnostics, patterns, patterns.sets.clone())?;
        Ok(PatternTracer { inference })
    }

    /// Traces a record's pattern; `None` if the record lacks a pattern.
    ///
    /// # Errors
    /// Cannot fail for patterns in [`Patterns`], which were read without errors.
    pub fn trace(&mut self, record: RecordId) -> Result<Option<PatternTrace>, AnalysisError> {
        self.inference.recorder.start();
        let trace = self.trace_record(self.inference.target.record(record));
        // After an error, too: others use the context.
        self.inference.recorder.stop();
        Ok(trace?)
    }

    /// Returns, for each alternative of a record's pattern, the reason for skipping it, if any. `None` if the record
    /// lacks a pattern.
    pub(crate) fn skip_reasons(
        &mut self,
        record: RecordId,
    ) -> Result<Vec<Option<PatternSkipReason>>, AnalysisError> {
        let record = self.inference.target.record(record);
        if let Some(StatedPattern { skipped: Some(skipped), .. }) = self.skipped_unread(record)? {
            return Ok(vec![Some(skipped)]);
        }
        let Some(mut drafts) = self.inference.drafts_of(record.id())? else {
            return Ok(Vec::new());
        };
        self.inference.expand_fragments(&mut drafts)?;
        let root = self.inference.infer_drafts(&mut drafts)?;
        Ok(drafts.source.trees.iter().map(|&tree| self.why_skipped(tree, root)).collect())
    }

    fn trace_record(&mut self, record: Record<'s>) -> Result<Option<PatternTrace>, PatternError> {
        let Some(StatedPattern { values, skipped }) = self.skipped_unread(record)? else {
            return Ok(None);
        };
        let store = self.inference.target.store;
        let texts =
            |values: &[ValueId]| values.iter().map(|&value| store.value_text(value)).collect();
        let stages = match skipped {
            None => match self.inference.drafts_of(record.id())? {
                Some(mut drafts) => Some(self.stages(&mut drafts)?),
                None => None,
            },
            Some(_) => None,
        };
        Ok(Some(PatternTrace {
            written_source: texts(&values),
            written_result: texts(self.results(record)?),
            stages,
            skipped,
        }))
    }

    fn results(&self, record: Record<'s>) -> Result<&'s [ValueId], PatternError> {
        let pattern = PatternRecord::new(record);
        if pattern.result_instrs_value()? == ValueId::UNSET {
            return Ok(&[]);
        }
        Ok(pattern.result_instrs()?)
    }

    /// Returns the matched values, and the reason for skipping them before reading, if any. `None` if the record lacks
    /// a pattern.
    fn skipped_unread(&self, record: Record<'s>) -> Result<Option<StatedPattern>, PatternError> {
        let values = matched_values(record);
        if values.is_empty() {
            return Ok(None);
        }
        let is_instruction = self.inference.target.instructions.id(record.id()).is_some();
        let skipped = if values.iter().any(|&value| self.inference.has_null_frag(value, 0)) {
            Some(PatternSkipReason::NullFragment)
        } else {
            let has_none = !is_instruction && self.results(record)?.is_empty();
            has_none.then_some(PatternSkipReason::NoResult)
        };
        Ok(Some(StatedPattern { values, skipped }))
    }

    fn stages(&mut self, drafts: &mut Drafts) -> Result<PatternStages, PatternError> {
        self.inference.expand_fragments(drafts)?;
        let expanded = self.stage(&drafts.source, drafts.result.trees[0]);
        let root = self.inference.infer_drafts(drafts)?;
        let changes = self.inference.recorder.stop();
        let describer = self.describer();
        let operands = self.inference.target.operands;
        let steps = changes.iter().filter_map(|change| describer.step(change, operands));
        let steps = steps.collect();
        let skipped = drafts.source.trees.iter().map(|&tree| self.why_skipped(tree, root));
        let skipped = skipped.collect();
        let inferred = self.stage(&drafts.source, root);
        Ok(PatternStages { expanded, steps, inferred, skipped })
    }

    fn stage(&self, source: &Draft, result: NodeId) -> PatternStage {
        let describer = self.describer();
        let sources = source.trees.iter().map(|&tree| describer.tree(tree)).collect();
        PatternStage { sources, result: describer.tree(result) }
    }

    fn describer(&self) -> TreeDescriber<'_> {
        self.inference.describer()
    }

    fn why_skipped(&self, tree: NodeId, root: NodeId) -> Option<PatternSkipReason> {
        let of_tree = |tree| {
            let node = self.inference.first_impossible(tree);
            let text = node.map(|node| self.describer().tree(node).to_string());
            PatternSkipReason::NoType(text.unwrap_or_default())
        };
        Some(match self.inference.why_left_out(tree, root)? {
            LeftOut::NoTypeInResult => of_tree(root),
            LeftOut::NoType => of_tree(tree),
            LeftOut::ConstantOnLeft(_) => PatternSkipReason::ConstantOnLeft,
        })
    }
}

impl TreeDescriber<'_> {
    /// Describes a change in words. `None` if it only repeats the previous change for another mode.
    fn step(
        &self,
        change: &InferenceChange,
        operands: &InstructionOperands,
    ) -> Option<InferenceStep> {
        if self.names.sets.is_same(change.before, change.after) {
            return None;
        }
        Some(InferenceStep {
            node: self.tree(change.node).to_string(),
            value: change.value,
            before: self.types(change.before),
            after: self.types(change.after),
            rule: self.rule(change.rule, operands),
        })
    }
}
