//! The text that `--register-info-debug` prints: classes, sub-register indices and registers.

use std::fmt;

use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore};
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::registers::{RegisterClassId, RegisterId, SubRegIndex};
use tablewright_text::TextSink;

use super::model::{RegisterAnalyses, RegisterInfo};

/// Fields of records that only the dump prints, so that they are not in [`RegisterInfo`].
pub(super) struct DebugInfo {
    /// By class, its order among the base classes of registers.
    base_class_orders: IndexVec<RegisterClassId, Option<i64>>,
    /// By register, what its use costs in each cost model that it mentions.
    costs: IndexVec<RegisterId, Vec<i64>>,
}

impl DebugInfo {
    pub(super) fn collect(
        store: &RecordStore,
        info: &RegisterInfo<'_>,
    ) -> Result<DebugInfo, FieldError> {
        let RegisterAnalyses { registers, classes, .. } = info.analyses;
        let orders = classes.iter().map(|(_, class)| class.base_class_order(store));
        let costs = registers.ids().map(|register| registers.cost_per_use(store, register));
        Ok(DebugInfo {
            base_class_orders: orders.collect::<Result<_, FieldError>>()?,
            costs: costs.collect::<Result<_, FieldError>>()?,
        })
    }
}

pub(super) fn emit_dump(info: &RegisterInfo<'_>, debug: &DebugInfo, text: &mut impl TextSink) {
    let RegisterAnalyses { registers, indices, classes, lanes, .. } = info.analyses;
    for (id, _) in classes.iter() {
        emit_class(info, id, debug.base_class_orders[id], text);
    }
    for (id, index) in indices.iter() {
        emit_index(info, index, lanes.of_index(id).0, text);
    }
    for id in registers.ids() {
        emit_register(info, id, &debug.costs[id], text);
    }
}

/// Writes a number for each mode.
fn emit_by_mode<T: fmt::Display>(
    info: &RegisterInfo<'_>,
    text: &mut impl TextSink,
    number: impl Fn(HwModeId) -> T,
) {
    text.push('{');
    for (mode, name) in info.analyses.mode_names() {
        write!(text, " {name}:{}", number(mode));
    }
    text.push_str(" }\n");
}

fn emit_class(
    info: &RegisterInfo<'_>,
    id: RegisterClassId,
    base_class_order: Option<i64>,
    text: &mut impl TextSink,
) {
    let (class, lanes) = (info.analyses.classes.get(id), info.analyses.lanes.of_class(id).0);
    write!(text, "RegisterClass {}:\n\tSpillSize: ", class.name);
    emit_by_mode(info, text, |mode| class.sizes.get(mode).spill);
    text.push_str("\tSpillAlignment: ");
    emit_by_mode(info, text, |mode| class.sizes.get(mode).spill_alignment);
    writeln!(text, "\tNumRegs: {}\n\tLaneMask: {lanes:016X}", class.members.len());
    writeln!(text, "\tHasDisjunctSubRegs: {}", u8::from(class.has_disjunct_sub_regs));
    writeln!(text, "\tCoveredBySubRegs: {}", u8::from(class.covered_by_sub_regs));
    writeln!(text, "\tAllocatable: {}", u8::from(class.properties.is_allocatable));
    writeln!(text, "\tAllocationPriority: {}", class.properties.allocation_priority);
    text.push_str("\tBaseClassOrder: ");
    match base_class_order {
        Some(order) => write!(text, "{order}"),
        None => text.push_str("None"),
    }
    text.push_str("\n\tRegs:");
    for register in class.members.iter() {
        write!(text, " {}", info.analyses.registers.name(register));
    }
    text.push_str("\n\tSubClasses:");
    for sub in class.sub_classes.iter() {
        write!(text, " {}", info.analyses.classes.get(sub).name);
    }
    text.push_str("\n\tSuperClasses:");
    for &super_class in &class.super_classes {
        write!(text, " {}", info.analyses.classes.get(super_class).name);
    }
    text.push('\n');
}

fn emit_index(info: &RegisterInfo<'_>, index: &SubRegIndex, lanes: u64, text: &mut impl TextSink) {
    writeln!(text, "SubRegIndex {}:\n\tLaneMask: {lanes:016X}", index.name);
    writeln!(text, "\tAllSuperRegsCovered: {}", u8::from(index.all_super_regs_covered));
    text.push_str("\tOffset: ");
    emit_by_mode(info, text, |mode| index.ranges[mode].offset);
    text.push_str("\tSize: ");
    emit_by_mode(info, text, |mode| index.ranges[mode].size);
}

fn emit_register(
    info: &RegisterInfo<'_>,
    register: RegisterId,
    costs: &[i64],
    text: &mut impl TextSink,
) {
    let described = info.analyses.registers.get(register);
    write!(text, "Register {}:\n\tCostPerUse: ", described.name);
    for cost in costs {
        write!(text, "{cost} ");
    }
    writeln!(text, "\n\tCoveredBySubregs: {}", u8::from(described.covered_by_sub_regs));
    let has_disjunct = info.analyses.sub_registers.has_disjunct_sub_regs(register);
    writeln!(text, "\tHasDisjunctSubRegs: {}", u8::from(has_disjunct));
    for &(index, sub_reg) in info.analyses.sub_registers.of(register) {
        let (index, sub_reg) =
            (info.analyses.indices.name(index), info.analyses.registers.name(sub_reg));
        writeln!(text, "\tSubReg {index} = {sub_reg}");
    }
}
