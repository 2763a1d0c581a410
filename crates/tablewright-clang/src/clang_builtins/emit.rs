//! The builtin list: macro calls, preceded by empty default definitions of the macros, or tables.

use tablewright_text::{CppWriter, append, line};

use super::entry::{BuiltinMacro, BuiltinsEntry};
use super::model::Builtins;
use super::tables::{BuiltinTables, TableBuiltin};
use crate::support::builtin_table::{emit_builtin_infos, emit_builtin_strings};

pub(crate) fn emit(builtins: &Builtins<'_>, w: &mut CppWriter) {
    w.file_header("Functions that Clang knows without a declaration", None);
    match builtins {
        Builtins::Macros { entries, custom } => emit_macros(entries, custom, w),
        Builtins::Tables(tables) => emit_tables(tables, w),
    }
}

fn emit_macros(entries: &[BuiltinsEntry<'_>], custom: &[&str], w: &mut CppWriter) {
    w.raw(include_str!("fallbacks.inc"));
    for entry in entries {
        emit_entry(entry, w);
    }
    for entry in custom {
        line!(w, "{entry}");
    }
    line!(w);
    for name in ["ATOMIC_BUILTIN", "BUILTIN", "LIBBUILTIN", "LANGBUILTIN", "TARGET_BUILTIN"] {
        line!(w, "#undef {name}");
    }
}

fn emit_entry(entry: &BuiltinsEntry<'_>, w: &mut CppWriter) {
    let BuiltinsEntry { spelling, undefine, ty, attributes, kind, required_prefix: _ } = entry;
    if *undefine {
        line!(w, "#undef {spelling}");
    }
    let common = format_args!("{spelling}, \"{ty}\", \"{attributes}\"");
    match kind {
        BuiltinMacro::Builtin => line!(w, "BUILTIN({common})"),
        BuiltinMacro::Atomic => line!(w, "ATOMIC_BUILTIN({common})"),
        BuiltinMacro::Lib { header, languages } | BuiltinMacro::TargetLib { header, languages } => {
            line!(w, "LIBBUILTIN({common}, {header}, {languages})")
        }
        BuiltinMacro::Lang { languages } => line!(w, "LANGBUILTIN({common}, {languages})"),
        BuiltinMacro::Target { features } => line!(w, "TARGET_BUILTIN({common}, \"{features}\")"),
    }
}

fn emit_tables(tables: &BuiltinTables<'_>, w: &mut CppWriter) {
    let BuiltinTables { strings, without_prefix, with_prefix, atomics } = tables;
    w.if_defined("GET_BUILTIN_ENUMERATORS", |w| {
        for TableBuiltin { prefix, info } in without_prefix.iter().chain(with_prefix) {
            append!(w, "    BI", prefix, info.name.text(), ",\n");
        }
    });
    w.if_defined("GET_BUILTIN_STR_TABLE", |w| emit_builtin_strings(strings, w));
    w.if_defined("GET_BUILTIN_INFOS", |w| {
        emit_builtin_infos(without_prefix.iter().map(|builtin| &builtin.info), w);
    });
    w.if_defined("GET_BUILTIN_PREFIXED_INFOS", |w| {
        emit_builtin_infos(with_prefix.iter().map(|builtin| &builtin.info), w);
    });
    w.if_defined("ATOMIC_BUILTIN", |w| {
        for entry in atomics {
            emit_entry(entry, w);
        }
    });
    line!(w, "#undef ATOMIC_BUILTIN");
}
