//! The composites of sub-register indices, packed into tables.

use tablewright_index::IndexVec;
use tablewright_target::registers::{MaskRol, SubRegIndexId, SubRegIndices};

use super::{RegisterAnalyses, RegisterInfoLayout};
use crate::support::unsigned_width::UnsignedWidth;

/// Tables for composite indices, and for the conversion between lanes in parts and lanes in wholes.
pub(crate) struct Composition<'s> {
    /// Composite row number by first index.
    pub(crate) row_of: IndexVec<SubRegIndexId, usize>,
    /// Rows of composites, by the second index. A row serves all indices that do not contradict
    /// each other.
    pub(crate) rows: Vec<CompositeRow>,
    /// The second index, by an index and one of its composites. `None` in releases without the table.
    pub(crate) decomposed: Option<Vec<CompositeRow>>,
    /// Row number width.
    pub(crate) row_width: UnsignedWidth,
    /// Index number width.
    pub(crate) index_width: UnsignedWidth,
    /// Step sequences from lanes in parts to lanes in wholes. Several indices can share a sequence.
    pub(crate) sequences: Vec<Sequence<'s>>,
    /// Step offset by index.
    pub(crate) sequence_of: IndexVec<SubRegIndexId, usize>,
    /// Sequence offset width.
    pub(crate) sequence_width: UnsignedWidth,
}

/// Consecutive steps, followed by a terminator.
pub(crate) struct Sequence<'s> {
    pub(crate) start: usize,
    pub(crate) steps: &'s [MaskRol],
}

impl<'s> Composition<'s> {
    /// Creates the tables.
    pub(super) fn new(
        analyses: &RegisterAnalyses<'s>,
        layout: RegisterInfoLayout,
    ) -> Composition<'s> {
        let indices = analyses.indices;
        let (rows, row_of) = rows(indices);
        let (sequences, sequence_of) =
            sequences(indices.ids().map(|index| analyses.lanes.transform(index)));
        let greatest_start = sequence_of.iter().copied().max().unwrap_or(0);
        let decomposed = match layout {
            RegisterInfoLayout::OneFile => None,
            RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => {
                Some(decomposed(indices, &rows, &row_of))
            }
        };
        Composition {
            decomposed,
            row_width: UnsignedWidth::new(rows.len()),
            // Index numbers begin at 1; zero means no index.
            index_width: UnsignedWidth::new(indices.len() + 1),
            sequence_width: UnsignedWidth::new(greatest_start),
            row_of,
            rows,
            sequences,
            sequence_of,
        }
    }
}

/// For each index, the composite index, if there is one.
pub(crate) type CompositeRow = IndexVec<SubRegIndexId, Option<SubRegIndexId>>;

/// Merges the rows of composites: an index shares the first row that does not contradict it.
fn rows(indices: &SubRegIndices) -> (Vec<CompositeRow>, IndexVec<SubRegIndexId, usize>) {
    let mut rows: Vec<CompositeRow> = Vec::new();
    let mut row_of = IndexVec::with_capacity(indices.len());
    for index in indices.ids() {
        // First fit in index order: the assignment of indices to rows is part of the output.
        let takes = |row: &CompositeRow| {
            let mut composites = indices.composites_of(index);
            composites.all(|(b, composite)| row[b].is_none_or(|earlier| earlier == composite))
        };
        let at = rows.iter().position(takes).unwrap_or_else(|| {
            rows.push(IndexVec::from_fn(indices.len(), |_| None));
            rows.len() - 1
        });
        for (b, composite) in indices.composites_of(index) {
            rows[at][b] = Some(composite);
        }
        row_of.push(at);
    }
    (rows, row_of)
}

/// By index and composite, the first index that makes the composite. An index has the composites of all
/// that share its row.
fn decomposed(
    indices: &SubRegIndices,
    rows: &[CompositeRow],
    row_of: &IndexVec<SubRegIndexId, usize>,
) -> Vec<CompositeRow> {
    row_of.iter().map(|&row| reversed(indices, &rows[row])).collect()
}

/// Returns the first second index for each composite.
fn reversed(indices: &SubRegIndices, row: &CompositeRow) -> CompositeRow {
    let mut reversed = IndexVec::from_fn(indices.len(), |_| None);
    for (second, &composite) in row.iter_enumerated() {
        if let Some(composite) = composite {
            let slot: &mut Option<SubRegIndexId> = &mut reversed[composite];
            slot.get_or_insert(second);
        }
    }
    reversed
}

/// Lays each different sequence of steps out once, with a terminator after it.
fn sequences<'s>(
    of_indices: impl Iterator<Item = &'s [MaskRol]>,
) -> (Vec<Sequence<'s>>, IndexVec<SubRegIndexId, usize>) {
    let mut sequences: Vec<Sequence<'s>> = Vec::new();
    let mut sequence_of = IndexVec::new();
    let mut end = 0;
    for steps in of_indices {
        // Few sequences are different, so a search is enough.
        let start = match sequences.iter().find(|earlier| earlier.steps == steps) {
            Some(earlier) => earlier.start,
            None => {
                let start = end;
                sequences.push(Sequence { start, steps });
                // A terminator, whose mask is empty, ends each sequence.
                end += steps.len() + 1;
                start
            }
        };
        sequence_of.push(start);
    }
    (sequences, sequence_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_target::registers::LaneMask;

    #[test]
    fn indices_with_the_same_steps_share_a_sequence() {
        let step = |mask, rotate_left| MaskRol { mask: LaneMask(mask), rotate_left };
        let (one, two) = ([step(1, 2)], [step(1, 0), step(2, 4)]);
        let of_indices: [&[MaskRol]; 4] = [&one, &two, &one, &[]];
        let (sequences, sequence_of) = sequences(of_indices.into_iter());
        // A terminator follows each sequence.
        let starts: Vec<usize> = sequences.iter().map(|sequence| sequence.start).collect();
        assert_eq!(starts, [0, 2, 5]);
        assert_eq!(sequence_of.raw(), [0, 2, 0, 5]);
    }
}
