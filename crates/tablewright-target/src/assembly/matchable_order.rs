//! The order in which the matcher tries rows, and ambiguous rows.
//!
//! Rows are sorted by these keys: the mnemonic, ignoring case; the instruction size, if the parser
//! prefers smaller instructions; the operand count; the operand class order, from the first operand
//! on; the definition order, if both instructions request it (`HasPositionOrder`); and otherwise
//! the required feature count, descending. Equal rows stay in reading order: by variant,
//! instructions by number, then aliases by name, and two-operand aliases last.

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
    /// Mnemonic ranks by text.
    mnemonic_ranks: Vec<u32>,
    /// Definition positions by instruction; `None` without `HasPositionOrder`.
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

    /// Returns the row indices in matching order.
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

/// Returns mnemonic ranks by text, ignoring case.
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

/// Whether two rows match the same operands. If both are available, the matcher uses the earlier
/// row.
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
    // Any class difference distinguishes the rows, because the parser is expected to find the
    // narrowest operand class.
    let ranks = a_operands.iter().zip(b_operands);
    ranks.into_iter().all(|(a, b)| classes.rank(a.class) == classes.rank(b.class))
}
