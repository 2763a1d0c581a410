//! The register file as Graphviz graphs.

use std::fmt::{self, Write};

use tablewright_index::IndexVec;
use tablewright_target::registers::{RegisterClassId, RegisterId, SubReg};

use super::ShownParts;
use super::names::listed;
use super::overview;
use super::register_file::ReportedRegisterFile;
use crate::counted::counted;
use crate::graphviz::Quoted;

/// Draws all classes, and a register for each shape.
pub(super) fn whole(file: &ReportedRegisterFile<'_>, parts: ShownParts) -> String {
    let mut graph = GraphWriter::new(file);
    if parts.registers {
        for shape in overview::shapes(file) {
            let names = shape.iter().map(|&register| file.registers.name(register));
            graph.register(shape[0], &listed(names, file.is_full));
            graph.sub_registers(shape[0]);
        }
    }
    if parts.classes {
        for (class, _) in file.classes.iter() {
            graph.class(class, |_| true);
        }
    }
    graph.finish()
}

/// Draws registers with their super-registers and sub-registers, and classes with their superclasses and subclasses.
pub(super) fn around(
    file: &ReportedRegisterFile<'_>,
    registers: &[RegisterId],
    classes: &[RegisterClassId],
) -> String {
    let mut graph = GraphWriter::new(file);
    for &register in registers {
        let supers = file.sub_registers.super_regs(register).iter().copied();
        for register in supers.chain([register]) {
            graph.register(register, file.registers.name(register));
            graph.sub_registers(register);
        }
    }
    let is_near = |other: RegisterClassId| {
        classes.iter().any(|&class| {
            let contains = |a: RegisterClassId, b| file.classes.get(a).sub_classes.contains(b);
            contains(class, other) || contains(other, class)
        })
    };
    for (class, _) in file.classes.iter().filter(|&(class, _)| is_near(class)) {
        graph.class(class, is_near);
    }
    graph.finish()
}

/// A graph under construction. Each node is written once.
struct GraphWriter<'f, 's> {
    file: &'f ReportedRegisterFile<'s>,
    text: String,
    has_register: IndexVec<RegisterId, bool>,
    has_sub_registers: IndexVec<RegisterId, bool>,
}

impl<'f, 's> GraphWriter<'f, 's> {
    fn new(file: &'f ReportedRegisterFile<'s>) -> GraphWriter<'f, 's> {
        let none = IndexVec::from_fn(file.registers.len(), |_| false);
        let text = format!(
            "digraph {} {{\n  rankdir = LR;\n  node [shape = box, fontname = monospace];\n",
            Quoted(file.target)
        );
        GraphWriter { file, text, has_register: none.clone(), has_sub_registers: none }
    }

    fn finish(mut self) -> String {
        self.text.push_str("}\n");
        self.text
    }

    fn line(&mut self, line: fmt::Arguments<'_>) {
        writeln!(self.text, "  {line}").expect("a string takes any text");
    }

    fn register(&mut self, register: RegisterId, label: &str) {
        if !std::mem::replace(&mut self.has_register[register], true) {
            let name = self.file.registers.name(register);
            let shape = if self.file.registers.get(register).record.is_none() {
                ", style = dashed"
            } else {
                ""
            };
            self.line(format_args!("{} [label = {}{shape}];", Quoted(name), Quoted(label)));
        }
    }

    /// Writes the sub-registers in a register's description, and their sub-registers.
    fn sub_registers(&mut self, register: RegisterId) {
        let mut stack = vec![register];
        while let Some(register) = stack.pop() {
            if std::mem::replace(&mut self.has_sub_registers[register], true) {
                continue;
            }
            let registers = self.file.registers;
            let from = registers.name(register);
            for &SubReg { index, register: sub_reg } in &registers.get(register).sub_regs {
                let (to, index) = (registers.name(sub_reg), self.file.indices.name(index));
                self.register(sub_reg, to);
                let (from, to, index) = (Quoted(from), Quoted(to), Quoted(index));
                self.line(format_args!("{from} -> {to} [label = {index}];"));
                stack.push(sub_reg);
            }
        }
    }

    /// Writes a class, and edges from its direct superclasses if they are shown.
    fn class(&mut self, class: RegisterClassId, is_shown: impl Fn(RegisterClassId) -> bool) {
        let file = self.file;
        let of = file.classes.get(class);
        let label = format!(
            "{}\n{}, {}",
            file.class_name(class),
            file.size(of),
            counted(of.members.len(), "register")
        );
        let style = if of.record.is_none() { "dashed" } else { "solid" };
        // Registers and classes may have the same names.
        let node = |class: RegisterClassId| format!("class {}", file.classes.get(class).name);
        let (name, label) = (node(class), Quoted(&label));
        self.line(format_args!(
            "{} [label = {label}, style = \"rounded,{style}\"];",
            Quoted(&name)
        ));
        let supers = of.super_classes.iter().copied().filter(|&super_class| is_shown(super_class));
        let supers: Vec<RegisterClassId> = supers.collect();
        // An edge from each superclass would hide the tree. A superclass gets no edge if another shown class is
        // between it and this class. Classes with the same members contain each other and do not count as between.
        let is_direct = |super_class: RegisterClassId| {
            let contains = |a: RegisterClassId, b| file.classes.get(a).sub_classes.contains(b);
            let mut between = supers.iter().filter(|&&other| other != super_class);
            !between.any(|&other| contains(super_class, other) && !contains(other, super_class))
        };
        for &super_class in supers.iter().filter(|&&super_class| is_direct(super_class)) {
            let from = node(super_class);
            self.line(format_args!("{} -> {};", Quoted(&from), Quoted(&name)));
        }
    }
}
