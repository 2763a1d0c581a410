//! Writes the tables of processors and processor models. Tables for parts of a model are in other modules.

use tablewright_text::{CppWriter, line};

use crate::subtarget::model::{
    ExtraInfo, ProcResource, ProcessorModel, ProcessorResources, Storages, Subtarget,
};
use crate::support::feature_set::emit_feature_set;

/// Minimum resource name width.
const RESOURCE_WIDTH: usize = 15;

pub(super) fn emit_key_values(s: &Subtarget<'_>, w: &mut CppWriter) {
    line!(w, "// CPUs, in the order of their keys.");
    if let Some(storages) = s.storages() {
        return emit_storage(s, storages, w);
    }
    line!(w, "extern const llvm::SubtargetSubTypeKV {}SubTypeKV[] = {{", s.target);
    for processor in &s.processors {
        write!(w, " {{ \"{}\", ", processor.name);
        emit_feature_set(&processor.features, w);
        w.raw(", ");
        emit_feature_set(&processor.tune_features, w);
        line!(w, ", &{} }},", processor.model_name);
    }
    line!(w, "}};");
    if let Some(names) = &s.names {
        line!(w, "\n// The names of CPUs and their aliases, in byte order.");
        write!(w, "extern const llvm::StringRef {}Names[] = {{", s.target);
        for (i, name) in names.cpus.iter().enumerate() {
            w.raw(if i == 0 { "" } else { "," });
            write!(w, "\n\"{name}\"");
        }
        line!(w, "}};");
    }
}

/// Writes rows whose names lie behind all rows: an offset counts from its row.
fn emit_storage(s: &Subtarget<'_>, storages: &Storages, w: &mut CppWriter) {
    let count = storages.cpus.len();
    let size = storages.cpu_strings.len() + 1;
    let aliases = storages.cpu_aliases.as_deref();
    let (mut alias_size, mut alias_count) = (String::new(), String::new());
    if let Some(aliases) = aliases {
        let count = aliases.len();
        line!(
            w,
            "static constexpr size_t {}CPUAliasArraySize = \
             sizeof(std::array<SubtargetSubTypeAliasKV, {count}>);",
            s.target
        );
        alias_size = format!("{}CPUAliasArraySize + ", s.target);
        alias_count = format!(" {count},");
    }
    write!(w, "extern const llvm::SubtargetSubTypeKVStorage< {count},{alias_count} {size}> ");
    line!(w, "{}SubTypeKVStorage = {{\n  {{", s.target);
    let rows = s.processors.iter().zip(&storages.cpus);
    for (rest, (processor, offset)) in (1..=count).rev().zip(rows) {
        write!(w, "   {{ sizeof(SubtargetSubTypeKV) * {rest} + {alias_size}{offset}, ");
        emit_feature_set(&processor.features, w);
        w.raw(", ");
        emit_feature_set(&processor.tune_features, w);
        line!(w, ", {} }},", processor.model);
    }
    w.raw("  },\n");
    if let Some(aliases) = aliases {
        w.raw("  { {\n");
        for (rest, alias) in (1..=aliases.len()).rev().zip(aliases) {
            let (name, processor) = (alias.name, alias.processor);
            line!(w, "   {{ sizeof(SubtargetSubTypeAliasKV) * {rest} + {name}, {processor} }},");
        }
        w.raw("  } },\n");
    }
    w.string_table(&storages.cpu_strings);
    w.raw("};\n");
}

pub(super) fn emit_models(s: &Subtarget<'_>, w: &mut CppWriter) {
    for model in &s.schedule.processors {
        if let Some(info) = &model.extra_info {
            emit_extra_info(model.name, info, w);
        }
        if let Some(resources) = &model.resources {
            emit_resources(model.name, resources, w);
        }
        if s.storages().is_none() {
            line!(w, "\nstatic const llvm::MCSchedModel {} = {{", model.name);
            emit_sched_model(s, model, w);
            line!(w, "}};");
        }
    }
    if s.storages().is_some() {
        line!(w, "\nextern const llvm::MCSchedModel {}SchedModels[] = {{", s.target);
        for model in &s.schedule.processors {
            line!(w, "{{ // {}", model.name);
            emit_sched_model(s, model, w);
            line!(w, "  }},");
        }
        line!(w, "}};");
    }
}

/// Writes a model's members.
fn emit_sched_model(s: &Subtarget<'_>, model: &ProcessorModel<'_>, w: &mut CppWriter) {
    for (name, value) in &model.numbers {
        match value {
            Some(value) => line!(w, "  {value}, // {name}"),
            None => line!(w, "  MCSchedModel::Default{name},"),
        }
    }
    for (name, value) in &model.flags {
        line!(w, "  {value}, // {name}");
    }
    line!(w, "  {}, // Processor ID", model.number);
    match &model.resources {
        Some(resources) => {
            line!(w, "  {}ProcResources,", model.name);
            line!(w, "  {}SchedClasses,", model.name);
            // The invalid resource at the front counts too.
            line!(w, "  {},", resources.list.len() + 1);
            line!(w, "  {},", s.schedule.models.classes.len());
        }
        None => line!(w, "  nullptr, nullptr, 0, 0, // No machine model of instructions"),
    }
    if s.names.is_some() {
        line!(w, "  DBGVAL_OR_NULLPTR(&{}SchedClassNames), // SchedClassNames", s.target);
    }
    match model.itineraries {
        Some(itineraries) => line!(w, "  {itineraries},"),
        None => line!(w, "  nullptr, // No itineraries"),
    }
    match &model.extra_info {
        Some(_) => line!(w, "  &{}ExtraInfo,", model.name),
        None => line!(w, "  nullptr // No information for simulators"),
    }
}

fn emit_resources(model: &str, resources: &ProcessorResources, w: &mut CppWriter) {
    line!(w, "\nstatic const unsigned {model}ProcResourceSubUnits[] = {{");
    line!(w, "  0,  // Invalid");
    for (group, units) in &resources.groups {
        for unit in units {
            write!(w, "  {}, ", unit.number());
        }
        line!(w, "  // {group}");
    }
    line!(w, "}};");
    w.raw("\n// {Name, NumUnits, SuperIdx, BufferSize, SubUnitsIdxBegin}\n");
    line!(w, "static const llvm::MCProcResourceDesc {model}ProcResources[] = {{");
    line!(w, "  {{\"InvalidUnit\", 0, 0, 0, 0}},");
    for (number, each) in (1..).zip(&resources.list) {
        emit_resource(model, number, each, w);
    }
    line!(w, "}};");
}

fn emit_resource(model: &str, number: usize, resource: &ProcResource, w: &mut CppWriter) {
    let name = &resource.name;
    write!(w, "  {{\"{name}\", ");
    for _ in name.len()..RESOURCE_WIDTH {
        w.raw(" ");
    }
    let containing = resource.containing.as_ref().map_or(0, |(id, _)| id.number());
    write!(w, "{}, {containing}, {}, ", resource.unit_count, resource.buffer_size);
    match resource.first_unit {
        None => w.raw("nullptr"),
        Some(first) => write!(w, "{model}ProcResourceSubUnits + {first}"),
    }
    write!(w, "}}, // #{number}");
    if let Some((_, containing)) = &resource.containing {
        write!(w, ", Super={containing}");
    }
    line!(w);
}

fn emit_extra_info(model: &str, info: &ExtraInfo<'_>, w: &mut CppWriter) {
    let cost_count = info.costs.len();
    if cost_count != 0 {
        emit_register_files(model, info, w);
    }
    line!(w, "\nstatic const llvm::MCExtraProcessorInfo {model}ExtraInfo = {{");
    line!(w, "  {}, // ReorderBufferSize", info.reorder_buffer_size);
    line!(w, "  {}, // MaxRetirePerCycle", info.max_retire_per_cycle);
    match info.register_files.len() {
        0 => line!(w, "  nullptr,\n  0, // Register files"),
        // So does the invalid register file.
        count => line!(w, "  {model}RegisterFiles,\n  {}, // Register files", 1 + count),
    }
    match cost_count {
        0 => line!(w, "  nullptr,"),
        _ => line!(w, "  {model}RegisterCosts,"),
    }
    line!(w, "  {cost_count}, // Register costs");
    line!(w, "  {}, // Load queue", info.load_queue);
    line!(w, "  {}, // Store queue", info.store_queue);
    line!(w, "}};");
}

fn emit_register_files(model: &str, info: &ExtraInfo<'_>, w: &mut CppWriter) {
    w.raw("\n// {RegisterClassID, Register Cost, AllowMoveElimination }\n");
    line!(w, "static const llvm::MCRegisterCostEntry {model}RegisterCosts[] = {{");
    for cost in &info.costs {
        w.raw("  { ");
        if let Some(namespace) = cost.namespace {
            write!(w, "{namespace}::");
        }
        let eliminates = u8::from(cost.allow_move_elimination);
        line!(w, "{}RegClassID, {}, {eliminates}}},", cost.class, cost.cost);
    }
    line!(w, "}};");
    w.raw("\n // {Name, #PhysRegs, #CostEntries, IndexToCostTbl, ");
    w.raw("MaxMovesEliminatedPerCycle, AllowZeroMoveEliminationOnly }\n");
    line!(w, "static const llvm::MCRegisterFileDesc {model}RegisterFiles[] = {{");
    line!(w, "  {{ \"InvalidRegisterFile\", 0, 0, 0, 0, 0 }},");
    for file in &info.register_files {
        let (name, regs, costs, first) =
            (file.name, file.num_phys_regs, file.cost_count, file.first_cost);
        let moves = file.max_moves_eliminated_per_cycle;
        let zero_only = u8::from(file.allow_zero_move_elimination_only);
        line!(w, "  {{ \"{name}\", {regs}, {costs}, {first}, {moves}, {zero_only}}},");
    }
    line!(w, "}};");
}
