//! The whole register file: registers by shape, sub-register indices, and a tree of classes.

use tablewright_records::TextSink;
use tablewright_target::registers::{
    RegisterClass, RegisterClassId, RegisterId, SubReg, SubRegIndex, SubRegRange,
    SubRegisterShapeId,
};

use super::ShownParts;
use super::names::listed;
use super::register_file::{INFERRED, ReportedRegisterFile};
use crate::counted::counted;

pub(super) fn text(file: &ReportedRegisterFile<'_>, parts: ShownParts) -> String {
    let inferred = file.classes.iter().filter(|(_, class)| class.record.is_none()).count();
    let mut text = format!(
        "{}: {}, {}, {} ({inferred} inferred)\n",
        file.target,
        counted(file.registers.len(), "register"),
        counted(file.indices.len(), "sub-register index"),
        counted(file.classes.len(), "register class"),
    );
    if parts.registers {
        text.push_str("\nRegisters\n");
        for shape in shapes(file) {
            text.push('\n');
            text.push_str(&listed(shape.iter().map(|&r| file.registers.name(r)), file.is_full));
            text.push('\n');
            sub_registers(file, shape[0], 1, &mut text);
        }
    }
    if parts.indices && !file.indices.is_empty() {
        text.push_str("\nSub-register indices\n\n");
        indices(file, &mut text);
    }
    if parts.classes {
        text.push_str("\nRegister classes\n\n");
        for (i, _) in file.classes.iter().filter(|&(i, _)| file.parents[i].is_none()) {
            classes(file, i, &mut text);
        }
    }
    text
}

/// Groups the registers without super-registers by the shape of their sub-registers.
pub(super) fn shapes(file: &ReportedRegisterFile<'_>) -> Vec<Vec<RegisterId>> {
    let mut shapes: Vec<(SubRegisterShapeId, Vec<RegisterId>)> = Vec::new();
    for register in file.registers.ids() {
        if !file.sub_registers.super_regs(register).is_empty() {
            continue;
        }
        let shape = file.sub_registers.shape(register);
        match shapes.iter_mut().find(|(other, _)| *other == shape) {
            Some((_, registers)) => registers.push(register),
            None => shapes.push((shape, vec![register])),
        }
    }
    shapes.into_iter().map(|(_, registers)| registers).collect()
}

/// Writes the sub-registers in a register's description, and their sub-registers.
pub(super) fn sub_registers(
    file: &ReportedRegisterFile<'_>,
    register: RegisterId,
    level: usize,
    text: &mut String,
) {
    let sub_regs = &file.registers.get(register).sub_regs;
    let width = sub_regs.iter().map(|sub_reg| file.indices.name(sub_reg.index).len()).max();
    let width = width.unwrap_or(0);
    for &SubReg { index, register: sub_reg } in sub_regs {
        let (index, name) = (file.indices.name(index), file.registers.name(sub_reg));
        writeln!(text, "{:indent$}{index:width$}  {name}", "", indent = 2 * level);
        sub_registers(file, sub_reg, level + 1, text);
    }
}

fn indices(file: &ReportedRegisterFile<'_>, text: &mut String) {
    let name = |index: &SubRegIndex| {
        let mark = if index.record.is_none() { INFERRED } else { "" };
        format!("{}{mark}", index.name)
    };
    let width = file.indices.iter().map(|(_, index)| name(index).len()).max().unwrap_or(0);
    for (i, index) in file.indices.iter() {
        let lanes = file.lanes.for_index(i).0;
        let bits = bit_range(index.default_range());
        writeln!(text, "{:width$}  {bits:14}  lanes {lanes:#x}", name(index));
    }
}

/// Formats the bit range of a sub-register.
pub(super) fn bit_range(range: SubRegRange) -> String {
    let SubRegRange { size, offset } = range;
    match (size, offset) {
        (None, None) => "not contiguous".to_owned(),
        (Some(size), None) => format!("{size} bits"),
        (None | Some(0), Some(offset)) => format!("from bit {offset}"),
        (Some(size), Some(offset)) => {
            format!("bits {offset}-{}", u64::from(offset) + u64::from(size) - 1)
        }
    }
}

/// Writes a class and the classes shown below it. Classes may nest to any depth.
fn classes(file: &ReportedRegisterFile<'_>, class: RegisterClassId, text: &mut String) {
    let mut stack = vec![(class, 0)];
    while let Some((class, level)) = stack.pop() {
        let (name, of) = (file.class_name(class), file.classes.get(class));
        writeln!(text, "{:indent$}{name}  {}", "", line(file, of), indent = 2 * level);
        let below: Vec<RegisterClassId> =
            of.sub_classes.iter().filter(|&sub| file.parents[sub] == Some(class)).collect();
        // An explicit stack instead of recursion. Reversed, since the stack returns the last class first.
        stack.extend(below.into_iter().rev().map(|sub| (sub, level + 1)));
    }
}

/// Describes a class on one line.
fn line(file: &ReportedRegisterFile<'_>, class: &RegisterClass) -> String {
    let members = class.members.iter().map(|register| file.registers.name(register));
    let count = counted(class.members.len(), "register");
    let mut line = format!("{}, {count}", file.size(class));
    if !class.members.is_empty() {
        line.push_str(": ");
        line.push_str(&listed(members, file.is_full));
    }
    if !class.properties.is_allocatable {
        line.push_str("; not allocated");
    }
    line
}
