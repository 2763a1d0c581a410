//! All tables of a target's decoder, and what they refer to.
//!
//! In: encodings. Out: [`DecoderTables`], with conditions and operand decoders numbered in the order
//! in which the tables need them, and the encodings that no bits tell apart.

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

/// The tables of a decoder.
#[doc(alias = "DecoderTableInfo")]
#[derive(Debug)]
pub struct DecoderTables {
    /// The encodings that are decoded.
    pub encodings: Encodings,
    /// The table of each group.
    pub tables: GroupTables,
    /// The conditions that tables refer to.
    pub predicates: Predicates,
    /// The operand decoders that tables refer to.
    pub decoder_sets: Vec<DecoderSet>,
    /// The encodings that no bits tell apart.
    pub conflicts: Vec<Conflict>,
}

/// The table of each group, as the release lays it out.
#[derive(Debug)]
pub enum GroupTables {
    /// Operations say where decoding goes on if they do not hold.
    Skips(Vec<DecoderTable>),
    /// Operations are nested.
    Scopes(Vec<ScopedTable>),
}

/// The operand decoders of some groups.
#[derive(Debug)]
pub struct DecoderSet {
    /// The size of words, if decoders are numbered for each size.
    pub width: Option<u32>,
    /// The indices of the groups.
    pub groups: Range<usize>,
    /// The decoders, each at the index of its number.
    pub decoders: Vec<OperandDecoderId>,
}

/// Encodings that no bits tell apart.
#[derive(Debug)]
pub struct Conflict {
    /// The index of their group.
    pub group: usize,
    /// The encodings.
    pub encodings: Vec<EncodingId>,
}

impl DecoderTables {
    /// The tables for the target in `store`.
    ///
    /// # Errors
    /// Where encodings are invalid. Conflicting encodings are reported as warnings.
    pub fn collect(
        store: &RecordStore,
        options: DecoderOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<DecoderTables, AnalysisError> {
        let encodings = Encodings::collect(store, options, diagnostics)?;
        let mut tables = match store.release().has(Feature::DecoderTablesHaveScopes) {
            true => GroupTables::Scopes(Vec::with_capacity(encodings.groups.len())),
            false => GroupTables::Skips(Vec::with_capacity(encodings.groups.len())),
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
                GroupTables::Skips(all) => all.push(DecoderTable::of(&tree, &mut numbering)?),
                GroupTables::Scopes(all) => all.push(ScopedTable::of(&tree, &mut numbering)?),
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
    /// The decisions that tell the encodings of the group apart. They are numbered by their index in
    /// the group.
    pub fn tree(&self, store: &RecordStore, encodings: &Encodings) -> DecisionTree {
        let has_lengths = store.release().has(Feature::DecoderTablesHaveScopes);
        // Older releases took the bits after the end of an encoding for unknown ones.
        let mut patterns = match has_lengths {
            true => BitPatterns::with_lengths(self.width),
            false => BitPatterns::new(self.width),
        };
        for &encoding in &self.encodings {
            patterns.push(&encodings.encodings[encoding].pattern);
        }
        DecisionTree::of(&patterns, 0..self.encodings.len() as u32)
    }
}

/// The numbers that all tables share.
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
    /// The index of the group.
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
        let found = &self.encodings.encodings[id];
        let Numbers { decoders, by_id, .. } = &mut *self.numbers;
        let decoder = *by_id.entry(found.decoder).or_insert_with(|| {
            decoders.push(found.decoder);
            decoders.len() as u32 - 1
        });
        Accepted {
            encoding,
            opcode: found.instruction.index() as u32,
            decoder,
            is_complete: self.encodings.decoders.get(found.decoder).is_complete,
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
