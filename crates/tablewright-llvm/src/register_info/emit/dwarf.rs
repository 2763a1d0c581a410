//! The numbers by which debug information knows registers.

use tablewright_text::{CppWriter, line};

use super::model::RegisterInfo;

/// Debug information and exception handling may number registers in different ways. Descriptions
/// do not tell them apart.
const KINDS: [&str; 2] = ["DwarfFlavour", "EHFlavour"];
const DIRECTIONS: [&str; 2] = ["Dwarf2L", "L2Dwarf"];

fn flavours(info: &RegisterInfo<'_>) -> usize {
    info.dwarf.to_register.len()
}

/// Writes the tables in both directions.
pub(super) fn tables(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    each_table(info, w, |w, table, direction, flavour| {
        line!(w, "extern const MCRegisterInfo::DwarfLLVMRegPair {table}[] = {{");
        if direction == DIRECTIONS[0] {
            for &(number, register) in &info.dwarf.to_register[flavour] {
                line!(w, "  {{ {number}U, {} }},", info.register(register));
            }
        } else {
            for &(register, number) in &info.dwarf.to_number[flavour] {
                line!(w, "  {{ {}, {number}U }},", info.register(register));
            }
        }
        line!(w, "}};\nextern const unsigned {table}Size = std::size({table});\n");
    });
}

/// Writes declarations of what [`tables`] defines.
pub(super) fn declarations(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    each_table(info, w, |w, table, _, _| {
        line!(w, "extern const MCRegisterInfo::DwarfLLVMRegPair {table}[];");
        line!(w, "extern const unsigned {table}Size;\n");
    });
}

fn each_table(
    info: &RegisterInfo<'_>,
    w: &mut CppWriter,
    mut table: impl FnMut(&mut CppWriter, &str, &str, usize),
) {
    if flavours(info) == 0 {
        return;
    }
    line!(w, "// {} Dwarf<->LLVM register mappings.", info.namespace);
    for direction in DIRECTIONS {
        for kind in KINDS {
            for flavour in 0..flavours(info) {
                let name = format!("{}{kind}{flavour}{direction}", info.namespace);
                table(w, &name, direction, flavour);
            }
        }
    }
}

/// Writes what chooses among the tables, called on `object`.
pub(super) fn mapping(info: &RegisterInfo<'_>, object: &str, w: &mut CppWriter) {
    if flavours(info) == 0 {
        return;
    }
    for (direction, function) in
        DIRECTIONS.into_iter().zip(["mapDwarfRegsToLLVMRegs", "mapLLVMRegsToDwarfRegs"])
    {
        for (kind, is_eh) in KINDS.into_iter().zip([false, true]) {
            line!(w, "  switch ({kind}) {{\n  default:");
            line!(w, "    llvm_unreachable(\"Unknown DWARF flavour\");");
            for flavour in 0..flavours(info) {
                let table = format!("{}{kind}{flavour}{direction}", info.namespace);
                line!(w, "  case {flavour}:");
                line!(w, "    {object}{function}({table}, {table}Size, {is_eh});\n    break;");
            }
            line!(w, "  }}");
        }
    }
}
