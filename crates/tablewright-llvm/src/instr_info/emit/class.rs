//! The class that the target's `TargetInstrInfo` derives from, and members for the latter.

use tablewright_text::{CppWriter, line, text_block};

use super::super::model::InstrInfo;
use super::{descriptors, predicates};

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let target = info.names.target;
    w.guarded("GET_INSTRINFO_HEADER", |w| {
        text_block!(
            w,
            "
            namespace llvm {{
            struct {target}GenInstrInfo : public TargetInstrInfo {{
              explicit {target}GenInstrInfo(unsigned CFSetupOpcode = ~0u, unsigned CFDestroyOpcode = ~0u, unsigned CatchRetOpcode = ~0u, unsigned ReturnOpcode = ~0u);
              ~{target}GenInstrInfo() override = default;

            }};
            }} // end namespace llvm
            "
        );
    });
    w.guarded("GET_INSTRINFO_HELPER_DECLS", |w| {
        w.blank();
        predicates::emit_declarations(info, w);
        w.blank();
    });
    w.guarded("GET_INSTRINFO_HELPERS", |w| {
        w.blank();
        predicates::emit_definitions(info, w);
    });
    w.guarded("GET_INSTRINFO_CTOR_DTOR", |w| emit_constructor(info, w));
}

fn emit_constructor(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let target = info.names.target;
    line!(w, "namespace llvm {{");
    line!(w, "extern const {target}InstrTable {target}Descs;");
    line!(w, "extern const unsigned {target}InstrNameIndices[];");
    line!(w, "extern const char {target}InstrNameData[];");
    if !info.deprecation.features.is_empty() {
        line!(w, "extern const uint8_t {target}InstrDeprecationFeatures[];");
    }
    if !info.deprecation.functions.is_empty() {
        w.raw("extern const MCInstrInfo::ComplexDeprecationPredicate ");
        line!(w, "{target}InstrComplexDeprecationInfos[];");
    }
    text_block!(
        w,
        "
        {target}GenInstrInfo::{target}GenInstrInfo(unsigned CFSetupOpcode, unsigned CFDestroyOpcode, unsigned CatchRetOpcode, unsigned ReturnOpcode)
          : TargetInstrInfo(CFSetupOpcode, CFDestroyOpcode, CatchRetOpcode, ReturnOpcode) {{
        "
    );
    w.raw("  ");
    descriptors::emit_init_call(info, w);
    w.raw("}\n} // end namespace llvm\n");
}
