//! The tables as C++.

use tablewright_text::{CppWriter, append, line};

use super::model::{X86InstrMapping, X86MappingPair};

const COMPRESS_EVEX: &str = "GET_X86_COMPRESS_EVEX_TABLE";

pub(super) fn emit(mapping: &X86InstrMapping<'_>, w: &mut CppWriter) {
    w.file_header("X86 instruction mapping", None);
    w.raw(include_str!("table_entry.inc"));
    emit_table(COMPRESS_EVEX, "X86CompressEVEXTable", &mapping.compress_evex, w);
    // The same macro selects two parts, so no part undefines it.
    line!(w);
    w.if_defined(COMPRESS_EVEX, |w| emit_check_predicate(mapping, w));
    emit_table("GET_X86_NF_TRANSFORM_TABLE", "X86NFTransformTable", &mapping.keep_flags, w);
    emit_table("GET_X86_ND2NONND_TABLE", "X86ND2NonNDTable", &mapping.in_place, w);
    emit_table("GET_X86_SSE2AVX_TABLE", "X86SSE2AVXTable", &mapping.sse_to_avx, w);
}

fn emit_table(macro_name: &str, name: &str, pairs: &[X86MappingPair<'_>], w: &mut CppWriter) {
    // The same macro selects two parts, so no part undefines it.
    line!(w);
    w.if_defined(macro_name, |w| {
        line!(w, "static const X86TableEntry {name}[] = {{");
        for (old, new) in pairs {
            append!(w, "  { X86::", *old, ", X86::", *new, " },\n");
        }
        line!(w, "}};");
        line!(w);
    });
}

/// Whether the processor has an instruction that another one was compressed to.
fn emit_check_predicate(mapping: &X86InstrMapping<'_>, w: &mut CppWriter) {
    line!(w, "static bool checkPredicate(unsigned Opc, const X86Subtarget *Subtarget) {{");
    line!(w, "  switch (Opc) {{");
    line!(w, "  default: return true;");
    for (condition, names) in &mapping.conditions {
        for name in names {
            append!(w, "  case X86::", *name, ":\n");
        }
        line!(w, "    return {condition};");
    }
    line!(w, "  }}");
    line!(w, "}}");
    line!(w);
}
