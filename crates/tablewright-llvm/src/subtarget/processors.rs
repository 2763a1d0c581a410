//! Processors and their models as a whole.

use tablewright_records::RecordId;
use tablewright_target::schedule::ProcResourceId;
use tablewright_target::schedule::machine_model::{MachineModel, Resource};
use tablewright_target::schedule::proc_model::ProcModel;
use tablewright_target::schedule::processor_info::{ProcessorInfo, RegisterFile};
use tablewright_text::{CppWriter, line};

use super::features;
use super::model::Subtarget;

/// How wide the name of a resource is at least.
const RESOURCE_WIDTH: usize = 15;

pub(super) fn key_values(s: &Subtarget<'_>, w: &mut CppWriter) {
    line!(w, "// CPUs, in the order of their keys.");
    line!(w, "extern const llvm::SubtargetSubTypeKV {}SubTypeKV[] = {{", s.target);
    for processor in &s.models.proc_models.processors {
        write!(w, " {{ \"{}\", ", processor.name);
        features::mask(s.features, &processor.features, w);
        w.raw(", ");
        features::mask(s.features, &processor.tune_features, w);
        line!(w, ", &{} }},", s.models.proc_models.get(processor.model).name);
    }
    line!(w, "}};");
}

pub(super) fn models(s: &Subtarget<'_>, w: &mut CppWriter) {
    for ((number, model), machine) in s.models.proc_models.iter().zip(&s.machine_models.list) {
        if model.info.is_any() {
            extra_info(s, model, machine, w);
        }
        if model.has_instr_sched_model() {
            resources(model, machine, w);
        }
        line!(w, "\nstatic const llvm::MCSchedModel {} = {{", model.name);
        for (name, value) in machine.numbers() {
            match value {
                Some(value) => line!(w, "  {value}, // {name}"),
                None => line!(w, "  MCSchedModel::Default{name},"),
            }
        }
        for (name, value) in machine.flags() {
            line!(w, "  {value}, // {name}");
        }
        line!(w, "  {}, // Processor ID", number.index());
        if model.has_instr_sched_model() {
            line!(w, "  {}ProcResources,", model.name);
            line!(w, "  {}SchedClasses,", model.name);
            line!(w, "  {},", machine.resources.len() + 1);
            line!(w, "  {},", s.models.classes.len());
        } else {
            line!(w, "  nullptr, nullptr, 0, 0, // No machine model of instructions");
        }
        match model.has_itineraries {
            true => line!(w, "  {},", s.store.record(model.itineraries).name()),
            false => line!(w, "  nullptr, // No itineraries"),
        }
        match model.info.is_any() {
            true => line!(w, "  &{}ExtraInfo,", model.name),
            false => line!(w, "  nullptr // No information for simulators"),
        }
        line!(w, "}};");
    }
}

fn resources(model: &ProcModel, machine: &MachineModel, w: &mut CppWriter) {
    let name = &model.name;
    line!(w, "\nstatic const unsigned {name}ProcResourceSubUnits[] = {{");
    line!(w, "  0,  // Invalid");
    for resource in &machine.resources {
        if let Some(units) = &resource.group {
            for unit in units {
                write!(w, "  {}, ", unit.number());
            }
            line!(w, "  // {}", resource.name);
        }
    }
    line!(w, "}};");
    w.raw("\n// {Name, NumUnits, SuperIdx, BufferSize, SubUnitsIdxBegin}\n");
    line!(w, "static const llvm::MCProcResourceDesc {name}ProcResources[] = {{");
    line!(w, "  {{\"InvalidUnit\", 0, 0, 0, 0}},");
    let mut first_unit = 1;
    for (id, resource) in machine.resources.iter_enumerated() {
        resource_row(name, machine, (id, resource), &mut first_unit, w);
    }
    line!(w, "}};");
}

fn resource_row(
    model: &str,
    machine: &MachineModel,
    (id, resource): (ProcResourceId, &Resource),
    first_unit: &mut usize,
    w: &mut CppWriter,
) {
    let name = &resource.name;
    write!(w, "  {{\"{name}\", ");
    for _ in name.len()..RESOURCE_WIDTH {
        w.raw(" ");
    }
    let containing = resource.containing.map_or(0, ProcResourceId::number);
    write!(w, "{}, {containing}, {}, ", resource.unit_count, resource.buffer_size);
    match resource.group.as_ref().map_or(0, Vec::len) {
        0 => w.raw("nullptr"),
        count => {
            write!(w, "{model}ProcResourceSubUnits + {first_unit}");
            *first_unit += count;
        }
    }
    write!(w, "}}, // #{}", id.number());
    if let Some(containing) = resource.containing {
        write!(w, ", Super={}", machine.resources[containing].name);
    }
    line!(w);
}

fn extra_info(s: &Subtarget<'_>, model: &ProcModel, machine: &MachineModel, w: &mut CppWriter) {
    let (name, info) = (&model.name, &model.info);
    let cost_count = register_files(s, name, info, w);
    line!(w, "\nstatic const llvm::MCExtraProcessorInfo {name}ExtraInfo = {{");
    line!(w, "  {}, // ReorderBufferSize", machine.reorder_buffer_size);
    line!(w, "  {}, // MaxRetirePerCycle", machine.max_retire_per_cycle);
    match info.register_files.len() {
        0 => line!(w, "  nullptr,\n  0, // Register files"),
        count => line!(w, "  {name}RegisterFiles,\n  {}, // Register files", 1 + count),
    }
    match cost_count {
        0 => line!(w, "  nullptr,"),
        _ => line!(w, "  {name}RegisterCosts,"),
    }
    line!(w, "  {cost_count}, // Register costs");
    let number = |queue: Option<RecordId>| machine.queue_number(queue);
    line!(w, "  {}, // Load queue", number(machine.load_queue));
    line!(w, "  {}, // Store queue", number(machine.store_queue));
    line!(w, "}};");
}

/// Writes the register files; tells how many costs there are.
fn register_files(s: &Subtarget<'_>, name: &str, info: &ProcessorInfo, w: &mut CppWriter) -> usize {
    let files: &[RegisterFile] = &info.register_files;
    if files.iter().all(|file| file.costs.is_empty()) {
        return 0;
    }
    w.raw("\n// {RegisterClassID, Register Cost, AllowMoveElimination }\n");
    line!(w, "static const llvm::MCRegisterCostEntry {name}RegisterCosts[] = {{");
    for cost in files.iter().flat_map(|file| &file.costs) {
        let class = s.store.record(cost.class);
        w.raw("  { ");
        if let Ok(Some(namespace)) = class.optional_string("Namespace") {
            write!(w, "{namespace}::");
        }
        let eliminates = u8::from(cost.allow_move_elimination);
        line!(w, "{}RegClassID, {}, {eliminates}}},", class.name(), cost.cost);
    }
    line!(w, "}};");
    w.raw("\n // {Name, #PhysRegs, #CostEntries, IndexToCostTbl, ");
    w.raw("MaxMovesEliminatedPerCycle, AllowZeroMoveEliminationOnly }\n");
    line!(w, "static const llvm::MCRegisterFileDesc {name}RegisterFiles[] = {{");
    line!(w, "  {{ \"InvalidRegisterFile\", 0, 0, 0, 0, 0 }},");
    let mut first_cost = 0;
    for file in files {
        let (regs, costs) = (file.num_phys_regs, file.costs.len());
        let moves = file.max_moves_eliminated_per_cycle;
        let zero_only = u8::from(file.allow_zero_move_elimination_only);
        let file = s.store.record(file.record).name();
        line!(w, "  {{ \"{file}\", {regs}, {costs}, {first_cost}, {moves}, {zero_only}}},");
        first_cost += costs;
    }
    line!(w, "}};");
    first_cost
}
