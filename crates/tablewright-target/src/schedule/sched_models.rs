//! The machine models of a target: processors, their writes and reads, and scheduling classes.
//!
//! In: all records of `TargetSchedule.td` and `TargetItinerary.td`. Out: [`SchedModels`], the
//! analysis on which the others in this folder are based. [`tables`](super::tables) builds the
//! printed tables, and [`itineraries`](super::itineraries) the stages.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use super::index::{InstRwId, ProcModelId, SchedClassId};
use super::inst_rw::{self, InstRw};
use super::operands::SchedOperands;
use super::proc_model::{ItinRw, ProcModels};
use super::read_write::ReadWrites;
use super::sched_class::SchedClasses;
use super::sti_predicate::{self, StiPredicate};
use super::{inference, resources};
use crate::instructions::Instructions;
use crate::record_views::itinerary::ProcessorItinerariesRecord;
use crate::record_views::schedule::ItinRwRecord;

/// The machine models and itineraries of a target.
#[doc(alias = "CodeGenSchedModels")]
#[derive(Debug)]
pub struct SchedModels {
    /// The processors and their models.
    pub proc_models: ProcModels,
    /// The writes and reads.
    pub rws: ReadWrites,
    /// Overrides of writes and reads for some instructions and processors.
    pub inst_rws: IndexVec<InstRwId, InstRw>,
    /// The scheduling classes.
    pub classes: SchedClasses,
    /// Subtarget functions with an instruction argument.
    pub sti_predicates: Vec<StiPredicate>,
}

impl Analysis for SchedModels {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<SchedModels, AnalysisError> {
        let instructions: &Instructions = store.analysis(diagnostics)?;
        // The steps depend on each other. Itineraries are attached between splits and inference,
        // because only classes with instructions have itineraries. Inference reads the `ItinRW`s.
        // Resources are collected for inferred classes too.
        let mut proc_models = ProcModels::collect(store)?;
        let mut rws = ReadWrites::collect(store, instructions, &proc_models)?;
        let inst_rws = inst_rw::collect(store, &proc_models, &rws)?;
        let mut classes = SchedClasses::from_instructions(store, instructions, &rws)?;
        classes.split_by_inst_rws(store, instructions, &inst_rws)?;
        add_itineraries(store, &mut proc_models, &classes)?;
        add_itin_rws(store, &mut proc_models, &rws)?;
        inference::infer(store, &proc_models, &inst_rws, &mut rws, &mut classes)?;
        resources::collect(store, &mut proc_models, &rws, &classes)?;
        proc_models.add_processor_info(store, diagnostics)?;
        let sti_predicates = sti_predicate::collect(store, &proc_models)?;
        Ok(SchedModels { proc_models, rws, inst_rws, classes, sti_predicates })
    }
}

/// Adds the itineraries of scheduling classes to each processor model.
fn add_itineraries(
    store: &RecordStore,
    models: &mut ProcModels,
    classes: &SchedClasses,
) -> Result<(), FieldError> {
    let mut by_itinerary: FxHashMap<RecordId, Vec<SchedClassId>> = FxHashMap::default();
    for (id, class) in classes.iter() {
        if let Some(itinerary) = class.itinerary {
            by_itinerary.entry(itinerary).or_default().push(id);
        }
    }
    for model in models.list.iter_mut().filter(|model| model.has_itineraries) {
        model.itin_data = classes.side_table(None);
        let itineraries = ProcessorItinerariesRecord::new(store.record(model.itineraries));
        for data in itineraries.itin_data()? {
            for &class in by_itinerary.get(&data.class()?).map_or(&[][..], Vec::as_slice) {
                model.itin_data[class] = Some(data.id());
            }
        }
    }
    Ok(())
}

/// Adds the replacements of itinerary classes to each processor model.
fn add_itin_rws(
    store: &RecordStore,
    models: &mut ProcModels,
    rws: &ReadWrites,
) -> Result<(), FieldError> {
    for record in ItinRwRecord::all_if_defined(store) {
        let Some(model) = models.find_optional(record.sched_model()?, record)? else {
            return Err(FieldError::new(Code::InstRws, record, "SchedModel is undefined"));
        };
        let operands = rws.operands(record.operand_read_writes()?);
        models.get_mut(model).itin_rws.push(ItinRw {
            record: record.id(),
            matched: record.matched_itin_classes()?,
            operands,
        });
    }
    Ok(())
}

impl SchedModels {
    /// Returns the writes and reads of a class on a model's processors. Without writes,
    /// the model does not cover the class.
    pub fn operands_on(&self, class: SchedClassId, model: ProcModelId) -> Cow<'_, SchedOperands> {
        let class = self.classes.get(class);
        let mut own = class.inst_rws.iter().map(|&id| &self.inst_rws[id]);
        let operands = match own.find(|inst_rw| inst_rw.model == model) {
            Some(inst_rw) => &inst_rw.operands,
            None => &class.operands,
        };
        let Some(itinerary) = class.itinerary.filter(|_| operands.writes.is_empty()) else {
            return Cow::Borrowed(operands);
        };
        match self.proc_models.get(model).itin_rw(itinerary) {
            Some(itin_rw) => Cow::Owned(SchedOperands {
                writes: itin_rw.operands.writes.clone(),
                reads: [&operands.reads[..], &itin_rw.operands.reads].concat(),
            }),
            None => Cow::Borrowed(operands),
        }
    }
}
