//! The tables between DWARF's numbers and registers, and the `switch` that selects one.

use tablewright_text::{CppWriter, line};

use crate::register_info::model::{DwarfDirection, DwarfSwitch, Pairs, RegisterInfo};

/// Writes the tables in both directions.
pub(super) fn emit_tables(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    emit_head(info, w);
    for table in info.dwarf.switches.iter().flat_map(|switch| &switch.tables) {
        let name = &table.name;
        line!(w, "extern const MCRegisterInfo::DwarfLLVMRegPair {name}[] = {{");
        match table.pairs {
            Pairs::NumberToRegister(pairs) => {
                for &(number, register) in pairs {
                    line!(w, "  {{ {number}U, {} }},", info.register(register));
                }
            }
            Pairs::RegisterToNumber(pairs) => {
                for &(register, number) in pairs {
                    line!(w, "  {{ {}, {number}U }},", info.register(register));
                }
            }
        }
        line!(w, "}};");
        line!(w, "extern const unsigned {name}Size = std::size({name});\n");
    }
}

/// Writes declarations for the definitions in [`emit_tables`].
pub(super) fn emit_declarations(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    emit_head(info, w);
    for table in info.dwarf.switches.iter().flat_map(|switch| &switch.tables) {
        line!(w, "extern const MCRegisterInfo::DwarfLLVMRegPair {}[];", table.name);
        line!(w, "extern const unsigned {}Size;\n", table.name);
    }
}

fn emit_head(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    if !info.dwarf.switches.is_empty() {
        line!(w, "// {} Dwarf<->LLVM register mappings.", info.names.registers_namespace);
    }
}

/// Writes the `switch` that selects a table, with calls on `object`.
pub(super) fn emit_mapping(info: &RegisterInfo<'_>, object: &str, w: &mut CppWriter) {
    for DwarfSwitch { direction, is_eh, tables } in &info.dwarf.switches {
        let flavour = if *is_eh { "EHFlavour" } else { "DwarfFlavour" };
        let function = match direction {
            DwarfDirection::NumberToRegister => "mapDwarfRegsToLLVMRegs",
            DwarfDirection::RegisterToNumber => "mapLLVMRegsToDwarfRegs",
        };
        line!(w, "  switch ({flavour}) {{");
        line!(w, "  default:");
        line!(w, "    llvm_unreachable(\"Unknown DWARF flavour\");");
        for (number, table) in tables.iter().enumerate() {
            let name = &table.name;
            line!(w, "  case {number}:");
            line!(w, "    {object}{function}({name}, {name}Size, {is_eh});");
            line!(w, "    break;");
        }
        line!(w, "  }}");
    }
}
