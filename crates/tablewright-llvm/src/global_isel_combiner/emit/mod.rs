//! Writes a combiner's file.

mod rule_config;

use tablewright_text::{CppWriter, append, line, text_block};

use super::model::{Combiner, CombinerEntry, Shared};
use crate::support::match_table::{ActionCode, ExecutorGuards, emit_predicate_enum};
use crate::support::qualified_name::Scoped;

/// Macros that select the parts of the file.
const GUARDS: ExecutorGuards = ExecutorGuards {
    predicate_bitset: "GET_GICOMBINER_TYPES",
    temporaries_decl: "GET_GICOMBINER_CLASS_MEMBERS",
    temporaries_init: "GET_GICOMBINER_CONSTRUCTOR_INITS",
    implementation: "GET_GICOMBINER_IMPL",
    predicates_decl: "GET_GICOMBINER_CLASS_MEMBERS",
    predicates_init: "GET_GICOMBINER_CONSTRUCTOR_INITS",
};

/// Writes a combiner.
pub(super) fn emit(combiner: &Combiner<'_>, shared: &Shared, w: &mut CppWriter<'_>) {
    let (class, executor) = (combiner.class, &combiner.executor);
    w.file_header(&format!("{class} Combiner Match Table"), None);
    executor.section("GET_GICOMBINER_DEPS", w, |w| {
        let (space, end) = if executor.has_spaced_sections { ("\n", "") } else { ("", "end ") };
        w.raw("#include \"llvm/ADT/SparseBitVector.h\"\nnamespace llvm {\n");
        append!(w, space, "extern cl::OptionCategory GICombinerOptionCategory;\n", space);
        append!(w, "} // ", end, "namespace llvm\n");
    });
    executor.section("GET_GICOMBINER_TYPES", w, |w| rule_config::emit(combiner, w));
    executor.emit_predicate_bitset(&GUARDS, w);
    if let CombinerEntry::Members(_) = combiner.entry {
        executor.section(GUARDS.predicates_decl, w, |w| {
            w.raw("  bool canMatchOpcode(unsigned Opc) const override;\n");
            w.raw("  uint32_t getRootFlagsToDrop() const override;\n");
        });
    }
    executor.emit_predicates_decl(&GUARDS, w);
    executor.emit_temporaries_decl(&GUARDS, w);
    let code = ActionCode {
        simple_predicates: &|w| simple_predicates(combiner, w),
        run: &|w| run_function(combiner, w),
        custom_action: &|w| custom_action(combiner, shared, w),
        rule_comment: &|_, _| {},
    };
    executor.emit_impl(&GUARDS, &combiner.table, &code, w);
    executor.emit_predicates_init(&GUARDS, w);
    executor.emit_temporaries_init(&GUARDS, w);
}

/// Whether a rule is turned on is a predicate, numbered as the rules are.
fn simple_predicates(combiner: &Combiner<'_>, w: &mut CppWriter<'_>) {
    let names: Vec<String> =
        (0..combiner.rules.len()).map(|id| format!("IsRule{id}Enabled")).collect();
    emit_predicate_enum("GICXXPred_Simple_", names.iter().map(String::as_str), w);
    if !names.is_empty() {
        line!(w);
    }
    text_block!(
        w,
        "
        bool {}::testSimplePredicate(unsigned Predicate) const {{
            return RuleConfig.isRuleEnabled(Predicate - GICXXPred_Invalid - 1);
        }}
        ",
        combiner.class
    );
}

fn run_function(combiner: &Combiner<'_>, w: &mut CppWriter<'_>) {
    let (class, method) = (combiner.class, combiner.method);
    match &combiner.entry {
        CombinerEntry::AnyOpcode => {}
        CombinerEntry::Opcodes(opcodes) => {
            line!(w, "static bool {class}_canMatchOpcode(unsigned Opc) {{");
            can_match_opcode(opcodes, w);
        }
        CombinerEntry::Members(opcodes) => {
            line!(w, "bool {class}::canMatchOpcode(unsigned Opc) const {{");
            can_match_opcode(opcodes, w);
            line!(w, "uint32_t {class}::getRootFlagsToDrop() const {{");
            w.raw("  return MachineInstr::getPoisonGeneratingFlags();\n}\n\n");
        }
    }
    line!(w, "bool {class}::{method}(MachineInstr &I) const {{");
    let infos = match combiner.entry {
        CombinerEntry::AnyOpcode => {
            w.raw("  const TargetSubtargetInfo &ST = MF.getSubtarget();\n");
            ["*ST.getInstrInfo()", "*MRI.getTargetRegisterInfo()", "*ST.getRegBankInfo()"]
        }
        CombinerEntry::Opcodes(_) => {
            line!(w, "  if (!{class}_canMatchOpcode(I.getOpcode()))");
            w.raw("    return false;\n");
            ["Helper.getTII()", "Helper.getTRI()", "Helper.getRBI()"]
        }
        CombinerEntry::Members(_) => ["Helper.getTII()", "Helper.getTRI()", "Helper.getRBI()"],
    };
    w.raw("  const PredicateBitset AvailableFeatures = getAvailableFeatures();\n");
    match combiner.entry {
        CombinerEntry::AnyOpcode => w.raw("  B.setInstrAndDebugLoc(I);\n"),
        CombinerEntry::Opcodes(_) | CombinerEntry::Members(_) => {}
    }
    let [instructions, registers, banks] = infos;
    text_block!(
        w,
        "
          State.MIs.clear();
          State.MIs.push_back(&I);
          if (executeMatchTable(*this, State, ExecInfo, B, getMatchTable(), {instructions}, MRI, {registers}, {banks}, AvailableFeatures, /*CoverageInfo*/ nullptr)) {{
            return true;
          }}

          return false;
        }}

        "
    );
}

/// Writes the body of the function that checks whether any rule begins with an opcode.
fn can_match_opcode(opcodes: &[Scoped<'_>], w: &mut CppWriter<'_>) {
    if opcodes.is_empty() {
        w.raw("  (void)Opc;\n  return false;\n");
    } else {
        w.raw("  switch (Opc) {\n");
        for &opcode in opcodes {
            append!(w, "  case ", opcode, ":\n");
        }
        w.raw("    return true;\n  default:\n    return false;\n  }\n");
    }
    w.raw("}\n\n");
}

/// Writes the function with the C++ of all rules that are applied by C++.
fn custom_action(combiner: &Combiner<'_>, shared: &Shared, w: &mut CppWriter<'_>) {
    let actions = shared.actions.all();
    for number in 0..actions.len() {
        match number {
            0 => {
                w.raw("enum {\n  GICXXCustomAction_GICombiner0 = GICXXCustomAction_Invalid + 1,\n")
            }
            _ => append!(w, "  GICXXCustomAction_GICombiner", number, ",\n"),
        }
    }
    if !actions.is_empty() {
        w.raw("};\n");
    }
    let class = combiner.class;
    append!(w, "bool ", class, "::runCustomAction(unsigned ApplyID, const MatcherState &State, ");
    w.raw("NewMIVector &OutMIs) const {\n");
    w.raw("  Helper.getBuilder().setInstrAndDebugLoc(*State.MIs[0]);\n");
    if !actions.is_empty() {
        w.raw("  switch(ApplyID) {\n");
        for (number, code) in actions.iter().enumerate() {
            append!(w, "  case GICXXCustomAction_GICombiner", number, ":{\n    ");
            w.raw(&code.replace('\n', "\n    "));
            w.raw("\n    return true;\n  }\n");
        }
        w.raw("  }\n");
    }
    w.raw("  llvm_unreachable(\"Unknown Apply Action\");\n}\n");
}
