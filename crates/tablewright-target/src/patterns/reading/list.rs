//! All patterns of a target.
//!
//! In: the patterns of instructions and records of class `Pattern`. Out: the analysis [`Patterns`]: those
//! of instructions in the order in which these are defined, then the others by name.

use tablewright_index::{IndexVec, define_index};
use tablewright_records::{Analysis, AnalysisError, FieldError, Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::complete::{Drafts, Pattern};
use super::fragments::FragmentUse;
use super::inputs_outputs::InputsAndOutputs;
use super::instruction_pattern::RawPattern;
use crate::instructions::InstructionId;
use crate::patterns::forest::{Forest, IntrinsicNodeId};
use crate::patterns::inference::context::{Context, DefaultOperands};
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::stop::Stop;
use crate::patterns::types::type_sets::TypeSets;
use crate::patterns::vocabulary::intrinsic_node::IntrinsicNode;
use crate::patterns::vocabulary::operators::Operators;

define_index! {
    /// A pattern.
    pub struct PatternId;
}

/// All patterns, with the trees and types that they refer to.
#[derive(Debug)]
pub struct Patterns {
    list: IndexVec<PatternId, Pattern>,
    forest: Forest,
    pub(crate) sets: TypeSets,
    pub(crate) operators: Operators,
    /// The trees that fragments stand for.
    pub(crate) fragment_trees: Forest,
    pub(crate) intrinsics: IndexVec<IntrinsicNodeId, IntrinsicNode>,
    pub(crate) default_operands: DefaultOperands,
    pub(crate) result_counts: IndexVec<InstructionId, u32>,
    /// The records of all instructions, in order.
    instructions: Vec<RecordId>,
    pub(crate) scopes: u32,
}

/// By instruction, what making it costs, and how many bytes it has.
pub(crate) type InstructionCosts = IndexVec<InstructionId, (i64, i64)>;

/// What an instruction costs besides one, if C++ inserts it.
const CUSTOM_INSERTER_COST: i64 = 10;

impl Patterns {
    /// What making instructions costs.
    pub(crate) fn instruction_costs(
        &self,
        store: &RecordStore,
    ) -> Result<InstructionCosts, FieldError> {
        let mut costs = IndexVec::with_capacity(self.result_counts.len());
        for &record in &self.instructions {
            let record = store.record(record);
            let is_custom = record.bit("usesCustomInserter")?;
            let cost = 1 + if is_custom { CUSTOM_INSERTER_COST } else { 0 };
            costs.push((cost, record.int("CodeSize")?));
        }
        Ok(costs)
    }

    /// The patterns, in order.
    pub fn list(&self) -> &IndexVec<PatternId, Pattern> {
        &self.list
    }

    /// The trees of the patterns.
    pub fn forest(&self) -> &Forest {
        &self.forest
    }
}

impl Analysis for Patterns {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<Patterns, AnalysisError> {
        let errors = diagnostics.error_count();
        let mut context = Context::new(store, diagnostics)?;
        context.read_fragments(FragmentUse::Input, diagnostics)?;
        context.read_default_operands(diagnostics)?;
        let mut forest = Forest::default();
        let mut list = Vec::new();
        context.read_instructions(&mut forest, &mut list, diagnostics)?;
        context.read_fragments(FragmentUse::Output, diagnostics)?;
        context.read_patterns(&mut forest, &mut list, diagnostics)?;
        if diagnostics.error_count() > errors {
            return Err(AnalysisError::Reported);
        }
        Ok(Patterns {
            list: IndexVec::from_raw(list),
            forest,
            sets: context.sets,
            operators: context.operators,
            fragment_trees: context.fragment_trees,
            intrinsics: context.intrinsics.nodes,
            default_operands: context.default_operands,
            result_counts: context.result_counts,
            instructions: context.instructions.records().to_vec(),
            scopes: context.scopes,
        })
    }
}

impl Drafts {
    /// The drafts of the pattern of an instruction.
    pub(crate) fn of_instruction(record: RecordId, raw: RawPattern) -> Drafts {
        Drafts {
            source: Draft::of_tree(record, true, raw.source),
            result: Draft::of_tree(record, false, raw.result),
            registers: raw.registers,
        }
    }
}

impl<'s> Context<'s> {
    /// A context with all that is known after the patterns were read. `sets` are those of the patterns,
    /// or more.
    pub(crate) fn of_patterns(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
        patterns: &Patterns,
        sets: TypeSets,
    ) -> Result<Context<'s>, AnalysisError> {
        let mut context = Context::with(store, diagnostics, sets, patterns.operators.clone())?;
        context.intrinsics.nodes = patterns.intrinsics.clone();
        context.default_operands = patterns.default_operands.clone();
        context.result_counts = patterns.result_counts.clone();
        context.scopes = patterns.scopes;
        Ok(context)
    }

    /// Reads the patterns of instructions, then completes them.
    fn read_instructions(
        &mut self,
        into: &mut Forest,
        list: &mut Vec<Pattern>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Stop> {
        let mut forest = Forest::default();
        let mut raw_trees = Forest::default();
        let mut raw_patterns: Vec<(u32, InstructionId, RawPattern)> = Vec::new();
        for record in self.store.derived_from_name("Instruction")? {
            let Some(id) = self.instructions.id(record.id()) else { continue };
            forest.clear();
            self.go_on(diagnostics, |this, _| {
                if let Some(raw) = this.instruction_pattern(&mut forest, id)? {
                    let RawPattern { source, result, registers } = raw;
                    let source = raw_trees.import(&forest, source);
                    let result = raw_trees.import(&forest, result);
                    let raw = RawPattern { source, result, registers };
                    raw_patterns.push((record.sequence(), id, raw));
                }
                Ok(())
            })?;
        }
        // The order of patterns is that in which instructions are defined.
        raw_patterns.sort_by_key(|&(sequence, ..)| sequence);
        for (_, id, raw) in raw_patterns {
            let record = self.instructions.record(id);
            forest.clear();
            let source = forest.import(&raw_trees, raw.source);
            let result = forest.import(&raw_trees, raw.result);
            let mut drafts = Drafts::of_instruction(record, RawPattern { source, result, ..raw });
            self.go_on(diagnostics, |this, diagnostics| {
                this.complete(&mut forest, &mut drafts, into, list, diagnostics)
                    .map_err(|stop| this.with_reasons(record, stop))
            })?;
        }
        Ok(())
    }

    /// Reads and completes records of class `Pattern`.
    fn read_patterns(
        &mut self,
        into: &mut Forest,
        list: &mut Vec<Pattern>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Stop> {
        let mut forest = Forest::default();
        for record in self.store.derived_if_defined("Pattern") {
            forest.clear();
            self.go_on(diagnostics, |this, diagnostics| {
                let Some(mut drafts) = this.stated_pattern(&mut forest, record)? else {
                    return Ok(());
                };
                this.complete(&mut forest, &mut drafts, into, list, diagnostics)
                    .map_err(|stop| this.with_reasons(record.id(), stop))
            })?;
        }
        Ok(())
    }

    /// What a record of class `Pattern` states; none where it matches or makes nothing.
    pub(crate) fn stated_pattern(
        &mut self,
        forest: &mut Forest,
        record: Record<'_>,
    ) -> Result<Option<Drafts>, Stop> {
        record.dag("PatternToMatch")?;
        let tree = record.value("PatternToMatch")?;
        if self.has_null_frag(tree, 0) {
            return Ok(None);
        }
        let mut source = Draft::new(record.id(), true);
        self.parse_tree(forest, &mut source, tree)?;
        let results = record.list("ResultInstrs")?;
        if results.is_empty() {
            return Ok(None);
        }
        let mut result = Draft::new(record.id(), false);
        for &made in results {
            self.parse_tree(forest, &mut result, made)?;
        }
        if result.trees.len() != 1 {
            let message = "Cannot handle instructions producing instructions with temporaries yet!";
            return Err(self.error(&result, message));
        }
        let mut found = InputsAndOutputs::default();
        let tree = source.trees[0];
        self.find_inputs_and_outputs(forest, &source, tree, &mut found, 0)?;
        Ok(Some(Drafts { source, result, registers: found.registers }))
    }
}
