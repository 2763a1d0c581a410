//! Writes the file's parts in C++.

mod cpu_aliases;
mod features;
mod hw_modes;
mod info;
mod inlining;
mod itineraries;
mod processors;
mod sched_classes;
mod sti_predicates;
mod variants;

use tablewright_text::{CppWriter, line};

use super::model::Subtarget;

pub(super) fn emit(s: &Subtarget<'_>, w: &mut CppWriter) {
    w.file_header("Subtarget Enumeration Source Fragment", None);
    emit_part("GET_SUBTARGETINFO_ENUM", w, |w| {
        w.namespace("llvm", |w| features::emit_enumeration(s, w));
        line!(w);
    });
    w.raw("\n#ifdef GET_SUBTARGETINFO_MACRO\n");
    features::emit_macro_calls(s, w);
    w.raw("#undef GET_SUBTARGETINFO_MACRO\n#endif // GET_SUBTARGETINFO_MACRO\n\n");
    emit_part("GET_SUBTARGETINFO_MC_DESC", w, |w| {
        cpu_aliases::emit_include(s, w);
        w.namespace("llvm", |w| emit_mc_desc(s, w));
        line!(w);
    });
    emit_part("GET_SUBTARGETINFO_TARGET_DESC", w, |w| {
        w.raw(if s.names.is_some() { "#include \"llvm/ADT/BitmaskEnum.h\"\n" } else { "" });
        w.raw("#include \"llvm/Support/Debug.h\"\n#include \"llvm/Support/raw_ostream.h\"\n\n");
        cpu_aliases::emit_include(s, w);
        features::emit_parse_features(s, w);
    });
    emit_part("GET_SUBTARGETINFO_HEADER", w, |w| info::emit_header(s, w));
    emit_part("GET_SUBTARGETINFO_CTOR", w, |w| info::emit_constructor(s, w));
    emit_part("GET_STIPREDICATE_DECLS_FOR_MC_ANALYSIS", w, |w| {
        sti_predicates::emit_mc_declarations(s, w)
    });
    emit_part("GET_STIPREDICATE_DEFS_FOR_MC_ANALYSIS", w, |w| {
        sti_predicates::emit_mc_definitions(s, w)
    });
}

/// Writes a part of the file that is included only if the macro `name` is defined.
fn emit_part(name: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    line!(w);
    w.guarded(name, |w| {
        line!(w);
        body(w);
    });
}

fn emit_mc_desc(s: &Subtarget<'_>, w: &mut CppWriter) {
    features::emit_key_values(s, w);
    w.text_block(
        "

        #ifdef DBGFIELD
        #error \"<target>GenSubtargetInfo.inc requires a DBGFIELD macro\"
        #endif
        #if !defined(NDEBUG) || defined(LLVM_ENABLE_DUMP)
        #define DBGFIELD(x) x,
        ",
    );
    w.raw(if s.names.is_some() { "#define DBGVAL_OR_NULLPTR(x) x\n" } else { "" });
    w.raw("#else\n#define DBGFIELD(x)\n");
    w.raw(if s.names.is_some() { "#define DBGVAL_OR_NULLPTR(x) nullptr\n" } else { "" });
    w.raw("#endif\n");
    itineraries::emit_tables(s, w);
    sched_classes::emit_tables(s, w);
    if let Some(names) = &s.names {
        w.string_table_definition(&format!("{}SchedClassNames", s.target), &names.class_names);
    } else {
        w.raw("\n#undef DBGFIELD\n");
    }
    processors::emit_models(s, w);
    if s.names.is_some() {
        w.raw("\n#undef DBGFIELD\n\n#undef DBGVAL_OR_NULLPTR\n");
    }
    line!(w);
    processors::emit_key_values(s, w);
    line!(w);
    info::emit_mc_subtarget_info(s, w);
}
