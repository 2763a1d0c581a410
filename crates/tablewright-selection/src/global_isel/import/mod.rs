//! Import of selection DAG patterns as GlobalISel rules.
//!
//! In: a target's patterns ([`PatternsToMatch`]) and the GlobalISel equivalents for nodes, complex patterns and
//! transformations. Out: an [`Import`]: a rule for each importable pattern, and for each other pattern the reason for
//! skipping it. A pattern is imported in these steps (`pattern.rs`):
//!
//! 1. `source`: the matched tree is converted to instructions with checks. `source_operand` adds operand checks,
//!    `source_predicates` adds fragment checks.
//! 2. `result`: the created tree is converted to actions that build instructions. `result_operand` chooses an
//!    operand's renderer.
//! 3. `result_constraints`: registers in built instructions are constrained to classes, which `register_class` finds.
//!
//! Rules are in pattern order. Backends sort them and build a table.

mod action_list;
mod equivalences;
mod fragment_predicate;
mod generic_instructions;
mod importer;
mod instruction_facts;
mod leaf_class;
mod pattern;
mod register_class;
mod result;
mod result_constraints;
mod result_node;
mod result_operand;
mod skip_reason;
mod skip_text;
mod source;
mod source_operand;
mod source_predicates;
#[cfg(test)]
mod tests;

use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::condition::PredicateCondition;

use super::RuleSet;
use super::low_level_type::TypeDetail;
use crate::patterns::PatternsToMatch;
use importer::Importer;

pub use fragment_predicate::{FragmentPredicate, PredicateFlag, immediate_value};
pub use generic_instructions::GenericInstructions;
pub use skip_reason::{Side, SkipReason, TypeProblem};
pub use skip_text::SkipTexts;

/// A target's patterns as rules.
#[derive(Debug, Default)]
pub struct Import {
    /// The rules in pattern order, and their shared data.
    pub rules: RuleSet,
    /// For each rule number, the pattern index in [`PatternsToMatch::list`]. Skipped patterns have numbers too.
    pub patterns: Vec<u32>,
    /// The required predicates (records in class `Predicate`), including skipped patterns, in order of first use.
    pub features: Vec<RecordId>,
    /// The conditions on the mode of the hardware, likewise.
    pub hw_mode_conditions: Vec<PredicateCondition>,
    /// The patterns that are skipped, in order.
    pub skipped: Vec<SkippedRule>,
}

/// A pattern that is skipped.
#[derive(Clone, Debug)]
pub struct SkippedRule {
    /// The number that the rule would have.
    pub number: u32,
    /// The reason for skipping the pattern.
    pub reason: SkipReason,
}

impl Import {
    /// Imports a target's patterns. `detail` is the amount of detail in types.
    ///
    /// # Errors
    /// Fails if a record that a pattern refers to is invalid.
    pub fn new(
        store: &RecordStore,
        detail: TypeDetail,
        diagnostics: &mut Diagnostics,
    ) -> Result<Import, AnalysisError> {
        let patterns: &PatternsToMatch = store.analysis(diagnostics)?;
        let mut importer = Importer::new(store, patterns, detail, diagnostics)?;
        let mut order: Vec<u32> = (0..patterns.list.len() as u32).collect();
        order.sort_unstable_by_key(|&at| patterns.list[at as usize].reading_index);
        for at in order {
            importer.import(at)?;
        }
        Ok(importer.import)
    }
}
