//! The pressure sets of classes and register units, packed into tables.

use tablewright_backend::{Failure, Job};
use tablewright_target::registers::{PressureSetId, PressureSets, UnitWeights};
use tablewright_text::SequenceToOffsetTable;

use crate::support::packed_sequences::PackedSequences;
use crate::support::unsigned_width::UnsignedWidth;

/// The tables of pressure sets.
pub(crate) struct Pressure<'s> {
    pub(crate) sets: &'s PressureSets,
    /// The width of a set's limit.
    pub(crate) limit_width: UnsignedWidth,
    /// The number of units that have a weight.
    pub(crate) weighed_units: usize,
    pub(crate) unit_weights: Weights<'s>,
    pub(crate) lists: PackedLists,
}

/// The weights of units.
pub(crate) enum Weights<'s> {
    /// None is heavier than another.
    Uniform,
    Each(&'s [u32]),
}

/// Lists of pressure sets in one table.
pub(crate) struct PackedLists {
    pub(crate) table: SequenceToOffsetTable<PressureSetId>,
    /// The width of an offset into the table.
    pub(crate) offset_width: UnsignedWidth,
    /// By class, where its list begins.
    pub(crate) of_classes: Vec<usize>,
    /// By unit, where its list begins.
    pub(crate) of_units: Vec<usize>,
}

impl<'s> Pressure<'s> {
    pub(super) fn collect(job: &mut Job<'s>) -> Result<Pressure<'s>, Failure> {
        let sets: &PressureSets = job.analysis()?;
        let weights: &UnitWeights = job.analysis()?;
        let weights = weights.native();
        let greatest = sets.sets.iter().map(|set| set.weight).max().unwrap_or(0);
        Ok(Pressure {
            limit_width: UnsignedWidth::of(greatest as usize),
            weighed_units: weights.len(),
            // The generated function needs no table where all weights are one.
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
            offset_width: UnsignedWidth::of(table.len().saturating_sub(1)),
            of_units: sets.list_of_unit.iter().map(|list| offsets[list.index()]).collect(),
            // The lists of classes come first; those after them are of units.
            of_classes: offsets[..sets.class_weights.len()].to_vec(),
            table,
        }
    }
}
