//! What `--register-info-debug` shows: classes, sub-register indices and registers, as words.

use std::fmt::Write;

use tablewright_records::RecordStore;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::registers::{RegisterClass, RegisterId, SubRegIndex};

use super::model::{Facts, RegisterInfo};

pub(super) fn dump(store: &RecordStore, info: &RegisterInfo<'_>) -> String {
    let mut text = String::new();
    let Facts { registers, indices, classes, lanes, .. } = info.facts;
    for (i, class) in classes.iter() {
        let lanes = lanes.of_class(i);
        let shown = self::class(store, info, class, lanes.0, &mut text);
        shown.expect("a string takes any text");
    }
    for (i, index) in indices.iter() {
        let lanes = lanes.of_index(i);
        let shown = self::index(info, index, lanes.0, &mut text);
        shown.expect("a string takes any text");
    }
    for register in registers.ids() {
        self::register(store, info, register, &mut text).expect("a string takes any text");
    }
    text
}

/// Shows a number for each mode.
fn by_mode<T: std::fmt::Display>(
    info: &RegisterInfo<'_>,
    text: &mut String,
    number: impl Fn(HwModeId) -> T,
) -> std::fmt::Result {
    text.push('{');
    for (mode, name) in info.facts.mode_names() {
        write!(text, " {name}:{}", number(mode))?;
    }
    text.push_str(" }\n");
    Ok(())
}

fn class(
    store: &RecordStore,
    info: &RegisterInfo<'_>,
    class: &RegisterClass,
    lanes: u64,
    text: &mut String,
) -> std::fmt::Result {
    write!(text, "RegisterClass {}:\n\tSpillSize: ", class.name)?;
    by_mode(info, text, |mode| class.sizes.get(mode).spill)?;
    text.push_str("\tSpillAlignment: ");
    by_mode(info, text, |mode| class.sizes.get(mode).spill_alignment)?;
    writeln!(text, "\tNumRegs: {}\n\tLaneMask: {lanes:016X}", class.members.len())?;
    writeln!(text, "\tHasDisjunctSubRegs: {}", u8::from(class.has_disjunct_sub_regs))?;
    writeln!(text, "\tCoveredBySubRegs: {}", u8::from(class.covered_by_sub_regs))?;
    writeln!(text, "\tAllocatable: {}", u8::from(class.properties.is_allocatable))?;
    writeln!(text, "\tAllocationPriority: {}", class.properties.allocation_priority)?;
    // Nor here: an order that is no integer ended the run before.
    let order = class.base_class_order(store).ok().flatten();
    let order = order.map_or("None".to_owned(), |order| order.to_string());
    write!(text, "\tBaseClassOrder: {order}\n\tRegs:")?;
    for register in class.members.iter() {
        write!(text, " {}", info.facts.registers.name(register))?;
    }
    text.push_str("\n\tSubClasses:");
    for sub in class.sub_classes.iter() {
        write!(text, " {}", info.facts.classes.get(sub).name)?;
    }
    text.push_str("\n\tSuperClasses:");
    for &super_class in &class.super_classes {
        write!(text, " {}", info.facts.classes.get(super_class).name)?;
    }
    text.push('\n');
    Ok(())
}

fn index(
    info: &RegisterInfo<'_>,
    index: &SubRegIndex,
    lanes: u64,
    text: &mut String,
) -> std::fmt::Result {
    writeln!(text, "SubRegIndex {}:\n\tLaneMask: {lanes:016X}", index.name)?;
    writeln!(text, "\tAllSuperRegsCovered: {}", u8::from(index.all_super_regs_covered))?;
    text.push_str("\tOffset: ");
    by_mode(info, text, |mode| index.ranges[mode].offset)?;
    text.push_str("\tSize: ");
    by_mode(info, text, |mode| index.ranges[mode].size)
}

fn register(
    store: &RecordStore,
    info: &RegisterInfo<'_>,
    register: RegisterId,
    text: &mut String,
) -> std::fmt::Result {
    let described = info.facts.registers.get(register);
    write!(text, "Register {}:\n\tCostPerUse: ", described.name)?;
    // `RegisterInfo` has read the costs before, so that there is no error to report here.
    for cost in info.facts.registers.cost_per_use(store, register).unwrap_or_default() {
        write!(text, "{cost} ")?;
    }
    writeln!(text, "\n\tCoveredBySubregs: {}", u8::from(described.covered_by_sub_regs))?;
    let has_disjunct = info.facts.sub_registers.has_disjunct_sub_regs(register);
    writeln!(text, "\tHasDisjunctSubRegs: {}", u8::from(has_disjunct))?;
    for &(index, sub_reg) in info.facts.sub_registers.of(register) {
        let (index, sub_reg) = (info.facts.indices.name(index), info.facts.registers.name(sub_reg));
        writeln!(text, "\tSubReg {index} = {sub_reg}")?;
    }
    Ok(())
}
