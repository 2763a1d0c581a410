//! Which patterns were used to select something: an index for each, and where it is described.
//!
//! In: the tree of matchers. Out: [`Coverage`], indices in the order in which patterns come up in it.

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_target::patterns::PatternsToMatch;

use super::analyses::Analyses;
use super::matcher::{Chain, Matcher, PatternPlace};

use Matcher as M;

/// Patterns by index.
pub(in crate::dag_isel) struct Coverage {
    /// The text of each, what is matched and what is made.
    pub(in crate::dag_isel) texts: Vec<String>,
    /// The file and line of each.
    pub(in crate::dag_isel) places: Vec<String>,
    indices: FxHashMap<PatternPlace, u32>,
}

impl Coverage {
    pub(super) fn of(
        root: &Chain,
        job: &mut Analyses<'_, '_>,
        patterns: &PatternsToMatch,
        intrinsic_numbers: &[i64],
    ) -> Result<Coverage, Failure> {
        let mut order = Vec::new();
        add(root, &mut order);
        let (texts, places, indices) = (Vec::new(), Vec::new(), FxHashMap::default());
        let mut coverage = Coverage { texts, places, indices };
        let mut by_text: FxHashMap<String, u32> = FxHashMap::default();
        for place in order {
            let pattern = &patterns.list[place as usize];
            let source =
                patterns.text(job.store, pattern.source, intrinsic_numbers, job.diagnostics)?;
            let result =
                patterns.text(job.store, pattern.result, intrinsic_numbers, job.diagnostics)?;
            let text = format!("{source} -> {result}");
            let next = coverage.texts.len() as u32;
            let index = *by_text.entry(text.clone()).or_insert(next);
            if index == next {
                coverage.texts.push(text);
                // The place of the `defm`, if there is one.
                let positions = job.store.record(pattern.record).positions();
                let pos = positions[positions.len().min(2) - 1];
                let sources = job.store.sources();
                let at = sources.line_column(pos);
                let name = &sources.file(sources.file_of(pos)).name;
                coverage.places.push(format!("{name}:{}", at.line));
            }
            coverage.indices.insert(place, index);
        }
        Ok(coverage)
    }

    /// The index of a pattern.
    pub(in crate::dag_isel) fn index(&self, pattern: PatternPlace) -> u32 {
        self.indices.get(&pattern).copied().unwrap_or_default()
    }
}

/// Adds the patterns of a chain, in order.
fn add(chain: &Chain, order: &mut Vec<PatternPlace>) {
    for matcher in chain.iter() {
        match matcher {
            M::Scope(branches) => branches.iter().for_each(|branch| add(&branch.chain, order)),
            M::SwitchOpcode(cases) => cases.iter().for_each(|(_, case)| add(&case.chain, order)),
            M::SwitchType(cases) => cases.iter().for_each(|(_, case)| add(&case.chain, order)),
            M::CompleteMatch { pattern, .. } | M::MorphNodeTo { pattern, .. } => {
                order.push(*pattern)
            }
            _ => {}
        }
    }
}
