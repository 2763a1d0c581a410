//! Processors and their models as tables list them.

use tablewright_records::{Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_target::schedule::machine_model::MachineModel;
use tablewright_target::schedule::proc_model::{ProcModel, Processor};
use tablewright_target::schedule::processor_info::{RegisterCost, SchedRegisterFile};
use tablewright_target::schedule::{ProcResourceId, SchedModels};
use tablewright_target::subtarget_features::SubtargetFeatures;

/// A processor by its name.
pub(crate) struct ProcessorKeyValue<'s> {
    pub(crate) name: &'s str,
    /// Feature bits as words.
    pub(crate) features: Vec<u64>,
    pub(crate) tune_features: Vec<u64>,
    /// Model number.
    pub(crate) model: usize,
    /// Model name.
    pub(crate) model_name: &'s str,
}

/// A processor model.
pub(crate) struct ProcessorModel<'s> {
    pub(crate) name: &'s str,
    pub(crate) number: usize,
    /// Numbers with their names. `None` for the default.
    pub(crate) numbers: Vec<(&'static str, Option<i64>)>,
    pub(crate) flags: Vec<(&'static str, bool)>,
    /// Resources. `None` if instructions lack a machine model.
    pub(crate) resources: Option<ProcessorResources>,
    /// Itineraries name.
    pub(crate) itineraries: Option<&'s str>,
    /// The extra information for simulators.
    pub(crate) extra_info: Option<ExtraInfo<'s>>,
}

/// A processor's resources.
pub(crate) struct ProcessorResources {
    /// Resources, numbered from 1.
    pub(crate) list: Vec<ProcResource>,
    /// Group units: group name and unit numbers.
    pub(crate) groups: Vec<(String, Vec<ProcResourceId>)>,
}

/// A processor resource.
pub(crate) struct ProcResource {
    pub(crate) name: String,
    pub(crate) unit_count: u32,
    pub(crate) buffer_size: i64,
    /// The number and the name of the resource that contains it.
    pub(crate) containing: Option<(ProcResourceId, String)>,
    /// For a group with units, index of its first unit among all groups' units.
    pub(crate) first_unit: Option<usize>,
}

/// The extra information of a processor, for simulators.
pub(crate) struct ExtraInfo<'s> {
    pub(crate) reorder_buffer_size: i64,
    pub(crate) max_retire_per_cycle: i64,
    pub(crate) register_files: Vec<RegisterFileDesc<'s>>,
    /// The costs of registers in all register files.
    pub(crate) costs: Vec<CostEntry<'s>>,
    /// The number of the resource that is the load queue; zero for none.
    pub(crate) load_queue: usize,
    /// The number of the resource that is the store queue; zero for none.
    pub(crate) store_queue: usize,
}

pub(crate) struct RegisterFileDesc<'s> {
    pub(crate) name: &'s str,
    pub(crate) num_phys_regs: u32,
    pub(crate) cost_count: usize,
    /// Index of the first cost, counted over all register files.
    pub(crate) first_cost: usize,
    pub(crate) max_moves_eliminated_per_cycle: u32,
    pub(crate) allow_zero_move_elimination_only: bool,
}

/// The cost for registers in a class.
pub(crate) struct CostEntry<'s> {
    pub(crate) namespace: Option<&'s str>,
    pub(crate) class: &'s str,
    pub(crate) cost: u32,
    pub(crate) allow_move_elimination: bool,
}

impl<'s> CostEntry<'s> {
    fn new(class: Record<'s>, cost: &RegisterCost) -> CostEntry<'s> {
        CostEntry {
            // A class is named without a namespace if its namespace is not a string.
            namespace: class.optional_string("Namespace").ok().flatten(),
            class: class.name(),
            cost: cost.cost,
            allow_move_elimination: cost.allow_move_elimination,
        }
    }
}

fn redundant_feature(processor: &Processor, store: &RecordStore, text: &str) -> Diagnostic {
    let message = format!("Processor {} {text}", processor.name);
    let mut warning = Diagnostic::warning(Code::RedundantFeatures, None, message);
    warning.label(store.record(processor.record).pos(), "it is defined here");
    warning
}

/// Warns of processors that list a feature twice.
pub(super) fn warn_of_repeated_features(
    models: &SchedModels,
    store: &RecordStore,
    features: &SubtargetFeatures,
    diagnostics: &mut Diagnostics,
) {
    for processor in &models.proc_models.processors {
        let mut warn = |before: &str, feature: RecordId, after: &str| {
            let feature = features.name(feature);
            let text = format!("{before} '{feature}'{after}");
            diagnostics.push(redundant_feature(processor, store, &text));
        };
        for (index, &feature) in processor.features.iter().enumerate() {
            if processor.features[..index].contains(&feature) {
                warn("contains duplicate feature", feature, "");
            }
        }
        for (index, &feature) in processor.tune_features.iter().enumerate() {
            if processor.tune_features[..index].contains(&feature) {
                warn("contains duplicate tune feature", feature, "");
            }
            if processor.features.contains(&feature) {
                warn("has", feature, " in both feature and tune feature sets");
            }
        }
    }
}

/// Returns the processors by name.
pub(super) fn key_values<'s>(
    models: &'s SchedModels,
    features: &SubtargetFeatures,
) -> Vec<ProcessorKeyValue<'s>> {
    let key_value = |processor: &'s Processor| ProcessorKeyValue {
        name: &processor.name,
        features: features.bit_set(&processor.features),
        tune_features: features.bit_set(&processor.tune_features),
        model: processor.model.index(),
        model_name: &models.proc_models.get(processor.model).name,
    };
    models.proc_models.processors.iter().map(key_value).collect()
}

impl<'s> ProcessorModel<'s> {
    pub(super) fn new(
        store: &'s RecordStore,
        number: usize,
        model: &'s ProcModel,
        machine: &MachineModel,
    ) -> ProcessorModel<'s> {
        let has_itineraries = model.has_itineraries;
        ProcessorModel {
            name: &model.name,
            number,
            numbers: machine.numbers().collect(),
            flags: machine.flags().collect(),
            resources: model.has_instr_sched_model().then(|| ProcessorResources::new(machine)),
            itineraries: has_itineraries.then(|| store.record(model.itineraries).name()),
            extra_info: model.info.is_any().then(|| ExtraInfo::new(store, model, machine)),
        }
    }
}

impl ProcessorResources {
    fn new(machine: &MachineModel) -> ProcessorResources {
        let mut groups = Vec::new();
        let mut list = Vec::with_capacity(machine.resources.len());
        // The first element in the unit table is invalid.
        let mut next_unit = 1;
        for resource in &machine.resources {
            let mut first_unit = None;
            if let Some(units) = &resource.group {
                // A group without units gets a null pointer, not the index of the next group's
                // units.
                first_unit = (!units.is_empty()).then_some(next_unit);
                next_unit += units.len();
                groups.push((resource.name.clone(), units.clone()));
            }
            let containing = resource
                .containing
                .map(|containing| (containing, machine.resources[containing].name.clone()));
            list.push(ProcResource {
                name: resource.name.clone(),
                unit_count: resource.unit_count,
                buffer_size: resource.buffer_size,
                containing,
                first_unit,
            });
        }
        ProcessorResources { list, groups }
    }
}

impl<'s> ExtraInfo<'s> {
    fn new(store: &'s RecordStore, model: &ProcModel, machine: &MachineModel) -> ExtraInfo<'s> {
        let mut costs = Vec::new();
        let mut register_files = Vec::new();
        for file in &model.info.register_files {
            // A single table contains the costs for all of the processor's register files.
            let first_cost = costs.len();
            costs.extend(cost_entries(store, file));
            register_files.push(RegisterFileDesc {
                name: store.record(file.record).name(),
                num_phys_regs: file.num_phys_regs,
                cost_count: file.costs.len(),
                first_cost,
                max_moves_eliminated_per_cycle: file.max_moves_eliminated_per_cycle,
                allow_zero_move_elimination_only: file.allow_zero_move_elimination_only,
            });
        }
        ExtraInfo {
            reorder_buffer_size: machine.reorder_buffer_size,
            max_retire_per_cycle: machine.max_retire_per_cycle,
            register_files,
            costs,
            load_queue: machine.queue_number(machine.load_queue),
            store_queue: machine.queue_number(machine.store_queue),
        }
    }
}

fn cost_entries<'s>(
    store: &'s RecordStore,
    file: &SchedRegisterFile,
) -> impl Iterator<Item = CostEntry<'s>> {
    file.costs.iter().map(|cost| CostEntry::new(store.record(cost.class), cost))
}
