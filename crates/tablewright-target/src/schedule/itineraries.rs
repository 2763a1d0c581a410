//! Itineraries: the pipeline stages of instructions, and the cycles in which operands are read and
//! written (`TargetItinerary.td`).
//!
//! In: processor models with itineraries. Out: [`Itineraries`]: lists of stages and operand cycles
//! for all models, and their ranges for each model and scheduling class. Classes with the same
//! itineraries share lists of stages, but not lists of operand cycles.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;

use super::index::{ProcModelId, SchedClassId};
use super::proc_model::ProcModels;
use super::sched_models::SchedModels;
use crate::record_views::itinerary::{
    InstrItinDataRecord, InstrStageRecord, ProcessorItinerariesRecord,
};

/// The itineraries of all processor models of a target.
#[derive(Default, Debug)]
pub struct Itineraries {
    /// `ProcessorItineraries` records, without duplicates.
    pub units: Vec<ItineraryUnits>,
    /// Lists of stages.
    pub stages: Vec<StageList>,
    /// Lists of operand cycles.
    pub operands: Vec<OperandList>,
    /// By processor model, the itineraries of scheduling classes.
    pub by_model: IndexVec<ProcModelId, IndexVec<SchedClassId, Itinerary>>,
}

/// The units and bypasses in a `ProcessorItineraries` record.
#[derive(Debug)]
pub struct ItineraryUnits {
    /// The record.
    pub record: RecordId,
    /// Functional units.
    pub functional_units: Vec<RecordId>,
    /// The bypasses, which forward a result before it is written.
    pub bypasses: Vec<RecordId>,
}

/// The stages of an instruction.
#[derive(Debug)]
pub struct StageList {
    /// The itineraries that contain its units.
    pub itineraries: RecordId,
    /// The stages.
    pub stages: Vec<Stage>,
    /// First stage index over all lists.
    pub first: usize,
}

/// A stage.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stage {
    /// Duration in cycles.
    pub cycles: i64,
    /// The alternative units; the stage uses one unit.
    pub units: Vec<RecordId>,
    /// Cycles from the start of this stage to the next stage; -1 for the end of this stage.
    pub time_inc: i64,
    /// The reservation kind.
    pub kind: i64,
}

/// The operands of an instruction.
#[derive(Debug)]
pub struct OperandList {
    /// The itineraries that contain its bypasses.
    pub itineraries: RecordId,
    /// By operand, the cycle in which it is written or read.
    pub cycles: Vec<i64>,
    /// The bypasses of the first operands.
    pub bypasses: Vec<RecordId>,
    /// First operand index over all lists.
    pub first: usize,
}

impl OperandList {
    /// Returns the number of bypasses, including operands without bypasses.
    pub fn bypass_count(&self) -> usize {
        self.cycles.len().max(self.bypasses.len())
    }
}

/// The itinerary of a scheduling class: ranges of stages and operands over all lists.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Itinerary {
    /// Micro-operation count.
    pub num_micro_ops: i16,
    /// First stage index.
    pub first_stage: u16,
    /// Index after the last stage.
    pub last_stage: u16,
    /// First operand index.
    pub first_operand_cycle: u16,
    /// Index after the last operand.
    pub last_operand_cycle: u16,
}

impl Analysis for Itineraries {
    /// Drops the warnings of [`SchedModels`]: callers that request the [`SchedModels`] analysis
    /// receive them.
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Itineraries, AnalysisError> {
        let models: &SchedModels = store.analysis(&mut Diagnostics::new())?;
        let class_count = models.classes.instruction_class_count();
        Ok(Itineraries::collect(store, &models.proc_models, class_count)?)
    }
}

impl Itineraries {
    fn collect(
        store: &RecordStore,
        models: &ProcModels,
        class_count: usize,
    ) -> Result<Itineraries, FieldError> {
        let mut itineraries = Itineraries::default();
        if !models.has_itineraries() {
            return Ok(itineraries);
        }
        let mut seen = FxHashSet::default();
        // Index zero is reserved for classes without itineraries.
        let mut lists =
            ItineraryLists { next_stage: 1, next_operand: 1, stages: FxHashMap::default() };
        for model in &models.list {
            let record = ProcessorItinerariesRecord::new(store.record(model.itineraries));
            // Several models may name the same itineraries, including `NoItineraries`.
            if seen.insert(model.itineraries) {
                itineraries.units.push(units_of(record)?);
            }
            let mut list = IndexVec::new();
            if model.has_itineraries {
                list.resize(class_count, Itinerary::default());
                // Only classes with instructions have itineraries.
                for (itinerary, data) in list.iter_mut().zip(&model.itin_data) {
                    if let Some(data) = data {
                        let data = InstrItinDataRecord::new(store.record(*data));
                        *itinerary = lists.add(model.itineraries, data, &mut itineraries)?;
                    }
                }
            }
            itineraries.by_model.push(list);
        }
        Ok(itineraries)
    }
}

fn units_of(record: ProcessorItinerariesRecord<'_>) -> Result<ItineraryUnits, FieldError> {
    Ok(ItineraryUnits {
        record: record.id(),
        functional_units: record.functional_units()?.iter().map(|unit| unit.id()).collect(),
        bypasses: record.bypasses()?,
    })
}

struct ItineraryLists {
    next_stage: usize,
    next_operand: usize,
    /// By itineraries and stages, the index of the first stage.
    stages: FxHashMap<(RecordId, Vec<Stage>), usize>,
}

impl ItineraryLists {
    /// Converts an `InstrItinData` record into an itinerary.
    fn add(
        &mut self,
        itineraries: RecordId,
        data: InstrItinDataRecord<'_>,
        to: &mut Itineraries,
    ) -> Result<Itinerary, FieldError> {
        let stages = data.stages()?.into_iter().map(Stage::new);
        let stages = stages.collect::<Result<Vec<Stage>, FieldError>>()?;
        let (first_stage, stage_count) = (self.stage_list(itineraries, &stages, to), stages.len());
        let cycles = data.operand_cycles()?;
        let bypasses = data.bypasses()?;
        let (first_cycle, cycle_count) = (self.next_operand, cycles.len());
        let first_cycle = if cycles.is_empty() { 0 } else { first_cycle };
        // Operands are not shared, even if they are equal.
        if !cycles.is_empty() {
            self.next_operand += cycle_count;
            to.operands.push(OperandList { itineraries, cycles, bypasses, first: first_cycle });
        }
        Ok(Itinerary {
            // `InstrItinerary` has 16 bits for each field.
            num_micro_ops: data.num_micro_ops()? as i16,
            first_stage: first_stage as u16,
            last_stage: (first_stage + stage_count) as u16,
            first_operand_cycle: first_cycle as u16,
            last_operand_cycle: (first_cycle + cycle_count) as u16,
        })
    }

    /// Returns the index of the first stage. Adds the stages if they are new.
    fn stage_list(
        &mut self,
        itineraries: RecordId,
        stages: &[Stage],
        to: &mut Itineraries,
    ) -> usize {
        // Index zero is the empty list.
        if stages.is_empty() {
            return 0;
        }
        let first = self.next_stage;
        *self.stages.entry((itineraries, stages.to_vec())).or_insert_with(|| {
            self.next_stage += stages.len();
            to.stages.push(StageList { itineraries, stages: stages.to_vec(), first });
            first
        })
    }
}

impl Stage {
    fn new(stage: InstrStageRecord<'_>) -> Result<Stage, FieldError> {
        Ok(Stage {
            cycles: stage.cycles()?,
            units: stage.units()?.iter().map(|unit| unit.id()).collect(),
            time_inc: stage.time_inc()?,
            kind: stage.kind()?,
        })
    }
}
