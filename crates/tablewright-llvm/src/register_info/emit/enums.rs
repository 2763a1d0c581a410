//! The enums of registers, classes, sub-register indices and pressure sets.

use tablewright_text::{CppWriter, line};

use super::part;
use crate::register_info::model::RegisterInfo;

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    part(w, "Target Register Enum Values", "GET_REGINFO_ENUM", |w| {
        w.raw("namespace llvm {\n\n");
        line!(w, "class MCRegisterClass;");
        line!(w, "extern const MCRegisterClass {}MCRegisterClasses[];\n", info.target);
        registers(info, w);
        classes(info, w);
        alt_name_indices(info, w);
        sub_reg_indices(info, w);
        pressure_sets(info, w);
    });
}

/// Writes what is in a namespace, if that has a name.
fn in_namespace(name: &str, tail: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    // C++ would take a nameless namespace for an anonymous one.
    if name.is_empty() {
        return body(w);
    }
    line!(w, "namespace {name} {{");
    body(w);
    line!(w, "}} // end namespace {name}{tail}");
}

fn registers(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    in_namespace(info.names.registers_namespace, "", w, |w| {
        line!(w, "enum {{\n  NoRegister,");
        for (i, register) in info.facts.registers.iter() {
            line!(w, "  {} = {},", register.name, i.number());
        }
        line!(w, "  NUM_TARGET_REGS // {}\n}};", info.facts.registers.len() + 1);
    });
}

fn classes(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    w.raw("\n// Register classes\n\n");
    in_namespace(info.names.registers_namespace, "\n", w, |w| {
        line!(w, "enum {{");
        for (i, class) in info.facts.classes.iter() {
            line!(w, "  {}RegClassID = {},", class.name, i.index());
        }
        line!(w, "\n}};");
    });
}

fn alt_name_indices(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let indices = &info.names.alt_name_indices;
    if indices.is_empty() {
        return;
    }
    w.raw("\n// Register alternate name indices\n\n");
    in_namespace(info.names.registers_namespace, "\n", w, |w| {
        line!(w, "enum {{");
        for (i, name) in indices.iter().enumerate() {
            line!(w, "  {name},\t// {i}");
        }
        line!(w, "  NUM_TARGET_REG_ALT_NAMES = {}\n}};", indices.len());
    });
}

fn sub_reg_indices(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    if info.facts.indices.is_empty() {
        return;
    }
    w.raw("\n// Subregister indices\n\n");
    in_namespace(info.names.indices_namespace, "\n", w, |w| {
        line!(w, "enum : uint16_t {{\n  NoSubRegister,");
        for (i, index) in info.facts.indices.iter() {
            line!(w, "  {},\t// {}", index.name, i.number());
        }
        line!(w, "  NUM_TARGET_SUBREGS\n}};");
    });
}

fn pressure_sets(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    // LLVM's tests find the place by this comment.
    w.raw("// Register pressure sets enum.\n");
    in_namespace(info.names.registers_namespace, "", w, |w| {
        line!(w, "enum RegisterPressureSets {{");
        for (i, set) in info.pressure.sets.sets.iter().enumerate() {
            line!(w, "  {} = {i},", set.name);
        }
        line!(w, "}};");
    });
    w.blank();
}
