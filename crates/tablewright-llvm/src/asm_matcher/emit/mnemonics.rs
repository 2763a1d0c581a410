//! Mnemonic functions: aliases, suggestions for misspelled mnemonics, and a validity test.

use tablewright_text::{CppWriter, StringMatcher, line, text_block};

use crate::asm_matcher::model::{AsmMatcherModel, MnemonicCase};

/// Writes the function that replaces a mnemonic alias by its mnemonic, if there are aliases.
pub(super) fn emit_apply_aliases(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let Some(aliases) = &model.mnemonics else { return };
    let head = "static void applyMnemonicAliases(StringRef &Mnemonic, \
                const FeatureBitset &Features, unsigned VariantID)";
    w.block(head, "", |w| {
        if let Some(variants) = &aliases.of_variants {
            line!(w, "switch (VariantID) {{");
            for (number, cases) in variants {
                line!(w, "case {number}:");
                w.indented(|w| {
                    emit_replacements(cases, w);
                    line!(w, "break;");
                });
            }
            line!(w, "}}");
        }
        emit_replacements(&aliases.of_all, w);
    });
    line!(w);
}

fn emit_replacements(cases: &[MnemonicCase], w: &mut CppWriter) {
    let cases = cases.iter().map(|case| (case.from.as_str(), case.code.clone()));
    w.string_matcher("Mnemonic", &StringMatcher::first_of_equal(cases));
}

/// Writes the statements that choose the table of a variant: rows from `Start` to `End`.
pub(super) fn emit_choose_table(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    line!(w, "  const MatchEntry *Start, *End;");
    line!(w, "  switch (VariantID) {{");
    line!(w, "  default: llvm_unreachable(\"invalid variant!\");");
    for (table, number) in model.rows.variants.iter().enumerate() {
        line!(w, "  case {number}:");
        line!(w, "    Start = std::begin(MatchTable{table});");
        line!(w, "    End = std::end(MatchTable{table});");
        line!(w, "    break;");
    }
    line!(w, "  }}");
}

/// Writes the statements that restrict the rows to the rows with `Mnemonic`. If an instruction may begin with an
/// operand, an empty mnemonic selects all rows.
pub(super) fn emit_choose_rows(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    if model.matcher.parser.has_mnemonic_first {
        line!(w, "  std::tie(Start, End) =");
        line!(w, "      std::equal_range(Start, End, Mnemonic, LessOpcode());");
    } else {
        line!(w, "  if (!Mnemonic.empty())");
        line!(w, "    std::tie(Start, End) =");
        line!(w, "        std::equal_range(Start, End, Mnemonic.lower(), LessOpcode());");
    }
}

/// Writes the function that suggests mnemonics for a misspelled one.
pub(super) fn emit_spell_check(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    text_block!(
        w,
        "
        static std::string {}MnemonicSpellCheck(StringRef S, const FeatureBitset &FBS,
                                               unsigned VariantID) {{
        ",
        model.names.target
    );
    if model.rows.variants.is_empty() {
        line!(w, "  return \"\";");
    } else {
        emit_choose_table(model, w);
        w.raw(include_str!("spell_check.inc"));
    }
    line!(w, "}}\n");
}

/// Writes the function that tests whether an available instruction has a mnemonic.
pub(super) fn emit_check(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    text_block!(
        w,
        "
        static bool {}CheckMnemonic(StringRef Mnemonic,
                                    const FeatureBitset &AvailableFeatures,
                                    unsigned VariantID) {{
        ",
        model.names.target
    );
    if model.rows.variants.is_empty() {
        line!(w, "  return false;");
    } else {
        if model.mnemonics.is_some() {
            line!(w, "  applyMnemonicAliases(Mnemonic, AvailableFeatures, VariantID);");
        }
        emit_choose_table(model, w);
        emit_choose_rows(model, w);
        w.raw(include_str!("check_mnemonic.inc"));
    }
    line!(w, "}}\n");
}
