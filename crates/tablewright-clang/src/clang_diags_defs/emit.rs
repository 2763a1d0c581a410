//! The printed diagnostics table.

use tablewright_text::{CppWriter, Escaped, append, text_block};

use super::model::{DiagDefinitions, DiagnosticEntry};

pub(crate) fn emit(definitions: &DiagDefinitions<'_>, w: &mut CppWriter) {
    let component = &definitions.component;
    if !component.is_empty() {
        text_block!(
            w,
            "
            #ifdef {component}START
            __{component}START = DIAG_START_{component},
            #undef {component}START
            #endif

            "
        );
    }
    for entry in &definitions.entries {
        emit_entry(entry, w);
    }
}

fn emit_entry(entry: &DiagnosticEntry<'_>, w: &mut CppWriter) {
    let DiagnosticEntry { name, class, severity, text, group, sfinae, .. } = entry;
    let DiagnosticEntry {
        no_werror,
        in_system_header,
        in_system_macro,
        deferrable,
        category,
        stable_id,
        ..
    } = entry;
    append!(w, "DIAG(", name, ", ", class, ", (unsigned)diag::Severity::", severity);
    append!(w, ", \"", Escaped(text), "\", ", group, ", ", sfinae, ", ", no_werror);
    append!(w, ", ", in_system_header, ", ", in_system_macro, ", ", deferrable);
    append!(w, ", ", category);
    if let Some(stable_id) = stable_id {
        append!(w, ", ", stable_id.offset, ", ", stable_id.legacy_start);
    }
    append!(w, ")\n");
}
