//! Writes a subtarget's C++ classes.

use tablewright_text::{CppWriter, line, text_block};

use super::{cpu_aliases, hw_modes, inlining, sti_predicates, variants};
use crate::subtarget::model::Subtarget;

/// Writes the scheduling tables as arguments from column `indent` on.
fn emit_table_arguments(s: &Subtarget<'_>, indent: usize, w: &mut CppWriter) {
    let target = s.target;
    let indent = " ".repeat(indent);
    write!(w, "{indent}{target}WriteProcResTable, {target}WriteLatencyTable, ");
    write!(w, "{target}ReadAdvanceTable, \n{indent}");
    if s.schedule.itineraries.is_some() {
        write!(w, "{target}Stages, {target}OperandCycles, {target}ForwardingPaths");
    } else {
        w.raw("nullptr, nullptr, nullptr");
    }
}

/// Writes the tables of names, features and processors as arguments, with array sizes if `has_sizes`. C++ has no
/// empty arrays.
fn emit_key_arguments(s: &Subtarget<'_>, has_sizes: bool, w: &mut CppWriter) {
    let target = s.target;
    let (features, processors) = (s.features.key_values.len(), s.processors.len());
    if s.storages().is_some() {
        write!(w, "StringTable({target}SubTypeKVStorage.Strings), ");
        for (count, member) in
            [(features, "FeatureKVStorage.Features"), (processors, "SubTypeKVStorage.SubTypes")]
        {
            match (count, has_sizes) {
                (0, _) => w.raw("{}, "),
                (_, true) => write!(w, "ArrayRef({target}{member}), "),
                (_, false) => write!(w, "{target}{member}, "),
            }
        }
        if let Some(aliases) = s.cpu_aliases() {
            let count = aliases.len();
            write!(w, "ArrayRef({target}SubTypeKVStorage.Aliases).take_front({count}), ");
        }
        match processors {
            0 => w.raw("nullptr, "),
            _ => write!(w, "{target}SchedModels, "),
        }
        return;
    }
    let none = if s.names.is_some() { "{}" } else { "std::nullopt" };
    let names = s.names.as_ref().map(|names| (names.cpus.len(), "Names"));
    let tables = [(features, "FeatureKV"), (processors, "SubTypeKV")];
    for (count, name) in names.into_iter().chain(tables) {
        match (count, has_sizes) {
            (0, _) => write!(w, "{none}, "),
            (_, true) => write!(w, "ArrayRef({target}{name}, {count}), "),
            (_, false) => write!(w, "{target}{name}, "),
        }
    }
}

/// Returns the parameters of the functions that resolve variants.
fn resolver_parameters(s: &Subtarget<'_>) -> &'static str {
    if s.names.is_some() {
        "const MCInst *MI, const MCInstrInfo *MCII, const MCSubtargetInfo &STI, unsigned CPUID"
    } else {
        "const MCInst *MI, const MCInstrInfo *MCII, unsigned CPUID"
    }
}

/// Returns the arguments for these functions.
fn resolver_arguments(s: &Subtarget<'_>) -> &'static str {
    if s.names.is_some() { "MI, MCII, *this, CPUID" } else { "MI, MCII, CPUID" }
}

/// Writes the machine code subtarget and its factory function.
pub(super) fn emit_mc_subtarget_info(s: &Subtarget<'_>, w: &mut CppWriter) {
    let target = s.target;
    w.namespace(&format!("{target}_MC"), |w| {
        w.raw("unsigned resolveVariantSchedClassImpl(unsigned SchedClass,\n");
        line!(w, "    {}) {{", resolver_parameters(s));
        variants::emit_body(s, true, w);
        w.raw("}\n");
        variants::emit_targets(s, w);
    });
    let (names_parameter, names) = match (&s.names, s.storages()) {
        (_, Some(_)) => ("StringTable PN,\n    ", "PN, "),
        (Some(_), None) => ("ArrayRef<StringRef> PN,\n    ", "PN, "),
        (None, None) => ("", ""),
    };
    let (aliases_parameter, aliases) = if s.cpu_aliases().is_some() {
        ("ArrayRef<SubtargetSubTypeAliasKV> PA,\n    ", " PA,")
    } else {
        ("", "")
    };
    let (models_parameter, models) = match s.storages() {
        Some(_) => ("const MCSchedModel *PSM,\n    ", " PSM,"),
        None => ("", ""),
    };
    text_block!(
        w,
        "

        struct {target}GenMCSubtargetInfo : public MCSubtargetInfo {{
          {target}GenMCSubtargetInfo(const Triple &TT,
            StringRef CPU, StringRef TuneCPU, StringRef FS,
            {names_parameter}ArrayRef<SubtargetFeatureKV> PF,
            ArrayRef<SubtargetSubTypeKV> PD,
            {aliases_parameter}{models_parameter}const MCWriteProcResEntry *WPR,
            const MCWriteLatencyEntry *WL,
            const MCReadAdvanceEntry *RA, const InstrStage *IS,
            const unsigned *OC, const unsigned *FP) :
              MCSubtargetInfo(TT, CPU, TuneCPU, FS, {names}PF, PD,{aliases}{models}
                              WPR, WL, RA, IS, OC, FP) {{ }}

          unsigned resolveVariantSchedClass(unsigned SchedClass,
              const MCInst *MI, const MCInstrInfo *MCII,
              unsigned CPUID) const {} {{
            return {target}_MC::resolveVariantSchedClassImpl(SchedClass, {});
          }}
        ",
        hw_modes::last_override(s),
        resolver_arguments(s)
    );
    hw_modes::emit_declarations(s, w);
    if s.has_cpu_aliases {
        text_block!(
            w,
            "
              bool isCPUStringValid(StringRef CPU) const {} {{
                CPU = {target}::resolveCPUAlias(CPU);
                return MCSubtargetInfo::isCPUStringValid(CPU);
              }}
            ",
            hw_modes::last_override(s)
        );
    }
    w.raw("};\n");
    hw_modes::emit_definitions(s, &format!("{target}GenMCSubtargetInfo"), true, w);
    write!(w, "\nstatic inline MCSubtargetInfo *create{target}MCSubtargetInfoImpl(");
    w.raw("const Triple &TT, StringRef CPU, StringRef TuneCPU, StringRef FS) {\n");
    cpu_aliases::emit_resolve(s, w);
    write!(w, "  return new {target}GenMCSubtargetInfo(TT, CPU, TuneCPU, FS, ");
    emit_key_arguments(s, false, w);
    line!(w);
    emit_table_arguments(s, 22, w);
    w.raw(");\n}\n\n");
}

/// Writes the class of the code generator's subtarget.
pub(super) fn emit_header(s: &Subtarget<'_>, w: &mut CppWriter) {
    let target = s.target;
    let class = format!("{target}GenSubtargetInfo");
    let last = hw_modes::last_override(s);
    w.namespace("llvm", |w| {
        line!(w, "class DFAPacketizer;");
        w.namespace(&format!("{target}_MC"), |w| {
            w.raw("unsigned resolveVariantSchedClassImpl(unsigned SchedClass, ");
            line!(w, "{});", resolver_parameters(s));
            if s.predicates.variants.lists_targets {
                w.raw("ArrayRef<unsigned> getVariantSchedClassTargets(unsigned SchedClass, ");
                line!(w, "unsigned CPUID);");
            }
        });
        text_block!(
            w,
            "

            struct {class} : public TargetSubtargetInfo {{
              explicit {class}(const Triple &TT, StringRef CPU, StringRef TuneCPU, StringRef FS);
            public:
              unsigned resolveSchedClass(unsigned SchedClass,  const MachineInstr *DefMI, const TargetSchedModel *SchedModel) const {last};
              unsigned resolveVariantSchedClass(unsigned SchedClass, const MCInst *MI, const MCInstrInfo *MCII, unsigned CPUID) const {last};
              DFAPacketizer *createDFAPacketizer(const InstrItineraryData *IID) const;
            "
        );
        hw_modes::emit_enumeration(s, w);
        hw_modes::emit_declarations(s, w);
        if !s.fusions.is_empty() {
            line!(w, "  std::vector<MacroFusionPredTy> getMacroFusions() const {last};");
        }
        inlining::emit_declarations(s, w);
        sti_predicates::emit_declarations(s, w);
        line!(w, "}};");
    });
    line!(w);
}

/// Writes the definitions for that class.
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
        emit_key_arguments(s, true, w);
        line!(w);
        emit_table_arguments(s, 24, w);
        w.raw(") {}\n\n");
        emit_resolvers(s, class, w);
        sti_predicates::emit_definitions(s, class, w);
        hw_modes::emit_definitions(s, class, false, w);
        emit_macro_fusions(s, class, w);
        inlining::emit_definitions(s, class, w);
    });
    line!(w);
}

fn emit_table_declarations(s: &Subtarget<'_>, w: &mut CppWriter) {
    let target = s.target;
    let itineraries: &[(&str, &str)] = if s.schedule.itineraries.is_some() {
        &[
            ("llvm::InstrStage", "Stages"),
            ("unsigned", "OperandCycles"),
            ("unsigned", "ForwardingPaths"),
        ]
    } else {
        &[]
    };
    if s.names.is_some() {
        line!(w, "extern const llvm::StringRef {target}Names[];");
    }
    if let Some(storages) = s.storages() {
        let (count, size) = (storages.features.len(), storages.feature_strings.len() + 1);
        if !s.features.all.is_empty() {
            write!(w, "extern const llvm::SubtargetFeatureKVStorage<{count}, {size}> ");
            line!(w, "{target}FeatureKVStorage;");
        }
        let (count, size) = (storages.cpus.len(), storages.cpu_strings.len() + 1);
        let aliases = match &storages.cpu_aliases {
            Some(aliases) => format!(" {},", aliases.len()),
            None => String::new(),
        };
        write!(w, "extern const llvm::SubtargetSubTypeKVStorage<{count},{aliases} {size}> ");
        line!(w, "{target}SubTypeKVStorage;");
        line!(w, "extern const llvm::MCSchedModel {target}SchedModels[];");
    } else {
        line!(w, "extern const llvm::SubtargetFeatureKV {target}FeatureKV[];");
        line!(w, "extern const llvm::SubtargetSubTypeKV {target}SubTypeKV[];");
    }
    let tables = [
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
    for prolog in &s.predicates.prologs {
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
          return {target}_MC::resolveVariantSchedClassImpl(SchedClass, {});
        }} // {class}::resolveVariantSchedClass

        ",
        resolver_arguments(s)
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
