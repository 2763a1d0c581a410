//! Processors, and the processor models that they share.
//!
//! In: `Processor` records. Out: [`ProcModels`]: a model for each machine model that a
//! processor names, or for its itineraries. Models are numbered in the order of processor names.
//! Other modules add resources and similar lists.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::release::Feature;
use tablewright_records::{AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use super::index::{ProcModelId, ProcResourceId, SchedClassId};
use super::operands::SchedOperands;
use super::processor_info::{ProcessorInfo, info_records};
use crate::record_views::itinerary::ProcessorItinerariesRecord;
use crate::record_views::schedule::{ProcessorRecord, SchedMachineModelRecord};
use crate::subtarget_features::{NamedRecord, check_names};

/// A processor: a `Processor` record.
#[derive(Debug)]
pub struct Processor {
    /// The record.
    pub record: RecordId,
    /// The name on a command line.
    pub name: String,
    /// The features of the processor.
    pub features: Vec<RecordId>,
    /// The features for tuning.
    pub tune_features: Vec<RecordId>,
    /// The processor model.
    pub model: ProcModelId,
}

/// A processor model, which several processors may share.
#[doc(alias = "CodeGenProcModel")]
#[derive(Debug)]
pub struct ProcModel {
    /// The name in the generated code.
    pub name: String,
    /// The `SchedMachineModel` record; `NoSchedModel` if there are only itineraries.
    pub def: RecordId,
    /// The `ProcessorItineraries` record; `NoItineraries` if there are none.
    pub itineraries: RecordId,
    /// Whether there are itineraries.
    pub has_itineraries: bool,
    /// By scheduling class of instructions, its `InstrItinData` record; empty if there are
    /// no itineraries.
    pub itin_data: IndexVec<SchedClassId, Option<RecordId>>,
    /// The replacements of itinerary classes.
    pub itin_rws: Vec<ItinRw>,
    /// The predicates of unsupported instructions.
    pub unsupported_features: Vec<RecordId>,
    /// `ProcWriteResources` records, in natural order.
    pub write_resources: Vec<RecordId>,
    /// `ProcReadAdvance` records, in natural order.
    pub read_advances: Vec<RecordId>,
    /// Resource units and groups, in natural order.
    pub resources: IndexVec<ProcResourceId, RecordId>,
    /// Additional data for processor simulators.
    pub info: ProcessorInfo,
}

/// An `ItinRW` record: the writes and reads for some itinerary classes.
#[derive(Debug)]
pub struct ItinRw {
    /// The record.
    pub record: RecordId,
    /// The itinerary classes.
    pub matched: Vec<RecordId>,
    /// The writes and reads.
    pub operands: SchedOperands,
}

impl ProcModel {
    fn new(
        name: String,
        def: SchedMachineModelRecord<'_>,
        itineraries: ProcessorItinerariesRecord<'_>,
    ) -> Result<ProcModel, FieldError> {
        Ok(ProcModel {
            name,
            def: def.id(),
            itineraries: itineraries.id(),
            has_itineraries: !itineraries.itin_data()?.is_empty(),
            itin_data: IndexVec::new(),
            itin_rws: Vec::new(),
            unsupported_features: def.unsupported_features()?,
            write_resources: Vec::new(),
            read_advances: Vec::new(),
            resources: IndexVec::new(),
            info: ProcessorInfo::default(),
        })
    }

    /// Whether it describes latencies and resources of single operands.
    pub fn has_instr_sched_model(&self) -> bool {
        !self.write_resources.is_empty() || !self.itin_rws.is_empty()
    }

    /// Returns the replacement of an itinerary class.
    pub fn itin_rw(&self, itinerary: RecordId) -> Option<&ItinRw> {
        self.itin_rws.iter().find(|itin_rw| itin_rw.matched.contains(&itinerary))
    }
}

/// The record names for "no machine model" and "no itineraries".
const NO_MODEL: &str = "NoSchedModel";
const NO_ITINERARIES: &str = "NoItineraries";

fn expect_record<'s>(
    store: &'s RecordStore,
    name: &str,
    at: ProcessorRecord<'s>,
) -> Result<Record<'s>, FieldError> {
    let record = store.find_record(name).map(|record| store.record(record));
    record.ok_or_else(|| {
        let message = format!("The record '{name}' is not defined");
        FieldError::new(Code::ProcessorModels, at, message)
    })
}

/// The processor models in a target.
#[derive(Debug)]
pub struct ProcModels {
    /// The models; the first is for processors without a model.
    pub list: IndexVec<ProcModelId, ProcModel>,
    /// The processors, in byte order of their names.
    pub processors: Vec<Processor>,
    /// The model by machine model record, or by itineraries if these define the model.
    ids: FxHashMap<RecordId, ProcModelId>,
}

impl ProcModels {
    pub(super) fn collect(store: &RecordStore) -> Result<ProcModels, AnalysisError> {
        let mut named = Vec::new();
        for record in ProcessorRecord::all(store)? {
            named.push((record.cpu_name()?, record));
        }
        if store.release().has(Feature::RepeatedNamesAreReported) {
            let named = named.iter();
            let named = named.map(|&(name, record)| NamedRecord { name, record: record.into() });
            check_names("Processor", Code::ProcessorModels, named.collect())?;
        }
        named.sort_by_key(|&(name, _)| name);
        if let Some(same) = named.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let (name, record) = same[0];
            let message = format!("Duplicate processor name {name}");
            return Err(FieldError::new(Code::ProcessorModels, record, message)
                .label_record(same[1].1, "this one has the name too")
                .into());
        }
        let mut models =
            ProcModels { list: IndexVec::new(), processors: Vec::new(), ids: FxHashMap::default() };
        let Some(&(_, first)) = named.first() else { return Ok(models.without_processors(store)?) };
        // Added first, so that its id is zero: the model of processors without a model, and
        // `ProcModelId::ALL`.
        let no_model = expect_record(store, NO_MODEL, first)?;
        let no_itineraries = expect_record(store, NO_ITINERARIES, first)?;
        models.add_no_model(no_model, no_itineraries)?;
        for (name, record) in named {
            let model = models.for_processor(record)?;
            models.processors.push(Processor {
                record: record.id(),
                name: name.to_owned(),
                features: record.features()?.iter().map(|feature| feature.id()).collect(),
                tune_features: record.tune_features()?.iter().map(|feature| feature.id()).collect(),
                model,
            });
        }
        Ok(models)
    }

    fn without_processors(mut self, store: &RecordStore) -> Result<ProcModels, FieldError> {
        let find = |name| store.find_record(name).map(|record| store.record(record));
        if let (Some(model), Some(itineraries)) = (find(NO_MODEL), find(NO_ITINERARIES)) {
            self.add_no_model(model, itineraries)?;
        }
        Ok(self)
    }

    fn add_no_model(&mut self, def: Record<'_>, itineraries: Record<'_>) -> Result<(), FieldError> {
        let model = SchedMachineModelRecord::new(def);
        let itineraries = ProcessorItinerariesRecord::new(itineraries);
        self.add(def.id(), NO_MODEL.to_owned(), model, itineraries)?;
        Ok(())
    }

    fn add(
        &mut self,
        key: RecordId,
        name: String,
        def: SchedMachineModelRecord<'_>,
        itineraries: ProcessorItinerariesRecord<'_>,
    ) -> Result<ProcModelId, FieldError> {
        match self.ids.entry(key) {
            Entry::Occupied(model) => Ok(*model.get()),
            Entry::Vacant(new) => {
                let model = ProcModel::new(name, def, itineraries)?;
                Ok(*new.insert(self.list.push(model)))
            }
        }
    }

    /// Returns the model of a processor; adds a new model if necessary.
    fn for_processor(&mut self, processor: ProcessorRecord<'_>) -> Result<ProcModelId, FieldError> {
        let def = processor.sched_model()?;
        let itineraries = processor.proc_itin()?;
        // Itineraries come first: a processor with both has a model for its itineraries, with the
        // `SchedMachineModel` as `def`.
        if !itineraries.itin_data()?.is_empty() {
            let name = format!("{}Model", itineraries.name());
            return self.add(itineraries.id(), name, def, itineraries);
        }
        self.add(def.id(), def.name().to_owned(), def, def.itineraries()?)
    }

    /// Returns the model with this id.
    pub fn get(&self, model: ProcModelId) -> &ProcModel {
        &self.list[model]
    }

    pub(super) fn get_mut(&mut self, model: ProcModelId) -> &mut ProcModel {
        &mut self.list[model]
    }

    /// Iterates over all models with their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ProcModelId, &ProcModel)> {
        self.list.iter_enumerated()
    }

    /// Iterates over all models except the first, which is for processors without a model.
    pub fn with_model(&self) -> impl Iterator<Item = ProcModelId> + use<> {
        self.list.indices().skip(1)
    }

    /// Adds the simulator data of each model.
    pub(super) fn add_processor_info(
        &mut self,
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), FieldError> {
        for (model, record) in info_records(store) {
            let model = self.find(model?, record)?;
            self.get_mut(model).info.add(record, diagnostics)?;
        }
        Ok(())
    }

    /// Whether any model has itineraries.
    pub fn has_itineraries(&self) -> bool {
        self.list.iter().any(|model| model.has_itineraries)
    }

    /// Returns the id of a machine model. The record `at` names the machine model; errors point to
    /// `at`.
    pub(super) fn find<'s>(
        &self,
        def: Record<'s>,
        at: impl Into<Record<'s>>,
    ) -> Result<ProcModelId, FieldError> {
        self.ids.get(&def.id()).copied().ok_or_else(|| {
            let message = format!("Undefined SchedMachineModel {}", def.name());
            FieldError::new(Code::ProcessorModels, at, message)
        })
    }

    /// Returns the id of a machine model; `None` if the record `at` does not name any.
    pub(super) fn find_optional<'s>(
        &self,
        def: Option<Record<'s>>,
        at: impl Into<Record<'s>>,
    ) -> Result<Option<ProcModelId>, FieldError> {
        def.map(|def| self.find(def, at)).transpose()
    }
}
