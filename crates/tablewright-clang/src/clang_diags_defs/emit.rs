//! The table of diagnostics as it is printed.

use tablewright_text::{CppWriter, Escaped, append, line};

use super::model::{Definitions, Row};

pub(crate) fn emit(definitions: &Definitions<'_>, w: &mut CppWriter) {
    let component = &definitions.component;
    if !component.is_empty() {
        line!(w, "#ifdef {component}START");
        line!(w, "__{component}START = DIAG_START_{component},");
        line!(w, "#undef {component}START");
        line!(w, "#endif");
        line!(w);
    }
    for row in &definitions.rows {
        emit_row(row, w);
    }
}

fn emit_row(row: &Row<'_>, w: &mut CppWriter) {
    let Row { name, class, severity, text, group, sfinae, .. } = row;
    let Row { no_werror, in_system_header, in_system_macro, deferrable, category, .. } = row;
    append!(w, "DIAG(", name, ", ", class, ", (unsigned)diag::Severity::", severity);
    append!(w, ", \"", Escaped(text), "\", ", group, ", ", sfinae, ", ", no_werror);
    append!(w, ", ", in_system_header, ", ", in_system_macro, ", ", deferrable);
    append!(w, ", ", category, ")\n");
}
