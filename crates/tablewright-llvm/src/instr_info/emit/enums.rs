//! The enums of instructions and of scheduling classes.

use tablewright_text::{CppWriter, append};

use super::super::model::InstrInfo;
use super::emit_section;

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    emit_section(w, "GET_INSTRINFO_ENUM", info.names.namespace, |w| {
        emit_enumerators(w, &info.names.instructions, "INSTRUCTION_LIST_END");
        w.blank();
    });
    emit_section(w, "GET_INSTRINFO_SCHED_ENUM", info.names.namespace, |w| {
        w.raw("namespace Sched {\n");
        emit_enumerators(w, &info.sched_classes, "SCHED_LIST_END");
        w.raw("} // end namespace Sched\n");
    });
}

/// Writes an enum of names, numbered from zero, and of `end`.
fn emit_enumerators(w: &mut CppWriter, names: &[&str], end: &str) {
    w.raw("  enum {\n");
    for (number, name) in names.iter().enumerate() {
        append!(w, "    ", name, "\t= ", number, ",\n");
    }
    append!(w, "    ", end, " = ", names.len(), "\n  };\n");
}
