//! Writes enums for instructions and scheduling classes.

use tablewright_text::{CppWriter, append, line};

use super::super::model::InstrInfo;
use super::{emit_namespace, emit_section};

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let namespace = info.names.namespace;
    emit_section(info, w, "GET_INSTRINFO_ENUM", namespace, |w| {
        emit_enumerators(w, &info.names.instructions, "INSTRUCTION_LIST_END");
        w.blank();
        emit_classes_by_hw_mode(info, w);
    });
    w.guarded("GET_INSTRINFO_SCHED_ENUM", |w| {
        emit_namespace(info, w, &[namespace, "Sched"], |w| {
            emit_enumerators(w, &info.sched_classes, "SCHED_LIST_END");
        });
    });
}

/// Writes the enum of register classes that depend on the hardware mode.
fn emit_classes_by_hw_mode(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let names = &info.descriptors.by_hw_mode.names;
    if !names.is_empty() {
        w.raw("  enum RegClassByHwModeUses : uint16_t {\n");
        names.iter().for_each(|name| line!(w, "    {name},"));
        w.raw("  };\n");
    }
}

/// Writes an enum with the names, numbered from zero, and `end`.
fn emit_enumerators(w: &mut CppWriter, names: &[&str], end: &str) {
    w.raw("  enum {\n");
    for (number, name) in names.iter().enumerate() {
        append!(w, "    ", name, "\t= ", number, ",\n");
    }
    append!(w, "    ", end, " = ", names.len(), "\n  };\n");
}
