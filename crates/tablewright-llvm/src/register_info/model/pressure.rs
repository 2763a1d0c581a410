//! The pressure sets of classes and register units, packed into tables.

use tablewright_backend::{Failure, Job};
use tablewright_target::registers::{PressureSetId, PressureSets, UnitWeights};
use tablewright_text::SequenceToOffsetTable;

use crate::support::packed_sequences::PackedSequences;
use crate::support::unsigned_width::UnsignedWidth;

/// What is printed of pressure sets.
pub(in super::super) struct Pressure<'s> {
    pub(in super::super) sets: &'s PressureSets,
    /// The width of a set's limit.
    pub(in super::super) limit_width: UnsignedWidth,
    /// How many units there are of which a weight is known.
    pub(in super::super) weighed_units: usize,
    pub(in super::super) unit_weights: Weights<'s>,
    pub(in super::super) lists: PackedLists,
}

/// The weights of units.
pub(in super::super) enum Weights<'s> {
    /// None is heavier than another.
    Uniform,
    Each(&'s [u32]),
}

/// Lists of pressure sets in one table.
pub(in super::super) struct PackedLists {
    pub(in super::super) table: SequenceToOffsetTable<PressureSetId>,
    /// The width of an offset into the table.
    pub(in super::super) offset_width: UnsignedWidth,
    /// By class, where its list begins.
    pub(in super::super) of_classes: Vec<usize>,
    /// By unit, where its list begins.
    pub(in super::super) of_units: Vec<usize>,
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
            unit_weights: match weights.iter().any(|&weight| weight > 1) {
                true => Weights::Each(weights),
                false => Weights::Uniform,
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
            // The lists of classes come first; those behind them are of units.
            of_classes: offsets[..sets.class_weights.len()].to_vec(),
            table,
        }
    }
}
