//! The function that returns a register's name.

use tablewright_text::{CppWriter, line, text_block};

use super::instructions::emit_strings;
use crate::asm_writer::model::{PrinterClass, RegisterNameSet, RegisterNames};

/// The number of offsets on a line.
const PER_LINE: usize = 14;

pub(super) fn emit_get_register_name(
    names: &RegisterNames<'_>,
    class: &PrinterClass<'_>,
    w: &mut CppWriter,
) {
    let PrinterClass { name, .. } = class;
    let has_sets = names.sets.len() > 1;
    w.raw("\n\n/// The name of a register in assembly language");
    if has_sets {
        w.raw(", one of several names.\n");
        line!(w, "const char *{name}::");
        line!(w, "getRegisterName(MCRegister Reg, unsigned AltIdx) {{");
    } else {
        w.raw(".\n");
        line!(w, "const char *{name}::getRegisterName(MCRegister Reg) {{");
    }
    text_block!(
        w,
        "
          unsigned RegNo = Reg.id();
          assert(RegNo && RegNo < {} && \"Invalid register number!\");

        ",
        names.register_count + 1
    );
    for set in &names.sets {
        emit_offsets(set, class, w);
    }
    if has_sets {
        emit_choose_set(names, w);
    } else {
        text_block!(
            w,
            "
              assert (*(AsmStrs+RegAsmOffset[RegNo-1]) &&
                      \"Invalid alt name index for register!\");
              return AsmStrs+RegAsmOffset[RegNo-1];
            "
        );
    }
    line!(w, "}}");
}

/// Writes the names in a set and each register's offset.
fn emit_offsets(set: &RegisterNameSet<'_>, class: &PrinterClass<'_>, w: &mut CppWriter) {
    let RegisterNameSet { name, offset_width, .. } = set;
    emit_strings(&format!("  static const char AsmStrs{name}[]"), &set.strings, class, w);
    write!(w, "  static const {offset_width} RegAsmOffset{name}[] = {{");
    for offsets in set.offsets.chunks(PER_LINE) {
        w.raw("\n    ");
        for offset in offsets {
            write!(w, "{offset}, ");
        }
    }
    w.raw("\n  };\n\n");
}

fn emit_choose_set(names: &RegisterNames<'_>, w: &mut CppWriter) {
    line!(w, "  switch(AltIdx) {{");
    line!(w, "  default: llvm_unreachable(\"Invalid register alt name index!\");");
    let colons = if names.namespace.is_empty() { "" } else { "::" };
    let namespace = names.namespace;
    for RegisterNameSet { name, fallback, .. } in &names.sets {
        let text = format!("AsmStrs{name}+RegAsmOffset{name}[RegNo-1]");
        line!(w, "  case {namespace}{colons}{name}:");
        match fallback {
            None => {
                line!(w, "    assert(*({text}) &&");
                line!(w, "           \"Invalid alt name index for register!\");");
            }
            Some(fallback) => {
                line!(w, "    if (!*({text}))");
                line!(w, "      return getRegisterName(RegNo, {namespace}{colons}{fallback});");
            }
        }
        line!(w, "    return {text};");
    }
    line!(w, "  }}");
}
