//! Itinerary tables, with the record names they refer to.

use rustc_hash::FxHashSet;
use tablewright_index::IndexVec;
use tablewright_records::{RecordId, RecordStore};
use tablewright_target::schedule::itineraries::{Itineraries, Itinerary, ItineraryUnits};
use tablewright_target::schedule::{SchedClassId, SchedModels};

/// Itinerary tables.
pub(crate) struct ItineraryTables<'s> {
    pub(crate) units: Vec<Units<'s>>,
    pub(crate) stages: Vec<StageSequence<'s>>,
    pub(crate) operands: Vec<OperandSequence<'s>>,
    /// The itineraries of scheduling classes, once for models that share them.
    pub(crate) by_class: Vec<ClassItineraries<'s>>,
}

/// The functional units and bypasses that itineraries mention, numbered from zero.
pub(crate) struct Units<'s> {
    pub(crate) itineraries: &'s str,
    pub(crate) functional_units: Vec<&'s str>,
    pub(crate) bypasses: Vec<&'s str>,
}

/// Stages that instructions go through one after the other.
pub(crate) struct StageSequence<'s> {
    pub(crate) itineraries: &'s str,
    pub(crate) stages: Vec<NamedStage<'s>>,
    pub(crate) numbers: ItineraryNumbers,
}

pub(crate) struct NamedStage<'s> {
    pub(crate) cycles: i32,
    pub(crate) units: Vec<&'s str>,
    pub(crate) time_inc: i32,
    pub(crate) reservation: i32,
}

/// The cycles in which operands are read and written, and their bypasses.
pub(crate) struct OperandSequence<'s> {
    pub(crate) itineraries: &'s str,
    pub(crate) cycles: Vec<i32>,
    /// Bypasses. `None` for an operand without a bypass.
    pub(crate) bypasses: Vec<Option<&'s str>>,
    pub(crate) numbers: ItineraryNumbers,
}

/// The range of a sequence in a table.
#[derive(Clone, Copy)]
pub(crate) struct ItineraryNumbers {
    pub(crate) first: usize,
    /// The last one, if it is not the first.
    pub(crate) last: Option<usize>,
}

impl ItineraryNumbers {
    fn new(first: usize, count: usize) -> ItineraryNumbers {
        ItineraryNumbers { first, last: (count > 1).then(|| first + count - 1) }
    }
}

/// By scheduling class, the itinerary.
pub(crate) struct ClassItineraries<'s> {
    pub(crate) name: &'s str,
    pub(crate) list: &'s IndexVec<SchedClassId, Itinerary>,
}

impl<'s> ItineraryTables<'s> {
    /// Builds the tables. `None` if no processor has itineraries.
    pub(super) fn new(
        store: &'s RecordStore,
        models: &'s SchedModels,
        itineraries: &'s Itineraries,
    ) -> Option<ItineraryTables<'s>> {
        if !models.proc_models.has_itineraries() {
            return None;
        }
        let name = |record: RecordId| store.record(record).name();
        let names = |records: &[RecordId]| records.iter().map(|&r| name(r)).collect::<Vec<_>>();
        let units = |units: &ItineraryUnits| Units {
            itineraries: name(units.record),
            functional_units: names(&units.functional_units),
            bypasses: names(&units.bypasses),
        };
        let stages = itineraries.stages.iter().map(|sequence| StageSequence {
            itineraries: name(sequence.itineraries),
            stages: sequence
                .stages
                .iter()
                .map(|stage| NamedStage {
                    // Stage numbers are C `int`s in the generated tables.
                    cycles: stage.cycles as i32,
                    units: names(&stage.units),
                    time_inc: stage.time_inc as i32,
                    reservation: stage.kind as i32,
                })
                .collect(),
            numbers: ItineraryNumbers::new(sequence.first, sequence.stages.len()),
        });
        let operands = itineraries.operands.iter().map(|sequence| OperandSequence {
            itineraries: name(sequence.itineraries),
            cycles: sequence.cycles.iter().map(|&cycle| cycle as i32).collect(),
            bypasses: (0..sequence.bypass_count())
                .map(|operand| sequence.bypasses.get(operand).map(|&bypass| name(bypass)))
                .collect(),
            numbers: ItineraryNumbers::new(sequence.first, sequence.cycles.len()),
        });
        Some(ItineraryTables {
            units: itineraries.units.iter().map(units).collect(),
            stages: stages.collect(),
            operands: operands.collect(),
            by_class: by_class(store, models, itineraries),
        })
    }
}

fn by_class<'s>(
    store: &'s RecordStore,
    models: &SchedModels,
    itineraries: &'s Itineraries,
) -> Vec<ClassItineraries<'s>> {
    let mut seen: FxHashSet<RecordId> = FxHashSet::default();
    let mut by_class = Vec::new();
    for (model, list) in models.proc_models.list.iter().zip(&itineraries.by_model) {
        // Models may share itineraries: their table is written for the first.
        if !list.is_empty() && seen.insert(model.itineraries) {
            by_class.push(ClassItineraries { name: store.record(model.itineraries).name(), list });
        }
    }
    by_class
}
