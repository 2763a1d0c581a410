//! Skipped patterns and the reasons.
//!
//! In: the pattern records, and their reading results. Out: a list of patterns that selection never tries.

use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::instructions::Instructions;

use super::search::pattern_records;
use super::trace::{PatternSkipReason, PatternTracer};
use crate::patterns::forest::NodeId;
use crate::patterns::reading::list::{PatternId, Patterns};
use crate::patterns::selection::by_mode::modes_of;
use crate::patterns::selection::to_match::PatternsToMatch;

/// A pattern, or a part, that selection never tries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedPattern {
    /// The record.
    pub record: RecordId,
    /// The skipped part.
    pub part: SkippedPart,
    /// The reason for skipping the part.
    pub reason: PatternSkipReason,
}

/// A pattern part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkippedPart {
    /// The whole pattern.
    Whole,
    /// A fragment alternative: its index and the alternative count.
    Alternative(usize, usize),
    /// The pattern in a single hardware mode.
    Mode(HwModeId),
}

/// Returns a target's skipped patterns, in definition order.
///
/// # Errors
/// Returns errors from [`Patterns`] and [`PatternsToMatch`].
pub fn skipped_patterns(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<SkippedPattern>, AnalysisError> {
    let instructions: &Instructions = store.analysis(diagnostics)?;
    let mut tracer = PatternTracer::new(store, diagnostics)?;
    let mut skipped = Vec::new();
    for record in pattern_records(store, instructions) {
        let record = record.id();
        let alternatives = tracer.skip_reasons(record)?;
        let count = alternatives.len();
        for (index, reason) in alternatives.into_iter().enumerate() {
            let part = match count {
                1 => SkippedPart::Whole,
                _ => SkippedPart::Alternative(index, count),
            };
            skipped.extend(reason.map(|reason| SkippedPattern { record, part, reason }));
        }
    }
    add_modes(store, diagnostics, &mut skipped)?;
    skipped.sort_by_key(|pattern| store.record(pattern.record).sequence());
    Ok(skipped)
}

/// Adds the modes in which a pattern lacks types.
fn add_modes(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
    skipped: &mut Vec<SkippedPattern>,
) -> Result<(), AnalysisError> {
    let patterns: &Patterns = store.analysis(diagnostics)?;
    let to_match: &PatternsToMatch = store.analysis(diagnostics)?;
    let describer = to_match.describer(store, diagnostics)?;
    let mut tried: Vec<(PatternId, HwModeId)> =
        to_match.list.iter().filter_map(|pattern| Some((pattern.pattern, pattern.mode?))).collect();
    tried.sort_unstable();
    // Variants are additional trees; the patterns' own trees keep their ids.
    for (id, pattern) in patterns.list().iter_enumerated() {
        for mode in modes_of(&patterns.sets, patterns.forest(), [pattern.source, pattern.result]) {
            if tried.binary_search(&(id, mode)).is_err() {
                let mut trees = [pattern.source, pattern.result].into_iter();
                let node = trees.find_map(|tree| to_match.first_without_type(tree, mode));
                let node = node.map(|node| describer.tree(node).to_string());
                let reason = PatternSkipReason::NoType(node.unwrap_or_default());
                let part = SkippedPart::Mode(mode);
                skipped.push(SkippedPattern { record: pattern.record, part, reason });
            }
        }
    }
    Ok(())
}

impl PatternsToMatch {
    /// Returns the first tree node, in preorder, without a possible type in a mode.
    fn first_without_type(&self, tree: NodeId, mode: HwModeId) -> Option<NodeId> {
        let mut types = self.forest.types(tree).iter().map(|&types| self.types(types).get(mode));
        if types.any(|set| set.is_none_or(|set| set.is_empty())) {
            return Some(tree);
        }
        let mut children = self.forest.children(tree).iter();
        children.find_map(|&child| self.first_without_type(child, mode))
    }
}
