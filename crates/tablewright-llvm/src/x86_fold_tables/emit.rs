//! The tables as C++. The file has no initial comment, since tests compare it unchanged.

use tablewright_text::{CppWriter, append, line};

use super::flags::FoldTableFlags;
use super::model::{FoldEntry, FoldTables};

pub(super) fn emit(tables: &FoldTables<'_>, w: &mut CppWriter) {
    for (name, entries) in &tables.tables {
        line!(w, "static const X86FoldTableEntry {name}[] = {{");
        for entry in entries {
            emit_line_of(entry, w);
        }
        line!(w, "}};");
        line!(w);
    }
    if let Some(names) = &tables.not_with_same_mask {
        line!(w, "static const unsigned NonFoldableWithSameMaskTable[] = {{");
        for name in names {
            line!(w, "  X86::{name},");
        }
        line!(w, "}};");
        line!(w);
    }
}

fn emit_line_of(entry: &FoldEntry<'_>, w: &mut CppWriter) {
    append!(w, "  {X86::", entry.register, ", X86::", entry.memory, ", ");
    emit_flags(&entry.flags, w);
    w.raw("},\n");
}

fn emit_flags(flags: &FoldTableFlags, w: &mut CppWriter) {
    let bits = [
        (flags.is_load, "TB_FOLDED_LOAD"),
        (flags.is_store, "TB_FOLDED_STORE"),
        (flags.no_reverse, "TB_NO_REVERSE"),
        (flags.no_forward, "TB_NO_FORWARD"),
    ];
    let mut separator = "";
    for (_, name) in bits.iter().filter(|(is_set, _)| *is_set) {
        append!(w, separator, *name);
        separator = "|";
    }
    if flags.alignment != 1 {
        write!(w, "{separator}TB_ALIGN_{}", flags.alignment);
        separator = "|";
    }
    if let Some(element) = flags.broadcast {
        append!(w, separator, element.enumerator());
        separator = "|";
    }
    if separator.is_empty() {
        w.raw("0");
    }
}
