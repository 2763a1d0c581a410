//! The functions that match an instruction and check ties between its operands.

use tablewright_text::{CppWriter, line, text_block};

use super::mnemonics::{emit_choose_rows, emit_choose_table};
use crate::asm_matcher::model::{AsmMatcherModel, ClassLookup, OmittedOperands};

/// Writes the function that tests whether tied operands are the same register.
pub(super) fn emit_check_ties(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    line!(w, "static bool checkAsmTiedOperandConstraints(");
    line!(w, "    const {} &AsmParser, unsigned Kind,", model.names.parser);
    line!(w, "    const OperandVector &Operands,");
    if model.has_optional_operands() {
        line!(w, "    ArrayRef<unsigned> DefaultsOffset,");
    }
    line!(w, "    uint64_t &ErrorInfo) {{");
    line!(w, "  assert(Kind < CVT_NUM_SIGNATURES && \"Invalid signature!\");");
    line!(w, "  for (const uint8_t *Entry = ConversionTable[Kind]; *Entry; Entry += 2) {{");
    line!(w, "    if (*Entry != CVT_Tied)\n      continue;");
    line!(w, "    const uint8_t *Tie = TiedAsmOperandTable[Entry[1]];");
    line!(w, "    unsigned First = Tie[1], Second = Tie[2];");
    if model.has_optional_operands() {
        line!(w, "    // Operands that were left out are not among those that were parsed.");
        line!(w, "    First -= DefaultsOffset[First];");
        line!(w, "    Second -= DefaultsOffset[Second];");
    }
    w.raw(include_str!("check_ties.inc"));
}

/// Writes the function that matches an instruction.
pub(super) fn emit(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let reports_near_misses = model.matcher.parser.reports_near_misses;
    line!(w, "unsigned {}::", model.names.parser);
    line!(w, "MatchInstructionImpl(const OperandVector &Operands, MCInst &Inst,");
    if reports_near_misses {
        line!(w, "                     SmallVectorImpl<NearMissInfo> *NearMisses,");
    } else {
        line!(w, "                     uint64_t &ErrorInfo,");
        line!(w, "                     FeatureBitset &MissingFeatures,");
    }
    line!(w, "                     bool matchingInlineAsm, unsigned VariantID) {{");
    emit_find_rows(model, w);
    if !reports_near_misses {
        line!(w, "  unsigned Result = Match_InvalidOperand;");
        line!(w, "  bool FeaturesAreMissing = false, IsRefused = false;");
    }
    line!(w, "  for (const MatchEntry &Row : llvm::make_range(Start, End)) {{");
    w.raw(include_str!("row_features.inc"));
    if reports_near_misses {
        emit_near_misses(model, w);
    } else {
        emit_first_mismatch(model, w);
    }
    line!(w, "}}\n");
}

/// Writes the code before the first row: features, mnemonic and matching rows.
fn emit_find_rows(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let (target, parser) = (model.names.target, &model.matcher.parser);
    let most = model.rows.operand_count + parser.first_operand();
    if !parser.reports_near_misses {
        line!(w, "  // No row has more operands than this.");
        line!(w, "  if (Operands.size() > {most}) {{");
        line!(w, "    ErrorInfo = {most};");
        line!(w, "    return Match_InvalidOperand;");
        line!(w, "  }}");
    }
    line!(w, "  const FeatureBitset &Available = getAvailableFeatures();");
    line!(w, "  StringRef Mnemonic;");
    if !parser.has_mnemonic_first {
        line!(w, "  if (Operands[0]->isToken())");
    }
    line!(w, "  Mnemonic = (({target}Operand &)*Operands[0]).getToken();");
    if model.mnemonics.is_some() {
        line!(w, "  applyMnemonicAliases(Mnemonic, Available, VariantID);");
    }
    if !parser.reports_near_misses {
        line!(w, "  ErrorInfo = ~0ULL;");
        line!(w, "  MissingFeatures.set();");
    }
    emit_choose_table(model, w);
    emit_choose_rows(model, w);
    line!(w, "  if (Start == End)\n    return Match_MnemonicFail;");
    line!(w, "  const unsigned FormalCount = {};", model.rows.operand_count);
    if parser.has_mnemonic_first {
        line!(w, "  const unsigned FirstFormal = 0, FirstActual = 1;");
    } else {
        line!(w, "  // The mnemonic, if there is one, is an operand of the row too.");
        line!(w, "  const unsigned FirstFormal = Mnemonic.empty() ? 0 : 1;");
        line!(w, "  const unsigned FirstActual = FirstFormal;");
    }
    if model.has_optional_operands() {
        line!(w, "  SmallBitVector Omitted(FormalCount{});", omitted_offset(model));
    }
}

/// Returns the C++ term that adjusts a class index for omitted operands.
fn omitted_offset(model: &AsmMatcherModel<'_>) -> &'static str {
    match model.conversions.omitted {
        OmittedOperands::ByClass | OmittedOperands::ByOperand => "",
        OmittedOperands::AfterMnemonic => " + 1",
    }
}

/// Writes a fixed text. Without optional operands, lines marked for them are left out.
fn emit_with_optional(model: &AsmMatcherModel<'_>, text: &str, w: &mut CppWriter) {
    const MARK: &str = "OPTIONAL ";
    const SUBTARGET: &str = "@STI@";
    let has_optional = model.has_optional_operands();
    let subtarget = match model.class_lookup {
        ClassLookup::Switches(_) => "",
        ClassLookup::Tables(_) => ", *STI",
    };
    let first = omitted_offset(model);
    let (begin, before) = match model.conversions.omitted {
        OmittedOperands::ByClass => ("1", " - 1"),
        OmittedOperands::AfterMnemonic | OmittedOperands::ByOperand => ("0", ""),
    };
    for line in text.lines() {
        let line = line.replace(SUBTARGET, subtarget);
        let line = line.replace("@FIRST@", first);
        let line = line.replace("@BEGIN@", begin).replace("@BEFORE@", before);
        match line.strip_prefix(MARK) {
            Some(optional_text) if has_optional => line!(w, "{optional_text}"),
            Some(_) => {}
            None => line!(w, "{line}"),
        }
    }
}

/// Writes the match of a row, for a parser that reports the first mismatched operand.
fn emit_first_mismatch(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    emit_with_optional(model, include_str!("match_operands.inc"), w);
    emit_make_instruction(model, w);
    w.raw(include_str!("match_refused.inc"));
    emit_cleanup(model, w);
    emit_with_optional(model, include_str!("match_end.inc"), w);
}

/// Writes the match of a row, for a parser that reports all near misses.
fn emit_near_misses(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    emit_with_optional(model, include_str!("near_miss_operands.inc"), w);
    emit_make_instruction(model, w);
    w.raw(include_str!("near_miss_late.inc"));
    emit_cleanup(model, w);
    w.raw("    return Match_Success;\n  }\n  return Match_NearMisses;\n");
}

/// Writes the statements that make the instruction.
fn emit_make_instruction(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let optional = if model.has_optional_operands() {
        ",\n                    Omitted, DefaultsOffset"
    } else {
        ""
    };
    line!(w, "    convertToMCInst(Row.ConvertFn, Inst, Row.Opcode, Operands{optional});");
}

/// Writes the code that runs after an instruction matched.
fn emit_cleanup(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let method = model.names.cleanup;
    if !method.is_empty() {
        line!(w, "    {method}(Inst);");
    }
    if model.rows.has_deprecation {
        text_block!(
            w,
            "
                std::string Deprecation;
                if (!getParser().getTargetParser().getTargetOptions().MCNoDeprecatedWarn &&
                    MII.getDeprecatedInfo(Inst, getSTI(), Deprecation)) {{
                  SMLoc Loc = (({}Operand &)*Operands[0]).getStartLoc();
                  getParser().Warning(Loc, Deprecation, std::nullopt);
                }}
            ",
            model.names.target
        );
    }
}
