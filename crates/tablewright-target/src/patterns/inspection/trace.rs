//! How a single pattern was read: as it is written, with fragments expanded, and how inference found the
//! types.
//!
//! In: a record, and the patterns of its target. Out: a [`PatternTrace`]. The pattern is read once more, in a
//! context of its own that records each step, so that nobody pays for it who did not ask.

use tablewright_records::{AnalysisError, Record, RecordId, RecordStore, ValueId};
use tablewright_syntax::diagnostic::Diagnostics;

use super::search::matched_values;
use crate::hw_modes::HwModeId;
use crate::instructions::operands::InstructionOperands;
use crate::patterns::forest::{Forest, NodeId};
use crate::patterns::inference::context::Context;
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::inference_steps::{Change, Rule};
use crate::patterns::inference::stop::Stop;
use crate::patterns::reading::complete::{Drafts, LeftOut, Pattern};
use crate::patterns::reading::list::Patterns;
use crate::patterns::text::tree_description::{TreeDescriber, TreeDescription, TypesDescription};

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
    context: Context<'s>,
    forest: Forest,
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
        let mut context =
            Context::of_patterns(store, diagnostics, patterns, patterns.sets.clone())?;
        context.fragment_trees = patterns.fragment_trees.clone();
        Ok(PatternTracer { context, forest: Forest::default() })
    }

    /// How the pattern of a record was read; none if the record has no pattern.
    ///
    /// # Errors
    /// None for patterns of [`Patterns`], which were read without any.
    pub fn trace(&mut self, record: RecordId) -> Result<Option<PatternTrace>, AnalysisError> {
        self.forest.clear();
        self.context.recorder.start();
        let trace = self.trace_record(self.context.record(record));
        // After an error, too: others use the context.
        self.context.recorder.stop();
        Ok(trace?)
    }

    /// For each alternative of a record's pattern, why it is left out, if it is. None if the record has no
    /// pattern.
    pub(crate) fn skip_reasons(
        &mut self,
        record: RecordId,
    ) -> Result<Vec<Option<SkipReason>>, AnalysisError> {
        let record = self.context.record(record);
        self.forest.clear();
        if let Some(StatedPattern { skipped: Some(skipped), .. }) = self.skipped_unread(record)? {
            return Ok(vec![Some(skipped)]);
        }
        let Some(mut drafts) = self.context.drafts_of(&mut self.forest, record.id())? else {
            return Ok(Vec::new());
        };
        self.context.expand_fragments(&mut self.forest, &mut drafts)?;
        let made = self.context.infer_drafts(&mut self.forest, &mut drafts)?;
        Ok(drafts.source.trees.iter().map(|&tree| self.why_skipped(tree, made)).collect())
    }

    /// The modes of which the types of a pattern say something; none if they are the same in all modes.
    pub(crate) fn modes_of(&self, patterns: &Patterns, pattern: &Pattern) -> Vec<HwModeId> {
        self.context.modes_of(patterns.forest(), [pattern.source, pattern.result])
    }

    fn trace_record(&mut self, record: Record<'s>) -> Result<Option<PatternTrace>, Stop> {
        let Some(StatedPattern { values, skipped }) = self.skipped_unread(record)? else {
            return Ok(None);
        };
        let store = self.context.store;
        let texts =
            |values: &[ValueId]| values.iter().map(|&value| store.value_text(value)).collect();
        let stages = match skipped {
            None => match self.context.drafts_of(&mut self.forest, record.id())? {
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
        Ok(match record.field("ResultInstrs") {
            Some(_) => record.list("ResultInstrs")?,
            None => &[],
        })
    }

    /// The values that are matched, and why they are left out before they are read, if so. None if the
    /// record has no pattern.
    fn skipped_unread(&self, record: Record<'s>) -> Result<Option<StatedPattern>, Stop> {
        let values = matched_values(record);
        if values.is_empty() {
            return Ok(None);
        }
        let is_instruction = self.context.instructions.id(record.id()).is_some();
        let skipped = if values.iter().any(|&value| self.context.has_null_frag(value, 0)) {
            Some(SkipReason::NullFragment)
        } else {
            let has_none = !is_instruction && self.results(record)?.is_empty();
            has_none.then_some(SkipReason::NoResult)
        };
        Ok(Some(StatedPattern { values, skipped }))
    }

    fn stages(&mut self, drafts: &mut Drafts) -> Result<PatternStages, Stop> {
        self.context.expand_fragments(&mut self.forest, drafts)?;
        let expanded = self.stage(&drafts.source, drafts.result.trees[0]);
        let made = self.context.infer_drafts(&mut self.forest, drafts)?;
        let changes = self.context.recorder.stop();
        let describer = self.describer();
        let operands = self.context.operands;
        let steps = changes.iter().filter_map(|change| describer.step(change, operands));
        let steps = steps.collect();
        let skipped = drafts.source.trees.iter().map(|&tree| self.why_skipped(tree, made));
        let skipped = skipped.collect();
        let inferred = self.stage(&drafts.source, made);
        Ok(PatternStages { expanded, steps, inferred, skipped })
    }

    fn stage(&self, source: &Draft, result: NodeId) -> PatternStage {
        let describer = self.describer();
        let sources = source.trees.iter().map(|&tree| describer.tree(tree)).collect();
        PatternStage { sources, result: describer.tree(result) }
    }

    fn describer(&self) -> TreeDescriber<'_> {
        self.context.describer(&self.forest)
    }

    fn why_skipped(&self, tree: NodeId, made: NodeId) -> Option<SkipReason> {
        let of_tree = |tree| {
            let node = self.context.first_impossible(&self.forest, tree);
            let text = node.map(|node| self.describer().tree(node).to_string());
            SkipReason::NoType(text.unwrap_or_default())
        };
        Some(match self.context.why_left_out(&self.forest, tree, made)? {
            LeftOut::NoTypeInResult => of_tree(made),
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

    pub(crate) fn rule(&self, rule: Rule, operands: &InstructionOperands) -> String {
        let record = |id| self.store().record(id).name();
        let name = |symbol| self.store().str(symbol);
        let instruction = |id| record(self.names.instructions.record(id));
        let operand = |id, place: usize| {
            let operands = operands.of(id);
            let operand = &operands.list()[place];
            let class = record(operands.class(operand).record);
            format!("{class}:${} of {}", name(operand.name), instruction(id))
        };
        match rule {
            Rule::Stated => "the type is written in the pattern".to_owned(),
            Rule::Use(fragment) => {
                let fragment = self.names.operators.fragments[fragment].record;
                format!("the use of {} has this type", record(fragment))
            }
            Rule::Leaf(leaf) => format!("{} has this type", record(leaf)),
            Rule::Number => "a number is an integer".to_owned(),
            Rule::ComplexPattern(pattern) => format!("{} has this type", record(pattern)),
            Rule::Constraint { node, place } => self.constraint(node, place),
            Rule::IntrinsicResult { node, place } => {
                format!("result {place} of {}", self.operator(node))
            }
            Rule::IntrinsicNumber => "the number of an intrinsic is a pointer".to_owned(),
            Rule::IntrinsicParam { node, place } => {
                format!("parameter {place} of {}", self.operator(node))
            }
            Rule::Output { instruction, operand: place } => {
                format!("output {}", operand(instruction, place))
            }
            Rule::ImplicitDef(id) => {
                format!("the first of the registers that {} changes besides", instruction(id))
            }
            Rule::Operand { instruction, operand: place } => {
                format!("operand {}", operand(instruction, place))
            }
            Rule::InsertSubreg => "INSERT_SUBREG has the type of its first operand".to_owned(),
            Rule::SameName(symbol) => format!("all ${} have the same type", name(symbol)),
            Rule::MatchedName(symbol) => {
                format!("${} has this type in what is matched", name(symbol))
            }
            Rule::Root => "what is matched and what is made have the same type".to_owned(),
            Rule::FirstType => {
                "instructions agree on several types, of which the first is taken".to_owned()
            }
        }
    }

    /// A constraint of a type profile: `SDTCisSameAs<0, 1> of add`.
    fn constraint(&self, node: NodeId, place: usize) -> String {
        let operator = self.operator(node);
        let text = self.constraint_text(node, place);
        format!("{} of {operator}", text.as_deref().unwrap_or("the type profile"))
    }

    fn constraint_text(&self, node: NodeId, place: usize) -> Option<String> {
        let crate::patterns::forest::Operation::Node(id) = self.forest.operation(node) else {
            return None;
        };
        let record = self.store().record(self.names.operators.sd_nodes[id].record);
        let constraints = record.record("TypeProfile").ok()?.list_of_records("Constraints").ok()?;
        let constraint = constraints.get(place)?;
        let class = self.store().class(*constraint.direct_superclasses().first()?);
        let args = constraint.fields().map(|field| self.store().value_text(field.value));
        Some(format!("{}<{}>", class.name(), args.collect::<Vec<_>>().join(", ")))
    }
}
