//! The tables of the machine code layer: registers and the members of classes.

use tablewright_target::registers::RegisterClass;
use tablewright_text::{CppWriter, append, line, text_block};

use super::{dwarf, emit_lane_mask, emit_part};
use crate::register_info::model::{ClassDesc, RegisterDesc, RegisterInfo};

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    emit_part(w, "MC Register Information", "GET_REGINFO_MC_DESC", |w| {
        w.raw("namespace llvm {\n\n");
        emit_register_tables(info, w);
        emit_register_descs(info, w);
        emit_register_units(info, w);
        emit_class_members(info, w);
        emit_class_descs(info, w);
        dwarf::emit_tables(info, w);
        emit_encodings(info, w);
        emit_init(info, w);
    });
}

/// Writes the arrays that the descriptions of registers refer to.
fn emit_register_tables(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let (target, tables) = (info.target, &info.mc_desc);
    line!(w, "extern const int16_t {target}RegDiffLists[] = {{");
    w.sequence_table(&tables.differences, "0", |w, difference| write!(w, "{difference}"));
    line!(w, "}};\n\nextern const LaneBitmask {target}LaneMaskLists[] = {{");
    w.sequence_table(&tables.lanes, "LaneBitmask::getAll()", |w, &mask| emit_lane_mask(w, mask));
    line!(w, "}};\n\nextern const uint16_t {target}SubRegIdxLists[] = {{");
    w.sequence_table(&tables.sub_reg_indices, "0", |w, index| write!(w, "{index}"));
    w.raw("};\n\n");
    let declaration = format!("extern const char {target}RegStrings[]");
    w.string_literal_table(&declaration, &tables.register_strings);
}

fn emit_register_descs(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    line!(w, "extern const MCRegisterDesc {}RegDesc[] = {{ // Descriptors", info.target);
    line!(w, "  {{ {}, 0, 0, 0, 0, 0, 0 }},", info.mc_desc.no_register_name);
    for ((_, register), desc) in info.analyses.registers.iter().zip(&info.mc_desc.registers) {
        let RegisterDesc { name, sub_regs, super_regs, sub_reg_indices, units, lanes } = desc;
        let constant = u8::from(register.is_constant);
        line!(
            w,
            "  {{ {name}, {sub_regs}, {super_regs}, {sub_reg_indices}, {units}, {lanes}, \
             {constant} }},"
        );
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

fn emit_class_descs(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    let declaration = format!("extern const char {target}RegClassStrings[]");
    w.string_literal_table(&declaration, &info.mc_desc.class_strings);
    line!(w, "extern const MCRegisterClass {target}MCRegisterClasses[] = {{");
    for ((id, class), desc) in info.analyses.classes.iter().zip(&info.mc_desc.classes) {
        w.raw("  { ");
        // A class without members has no arrays either.
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
            class.properties.copy_cost,
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
    text_block!(
        w,
        "
        static inline void Init{target}MCRegisterInfo(MCRegisterInfo *RI, unsigned RA, unsigned DwarfFlavour = 0, unsigned EHFlavour = 0, unsigned PC = 0) {{
          RI->InitMCRegisterInfo({target}RegDesc, {}, RA, PC, {target}MCRegisterClasses, {}, {target}RegUnitRoots, {}, {target}RegDiffLists, {target}LaneMaskLists, {target}RegStrings, {target}RegClassStrings, {target}SubRegIdxLists, {},
        {target}RegEncodingTable);

        ",
        info.analyses.registers.len() + 1,
        info.analyses.classes.len(),
        info.analyses.sub_registers.units.len(),
        info.analyses.indices.len() + 1,
    );
    dwarf::emit_mapping(info, "RI->", w);
    w.raw("}\n\n");
}
