//! Writes processor name aliases, which are resolved before any lookup.

use tablewright_text::{CppWriter, line};

use crate::subtarget::model::Subtarget;

/// Includes the alias lookup function.
pub(super) fn emit_include(s: &Subtarget<'_>, w: &mut CppWriter) {
    if s.has_cpu_aliases {
        line!(w, "#include \"llvm/TargetParser/{}TargetParser.h\"\n", s.target);
    }
}

/// Writes the statements that resolve aliases in a function's processor parameters.
pub(super) fn emit_resolve(s: &Subtarget<'_>, w: &mut CppWriter) {
    if s.has_cpu_aliases {
        line!(w, "  CPU = {}::resolveCPUAlias(CPU);", s.target);
        line!(w, "  TuneCPU = {}::resolveCPUAlias(TuneCPU);", s.target);
    }
}
