//! Machine models: the fields of `SchedMachineModel` and the resources of a processor.
//!
//! In: processor models. Out: [`MachineModels`]: the numbers and flags of `SchedMachineModel`, and
//! the processor resources with their units.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{
    Analysis, AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use super::index::{ProcModelId, ProcResourceId};
use super::proc_model::ProcModel;
use super::sched_models::SchedModels;
use crate::record_views::schedule::{
    MemoryQueueRecord, ProcResGroupRecord, ProcResourceKindRecord, ProcResourceUnitsRecord,
    RetireControlUnitRecord, SchedMachineModelRecord,
};

/// The numeric fields of a machine model, in output order.
const NUMBERS: [&str; 6] = [
    "IssueWidth",
    "MicroOpBufferSize",
    "LoopMicroOpBufferSize",
    "LoadLatency",
    "HighLatency",
    "MispredictPenalty",
];
/// The flags of a machine model, in output order.
const FLAGS: [&str; 3] = ["PostRAScheduler", "CompleteModel", "EnableIntervals"];

/// Maximal number of units in a group: each unit has a table entry.
const MAX_UNITS: i64 = 1 << 20;

/// The fields of a processor model's `SchedMachineModel`, and its resources.
#[derive(Debug)]
pub struct MachineModel {
    numbers: [Option<i64>; NUMBERS.len()],
    flags: [bool; FLAGS.len()],
    /// The resources of the processor.
    pub resources: IndexVec<ProcResourceId, Resource>,
    /// Maximal number of instructions waiting for retirement; zero if unspecified.
    pub reorder_buffer_size: i64,
    /// Maximal number of instructions retired per cycle; zero if unspecified.
    pub max_retire_per_cycle: i64,
    /// The load queue resource.
    pub load_queue: Option<RecordId>,
    /// The store queue resource.
    pub store_queue: Option<RecordId>,
    resource_ids: FxHashMap<RecordId, ProcResourceId>,
}

/// A resource of a processor.
#[derive(Debug)]
pub struct Resource {
    /// The resource name.
    pub name: String,
    /// Unit count.
    pub unit_count: u32,
    /// The resource that contains it.
    pub containing: Option<ProcResourceId>,
    /// Maximal number of instructions waiting for it.
    pub buffer_size: i64,
    /// The units of a group; `None` for other resources. A resource with several units is repeated.
    pub group: Option<Vec<ProcResourceId>>,
}

/// The machine models in a target.
#[derive(Debug)]
pub struct MachineModels {
    /// The machine model of each processor model.
    pub list: IndexVec<ProcModelId, MachineModel>,
}

impl Analysis for MachineModels {
    /// Drops the warnings of [`SchedModels`]: callers that request the [`SchedModels`] analysis
    /// receive them.
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<MachineModels, AnalysisError> {
        let models: &SchedModels = store.analysis(&mut Diagnostics::new())?;
        let models = models.proc_models.list.iter();
        let list = models.map(|model| MachineModel::new(store, model));
        Ok(MachineModels { list: list.collect::<Result<_, FieldError>>()? })
    }
}

impl MachineModel {
    fn new(store: &RecordStore, model: &ProcModel) -> Result<MachineModel, FieldError> {
        let def = SchedMachineModelRecord::new(store.record(model.def));
        // A C++ `unsigned`; a negative number means the default.
        let number = |value: i64| Some(i64::from(value as i32)).filter(|value| *value >= 0);
        let numbers = [
            number(def.issue_width()?),
            number(def.micro_op_buffer_size()?),
            number(def.loop_micro_op_buffer_size()?),
            number(def.load_latency()?),
            number(def.high_latency()?),
            number(def.mispredict_penalty()?),
        ];
        let flags = [def.post_ra_scheduler()?, def.complete_model()?, def.enable_intervals()?];
        if !model.has_instr_sched_model() && !model.resources.is_empty() {
            let message =
                "SchedMachineModel defines ProcResources without defining WriteRes SchedWriteRes";
            return Err(FieldError::new(Code::WriteResources, def, message));
        }
        let of_queue = |queue: Option<RecordId>| {
            let queue = queue.map(|queue| MemoryQueueRecord::new(store.record(queue)));
            queue.map(MemoryQueueRecord::queue_descriptor).transpose()
        };
        let resource_ids = model.resources.iter_enumerated().map(|(id, &r)| (r, id)).collect();
        let resources = Resources { store, model, ids: &resource_ids }.all()?;
        let (mut reorder_buffer_size, mut max_retire_per_cycle) = (0, 0);
        if let Some(unit) = model.info.retire_control_unit {
            let unit = RetireControlUnitRecord::new(store.record(unit));
            reorder_buffer_size = unit.reorder_buffer_size()?.max(0);
            max_retire_per_cycle = unit.max_retire_per_cycle()?.max(0);
        }
        Ok(MachineModel {
            numbers,
            flags,
            resources,
            reorder_buffer_size,
            max_retire_per_cycle,
            load_queue: of_queue(model.info.load_queue)?,
            store_queue: of_queue(model.info.store_queue)?,
            resource_ids,
        })
    }

    /// Iterates over its numbers with their names; `None` for defaults.
    pub fn numbers(&self) -> impl Iterator<Item = (&'static str, Option<i64>)> {
        NUMBERS.into_iter().zip(self.numbers)
    }

    /// Iterates over its flags with their names.
    pub fn flags(&self) -> impl Iterator<Item = (&'static str, bool)> {
        FLAGS.into_iter().zip(self.flags)
    }

    /// Returns the resource number of a queue: zero for none, and the resource count plus one for a
    /// resource on another processor.
    pub fn queue_number(&self, queue: Option<RecordId>) -> usize {
        queue.map_or(0, |queue| match self.resource_ids.get(&queue) {
            Some(id) => usize::from(id.number()),
            None => self.resources.len() + 1,
        })
    }
}

struct Resources<'a> {
    store: &'a RecordStore,
    model: &'a ProcModel,
    ids: &'a FxHashMap<RecordId, ProcResourceId>,
}

impl<'a> Resources<'a> {
    fn all(&self) -> Result<IndexVec<ProcResourceId, Resource>, FieldError> {
        let records = self.model.resources.iter().map(|&record| self.store.record(record));
        records.map(|record| self.resource(record)).collect()
    }

    fn resource(&self, record: Record<'a>) -> Result<Resource, FieldError> {
        let mut resource = Resource {
            name: record.name().to_owned(),
            unit_count: 0,
            containing: None,
            // A C++ `int`.
            buffer_size: i64::from(ProcResourceKindRecord::new(record).buffer_size()? as i32),
            group: None,
        };
        if let Some(group) = ProcResGroupRecord::from_record(record) {
            let mut units = Vec::new();
            for unit in group.resources()? {
                let id = self.id(unit, record)?;
                let count = ProcResourceUnitsRecord::new(unit).num_units()?;
                // A negative number does not add table entries, but is added to the count.
                resource.unit_count = resource.unit_count.wrapping_add(count as u32);
                let count = count.max(0);
                if count > MAX_UNITS - units.len() as i64 {
                    let message = format!("a group has more than {MAX_UNITS} units");
                    return Err(FieldError::new(Code::ProcResources, record, message));
                }
                units.extend(std::iter::repeat_n(id, count as usize));
            }
            resource.group = Some(units);
        } else {
            // A C++ `unsigned`.
            let units = ProcResourceUnitsRecord::new(record);
            resource.unit_count = units.num_units()? as u32;
            if let Some(containing) = units.containing()? {
                resource.containing = Some(self.id(containing, record)?);
            }
        }
        Ok(resource)
    }

    /// Returns the id of a resource; `at` is the record that refers to it.
    fn id(&self, resource: Record<'a>, at: Record<'a>) -> Result<ProcResourceId, FieldError> {
        if ProcResourceUnitsRecord::from_record(resource).is_none() {
            let message = format!("No ProcessorResources associated with {}", resource.name());
            return Err(FieldError::new(Code::ProcResources, at, message));
        }
        let Some(&id) = self.ids.get(&resource.id()) else {
            let message = format!(
                "ProcResource def is not included in the ProcResources list for {}",
                self.model.name
            );
            return Err(FieldError::new(Code::ProcResources, resource, message));
        };
        Ok(id)
    }
}
