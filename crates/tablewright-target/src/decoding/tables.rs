//! All tables of a target's decoder, with the conditions and operand decoders that they use.
//!
//! In: encodings. Out: [`DecoderTables`], with conditions and operand decoders numbered in the
//! order of their first use, and the encodings that no bits distinguish.

use std::ops::Range;

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, Feature, FieldError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::bit_pattern::BitPatterns;
use super::conflict;
use super::decision_tree::{DecisionId, DecisionTree};
use super::decoder_table::{Accepted, DecoderTable, Numbering, SoftFail};
use super::encodings::{DecoderOptions, EncodingGroup, EncodingId, Encodings};
use super::operand_decoder::OperandDecoderId;
use super::predicates::Predicates;
use super::scoped_table::ScopedTable;

/// The decoder tables.
#[doc(alias = "DecoderTableInfo")]
#[derive(Debug)]
pub struct DecoderTables {
    /// The decoded encodings.
    pub encodings: Encodings,
    /// The table for each group.
    pub tables: GroupTables,
    /// The conditions in the tables.
    pub predicates: Predicates,
    /// The operand decoders in the tables.
    pub decoder_sets: Vec<DecoderSet>,
    /// The encodings that no bits distinguish.
    pub conflicts: Vec<Conflict>,
}

/// The table for each group, in the layout of the release.
#[derive(Debug)]
pub enum GroupTables {
    /// Operations contain the next operation for a false condition.
    Skips(Vec<DecoderTable>),
    /// Operations are nested.
    Scopes(Vec<ScopedTable>),
}

/// The operand decoders for some groups.
#[derive(Debug)]
pub struct DecoderSet {
    /// Word width in bits, if decoders are numbered separately for each width.
    pub width: Option<u32>,
    /// The group indices.
    pub groups: Range<usize>,
    /// The decoders, indexed by number.
    pub decoders: Vec<OperandDecoderId>,
}

/// Encodings that no bits distinguish.
#[derive(Debug)]
pub struct Conflict {
    /// The group index.
    pub group: usize,
    /// The encodings.
    pub encodings: Vec<EncodingId>,
}

impl DecoderTables {
    /// Builds the tables for the target in `store`.
    ///
    /// # Errors
    /// Returns an error if encodings are invalid. Conflicting encodings are reported as warnings.
    pub fn collect(
        store: &RecordStore,
        options: DecoderOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<DecoderTables, AnalysisError> {
        let encodings = Encodings::collect(store, options, diagnostics)?;
        let mut tables = if store.release().has(Feature::DecoderTablesHaveScopes) {
            GroupTables::Scopes(Vec::with_capacity(encodings.groups.len()))
        } else {
            GroupTables::Skips(Vec::with_capacity(encodings.groups.len()))
        };
        let mut numbers = Numbers {
            predicates: Predicates::default(),
            decoders: Vec::new(),
            by_id: FxHashMap::default(),
        };
        let mut conflicts = Vec::new();
        let mut decoder_sets = Vec::new();
        let mut first = 0;
        for (group_index, group) in encodings.groups.iter().enumerate() {
            let tree = group.tree(store, &encodings);
            let mut numbering = TableNumbering {
                store,
                encodings: &encodings,
                group,
                tree: &tree,
                group_index,
                conflicts: &mut conflicts,
                numbers: &mut numbers,
                diagnostics,
            };
            match &mut tables {
                GroupTables::Skips(all) => all.push(DecoderTable::new(&tree, &mut numbering)?),
                GroupTables::Scopes(all) => all.push(ScopedTable::new(&tree, &mut numbering)?),
            }
            let next = group_index + 1;
            let is_last_of_width =
                encodings.groups.get(next).is_none_or(|next| next.width != group.width);
            if options.is_specialized_by_width && is_last_of_width {
                numbers.by_id.clear();
                let decoders = std::mem::take(&mut numbers.decoders);
                decoder_sets.push(DecoderSet {
                    width: Some(group.width),
                    groups: first..next,
                    decoders,
                });
                first = next;
            }
        }
        let Numbers { predicates, decoders, .. } = numbers;
        if !options.is_specialized_by_width {
            let groups = 0..encodings.groups.len();
            decoder_sets.push(DecoderSet { width: None, groups, decoders });
        }
        Ok(DecoderTables { encodings, tables, predicates, decoder_sets, conflicts })
    }
}

impl EncodingGroup {
    /// Builds the decision tree for the group's encodings, numbered by their index in the group.
    pub fn tree(&self, store: &RecordStore, encodings: &Encodings) -> DecisionTree {
        let has_lengths = store.release().has(Feature::DecoderTablesHaveScopes);
        // Older releases treat bits beyond the end of an encoding as unknown.
        let mut patterns = if has_lengths {
            BitPatterns::with_lengths(self.width)
        } else {
            BitPatterns::new(self.width)
        };
        for &encoding in &self.encodings {
            patterns.push(&encodings.encodings[encoding].pattern);
        }
        DecisionTree::new(&patterns, 0..self.encodings.len() as u32)
    }
}

/// The numbers shared by all tables.
struct Numbers {
    predicates: Predicates,
    decoders: Vec<OperandDecoderId>,
    by_id: FxHashMap<OperandDecoderId, u32>,
}

struct TableNumbering<'a> {
    store: &'a RecordStore,
    encodings: &'a Encodings,
    group: &'a EncodingGroup,
    tree: &'a DecisionTree,
    /// The group index.
    group_index: usize,
    conflicts: &'a mut Vec<Conflict>,
    numbers: &'a mut Numbers,
    diagnostics: &'a mut Diagnostics,
}

impl TableNumbering<'_> {
    fn id(&self, encoding: u32) -> EncodingId {
        self.group.encodings[encoding as usize]
    }
}

impl Numbering for TableNumbering<'_> {
    type Error = FieldError;

    fn predicate(&mut self, encoding: u32) -> Result<Option<u32>, FieldError> {
        let record = self.encodings.encodings[self.id(encoding)].record;
        self.numbers.predicates.number(self.store.record(record))
    }

    fn soft_fail(&mut self, encoding: u32) -> Result<Option<SoftFail>, FieldError> {
        let id = self.id(encoding);
        let encoding = &self.encodings.encodings[id];
        if let Some(bit) = encoding.soft_fail_without_value {
            let warning = conflict::soft_fail_warning(self.store, encoding, bit);
            self.diagnostics.push(warning);
        }
        Ok(encoding.soft_fail)
    }

    fn accept(&mut self, encoding: u32) -> Accepted {
        let id = self.id(encoding);
        let encoding_entry = &self.encodings.encodings[id];
        let Numbers { decoders, by_id, .. } = &mut *self.numbers;
        let decoder = *by_id.entry(encoding_entry.decoder).or_insert_with(|| {
            decoders.push(encoding_entry.decoder);
            decoders.len() as u32 - 1
        });
        Accepted {
            encoding,
            opcode: encoding_entry.instruction.index() as u32,
            decoder,
            is_complete: self.encodings.decoders.get(encoding_entry.decoder).is_complete,
        }
    }

    fn conflict(&mut self, decision: DecisionId, encodings: &[u32]) {
        let path = self.tree.path(decision);
        let ids = encodings.iter().map(|&encoding| self.id(encoding)).collect();
        self.conflicts.push(Conflict { group: self.group_index, encodings: ids });
        let encodings: Vec<_> =
            encodings.iter().map(|&e| &self.encodings.encodings[self.id(e)]).collect();
        let widths = self.tree.widths(decision);
        let words = conflict::Words::new(self.store, self.group.width, &widths, &path);
        let warning = conflict::warning(self.store, words, &encodings);
        self.diagnostics.push(warning);
    }
}
