//! A target's patterns: their analyses, and names and positions for people; [`MatcherTarget`] adds the table from
//! `--gen-dag-isel`.

use std::collections::HashMap;
use std::ops::Deref;

use tablewright_backend::Failure;
use tablewright_inspect::SourceLocation;
use tablewright_llvm::matcher_table::{MatcherTable, PatternCost};
use tablewright_records::{RecordId, RecordStore};
use tablewright_selection::patterns::{
    PatternRank, PatternToMatch, Patterns, PatternsToMatch, TreeDescriber, TreeDescription,
    selector_patterns,
};
use tablewright_syntax::source::Pos;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::instructions::Instructions;
use tablewright_target::target::target;

use crate::description_command::CommandSubject;

pub(super) struct PatternsTarget<'s> {
    pub(super) store: &'s RecordStore,
    pub(super) name: &'s str,
    pub(super) instructions: &'s Instructions,
    pub(super) hw_modes: &'s HwModes,
    pub(super) patterns: &'s Patterns,
    pub(super) to_match: &'s PatternsToMatch,
    pub(super) describer: TreeDescriber<'s>,
    /// By record, the indices of its patterns, in the order in which patterns are tried.
    indices: HashMap<RecordId, Vec<usize>>,
}

/// A target's patterns in the table from `--gen-dag-isel`.
pub(super) struct MatcherTarget<'s> {
    target: PatternsTarget<'s>,
    pub(super) table: MatcherTable<'s>,
    /// Costs by pattern index, in the order in which patterns are tried. The same order applies to `ranks`.
    pub(super) costs: Vec<PatternCost>,
    pub(super) ranks: Vec<PatternRank>,
}

impl<'s> MatcherTarget<'s> {
    pub(super) fn new(
        subject: &mut CommandSubject<'s, '_>,
        has_coverage: bool,
    ) -> Result<MatcherTarget<'s>, Failure> {
        let store = subject.store;
        let to_match = selector_patterns(store, subject.diagnostics)?;
        let target = PatternsTarget::new(subject, to_match)?;
        let table = MatcherTable::new(store, subject.diagnostics, has_coverage)?;
        let (costs, ranks) = (table.costs(), to_match.ranks(store, target.patterns)?);
        Ok(MatcherTarget { target, table, costs, ranks })
    }
}

impl<'s> Deref for MatcherTarget<'s> {
    type Target = PatternsTarget<'s>;

    fn deref(&self) -> &PatternsTarget<'s> {
        &self.target
    }
}

impl<'s> PatternsTarget<'s> {
    /// Reads a target whose patterns are split by hardware mode, as `--gen-global-isel` does.
    pub(super) fn by_mode(
        subject: &mut CommandSubject<'s, '_>,
    ) -> Result<PatternsTarget<'s>, Failure> {
        let to_match = subject.analysis()?;
        PatternsTarget::new(subject, to_match)
    }

    fn new(
        subject: &mut CommandSubject<'s, '_>,
        to_match: &'s PatternsToMatch,
    ) -> Result<PatternsTarget<'s>, Failure> {
        let store = subject.store;
        let mut indices: HashMap<RecordId, Vec<usize>> = HashMap::new();
        for (index, pattern) in to_match.list.iter().enumerate() {
            indices.entry(pattern.record).or_default().push(index);
        }
        Ok(PatternsTarget {
            store,
            name: target(store)?.name(),
            instructions: subject.analysis()?,
            hw_modes: subject.analysis()?,
            patterns: subject.analysis()?,
            to_match,
            describer: to_match.describer(store, subject.diagnostics)?,
            indices,
        })
    }

    pub(super) fn record_name(&self, record: RecordId) -> &'s str {
        self.store.record(record).name()
    }

    /// Returns a record's location, then the locations of its `defm`s, the innermost first.
    pub(super) fn locations(&self, record: RecordId) -> Vec<SourceLocation> {
        let positions = self.store.record(record).positions();
        positions.iter().map(|&pos| self.location(pos)).collect()
    }

    fn location(&self, pos: Pos) -> SourceLocation {
        SourceLocation::new(self.store.sources(), pos)
    }

    /// Returns a record's location. For a record from a `defm`, the location inside the multiclass.
    pub(super) fn location_text(&self, record: RecordId) -> String {
        let locations = self.locations(record);
        locations.first().map(SourceLocation::to_string).unwrap_or_default()
    }

    /// Returns a pattern by its index in the order in which patterns are tried.
    pub(super) fn pattern(&self, index: usize) -> &'s PatternToMatch {
        &self.to_match.list[index]
    }

    /// Returns a pattern's source and result, with names.
    pub(super) fn trees(&self, index: usize) -> (TreeDescription, TreeDescription) {
        let pattern = self.pattern(index);
        (self.describer.tree(pattern.source), self.describer.tree(pattern.result))
    }

    /// Formats a pattern's source and result on one line.
    pub(super) fn pattern_text(&self, index: usize) -> String {
        let (source, result) = self.trees(index);
        format!("{source} -> {result}")
    }

    /// Returns the indices of a record's patterns, in the order in which patterns are tried.
    pub(super) fn indices_of(&self, record: RecordId) -> &[usize] {
        self.indices.get(&record).map_or(&[], Vec::as_slice)
    }

    /// Describes the difference between a pattern and its record's pattern: a variant, a mode, or both.
    pub(super) fn form(&self, index: usize) -> Option<String> {
        let pattern = self.pattern(index);
        let mode = pattern.mode.map(|mode| {
            if mode.is_default() {
                "in the default mode".to_owned()
            } else {
                format!("in mode {}", self.hw_modes.get(mode).name)
            }
        });
        match (pattern.is_variant, mode) {
            (true, Some(mode)) => Some(format!("a variant {mode}")),
            (true, None) => Some("a variant".to_owned()),
            (false, mode) => mode,
        }
    }
}
