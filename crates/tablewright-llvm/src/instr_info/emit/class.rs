//! The class that the target's `TargetInstrInfo` derives from, and members for the latter.

use tablewright_text::{CppWriter, line, text_block};

use super::super::model::{FunctionsForm, InstrInfo, InstrInfoLayout};
use super::descriptors::ClassTable;
use super::{descriptors, emit_namespace, predicates};

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    w.guarded("GET_INSTRINFO_HEADER", |w| {
        emit_namespace(info, w, &[], |w| emit_class(info, w));
        emit_sub_operands(info, w);
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
    w.guarded("GET_INSTRINFO_CTOR_DTOR", |w| {
        emit_namespace(info, w, &[], |w| emit_constructor(info, w));
    });
}

fn emit_class(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let target = info.names.target;
    text_block!(
        w,
        "
        struct {target}GenInstrInfo : public TargetInstrInfo {{
          explicit {target}GenInstrInfo({}unsigned CFSetupOpcode = ~0u, unsigned CFDestroyOpcode = ~0u, unsigned CatchRetOpcode = ~0u, unsigned ReturnOpcode = ~0u);
          ~{target}GenInstrInfo() override = default;
        ",
        subtarget_parameters(info),
    );
    match info.names.layout {
        InstrInfoLayout::OperandsFirst => w.raw("\n};\n"),
        InstrInfoLayout::ImplicitOpsFirst => w.raw("};\n"),
    }
    if !info.descriptors.by_hw_mode.names.is_empty() {
        write!(w, "extern const int16_t ");
        descriptors::emit_class_table_name(info, w);
        line!(w, ";");
    }
}

/// Returns the parameters of the constructor before the opcodes.
fn subtarget_parameters(info: &InstrInfo<'_>) -> &'static str {
    match info.names.layout {
        InstrInfoLayout::OperandsFirst => "",
        InstrInfoLayout::ImplicitOpsFirst => {
            "const TargetSubtargetInfo &STI, const TargetRegisterInfo &TRI, "
        }
    }
}

/// Writes the indices of operand parts.
fn emit_sub_operands(info: &InstrInfo<'_>, w: &mut CppWriter) {
    match info.names.layout {
        InstrInfoLayout::OperandsFirst => {}
        InstrInfoLayout::ImplicitOpsFirst => {
            emit_namespace(info, w, &[info.names.namespace], |w| {
                for (operand, part, index) in &info.named_operands.sub_operands {
                    line!(w, "constexpr unsigned SUBOP_{operand}_{part} = {index};");
                }
            })
        }
    }
}

fn emit_constructor(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let target = info.names.target;
    line!(w, "extern const {target}InstrTable {target}Descs;");
    line!(w, "extern const unsigned {target}InstrNameIndices[];");
    line!(w, "extern const char {target}InstrNameData[];");
    if !info.deprecation.features.is_empty() {
        line!(w, "extern const uint8_t {target}InstrDeprecationFeatures[];");
    }
    if !info.deprecation.functions.is_empty() {
        match info.deprecation.form {
            FunctionsForm::Table => {
                w.raw("extern const MCInstrInfo::ComplexDeprecationPredicate ");
                line!(w, "{target}InstrComplexDeprecationInfos[];");
            }
            FunctionsForm::Switch => {
                descriptors::emit_deprecation_signature(info, w);
                line!(w, ";");
            }
        }
    }
    let registers = match info.names.layout {
        InstrInfoLayout::OperandsFirst => "",
        InstrInfoLayout::ImplicitOpsFirst => "TRI, ",
    };
    let has_classes = !info.descriptors.by_hw_mode.names.is_empty();
    let mode = "STI.getHwMode(MCSubtargetInfo::HwMode_RegInfo)";
    let modes = if has_classes {
        format!(", {target}RegClassByHwModeTables[{mode}]")
    } else {
        String::new()
    };
    text_block!(
        w,
        "
        {target}GenInstrInfo::{target}GenInstrInfo({}unsigned CFSetupOpcode, unsigned CFDestroyOpcode, unsigned CatchRetOpcode, unsigned ReturnOpcode)
          : TargetInstrInfo({registers}CFSetupOpcode, CFDestroyOpcode, CatchRetOpcode, ReturnOpcode{modes}) {{
        ",
        subtarget_parameters(info),
    );
    w.raw("  ");
    let classes = if has_classes { ClassTable::Given } else { ClassTable::Default };
    descriptors::emit_init_call(info, classes, w);
    w.raw("}\n");
}
