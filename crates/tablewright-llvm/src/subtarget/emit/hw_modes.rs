//! The functions that return the mode of the hardware.

use tablewright_text::{CppWriter, line};

use crate::subtarget::model::{ModeTests, Subtarget};

/// Writes the mode enumeration as bits.
pub(super) fn emit_enumeration(s: &Subtarget<'_>, w: &mut CppWriter) {
    let modes = &s.mode_tests.modes;
    let Some(last) = modes.last().filter(|_| s.mode_tests.by_predicate) else { return };
    line!(w, "  enum class {}HwModeBits : unsigned {{", s.target);
    w.raw("    DefaultMode = 0,\n");
    for (bit, mode) in modes.iter().enumerate() {
        line!(w, "    {} = (1 << {bit}),", mode.name);
    }
    line!(w, "\n    LLVM_MARK_AS_BITMASK_ENUM(/*LargestValue=*/{}),\n  }};", last.name);
}

/// Declares the functions.
pub(super) fn emit_declarations(s: &Subtarget<'_>, w: &mut CppWriter) {
    if !s.mode_tests.modes.is_empty() {
        let last = last_override(s);
        line!(w, "  unsigned getHwModeSet() const {last};");
        line!(w, "  unsigned getHwMode(enum HwModeType type = HwMode_Default) const {last};");
    }
}

/// Defines the functions, members of `class`: for the assembler, or else for the code generator.
pub(super) fn emit_definitions(s: &Subtarget<'_>, class: &str, is_mc: bool, w: &mut CppWriter) {
    let tests = &s.mode_tests;
    if tests.modes.is_empty() {
        return;
    }
    w.block(format_args!("unsigned {class}::getHwModeSet() const"), "", |w| {
        if tests.by_predicate {
            emit_prolog(s, is_mc, w);
        }
        // Tools look for this comment.
        line!(w, "// Collect HwModes and store them as a bit set.");
        line!(w, "unsigned Modes = 0;");
        for (bit, mode) in tests.modes.iter().enumerate() {
            let set = format_args!("Modes |= (1 << {bit});");
            match (tests.by_predicate, is_mc) {
                (false, _) => line!(w, "if (checkFeatures(\"{}\")) {set}", mode.features),
                (true, true) => line!(w, "if ({}) {set}", mode.assembler_condition),
                (true, false) => line!(w, "if ({}) {set}", mode.condition),
            }
        }
        line!(w, "return Modes;");
    });
    let head = format_args!("unsigned {class}::getHwMode(enum HwModeType type) const");
    w.block(head, "", |w| {
        line!(w, "unsigned Modes = getHwModeSet();\n");
        line!(w, "if (!Modes)\n    return Modes;\n");
        line!(w, "switch (type) {{");
        line!(w, "case HwMode_Default:\n    return llvm::countr_zero(Modes) + 1;");
        emit_mode_type("ValueType", tests.uses.value_type, tests, w);
        emit_mode_type("RegInfo", tests.uses.reg_info, tests, w);
        emit_mode_type("EncodingInfo", tests.uses.encoding_info, tests, w);
        line!(w, "}}");
        line!(w, "llvm_unreachable(\"unexpected HwModeType\");");
        line!(w, "return 0; // should not get here");
    });
}

/// Declares the variables that conditions mention.
fn emit_prolog(s: &Subtarget<'_>, is_mc: bool, w: &mut CppWriter) {
    if is_mc {
        line!(w, "[[maybe_unused]] const FeatureBitset &FB = getFeatureBits();");
    } else if s.mode_tests.prologs.is_empty() {
        line!(w, "[[maybe_unused]] const auto *Subtarget =");
        line!(w, "    static_cast<const {}Subtarget *>(this);", s.target);
    }
    if !is_mc {
        for prolog in &s.mode_tests.prologs {
            w.raw(prolog);
            line!(w);
        }
    }
}

fn emit_mode_type(name: &str, modes: u32, tests: &ModeTests<'_>, w: &mut CppWriter) {
    line!(w, "case HwMode_{name}:");
    if modes == 0 && tests.skips_unused {
        return line!(w, "    return 0;");
    }
    w.indented(|w| {
        line!(w, "Modes &= {modes};");
        line!(w, "if (!Modes)");
        line!(w, "  return Modes;");
        line!(w, "if (!llvm::has_single_bit<unsigned>(Modes))");
        line!(w, "  llvm_unreachable(\"Two or more HwModes for {name} were found!\");");
        line!(w, "return llvm::countr_zero(Modes) + 1;");
    });
}

/// Returns the end of a declaration for a function that overrides a base class function and is not overridden.
pub(super) fn last_override(s: &Subtarget<'_>) -> &'static str {
    if s.storages().is_some() { "final" } else { "override" }
}
