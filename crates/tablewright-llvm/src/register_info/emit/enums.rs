//! The enums of registers, classes, sub-register indices and pressure sets.

use tablewright_text::{CppWriter, line};

use crate::register_info::model::{RegisterInfo, RegisterInfoLayout};

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    w.raw("namespace llvm {\n\n");
    line!(w, "class MCRegisterClass;");
    match info.layout {
        RegisterInfoLayout::OneFile | RegisterInfoLayout::FiveFiles => {
            line!(w, "extern const MCRegisterClass {}MCRegisterClasses[];\n", info.target);
        }
        RegisterInfoLayout::OneStorage => {
            line!(w, "const MCRegisterClass &get{}MCRegisterClass(unsigned RC);\n", info.target);
        }
    }
    emit_registers(info, w);
    emit_classes(info, w);
    emit_alt_name_indices(info, w);
    emit_sub_reg_indices(info, w);
    emit_pressure_sets(info, w);
    if !info.names.by_hw_mode.is_empty() {
        w.raw("// Registers by HwMode\nclass MCRegister;\n");
        emit_namespace_by_hw_mode(info, w, |w| {
            for register in &info.names.by_hw_mode {
                line!(w, "LLVM_READONLY MCRegister get{}(unsigned HwMode);", register.name);
            }
        });
    }
}

/// Writes the namespace contents for the functions that select registers by hardware mode.
pub(super) fn emit_namespace_by_hw_mode(
    info: &RegisterInfo<'_>,
    w: &mut CppWriter,
    body: impl FnOnce(&mut CppWriter),
) {
    let name = info.names.registers_namespace;
    line!(w, "namespace {name}::RegisterByHwMode {{\n");
    body(w);
    line!(w, "\n}} // namespace {name}::RegisterByHwMode\n");
}

/// Writes the contents of a namespace. If its name is empty, writes only the contents.
fn emit_in_namespace(
    info: &RegisterInfo<'_>,
    name: &str,
    tail: &str,
    w: &mut CppWriter,
    body: impl FnOnce(&mut CppWriter),
) {
    // In C++, a namespace without a name would be anonymous.
    if name.is_empty() {
        return body(w);
    }
    line!(w, "namespace {name} {{");
    body(w);
    // LLVM's tests for the release match this text.
    let end = match info.layout {
        RegisterInfoLayout::OneFile | RegisterInfoLayout::FiveFiles => "end ",
        RegisterInfoLayout::OneStorage => "",
    };
    line!(w, "}} // {end}namespace {name}{tail}");
}

fn emit_registers(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    emit_in_namespace(info, info.names.registers_namespace, "", w, |w| {
        let ty = match info.layout {
            RegisterInfoLayout::OneFile => "",
            RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => ": unsigned ",
        };
        line!(w, "enum {ty}{{\n  NoRegister,");
        for (i, register) in info.analyses.registers.iter() {
            line!(w, "  {} = {},", register.name, i.number());
        }
        line!(w, "  NUM_TARGET_REGS // {}\n}};", info.analyses.registers.len() + 1);
    });
}

fn emit_classes(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    w.raw("\n// Register classes\n\n");
    emit_in_namespace(info, info.names.registers_namespace, "\n", w, |w| {
        line!(w, "enum {{");
        for (i, class) in info.analyses.classes.iter() {
            line!(w, "  {}RegClassID = {},", class.name, i.index());
        }
        line!(w, "\n}};");
    });
}

fn emit_alt_name_indices(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let indices = &info.names.alt_name_indices;
    if indices.is_empty() {
        return;
    }
    w.raw("\n// Register alternate name indices\n\n");
    emit_in_namespace(info, info.names.registers_namespace, "\n", w, |w| {
        line!(w, "enum {{");
        for (i, name) in indices.iter().enumerate() {
            line!(w, "  {name},\t// {i}");
        }
        line!(w, "  NUM_TARGET_REG_ALT_NAMES = {}\n}};", indices.len());
    });
}

fn emit_sub_reg_indices(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    if info.analyses.indices.is_empty() {
        return;
    }
    w.raw("\n// Subregister indices\n\n");
    emit_in_namespace(info, info.names.indices_namespace, "\n", w, |w| {
        line!(w, "enum : uint16_t {{\n  NoSubRegister,");
        for (i, index) in info.analyses.indices.iter() {
            line!(w, "  {},\t// {}", index.name, i.number());
        }
        line!(w, "  NUM_TARGET_SUBREGS\n}};");
    });
}

fn emit_pressure_sets(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    // LLVM's tests look for this comment.
    w.raw("// Register pressure sets enum.\n");
    emit_in_namespace(info, info.names.registers_namespace, "", w, |w| {
        line!(w, "enum RegisterPressureSets {{");
        for (i, set) in info.pressure.sets.sets.iter().enumerate() {
            line!(w, "  {} = {i},", set.name);
        }
        line!(w, "}};");
    });
    if info.names.by_hw_mode.is_empty() {
        w.blank();
    }
}
