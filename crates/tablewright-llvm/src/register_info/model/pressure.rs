//! The pressure sets of classes and register units, packed into tables.

use tablewright_backend::{Failure, Job};
use tablewright_records::Feature;
use tablewright_target::registers::{PressureSetId, PressureSets, RegisterClassId, UnitWeights};
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
    /// The largest class of each set, in releases with a function for it.
    pub(crate) largest_classes: Option<LargestClasses>,
}

/// The largest classes of pressure sets.
pub(crate) struct LargestClasses {
    /// The width of a class number.
    pub(crate) width: UnsignedWidth,
    pub(crate) by_set: Vec<RegisterClassId>,
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
            largest_classes: job
                .store
                .release()
                .has(Feature::RegisterClassesShareMasks)
                .then(|| LargestClasses::new(sets)),
            sets,
        })
    }
}

impl LargestClasses {
    /// Finds for each set the class with the greatest weight; of equal classes the first.
    fn new(sets: &PressureSets) -> LargestClasses {
        let mut by_set: Vec<Option<RegisterClassId>> = vec![None; sets.sets.len()];
        let limit = |class: RegisterClassId| sets.class_weights[class].limit;
        // The first lists belong to classes.
        for ((class, _), list) in sets.class_weights.iter_enumerated().zip(&sets.lists) {
            for set in list {
                let best = &mut by_set[set.index()];
                if best.is_none_or(|best| limit(best) < limit(class)) {
                    *best = Some(class);
                }
            }
        }
        LargestClasses {
            width: UnsignedWidth::new(sets.class_weights.len().saturating_sub(1)),
            by_set: by_set.into_iter().flatten().collect(),
        }
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
