//! How a single pattern was read: as it is written, with fragments expanded, and how inference found the
//! types.
//!
//! In: a record, and the patterns of its target. Out: a [`PatternTrace`]. The pattern is read once more, in a
//! context of its own that records each step, so that nobody pays for it who did not ask.

use tablewright_records::{AnalysisError, Record, RecordId, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::Diagnostics;

use super::search::matched_values;
use crate::instructions::operands::InstructionOperands;
use crate::patterns::forest::NodeId;
use crate::patterns::inference::Inference;
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::inference_steps::Change;
use crate::patterns::inference::stop::Stop;
use crate::patterns::reading::complete::{Drafts, LeftOut};
use crate::patterns::reading::list::Patterns;
use crate::patterns::text::tree_description::{TreeDescriber, TreeDescription, TypesDescription};
use crate::record_views::selection_dag::PatternRecord;

/// What a pattern matches and makes, at some stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternStage {
    /// What is matched: any of these.
    pub sources: Vec<TreeDescription>,
    /// What is made.
    pub result: TreeDescription,
}

/// A step of inference: a rule that narrowed the types of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InferenceStep {
    /// The node whose value it is, as one line without types.
    pub node: String,
    /// Which of the values of the node.
    pub value: usize,
    /// The types that it could have before.
    pub before: TypesDescription,
    /// The types that it could have then.
    pub after: TypesDescription,
    /// The rule, in words: `SDTCisSameAs<0, 1> of add`.
    pub rule: String,
}

/// Why a pattern, or one of its alternatives, is not tried in selection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SkipReason {
    /// It contains `null_frag`.
    NullFragment,
    /// Its list of results is empty.
    NoResult,
    /// This value can have no type, in any mode or in that of the part that is left out.
    NoType(String),
    /// It can never match: the selection DAG has constants on the right of commutative nodes.
    ConstantOnLeft,
}

/// How a pattern was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternTrace {
    /// What is matched as it is written. The pattern of an instruction may have several parts.
    pub written_source: Vec<String>,
    /// What is made as it is written; none for the pattern of an instruction.
    pub written_result: Vec<String>,
    /// The stages; none if the pattern is left out before it is read.
    pub stages: Option<PatternStages>,
    /// Why the pattern is left out before it is read.
    pub skipped: Option<SkipReason>,
}

/// The stages of a pattern that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternStages {
    /// With fragments expanded and the types that are stated.
    pub expanded: PatternStage,
    /// The steps of inference, those included that came before and while fragments were expanded.
    pub steps: Vec<InferenceStep>,
    /// After inference.
    pub inferred: PatternStage,
    /// For each alternative that is matched, why it is left out, if it is.
    pub skipped: Vec<Option<SkipReason>>,
}

/// What a record states before anything is read.
struct StatedPattern {
    /// What is matched.
    values: Vec<ValueId>,
    /// Why it is left out, if it is.
    skipped: Option<SkipReason>,
}

/// Traces patterns of a target.
pub struct PatternTracer<'s> {
    inference: Inference<'s>,
}

impl<'s> PatternTracer<'s> {
    /// A tracer for the patterns of a store.
    ///
    /// # Errors
    /// Those of [`Patterns`].
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<PatternTracer<'s>, AnalysisError> {
        let patterns: &Patterns = store.analysis(diagnostics)?;
        let inference =
            Inference::of_patterns(store, diagnostics, patterns, patterns.sets.clone())?;
        Ok(PatternTracer { inference })
    }

    /// How the pattern of a record was read; none if the record has no pattern.
    ///
    /// # Errors
    /// None for patterns of [`Patterns`], which were read without any.
    pub fn trace(&mut self, record: RecordId) -> Result<Option<PatternTrace>, AnalysisError> {
        self.inference.recorder.start();
        let trace = self.trace_record(self.inference.target.record(record));
        // After an error, too: others use the context.
        self.inference.recorder.stop();
        Ok(trace?)
    }

    /// For each alternative of a record's pattern, why it is left out, if it is. None if the record has no
    /// pattern.
    pub(crate) fn skip_reasons(
        &mut self,
        record: RecordId,
    ) -> Result<Vec<Option<SkipReason>>, AnalysisError> {
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

    fn trace_record(&mut self, record: Record<'s>) -> Result<Option<PatternTrace>, Stop> {
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

    fn results(&self, record: Record<'s>) -> Result<&'s [ValueId], Stop> {
        let pattern = PatternRecord::new(record);
        if pattern.result_instrs_value()? == ValueId::UNSET {
            return Ok(&[]);
        }
        Ok(pattern.result_instrs()?)
    }

    /// The values that are matched, and why they are left out before they are read, if so. None if the
    /// record has no pattern.
    fn skipped_unread(&self, record: Record<'s>) -> Result<Option<StatedPattern>, Stop> {
        let values = matched_values(record);
        if values.is_empty() {
            return Ok(None);
        }
        let is_instruction = self.inference.target.instructions.id(record.id()).is_some();
        let skipped = if values.iter().any(|&value| self.inference.has_null_frag(value, 0)) {
            Some(SkipReason::NullFragment)
        } else {
            let has_none = !is_instruction && self.results(record)?.is_empty();
            has_none.then_some(SkipReason::NoResult)
        };
        Ok(Some(StatedPattern { values, skipped }))
    }

    fn stages(&mut self, drafts: &mut Drafts) -> Result<PatternStages, Stop> {
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

    fn why_skipped(&self, tree: NodeId, root: NodeId) -> Option<SkipReason> {
        let of_tree = |tree| {
            let node = self.inference.first_impossible(tree);
            let text = node.map(|node| self.describer().tree(node).to_string());
            SkipReason::NoType(text.unwrap_or_default())
        };
        Some(match self.inference.why_left_out(tree, root)? {
            LeftOut::NoTypeInResult => of_tree(root),
            LeftOut::NoType => of_tree(tree),
            LeftOut::ConstantOnLeft(_) => SkipReason::ConstantOnLeft,
        })
    }
}

impl TreeDescriber<'_> {
    /// A change in words. None where the same is said in another way, for one mode more.
    fn step(&self, change: &Change, operands: &InstructionOperands) -> Option<InferenceStep> {
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
