//! Coverage: the index that a selector notes when a pattern was selected, and the pattern's text and location.
//!
//! In: the tree of matchers. Out: [`DagIselCoverage`], indices in the order in which patterns come up in it.

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_selection::patterns::PatternsToMatch;

use super::analyses::DagIselAnalyses;
use super::matcher::{Chain, PatternIndex};

/// Patterns by index.
pub(crate) struct DagIselCoverage {
    /// Text for each pattern: the matched tree and the result tree.
    pub(crate) texts: Vec<String>,
    /// File and line by pattern.
    pub(crate) locations: Vec<String>,
    indices: FxHashMap<PatternIndex, u32>,
}

impl DagIselCoverage {
    pub(super) fn new(
        root: &Chain,
        job: &mut DagIselAnalyses<'_, '_>,
        patterns: &PatternsToMatch,
        intrinsic_numbers: &[i64],
    ) -> Result<DagIselCoverage, Failure> {
        let mut order = Vec::new();
        root.visit(&mut |matcher| order.extend(matcher.pattern()));
        let (texts, locations, indices) = (Vec::new(), Vec::new(), FxHashMap::default());
        let mut coverage = DagIselCoverage { texts, locations, indices };
        let mut by_text: FxHashMap<String, u32> = FxHashMap::default();
        for pattern_index in order {
            let pattern = &patterns.list[pattern_index as usize];
            let source =
                patterns.text(job.store, pattern.source, intrinsic_numbers, job.diagnostics)?;
            let result =
                patterns.text(job.store, pattern.result, intrinsic_numbers, job.diagnostics)?;
            let text = format!("{source} -> {result}");
            let next = coverage.texts.len() as u32;
            let index = *by_text.entry(text.clone()).or_insert(next);
            if index == next {
                coverage.texts.push(text);
                // The `defm` location, if there is one.
                let positions = job.store.record(pattern.record).positions();
                let pos = positions[positions.len().min(2) - 1];
                let sources = job.store.sources();
                let at = sources.line_column(pos);
                let name = &sources.file(sources.file_of(pos)).name;
                coverage.locations.push(format!("{name}:{}", at.line));
            }
            coverage.indices.insert(pattern_index, index);
        }
        Ok(coverage)
    }

    /// Returns a pattern's index.
    pub(crate) fn index(&self, pattern: PatternIndex) -> u32 {
        self.indices.get(&pattern).copied().unwrap_or_default()
    }
}
