//! Patterns of the selection DAG as rules of GlobalISel.
//!
//! In: the patterns of a target ([`PatternsToMatch`]) and what GlobalISel has in place of nodes, complex
//! patterns and transformations. Out: an [`Import`]: a rule for each pattern that can be imported, and for
//! each other one the reason why it is skipped. The way of a pattern (`pattern.rs`):
//!
//! 1. `source`: the tree that is matched becomes instructions with checks. `source_operand` says what an
//!    operand has to be, `source_predicates` what fragments demand.
//! 2. `result`: the tree that is made becomes actions that build instructions. `result_operand` says what
//!    an operand is rendered from.
//! 3. `result_constraints`: the registers of what is built are constrained to classes, which
//!    `register_class` finds.
//!
//! Rules come in the order of the patterns. Sorting them and making a table of them is left to others.

mod action_list;
mod equivalences;
mod fragment_predicate;
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

use super::RuleSet;
use super::low_level_type::TypeDetail;
use crate::condition::Condition;
use crate::patterns::PatternsToMatch;
use importer::Importer;

pub use fragment_predicate::{FragmentPredicate, PredicateFlag, immediate_value};
pub use skip_reason::{Side, SkipReason, TypeProblem};
pub use skip_text::SkipTexts;

/// The patterns of a target as rules.
#[derive(Debug, Default)]
pub struct Import {
    /// The rules in the order of the patterns, and what they share.
    pub rules: RuleSet,
    /// By number of a rule, the place of its pattern in [`PatternsToMatch::list`]. Patterns that are skipped
    /// have numbers too.
    pub patterns: Vec<u32>,
    /// The predicates (records of class `Predicate`) that patterns need, also those that are skipped, in the
    /// order in which they first come up.
    pub features: Vec<RecordId>,
    /// The conditions on the mode of the hardware, likewise.
    pub hw_mode_conditions: Vec<Condition>,
    /// The patterns that are skipped, in order.
    pub skipped: Vec<SkippedRule>,
}

/// A pattern that is skipped.
#[derive(Clone, Debug)]
pub struct SkippedRule {
    /// The number that the rule would have.
    pub number: u32,
    /// Why.
    pub reason: SkipReason,
}

impl Import {
    /// Imports the patterns of a target. `detail`: how much types say.
    ///
    /// # Errors
    /// Where a record that a pattern refers to is invalid.
    pub fn of(
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
