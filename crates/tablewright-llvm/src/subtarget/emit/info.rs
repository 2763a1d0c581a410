//! The C++ classes of a subtarget.

use tablewright_text::{CppWriter, line, text_block};

use super::{cpu_aliases, hw_modes, sti_predicates, variants};
use crate::subtarget::model::Subtarget;

/// The tables of scheduling, as arguments from column `indent` on.
fn emit_table_arguments(s: &Subtarget<'_>, indent: usize, w: &mut CppWriter) {
    let target = s.target;
    let indent = " ".repeat(indent);
    write!(w, "{indent}{target}WriteProcResTable, {target}WriteLatencyTable, ");
    write!(w, "{target}ReadAdvanceTable, \n{indent}");
    if s.itineraries.is_some() {
        write!(w, "{target}Stages, {target}OperandCycles, {target}ForwardingPaths");
    } else {
        w.raw("nullptr, nullptr, nullptr");
    }
}

/// A table as an argument, if there is anything in it.
fn emit_table_or_none(name: &str, s: &Subtarget<'_>, count: usize, w: &mut CppWriter) {
    match count {
        0 => w.raw("std::nullopt, "),
        _ => write!(w, "{}{name}, ", s.target),
    }
}

/// A table and its size as an argument, if there is anything in it.
fn emit_array_or_none(name: &str, s: &Subtarget<'_>, count: usize, w: &mut CppWriter) {
    match count {
        0 => w.raw("std::nullopt, "),
        _ => write!(w, "ArrayRef({}{name}, {count}), ", s.target),
    }
}

/// Writes the subtarget of machine code, and what makes one.
pub(super) fn emit_mc_subtarget_info(s: &Subtarget<'_>, w: &mut CppWriter) {
    let target = s.target;
    w.namespace(&format!("{target}_MC"), |w| {
        w.raw("unsigned resolveVariantSchedClassImpl(unsigned SchedClass,\n");
        w.raw("    const MCInst *MI, const MCInstrInfo *MCII, unsigned CPUID) {\n");
        variants::emit_body(s, true, w);
        w.raw("}\n");
    });
    text_block!(
        w,
        "

        struct {target}GenMCSubtargetInfo : public MCSubtargetInfo {{
          {target}GenMCSubtargetInfo(const Triple &TT,
            StringRef CPU, StringRef TuneCPU, StringRef FS,
            ArrayRef<SubtargetFeatureKV> PF,
            ArrayRef<SubtargetSubTypeKV> PD,
            const MCWriteProcResEntry *WPR,
            const MCWriteLatencyEntry *WL,
            const MCReadAdvanceEntry *RA, const InstrStage *IS,
            const unsigned *OC, const unsigned *FP) :
              MCSubtargetInfo(TT, CPU, TuneCPU, FS, PF, PD,
                              WPR, WL, RA, IS, OC, FP) {{ }}

          unsigned resolveVariantSchedClass(unsigned SchedClass,
              const MCInst *MI, const MCInstrInfo *MCII,
              unsigned CPUID) const override {{
            return {target}_MC::resolveVariantSchedClassImpl(SchedClass, MI, MCII, CPUID);
          }}
        "
    );
    hw_modes::emit_declarations(s, w);
    if s.has_cpu_aliases {
        text_block!(
            w,
            "
              bool isCPUStringValid(StringRef CPU) const override {{
                CPU = {target}::resolveCPUAlias(CPU);
                return MCSubtargetInfo::isCPUStringValid(CPU);
              }}
            "
        );
    }
    w.raw("};\n");
    hw_modes::emit_definitions(s, &format!("{target}GenMCSubtargetInfo"), w);
    write!(w, "\nstatic inline MCSubtargetInfo *create{target}MCSubtargetInfoImpl(");
    w.raw("const Triple &TT, StringRef CPU, StringRef TuneCPU, StringRef FS) {\n");
    cpu_aliases::emit_resolve(s, w);
    write!(w, "  return new {target}GenMCSubtargetInfo(TT, CPU, TuneCPU, FS, ");
    emit_table_or_none("FeatureKV", s, s.features.key_values.len(), w);
    emit_table_or_none("SubTypeKV", s, s.processors.len(), w);
    line!(w);
    emit_table_arguments(s, 22, w);
    w.raw(");\n}\n\n");
}

/// Writes the class of the code generator's subtarget.
pub(super) fn emit_header(s: &Subtarget<'_>, w: &mut CppWriter) {
    let target = s.target;
    let class = format!("{target}GenSubtargetInfo");
    w.namespace("llvm", |w| {
        line!(w, "class DFAPacketizer;");
        w.namespace(&format!("{target}_MC"), |w| {
            w.raw("unsigned resolveVariantSchedClassImpl(unsigned SchedClass, ");
            w.raw("const MCInst *MI, const MCInstrInfo *MCII, unsigned CPUID);\n");
        });
        text_block!(
            w,
            "

            struct {class} : public TargetSubtargetInfo {{
              explicit {class}(const Triple &TT, StringRef CPU, StringRef TuneCPU, StringRef FS);
            public:
              unsigned resolveSchedClass(unsigned SchedClass,  const MachineInstr *DefMI, const TargetSchedModel *SchedModel) const override;
              unsigned resolveVariantSchedClass(unsigned SchedClass, const MCInst *MI, const MCInstrInfo *MCII, unsigned CPUID) const override;
              DFAPacketizer *createDFAPacketizer(const InstrItineraryData *IID) const;
            "
        );
        hw_modes::emit_declarations(s, w);
        if !s.fusions.is_empty() {
            w.raw("  std::vector<MacroFusionPredTy> getMacroFusions() const override;\n");
        }
        sti_predicates::emit_declarations(s, w);
        line!(w, "}};");
    });
    line!(w);
}

/// Writes what belongs to that class.
pub(super) fn emit_constructor(s: &Subtarget<'_>, w: &mut CppWriter) {
    w.raw("#include \"llvm/CodeGen/TargetSchedule.h\"\n\n");
    w.namespace("llvm", |w| {
        let target = s.target;
        let class = &format!("{target}GenSubtargetInfo");
        emit_table_declarations(s, w);
        write!(w, "{class}::{class}(const Triple &TT, StringRef CPU, ");
        w.raw("StringRef TuneCPU, StringRef FS)\n");
        if s.has_cpu_aliases {
            line!(w, "  : TargetSubtargetInfo(TT, {target}::resolveCPUAlias(CPU),");
            let indent = " ".repeat(24);
            write!(w, "{indent}{target}::resolveCPUAlias(TuneCPU), FS, ");
        } else {
            w.raw("  : TargetSubtargetInfo(TT, CPU, TuneCPU, FS, ");
        }
        emit_array_or_none("FeatureKV", s, s.features.key_values.len(), w);
        emit_array_or_none("SubTypeKV", s, s.processors.len(), w);
        line!(w);
        emit_table_arguments(s, 24, w);
        w.raw(") {}\n\n");
        emit_resolvers(s, class, w);
        sti_predicates::emit_definitions(s, class, w);
        hw_modes::emit_definitions(s, class, w);
        emit_macro_fusions(s, class, w);
    });
    line!(w);
}

fn emit_table_declarations(s: &Subtarget<'_>, w: &mut CppWriter) {
    let target = s.target;
    let itineraries: &[(&str, &str)] = if s.itineraries.is_some() {
        &[
            ("llvm::InstrStage", "Stages"),
            ("unsigned", "OperandCycles"),
            ("unsigned", "ForwardingPaths"),
        ]
    } else {
        &[]
    };
    let tables = [
        ("llvm::SubtargetFeatureKV", "FeatureKV"),
        ("llvm::SubtargetSubTypeKV", "SubTypeKV"),
        ("llvm::MCWriteProcResEntry", "WriteProcResTable"),
        ("llvm::MCWriteLatencyEntry", "WriteLatencyTable"),
        ("llvm::MCReadAdvanceEntry", "ReadAdvanceTable"),
    ];
    for (ty, name) in tables.iter().chain(itineraries) {
        line!(w, "extern const {ty} {target}{name}[];");
    }
}

fn emit_resolvers(s: &Subtarget<'_>, class: &str, w: &mut CppWriter) {
    let target = s.target;
    line!(w, "unsigned {class}");
    w.raw("::resolveSchedClass(unsigned SchedClass, const MachineInstr *MI, ");
    w.raw("const TargetSchedModel *SchedModel) const {\n");
    for prolog in &s.predicate_prologs {
        w.raw(prolog);
        w.raw("\n");
    }
    variants::emit_body(s, false, w);
    text_block!(
        w,
        "
        }} // {class}::resolveSchedClass

        unsigned {class}
        ::resolveVariantSchedClass(unsigned SchedClass, const MCInst *MI, const MCInstrInfo *MCII, unsigned CPUID) const {{
          return {target}_MC::resolveVariantSchedClassImpl(SchedClass, MI, MCII, CPUID);
        }} // {class}::resolveVariantSchedClass

        "
    );
}

fn emit_macro_fusions(s: &Subtarget<'_>, class: &str, w: &mut CppWriter) {
    if s.fusions.is_empty() {
        return;
    }
    line!(w, "std::vector<MacroFusionPredTy> {class}::getMacroFusions() const {{");
    w.raw("  std::vector<MacroFusionPredTy> Fusions;\n");
    for name in &s.fusions {
        let feature = format_args!("{}::{name}", s.target);
        line!(w, "  if (hasFeature({feature})) Fusions.push_back(llvm::is{name});");
    }
    w.raw("  return Fusions;\n}\n");
}
