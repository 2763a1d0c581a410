//! All properties of selected registers and classes.

use tablewright_backend::Failure;
use tablewright_index::IndexVec;
use tablewright_records::TextSink;
use tablewright_target::registers::{RegisterClass, RegisterClassId, RegisterId, SubReg};

use super::names::listed;
use super::overview;
use super::register_file::ReportedRegisterFile;
use crate::counted::counted;

pub(super) fn text(
    file: &ReportedRegisterFile<'_>,
    registers: &[RegisterId],
    classes: &[RegisterClassId],
) -> Result<String, Failure> {
    let mut sections = Vec::new();
    for &register in registers {
        sections.push(self::register(file, register)?);
    }
    for &class in classes {
        sections.push(self::class(file, class));
    }
    Ok(sections.join("\n"))
}

/// Writes a line with a heading, unless the text is empty.
fn line(text: &mut String, heading: &str, what: &str) {
    if !what.is_empty() {
        writeln!(text, "  {heading:16}{what}");
    }
}

fn registers(
    file: &ReportedRegisterFile<'_>,
    registers: impl IntoIterator<Item = RegisterId>,
) -> String {
    let names: Vec<&str> = registers.into_iter().map(|r| file.registers.name(r)).collect();
    listed(names.into_iter(), file.is_full)
}

fn classes(
    file: &ReportedRegisterFile<'_>,
    classes: impl IntoIterator<Item = RegisterClassId>,
) -> String {
    let names: Vec<String> = classes.into_iter().map(|class| file.class_name(class)).collect();
    names.join(", ")
}

fn register(file: &ReportedRegisterFile<'_>, register: RegisterId) -> Result<String, Failure> {
    let (store, described) = (file.store, file.registers.get(register));
    let mut text = format!("register {}\n", described.name);
    line(&mut text, "number", &register.number().to_string());
    if described.record.is_none() {
        line(&mut text, "made by", store.record(described.described_by).name());
    }
    line(&mut text, "assembler", file.registers.asm_name(store, register));
    line(&mut text, "also called", &file.registers.alt_names(store, register)?.join(", "));
    line(&mut text, "encoding", &file.registers.hw_encoding(store, register)?.to_string());
    line(&mut text, "DWARF", &dwarf_numbers(file, register));
    let costs = file.registers.cost_per_use(store, register)?;
    if costs.iter().any(|&cost| cost != 0) {
        let costs: Vec<String> = costs.iter().map(i64::to_string).collect();
        line(&mut text, "cost per use", &costs.join(", "));
    }
    let properties = [
        ("artificial", described.is_artificial),
        ("constant", described.is_constant),
        ("wholly its sub-registers", described.covered_by_sub_regs),
    ];
    let properties: Vec<&str> =
        properties.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect();
    line(&mut text, "is", &properties.join(", "));
    let supers = file.sub_registers.super_regs(register).iter().copied();
    line(&mut text, "part of", &registers(file, supers));
    let aliases = file.registers.ids().filter(|&other| is_alias(file, register, other));
    line(&mut text, "alias of", &registers(file, aliases));
    line(&mut text, "units", &units(file, register));
    let containing = file.classes.iter().filter(|(_, class)| class.contains(register));
    line(&mut text, "in classes", &classes(file, containing.map(|(i, _)| i)));
    sub_registers(file, register, &mut text);
    Ok(text)
}

fn dwarf_numbers(file: &ReportedRegisterFile<'_>, register: RegisterId) -> String {
    let of = |flavour: &Vec<(RegisterId, i32)>| {
        let entry = flavour.iter().find(|&&(numbered, _)| numbered == register);
        entry.map_or("none".to_owned(), |(_, number)| number.to_string())
    };
    let numbers: Vec<String> = file.dwarf.to_number.iter().map(of).collect();
    numbers.join(", ")
}

fn is_alias(file: &ReportedRegisterFile<'_>, register: RegisterId, other: RegisterId) -> bool {
    let names = |a, b| file.registers.get(a).aliases.contains(&b);
    names(register, other) || names(other, register)
}

/// Lists a register's units by their roots, with each weight other than one.
fn units(file: &ReportedRegisterFile<'_>, register: RegisterId) -> String {
    let mut units: Vec<String> = Vec::new();
    for &id in file.sub_registers.units(register) {
        let unit = file.sub_registers.units[id];
        let mut name = file.registers.name(unit.root).to_owned();
        if let Some(alias) = unit.alias {
            write!(name, "/{}", file.registers.name(alias));
        }
        units.push(match file.weights.weight(id) {
            1 => name,
            weight => format!("{name} (weight {weight})"),
        });
    }
    listed(units.iter().map(String::as_str), file.is_full)
}

/// Lists all sub-registers with bit ranges and lanes: first the tree in the description, then the inferred ones.
fn sub_registers(file: &ReportedRegisterFile<'_>, register: RegisterId, text: &mut String) {
    let sub_regs = file.sub_registers.for_register(register);
    if sub_regs.is_empty() {
        return;
    }
    text.push_str("  sub-registers\n");
    let width = sub_regs.iter().map(|sub_reg| file.indices.name(sub_reg.index).len()).max();
    let width = width.unwrap_or(0);
    let row = |sub_reg: &SubReg, level: usize| {
        let &SubReg { index, register } = sub_reg;
        let bits = overview::bit_range(file.indices.get(index).default_range());
        format!(
            "  {:indent$}{:width$}  {:14}  lanes {:#x}  {}\n",
            "",
            file.indices.name(index),
            bits,
            file.lanes.for_index(index).0,
            file.registers.name(register),
            indent = 2 * level,
        )
    };
    // Nested parts are listed below the part that contains them.
    let mut is_shown = IndexVec::from_fn(file.registers.len(), |_: RegisterId| false);
    let named = |part: RegisterId| sub_regs.iter().find(|sub_reg| sub_reg.register == part);
    let mut stack = vec![(register, 0)];
    while let Some((at, level)) = stack.pop() {
        if at != register
            && let Some(sub_reg) = named(at)
        {
            text.push_str(&row(sub_reg, level));
        }
        // Reversed, since the stack returns the last part first.
        let parts = file.registers.get(at).sub_regs.iter().rev();
        for &SubReg { register: part, .. } in parts {
            if !std::mem::replace(&mut is_shown[part], true) {
                stack.push((part, level + 1));
            }
        }
    }
    for sub_reg in sub_regs.iter().filter(|sub_reg| !is_shown[sub_reg.register]) {
        text.push_str(&row(sub_reg, 1));
    }
}

fn class(file: &ReportedRegisterFile<'_>, class: RegisterClassId) -> String {
    let of: &RegisterClass = file.classes.get(class);
    let properties = &of.properties;
    let mut text = format!("class {}\n", file.class_name(class));
    line(&mut text, "number", &class.index().to_string());
    line(&mut text, "size", &file.size(of));
    line(&mut text, "spill alignment", &format!("{} bits", of.sizes.default().spill_alignment));
    line(&mut text, "types", &types(file, of));
    let allocated = if properties.is_allocatable { "yes" } else { "no" };
    line(&mut text, "allocated", allocated);
    line(&mut text, "copy cost", &properties.copy_cost.to_string());
    if properties.allocation_priority != 0 {
        line(&mut text, "priority", &properties.allocation_priority.to_string());
    }
    let lanes = file.lanes.for_class(class).0;
    line(&mut text, "lanes", &format!("{lanes:#x}"));
    let heading = counted(of.members.len(), "register");
    line(&mut text, &heading, &registers(file, of.members.iter()));
    let order = properties.orders.first().map_or(&[][..], |order| order);
    if !order.iter().copied().eq(of.members.iter()) {
        line(&mut text, "in this order", &registers(file, order.iter().copied()));
    }
    for order in properties.orders.iter().skip(1) {
        line(&mut text, "or in this", &registers(file, order.iter().copied()));
    }
    line(&mut text, "lies in", &classes(file, of.super_classes.iter().copied()));
    let subs = of.sub_classes.iter().filter(|&sub| sub != class);
    line(&mut text, "contains", &classes(file, subs));
    let weight = file.pressure.class_weights[class];
    let weight = format!("{} each, {} in all", weight.register, weight.limit);
    line(&mut text, "weight", &weight);
    let sets = file.pressure.for_class(class).iter();
    let sets: Vec<&str> = sets.map(|&set| &*file.pressure.sets[set].name).collect();
    line(&mut text, "pressure sets", &sets.join(", "));
    sub_register_classes(file, class, &mut text);
    text
}

fn types(file: &ReportedRegisterFile<'_>, class: &RegisterClass) -> String {
    let name = |ty| file.types.name(file.store, ty).unwrap_or("?");
    let types = class.properties.value_types.iter().map(|ty| match ty.only() {
        Some(only) => name(only).to_owned(),
        None => {
            let by_mode = ty
                .choices()
                .iter()
                .map(|&(mode, ty)| format!("{} in {}", name(ty), file.hw_modes.get(mode).name));
            format!("({})", by_mode.collect::<Vec<_>>().join(", "))
        }
    });
    types.collect::<Vec<_>>().join(", ")
}

/// Lists the sub-register classes. If only some members have a sub-register, also names the class of these members.
fn sub_register_classes(
    file: &ReportedRegisterFile<'_>,
    class: RegisterClassId,
    text: &mut String,
) {
    let of = file.classes.get(class);
    let mut rows: Vec<(&str, String)> = Vec::new();
    for (id, index) in file.indices.iter() {
        let Some(having) = of.with_sub_reg(id) else { continue };
        let sub = file.sub_register_classes.get(class, id);
        let mut row = sub.map_or("no class".to_owned(), |sub| file.class_name(sub));
        if having != class {
            write!(row, ", of those in {}", file.class_name(having));
        }
        rows.push((&index.name, row));
    }
    if rows.is_empty() {
        return;
    }
    text.push_str("  sub-registers are in\n");
    let width = rows.iter().map(|(index, _)| index.len()).max().unwrap_or(0);
    for (index, row) in rows {
        writeln!(text, "    {index:width$}  {row}");
    }
}
