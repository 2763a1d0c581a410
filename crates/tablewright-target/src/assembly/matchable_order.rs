//! The order in which the matcher tries rows, and rows that no operands tell apart.
//!
//! Rows are ordered by, one after the other: the mnemonic, capitals being like small letters; the size
//! of the instruction, if the parser prefers smaller ones; the number of operands; the order of the
//! operands' classes, from the first operand on; the order of definition, where both instructions ask
//! for it (`HasPositionOrder`); and the number of required features, more before fewer. What is equal
//! in all this stays in the order in which it was read: by variant, instructions by their numbers, then
//! aliases by name, and two-operand aliases last.

use std::cmp::Ordering;

use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore, RecordView};

use super::match_class::MatchClasses;
use super::matchable::{Matchable, Matchables};
use super::parser::AsmParser;
use super::texts::{AsmTexts, TextId};
use crate::instructions::{InstructionId, Instructions};
use crate::merge_sort::merge_sort_by;
use crate::record_views::instruction::InstructionRecord;

/// The criteria that order rows.
pub(super) struct RowOrder<'a> {
    rows: &'a Matchables,
    classes: &'a MatchClasses,
    prefers_smaller: bool,
    /// By text, its rank among the mnemonics.
    mnemonic_ranks: Vec<u32>,
    /// By instruction, its position in the order of definition, if it has `HasPositionOrder`.
    positions: IndexVec<InstructionId, Option<u32>>,
}

impl<'a> RowOrder<'a> {
    pub(super) fn new(
        store: &RecordStore,
        instructions: &Instructions,
        parser: &AsmParser,
        texts: &AsmTexts,
        rows: &'a Matchables,
        classes: &'a MatchClasses,
    ) -> Result<RowOrder<'a>, FieldError> {
        let mut positions = instructions.side_table(None);
        for (instruction, record) in instructions.iter() {
            let record = InstructionRecord::new(store.record(record));
            if record.has_position_order()? {
                positions[instruction] = Some(record.sequence());
            }
        }
        Ok(RowOrder {
            rows,
            classes,
            prefers_smaller: parser.prefers_smaller,
            mnemonic_ranks: mnemonic_ranks(rows, texts),
            positions,
        })
    }

    /// The indices of the rows in the order in which they are tried.
    pub(super) fn sorted(&self) -> Vec<u32> {
        let mut indices: Vec<u32> = (0..self.rows.rows.len() as u32).collect();
        let row = |index: u32| &self.rows.rows[index as usize];
        merge_sort_by(&mut indices, |&a, &b| self.compare(row(a), row(b)) == Ordering::Less);
        indices
    }

    fn compare(&self, a: &Matchable, b: &Matchable) -> Ordering {
        let mnemonic = |row: &Matchable| self.mnemonic_ranks[row.mnemonic.index()];
        let size = |row: &Matchable| if self.prefers_smaller { row.size } else { 0 };
        mnemonic(a)
            .cmp(&mnemonic(b))
            .then_with(|| size(a).cmp(&size(b)))
            .then_with(|| a.operands.len.cmp(&b.operands.len))
            .then_with(|| self.compare_operands(a, b))
            .then_with(|| match (self.positions[a.instruction], self.positions[b.instruction]) {
                (Some(a), Some(b)) => a.cmp(&b),
                _ => {
                    let count = |row: &Matchable| self.rows.features[row.features].len();
                    count(b).cmp(&count(a))
                }
            })
    }

    fn compare_operands(&self, a: &Matchable, b: &Matchable) -> Ordering {
        let (a, b) = (self.rows.operands(a), self.rows.operands(b));
        let ranks = a.iter().zip(b).map(|(a, b)| (a.class, b.class));
        let differing = ranks
            .filter(|(a, b)| a != b)
            .map(|(a, b)| (self.classes.rank(a), self.classes.rank(b)));
        differing.map(|(a, b)| a.cmp(&b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// By text, its rank among the mnemonics of rows, where capitals are like small letters.
fn mnemonic_ranks(rows: &Matchables, texts: &AsmTexts) -> Vec<u32> {
    let mut mnemonics: Vec<TextId> = rows.rows.iter().map(|row| row.mnemonic).collect();
    mnemonics.sort_unstable();
    mnemonics.dedup();
    let mut lowered: Vec<(String, TextId)> = mnemonics
        .into_iter()
        .map(|mnemonic| (texts.get(mnemonic).to_ascii_lowercase(), mnemonic))
        .collect();
    lowered.sort_unstable();
    let mut ranks = vec![0; texts.count()];
    let mut rank = 0;
    for (index, (text, mnemonic)) in lowered.iter().enumerate() {
        if index > 0 && lowered[index - 1].0 != *text {
            rank += 1;
        }
        ranks[mnemonic.index()] = rank;
    }
    ranks
}

/// Whether two rows match the same operands, so that whichever comes first in the order is taken if
/// both are available.
pub fn are_ambiguous(
    a: &Matchable,
    b: &Matchable,
    rows: &Matchables,
    classes: &MatchClasses,
    parser: &AsmParser,
) -> bool {
    let (a_operands, b_operands) = (rows.operands(a), rows.operands(b));
    let number = |row: &Matchable| parser.variants[row.variant].number;
    if a.mnemonic != b.mnemonic
        || number(a) != number(b)
        || (parser.prefers_smaller && a.size != b.size)
        || a_operands.len() != b_operands.len()
    {
        return false;
    }
    // Any difference between classes tells the rows apart: the parser is expected to find the
    // narrowest class of an operand.
    let ranks = a_operands.iter().zip(b_operands);
    ranks.into_iter().all(|(a, b)| classes.rank(a.class) == classes.rank(b.class))
}
