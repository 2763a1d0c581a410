//! Patterns that are left out, and why.
//!
//! In: the records that state patterns, and what became of them. Out: a list of those that selection never
//! tries.

use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::list::{PatternId, Patterns};
use super::search::pattern_records;
use super::to_match::PatternsToMatch;
use super::trace::{PatternTracer, SkipReason};
use crate::hw_modes::HwModeId;
use crate::instructions::Instructions;

/// A pattern, or a part of one, that selection never tries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedPattern {
    /// The record.
    pub record: RecordId,
    /// Which part of it is left out.
    pub part: SkippedPart,
    /// Why.
    pub reason: SkipReason,
}

/// Which part of a pattern is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkippedPart {
    /// All of it.
    Whole,
    /// One of several alternatives, which fragments have: its place, and how many there are.
    Alternative(usize, usize),
    /// The pattern in one mode of the hardware.
    Mode(HwModeId),
}

/// The patterns of a target that are left out, in the order in which they are defined.
///
/// # Errors
/// Those of [`Patterns`] and [`PatternsToMatch`].
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
        for (place, reason) in alternatives.into_iter().enumerate() {
            let part = match count {
                1 => SkippedPart::Whole,
                _ => SkippedPart::Alternative(place, count),
            };
            skipped.extend(reason.map(|reason| SkippedPattern { record, part, reason }));
        }
    }
    add_modes(store, diagnostics, &tracer, &mut skipped)?;
    skipped.sort_by_key(|pattern| store.record(pattern.record).sequence());
    Ok(skipped)
}

/// Adds the modes in which a pattern has no types.
fn add_modes(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
    tracer: &PatternTracer<'_>,
    skipped: &mut Vec<SkippedPattern>,
) -> Result<(), AnalysisError> {
    let patterns: &Patterns = store.analysis(diagnostics)?;
    let to_match: &PatternsToMatch = store.analysis(diagnostics)?;
    let mut tried: Vec<(PatternId, HwModeId)> =
        to_match.list.iter().filter_map(|pattern| Some((pattern.pattern, pattern.mode?))).collect();
    tried.sort_unstable();
    for (id, pattern) in patterns.list().iter_enumerated() {
        for mode in tracer.modes_of(patterns, pattern) {
            if tried.binary_search(&(id, mode)).is_err() {
                let (part, reason) = (SkippedPart::Mode(mode), SkipReason::NoType(String::new()));
                skipped.push(SkippedPattern { record: pattern.record, part, reason });
            }
        }
    }
    Ok(())
}
