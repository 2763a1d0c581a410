//! The sections of the file that an assembly parser includes.

mod classes;
mod conversions;
mod custom_operands;
mod match_instruction;
mod mnemonics;
mod registers;
mod rows;

use tablewright_text::{CppWriter, line};

use super::model::AsmMatcherModel;
use crate::support::feature_bits::{emit_available_features, emit_feature_enum};

pub(super) fn emit(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    w.file_header("Assembly Matcher Source Fragment", Some(model.names.input));
    emit_section("GET_ASSEMBLER_HEADER", w, |w| emit_declarations(model, w));
    emit_section("GET_OPERAND_DIAGNOSTIC_TYPES", w, |w| {
        if !model.diagnostic_types.is_empty() {
            for ty in &model.diagnostic_types {
                line!(w, "  Match_{ty},");
            }
            line!(w, "  END_OPERAND_DIAGNOSTIC_TYPES");
        }
    });
    emit_section("GET_REGISTER_MATCHER", w, |w| {
        line!(w, "// The features of the assembler that rows may require.");
        emit_feature_enum(&model.features, w);
        line!(w);
        let may_be_unused = model.class_lookup.register_classes().is_some();
        registers::emit(&model.registers, may_be_unused, w);
    });
    emit_section("GET_SUBTARGET_FEATURE_NAME", w, |w| emit_feature_names(model, w));
    emit_section("GET_MATCHER_IMPLEMENTATION", w, |w| emit_implementation(model, w));
    emit_section("GET_MNEMONIC_SPELL_CHECKER", w, |w| mnemonics::emit_spell_check(model, w));
    emit_section("GET_MNEMONIC_CHECKER", w, |w| mnemonics::emit_check(model, w));
}

fn emit_section(macro_name: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    line!(w);
    line!(w, "#ifdef {macro_name}\n#undef {macro_name}\n");
    body(w);
    line!(w, "#endif // {macro_name}\n");
}

/// Writes the members of the parser's class.
fn emit_declarations(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    line!(w, "  // Members of the parser, a subclass of MCTargetAsmParser.");
    line!(w, "  FeatureBitset ComputeAvailableFeatures(const FeatureBitset &FB) const;");
    line!(w, "  void convertToMCInst(unsigned Kind, MCInst &Inst, unsigned Opcode,");
    if model.has_optional_operands() {
        line!(w, "                       const OperandVector &Operands,");
        line!(w, "                       const SmallBitVector &OptionalOperandsMask,");
        line!(w, "                       ArrayRef<unsigned> DefaultsOffset);");
    } else {
        line!(w, "                       const OperandVector &Operands);");
    }
    line!(w, "  void convertToMapAndConstraints(unsigned Kind,");
    line!(w, "                                  const OperandVector &Operands) override;");
    line!(w, "  unsigned MatchInstructionImpl(const OperandVector &Operands, MCInst &Inst,");
    if model.matcher.parser.reports_near_misses {
        line!(w, "                                SmallVectorImpl<NearMissInfo> *NearMisses,");
    } else {
        line!(w, "                                uint64_t &ErrorInfo,");
        line!(w, "                                FeatureBitset &MissingFeatures,");
    }
    line!(w, "                                bool matchingInlineAsm,");
    line!(w, "                                unsigned VariantID = 0);");
    if !model.matcher.parser.reports_near_misses {
        w.raw(include_str!("match_instruction_overload.inc"));
    }
    if !model.matcher.custom_operands.is_empty() {
        w.raw(include_str!("custom_operand_declarations.inc"));
    }
}

fn emit_feature_names(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    line!(w, "// The names that users know features of the assembler by.");
    line!(w, "static const char *getSubtargetFeatureName(uint64_t Val) {{");
    if model.features.is_empty() {
        line!(w, "  return \"(unknown)\";");
    } else {
        line!(w, "  switch(Val) {{");
        for (bit, text) in model.features.iter().zip(&model.feature_texts) {
            line!(w, "  case Feature_{}Bit: return \"{text}\";", bit.name);
        }
        line!(w, "  default: return \"(unknown)\";");
        line!(w, "  }}");
    }
    line!(w, "}}\n");
}

fn emit_implementation(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    mnemonics::emit_apply_aliases(model, w);
    conversions::emit(model, w);
    classes::emit(model, w);
    w.raw("FeatureBitset ");
    // As in the reference, a parser class without its own name lacks this member.
    match model.names.parser.as_str() {
        parser if parser == model.names.target => {
            line!(w, "ComputeAvailableFeatures(const FeatureBitset &FB) {{");
        }
        parser => {
            line!(w, "{parser}::\nComputeAvailableFeatures(const FeatureBitset &FB) const {{");
        }
    }
    emit_available_features(&model.features, w);
    if !model.matcher.parser.reports_near_misses {
        match_instruction::emit_check_ties(model, w);
    }
    rows::emit(model, w);
    match_instruction::emit(model, w);
    if !model.matcher.custom_operands.is_empty() {
        custom_operands::emit(model, w);
    }
}
