//! All patterns in a target.
//!
//! In: instruction patterns and `Pattern` records. Out: the analysis [`Patterns`]: instruction patterns in instruction
//! definition order, then `Pattern` records by name.

use std::sync::Arc;

use tablewright_index::{IndexVec, define_index};
use tablewright_records::{
    Analysis, AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView, ValueId,
};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::complete::{CompletePattern, CompletedPatterns, Drafts};
use super::fragments::FragmentUse;
use super::inputs_outputs::InputsAndOutputs;
use super::instruction_pattern::RawPattern;
use crate::patterns::forest::Forest;
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::stop::PatternError;
use crate::patterns::types::type_sets::TypeSets;
use crate::patterns::vocabulary::definitions::Vocabulary;
use crate::patterns::vocabulary::target_records::TargetRecords;
use crate::record_views::selection_dag::PatternRecord;

define_index! {
    /// A pattern.
    pub struct PatternId;
}

/// All patterns, with the trees and types that they refer to.
#[derive(Debug)]
#[doc(alias = "CodeGenDAGPatterns")]
pub struct Patterns {
    list: IndexVec<PatternId, CompletePattern>,
    forest: Forest,
    pub(crate) sets: TypeSets,
    pub(crate) vocabulary: Arc<Vocabulary>,
    /// All instruction records, in order.
    instructions: Vec<RecordId>,
    scopes: u32,
}

/// For each instruction, its creation cost and its size in bytes.
pub(crate) type InstructionCosts = IndexVec<InstructionId, (i64, i64)>;

/// The additional cost for an instruction that C++ inserts.
const CUSTOM_INSERTER_COST: i64 = 10;

impl Patterns {
    /// Computes instruction creation costs.
    pub(crate) fn instruction_costs(
        &self,
        store: &RecordStore,
    ) -> Result<InstructionCosts, FieldError> {
        let mut costs = IndexVec::with_capacity(self.instructions.len());
        for &record in &self.instructions {
            let record = InstructionRecord::new(store.record(record));
            let is_custom = record.uses_custom_inserter()?;
            let cost = 1 + if is_custom { CUSTOM_INSERTER_COST } else { 0 };
            costs.push((cost, record.code_size()?));
        }
        Ok(costs)
    }

    /// Returns the patterns, in order.
    pub fn list(&self) -> &IndexVec<PatternId, CompletePattern> {
        &self.list
    }

    /// Returns the pattern trees.
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
        let mut inference = TypeInference::new(store, diagnostics)?;
        inference.read_fragments(FragmentUse::Input, diagnostics)?;
        inference.read_default_operands(diagnostics)?;
        let mut completed = CompletedPatterns::default();
        inference.read_instructions(&mut completed, diagnostics)?;
        inference.read_fragments(FragmentUse::Output, diagnostics)?;
        inference.read_patterns(&mut completed, diagnostics)?;
        if diagnostics.error_count() > errors {
            return Err(AnalysisError::Reported);
        }
        Ok(Patterns {
            list: IndexVec::from_raw(completed.list),
            forest: completed.forest,
            sets: inference.sets,
            vocabulary: inference.vocabulary,
            instructions: inference.target.instructions.records().to_vec(),
            scopes: inference.scopes,
        })
    }
}

impl Drafts {
    /// Creates drafts for an instruction pattern.
    pub(crate) fn from_instruction(record: RecordId, raw: RawPattern) -> Drafts {
        Drafts {
            source: Draft::from_tree(record, true, raw.source),
            result: Draft::from_tree(record, false, raw.result),
            registers: raw.registers,
        }
    }
}

impl<'s> TypeInference<'s> {
    /// Creates an inference with the vocabulary for all patterns. `sets` contains all type sets in the patterns.
    pub(crate) fn from_patterns(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
        patterns: &Patterns,
        sets: TypeSets,
    ) -> Result<TypeInference<'s>, AnalysisError> {
        let target = TargetRecords::new(store, diagnostics)?;
        let mut inference = TypeInference::with(target, patterns.vocabulary.clone(), sets);
        inference.scopes = patterns.scopes;
        Ok(inference)
    }

    /// Reads instruction patterns, then completes them.
    fn read_instructions(
        &mut self,
        completed: &mut CompletedPatterns,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), PatternError> {
        let mut raw_trees = Forest::default();
        let mut raw_patterns: Vec<(u32, InstructionId, RawPattern)> = Vec::new();
        for record in self.target.store.derived_from_name("Instruction")? {
            let Some(id) = self.target.instructions.id(record.id()) else { continue };
            self.report_and_continue(diagnostics, |this, _| {
                let raw = this.instruction_pattern_in(&mut raw_trees, id)?;
                raw_patterns.extend(raw.map(|raw| (record.sequence(), id, raw)));
                Ok(())
            })?;
        }
        // Patterns follow instruction definition order.
        raw_patterns.sort_by_key(|&(sequence, ..)| sequence);
        for (_, id, raw) in raw_patterns {
            let record = self.target.instructions.record(id);
            self.begin(record, true);
            let source = self.forest.import(&raw_trees, raw.source);
            let result = self.forest.import(&raw_trees, raw.result);
            let mut drafts = Drafts::from_instruction(record, RawPattern { source, result, ..raw });
            self.report_and_continue(diagnostics, |this, diagnostics| {
                this.complete(&mut drafts, completed, diagnostics)
                    .map_err(|stop| this.with_reasons(record, stop))
            })?;
        }
        Ok(())
    }

    /// Reads an instruction's pattern, if it has one, and copies its trees to `raw_trees`.
    fn instruction_pattern_in(
        &mut self,
        raw_trees: &mut Forest,
        id: InstructionId,
    ) -> Result<Option<RawPattern>, PatternError> {
        let Some(raw) = self.instruction_pattern(id)? else { return Ok(None) };
        let source = raw_trees.import(&self.forest, raw.source);
        let result = raw_trees.import(&self.forest, raw.result);
        Ok(Some(RawPattern { source, result, ..raw }))
    }

    /// Reads and completes `Pattern` records.
    fn read_patterns(
        &mut self,
        completed: &mut CompletedPatterns,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), PatternError> {
        for record in self.target.store.derived_if_defined("Pattern") {
            self.report_and_continue(diagnostics, |this, diagnostics| {
                this.read_pattern_or_check_result(record, completed, diagnostics)
            })?;
        }
        Ok(())
    }

    /// Reads a `Pattern` record. After an error in its source, its result is checked too.
    fn read_pattern_or_check_result(
        &mut self,
        record: Record<'_>,
        completed: &mut CompletedPatterns,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), PatternError> {
        let Err(stop) = self.read_pattern(record, completed, diagnostics) else {
            return Ok(());
        };
        let PatternError::Source(error) = stop else { return Err(stop) };
        diagnostics.push(*error);
        self.check_result(record)
    }

    /// Reads and completes a `Pattern` record.
    fn read_pattern(
        &mut self,
        record: Record<'_>,
        completed: &mut CompletedPatterns,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), PatternError> {
        let Some(mut drafts) = self.stated_pattern(record)? else { return Ok(()) };
        self.complete(&mut drafts, completed, diagnostics)
            .map_err(|stop| self.with_reasons(record.id(), stop))
    }

    /// Adds a pattern's result trees to the trees in work.
    pub(crate) fn parse_results(&mut self, results: &[ValueId]) -> Result<(), PatternError> {
        results.iter().try_for_each(|&result| self.parse_tree(result))?;
        if self.draft.trees.len() != 1 {
            let message = "Cannot handle instructions producing instructions with temporaries yet!";
            return Err(self.error(message));
        }
        Ok(())
    }

    /// Returns a `Pattern` record's drafts; `None` if its matched or created tree is missing.
    pub(crate) fn stated_pattern(
        &mut self,
        record: Record<'_>,
    ) -> Result<Option<Drafts>, PatternError> {
        let view = PatternRecord::new(record);
        view.dag_to_match()?;
        let tree = view.pattern_to_match()?;
        if self.has_null_frag(tree, 0) {
            return Ok(None);
        }
        self.begin(record.id(), true);
        self.parse_tree(tree).map_err(PatternError::in_source)?;
        let results = view.result_instrs()?;
        if results.is_empty() {
            return Ok(None);
        }
        let mut result = Draft::new(record.id(), false);
        self.within(&mut result, |this| this.parse_results(results))?;
        let mut inputs_and_outputs = InputsAndOutputs::default();
        let tree = self.draft.trees[0];
        self.find_inputs_and_outputs(tree, &mut inputs_and_outputs, 0)
            .map_err(PatternError::in_source)?;
        let source = std::mem::replace(&mut self.draft, Draft::new(record.id(), true));
        Ok(Some(Drafts { source, result, registers: inputs_and_outputs.registers }))
    }
}
