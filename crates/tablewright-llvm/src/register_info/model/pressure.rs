//! The pressure sets of classes and register units, packed into tables.

use tablewright_backend::{Failure, Job};
use tablewright_target::registers::{PressureSetId, PressureSets, UnitWeights};
use tablewright_text::SequenceToOffsetTable;

use crate::support::packed_sequences::PackedSequences;
use crate::support::unsigned_width::UnsignedWidth;

/// Pressure set tables.
pub(crate) struct Pressure<'s> {
    pub(crate) sets: &'s PressureSets,
    /// Set limit width.
    pub(crate) limit_width: UnsignedWidth,
    /// The number of units that have a weight.
    pub(crate) weighed_units: usize,
    pub(crate) unit_weights: Weights<'s>,
    pub(crate) lists: PackedLists,
}

/// Unit weights.
pub(crate) enum Weights<'s> {
    /// None is heavier than another.
    Uniform,
    Each(&'s [u32]),
}

/// Pressure set lists in a single table.
pub(crate) struct PackedLists {
    pub(crate) table: SequenceToOffsetTable<PressureSetId>,
    /// The width of an offset into the table.
    pub(crate) offset_width: UnsignedWidth,
    /// List offset by class.
    pub(crate) of_classes: Vec<usize>,
    /// List offset by unit.
    pub(crate) of_units: Vec<usize>,
}

impl<'s> Pressure<'s> {
    pub(super) fn collect(job: &mut Job<'s>) -> Result<Pressure<'s>, Failure> {
        let sets: &PressureSets = job.analysis()?;
        let weights: &UnitWeights = job.analysis()?;
        let weights = weights.native();
        let greatest = sets.sets.iter().map(|set| set.weight).max().unwrap_or(0);
        Ok(Pressure {
            limit_width: UnsignedWidth::new(greatest as usize),
            weighed_units: weights.len(),
            // If all weights are 1, the generated function needs no table.
            unit_weights: if weights.iter().any(|&weight| weight > 1) {
                Weights::Each(weights)
            } else {
                Weights::Uniform
            },
            lists: PackedLists::new(sets),
            sets,
        })
    }
}

impl PackedLists {
    fn new(sets: &PressureSets) -> PackedLists {
        let PackedSequences { table, offsets } = sets.lists.iter().cloned().collect();
        PackedLists {
            offset_width: UnsignedWidth::new(table.len().saturating_sub(1)),
            of_units: sets.list_of_unit.iter().map(|list| offsets[list.index()]).collect(),
            // Class lists come first, then unit lists.
            of_classes: offsets[..sets.class_weights.len()].to_vec(),
            table,
        }
    }
}
