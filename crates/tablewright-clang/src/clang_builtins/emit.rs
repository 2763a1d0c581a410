//! The list of builtins as macro calls, behind definitions of the macros that do nothing.

use tablewright_text::{CppWriter, line};

use super::model::{BuiltinMacro, Builtins, Entry};

pub(crate) fn emit(builtins: &Builtins<'_>, w: &mut CppWriter) {
    w.file_header("Functions that Clang knows without a declaration", None);
    w.raw(include_str!("fallbacks.inc"));
    for entry in &builtins.entries {
        emit_entry(entry, w);
    }
    for entry in &builtins.custom {
        line!(w, "{entry}");
    }
    line!(w);
    for name in ["ATOMIC_BUILTIN", "BUILTIN", "LIBBUILTIN", "LANGBUILTIN", "TARGET_BUILTIN"] {
        line!(w, "#undef {name}");
    }
}

fn emit_entry(entry: &Entry<'_>, w: &mut CppWriter) {
    let Entry { spelling, undefine, ty, attributes, kind } = entry;
    if *undefine {
        line!(w, "#undef {spelling}");
    }
    let common = format_args!("{spelling}, \"{ty}\", \"{attributes}\"");
    match kind {
        BuiltinMacro::Builtin => line!(w, "BUILTIN({common})"),
        BuiltinMacro::Atomic => line!(w, "ATOMIC_BUILTIN({common})"),
        BuiltinMacro::Lib { header, languages } => {
            line!(w, "LIBBUILTIN({common}, {header}, {languages})")
        }
        BuiltinMacro::Lang { languages } => line!(w, "LANGBUILTIN({common}, {languages})"),
        BuiltinMacro::Target { features } => line!(w, "TARGET_BUILTIN({common}, \"{features}\")"),
    }
}
