//! How long instructions take, and what they take, on each processor of a target: machine models
//! and itineraries (`TargetSchedule.td`, `TargetItinerary.td`).
//!
//! Operands of instructions do *writes* and *reads* ([`read_write`]). Instructions that do the
//! same are of one *scheduling class* ([`sched_class`]), which records of class `InstRW`
//! ([`inst_rw`]) split by processor. Where what is done depends on the instruction, a class turns
//! into others. What each class takes on each processor is a model of its own ([`tables`]), as are
//! the features of processors ([`crate::subtarget_features`]).

mod completeness;
pub mod coverage;
mod index;
mod inference;
pub mod inst_rw;
pub mod instregex;
pub mod itineraries;
pub mod machine_model;
mod operand_resources;
pub mod packetizer;
pub mod proc_model;
pub mod processor_info;
pub mod read_write;
mod resources;
pub mod sched_class;
pub mod sti_predicate;
pub mod tables;
mod variants;

use rustc_hash::FxHashMap;
use tablewright_records::{Analysis, AnalysisError, FieldError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

pub use index::{InstRwId, ProcModelId, RwId, SchedClassId};

use crate::instructions::Instructions;
use crate::older_releases::record_ids_or_none;
use inst_rw::InstRw;
use itineraries::Itineraries;
use proc_model::{ItinRw, ProcModels};
use read_write::ReadWrites;
use sched_class::SchedClasses;
use sti_predicate::StiPredicate;

/// The machine models and itineraries of a target.
#[derive(Debug)]
pub struct SchedModels {
    /// The processors and their models.
    pub proc_models: ProcModels,
    /// What operands do.
    pub rws: ReadWrites,
    /// Which instructions do what, on certain processors.
    pub inst_rws: Vec<InstRw>,
    /// Instructions that do the same.
    pub classes: SchedClasses,
    /// Functions that tell what a processor makes of an instruction.
    pub sti_predicates: Vec<StiPredicate>,
}

impl Analysis for SchedModels {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<SchedModels, AnalysisError> {
        let instructions: &Instructions = store.analysis(diagnostics)?;
        let mut proc_models = ProcModels::collect(store)?;
        let mut rws = ReadWrites::collect(store, instructions, &proc_models)?;
        let inst_rws = inst_rw::collect(store, &proc_models, &rws)?;
        let mut classes = SchedClasses::of_instructions(store, instructions, &rws)?;
        classes.split_by_inst_rws(store, instructions, &inst_rws)?;
        add_itineraries(store, &mut proc_models, &classes)?;
        add_itin_rws(store, &mut proc_models, &rws)?;
        inference::infer(store, &proc_models, &inst_rws, &mut rws, &mut classes)?;
        resources::collect(store, &mut proc_models, &inst_rws, &rws, &classes)?;
        processor_info::collect(store, &mut proc_models, diagnostics)?;
        let models = (&proc_models, &inst_rws[..]);
        completeness::check(store, instructions, models, &classes, diagnostics)?;
        let sti_predicates = sti_predicate::collect(store, &proc_models)?;
        Ok(SchedModels { proc_models, rws, inst_rws, classes, sti_predicates })
    }
}

/// Gives each processor model the itineraries of scheduling classes.
fn add_itineraries(
    store: &RecordStore,
    models: &mut ProcModels,
    classes: &SchedClasses,
) -> Result<(), FieldError> {
    let mut by_itinerary: FxHashMap<RecordId, Vec<usize>> = FxHashMap::default();
    for (number, class) in classes.iter() {
        if let Some(itinerary) = class.itinerary {
            by_itinerary.entry(itinerary).or_default().push(number.index());
        }
    }
    for model in models.list.iter_mut().filter(|model| model.has_itineraries) {
        model.itin_data = vec![None; classes.len()];
        for data in store.record(model.itineraries).list_of_records("IID")? {
            let itinerary = data.record("TheClass")?.id();
            for &class in by_itinerary.get(&itinerary).map_or(&[][..], Vec::as_slice) {
                model.itin_data[class] = Some(data.id());
            }
        }
    }
    Ok(())
}

/// Gives each processor model what stands for itinerary classes.
fn add_itin_rws(
    store: &RecordStore,
    models: &mut ProcModels,
    rws: &ReadWrites,
) -> Result<(), FieldError> {
    for record in store.derived_if_defined("ItinRW") {
        let Some(model) = models.if_any(record)? else {
            return Err(FieldError::new(record, "SchedModel is undefined"));
        };
        let operands = rws.operands(record, "OperandReadWrites")?;
        models.get_mut(model).itin_rws.push(ItinRw {
            record: record.id(),
            matched: record_ids_or_none(record, "MatchedItinClasses")?,
            writes: operands.writes,
            reads: operands.reads,
        });
    }
    Ok(())
}

impl Analysis for Itineraries {
    /// What is reported of [`SchedModels`], it reports to those who ask for them.
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Itineraries, AnalysisError> {
        let models: &SchedModels = store.analysis(&mut Diagnostics::new())?;
        let class_count = models.classes.instruction_class_count();
        Ok(Itineraries::collect(store, &models.proc_models, class_count)?)
    }
}
