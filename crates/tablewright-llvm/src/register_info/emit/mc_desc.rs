//! Writes the machine code tables: registers and class members.

use tablewright_target::registers::RegisterClass;
use tablewright_text::{CppWriter, SequenceToOffsetTable, append, line, text_block};

use super::{dwarf, emit_lane_mask, enums, storage};
use crate::register_info::model::{ClassDesc, RegisterDesc, RegisterInfo, RegisterInfoLayout};

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    w.raw("namespace llvm {\n\n");
    emit_register_tables(info, w);
    emit_register_descs(info, w);
    emit_register_units(info, w);
    emit_unit_intervals(info, w);
    if info.codegen_classes.storage.is_none() {
        emit_class_members(info, w);
    }
    emit_class_descs(info, w);
    dwarf::emit_tables(info, w);
    emit_encodings(info, w);
    emit_init(info, w);
    if !info.names.by_hw_mode.is_empty() {
        emit_choosers(info, w);
    }
}

/// Writes the functions that choose registers by the hardware mode.
fn emit_choosers(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    w.raw("// Registers by HwMode\n");
    enums::emit_namespace_by_hw_mode(info, w, |w| {
        for choice in &info.names.by_hw_mode {
            line!(w, "LLVM_READONLY MCRegister get{}(unsigned HwMode) {{", choice.name);
            line!(w, "  switch (HwMode) {{");
            for (number, mode, register) in &choice.registers {
                line!(w, "  case {number}: return {register}; // {mode}");
            }
            let name = choice.name;
            line!(
                w,
                "  default: llvm_unreachable(\"Unhandled HwMode for Register {name}\");\n  }}\n}}"
            );
        }
    });
}

/// Writes the arrays that the descriptions of registers refer to.
fn emit_register_tables(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let (target, tables) = (info.target, &info.mc_desc);
    line!(w, "extern const int16_t {target}RegDiffLists[] = {{");
    w.sequence_table(&tables.differences, "0", |w, difference| write!(w, "{difference}"));
    line!(w, "}};\n\nextern const LaneBitmask {target}LaneMaskLists[] = {{");
    emit_lists(info, &tables.lanes, "LaneBitmask::getAll()", w, |w, &mask| emit_lane_mask(w, mask));
    line!(w, "}};\n\nextern const uint16_t {target}SubRegIdxLists[] = {{");
    emit_lists(info, &tables.sub_reg_indices, "0", w, |w, index| write!(w, "{index}"));
    w.raw("};\n\n");
    let declaration = format!("extern const char {target}RegStrings[]");
    emit_strings(info, &declaration, &tables.register_strings, w);
}

/// Writes lists. In the layout with a single file, each list ends in a terminator.
fn emit_lists<T: Ord>(
    info: &RegisterInfo<'_>,
    lists: &SequenceToOffsetTable<T>,
    terminator: &str,
    w: &mut CppWriter,
    element: impl FnMut(&mut CppWriter, &T),
) {
    match info.layout {
        RegisterInfoLayout::OneFile => w.sequence_table(lists, terminator, element),
        RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => {
            w.unterminated_sequence_table(lists, element)
        }
    }
}

fn emit_strings(
    info: &RegisterInfo<'_>,
    declaration: &str,
    strings: &SequenceToOffsetTable<u8>,
    w: &mut CppWriter,
) {
    match info.layout {
        RegisterInfoLayout::OneFile => w.string_literal_table(declaration, strings),
        RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => {
            w.octal_string_literal_table(declaration, strings)
        }
    }
}

fn emit_register_descs(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    line!(w, "extern const MCRegisterDesc {}RegDesc[] = {{ // Descriptors", info.target);
    let says_artificial = match info.layout {
        RegisterInfoLayout::OneFile => false,
        RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => true,
    };
    let artificial = if says_artificial { ", 0" } else { "" };
    line!(w, "  {{ {}, 0, 0, 0, 0, 0, 0{artificial} }},", info.mc_desc.no_register_name);
    for ((_, register), desc) in info.analyses.registers.iter().zip(&info.mc_desc.registers) {
        let RegisterDesc { name, sub_regs, super_regs, sub_reg_indices, units, lanes } = desc;
        let constant = u8::from(register.is_constant);
        write!(
            w,
            "  {{ {name}, {sub_regs}, {super_regs}, {sub_reg_indices}, {units}, {lanes}, {constant}"
        );
        if says_artificial {
            write!(w, ", {}", u8::from(register.is_artificial));
        }
        w.raw(" },\n");
    }
    w.raw("};\n\n");
}

fn emit_register_units(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    line!(w, "extern const MCPhysReg {}RegUnitRoots[][2] = {{", info.target);
    for unit in &info.analyses.sub_registers.units {
        let root = info.register(unit.root);
        match unit.alias {
            Some(alias) => line!(w, "  {{ {root}, {} }},", info.register(alias)),
            None => line!(w, "  {{ {root} }},"),
        }
    }
    w.raw("};\n\n");
}

fn emit_class_members(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    w.raw("namespace {     // Register classes...\n");
    for ((_, class), desc) in info.analyses.classes.iter().zip(&info.mc_desc.classes) {
        if !desc.order.is_empty() {
            emit_members(info, class, desc, w);
        }
    }
    w.raw("} // end anonymous namespace\n\n");
}

fn emit_members(
    info: &RegisterInfo<'_>,
    class: &RegisterClass,
    desc: &ClassDesc<'_>,
    w: &mut CppWriter,
) {
    let name = &class.name;
    write!(w, "  // {name} Register Class...\n  const MCPhysReg {name}[] = {{\n    ");
    for &register in desc.order {
        append!(w, info.register(register));
        w.raw(", ");
    }
    write!(w, "\n  }};\n\n  // {name} Bit set.\n  const uint8_t {name}Bits[] = {{\n    ");
    for byte in &desc.bits {
        write!(w, "0x{byte:02x}, ");
    }
    w.raw("\n  };\n\n");
}

/// Writes each register's unit interval, after a sentinel.
fn emit_unit_intervals(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let Some(intervals) = &info.mc_desc.unit_intervals else { return };
    line!(w, "extern const unsigned {}RegUnitIntervals[][2] = {{\n  {{ 0, 0 }},", info.target);
    for (first, end) in intervals {
        line!(w, "  {{ {first}, {end} }},");
    }
    w.raw("};\n\n");
}

/// Returns the name of the unit interval table, or a null pointer.
pub(super) fn unit_intervals(info: &RegisterInfo<'_>) -> String {
    match info.mc_desc.unit_intervals {
        Some(_) => format!("{}RegUnitIntervals", info.target),
        None => "nullptr".to_owned(),
    }
}

fn emit_class_descs(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    let declaration = format!("extern const char {target}RegClassStrings[]");
    emit_strings(info, &declaration, &info.mc_desc.class_strings, w);
    if let Some(classes) = &info.codegen_classes.storage {
        return storage::emit(info, classes, w);
    }
    line!(w, "extern const MCRegisterClass {target}MCRegisterClasses[] = {{");
    for ((id, class), desc) in info.analyses.classes.iter().zip(&info.mc_desc.classes) {
        w.raw("  { ");
        // A class without members lacks arrays.
        if desc.order.is_empty() {
            write!(w, "nullptr, nullptr, {}, 0, 0", desc.name);
        } else {
            let (class, members) = (&class.name, desc.order.len());
            write!(w, "{class}, {class}Bits, {}, {members}, sizeof({class}Bits)", desc.name);
        }
        line!(
            w,
            ", {}RegClassID, {}, {}, {}, {} }},",
            info.class(id),
            desc.register_size,
            desc.copy_cost,
            class.properties.is_allocatable,
            desc.is_base_class,
        );
    }
    w.raw("};\n\n");
}

fn emit_encodings(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    line!(w, "extern const uint16_t {}RegEncodingTable[] = {{\n  0,", info.target);
    for encoding in &info.mc_desc.encodings {
        line!(w, "  {encoding},");
    }
    line!(w, "}};");
}

fn emit_init(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    let (classes, intervals) = match info.layout {
        RegisterInfoLayout::OneFile | RegisterInfoLayout::FiveFiles => {
            ("MCRegisterClasses", String::new())
        }
        RegisterInfoLayout::OneStorage => {
            ("MCRegisterClassStorage.Classes", format!(", {}", unit_intervals(info)))
        }
    };
    text_block!(
        w,
        "
        static inline void Init{target}MCRegisterInfo(MCRegisterInfo *RI, unsigned RA, unsigned DwarfFlavour = 0, unsigned EHFlavour = 0, unsigned PC = 0) {{
          RI->InitMCRegisterInfo({target}RegDesc, {}, RA, PC, {target}{classes}, {}, {target}RegUnitRoots, {}, {target}RegDiffLists, {target}LaneMaskLists, {target}RegStrings, {target}RegClassStrings, {target}SubRegIdxLists, {},
        {target}RegEncodingTable{intervals});

        ",
        info.analyses.registers.len() + 1,
        info.analyses.classes.len(),
        info.analyses.sub_registers.units.len(),
        info.analyses.indices.len() + 1,
    );
    dwarf::emit_mapping(info, "RI->", w);
    w.raw("}\n\n");
}
