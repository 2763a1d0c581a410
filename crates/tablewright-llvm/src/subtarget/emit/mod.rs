//! The file as C++, part by part.

mod cpu_aliases;
mod features;
mod hw_modes;
mod info;
mod itineraries;
mod processors;
mod sched_classes;
mod sti_predicates;
mod variants;

use tablewright_text::{CppWriter, line};

use super::model::Subtarget;

pub(super) fn emit(s: &Subtarget<'_>, w: &mut CppWriter) {
    w.file_header("Subtarget Enumeration Source Fragment", None);
    part("GET_SUBTARGETINFO_ENUM", w, |w| {
        w.namespace("llvm", |w| features::enumeration(s, w));
        line!(w);
    });
    w.raw("\n#ifdef GET_SUBTARGETINFO_MACRO\n");
    features::macro_calls(s, w);
    w.raw("#undef GET_SUBTARGETINFO_MACRO\n#endif // GET_SUBTARGETINFO_MACRO\n\n");
    part("GET_SUBTARGETINFO_MC_DESC", w, |w| {
        cpu_aliases::include(s, w);
        w.namespace("llvm", |w| mc_desc(s, w));
        line!(w);
    });
    part("GET_SUBTARGETINFO_TARGET_DESC", w, |w| {
        w.raw("#include \"llvm/Support/Debug.h\"\n#include \"llvm/Support/raw_ostream.h\"\n\n");
        cpu_aliases::include(s, w);
        features::parse_features(s, w);
    });
    part("GET_SUBTARGETINFO_HEADER", w, |w| info::header(s, w));
    part("GET_SUBTARGETINFO_CTOR", w, |w| info::constructor(s, w));
    part("GET_STIPREDICATE_DECLS_FOR_MC_ANALYSIS", w, |w| sti_predicates::mc_declarations(s, w));
    part("GET_STIPREDICATE_DEFS_FOR_MC_ANALYSIS", w, |w| sti_predicates::mc_definitions(s, w));
}

/// Writes a part of the file that is there on demand.
fn part(name: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    line!(w);
    w.guarded(name, |w| {
        line!(w);
        body(w);
    });
}

fn mc_desc(s: &Subtarget<'_>, w: &mut CppWriter) {
    features::key_values(s, w);
    w.text_block(
        "

        #ifdef DBGFIELD
        #error \"<target>GenSubtargetInfo.inc requires a DBGFIELD macro\"
        #endif
        #if !defined(NDEBUG) || defined(LLVM_ENABLE_DUMP)
        #define DBGFIELD(x) x,
        #else
        #define DBGFIELD(x)
        #endif
        ",
    );
    itineraries::tables(s, w);
    sched_classes::tables(s, w);
    w.raw("\n#undef DBGFIELD\n");
    processors::models(s, w);
    line!(w);
    processors::key_values(s, w);
    line!(w);
    info::mc_subtarget_info(s, w);
}
