//! The functions that return the mode of the hardware.

use tablewright_text::{CppWriter, line};

use crate::subtarget::model::Subtarget;

/// Declares the functions.
pub(super) fn emit_declarations(s: &Subtarget<'_>, w: &mut CppWriter) {
    if !s.hw_modes.is_default_only() {
        w.raw("  unsigned getHwModeSet() const override;\n");
        w.raw("  unsigned getHwMode(enum HwModeType type = HwMode_Default) const override;\n");
    }
}

/// Defines the functions, members of `class`.
pub(super) fn emit_definitions(s: &Subtarget<'_>, class: &str, w: &mut CppWriter) {
    if s.hw_modes.is_default_only() {
        return;
    }
    w.block(format_args!("unsigned {class}::getHwModeSet() const"), "", |w| {
        // Tools look for this comment.
        line!(w, "// Collect HwModes and store them as a bit set.");
        line!(w, "unsigned Modes = 0;");
        for (number, mode) in s.hw_modes.iter().skip(1) {
            let bit = number.index() - 1;
            line!(w, "if (checkFeatures(\"{}\")) Modes |= (1 << {bit});", mode.features);
        }
        line!(w, "return Modes;");
    });
    let head = format_args!("unsigned {class}::getHwMode(enum HwModeType type) const");
    w.block(head, "", |w| {
        line!(w, "unsigned Modes = getHwModeSet();\n");
        line!(w, "if (!Modes)\n    return Modes;\n");
        line!(w, "switch (type) {{");
        line!(w, "case HwMode_Default:\n    return llvm::countr_zero(Modes) + 1;");
        emit_mode_type("ValueType", s.mode_uses.value_type, w);
        emit_mode_type("RegInfo", s.mode_uses.reg_info, w);
        emit_mode_type("EncodingInfo", s.mode_uses.encoding_info, w);
        line!(w, "}}");
        line!(w, "llvm_unreachable(\"unexpected HwModeType\");");
        line!(w, "return 0; // should not get here");
    });
}

fn emit_mode_type(name: &str, modes: u32, w: &mut CppWriter) {
    line!(w, "case HwMode_{name}:");
    w.indented(|w| {
        line!(w, "Modes &= {modes};");
        line!(w, "if (!Modes)");
        line!(w, "  return Modes;");
        line!(w, "if (!llvm::has_single_bit<unsigned>(Modes))");
        line!(w, "  llvm_unreachable(\"Two or more HwModes for {name} were found!\");");
        line!(w, "return llvm::countr_zero(Modes) + 1;");
    });
}
