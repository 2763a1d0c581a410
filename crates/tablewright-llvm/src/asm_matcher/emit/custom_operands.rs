//! Writes the table of operands that target methods parse, and the functions that call these methods.

use tablewright_text::{CppWriter, append, line, text_block};

use super::rows::emit_less;
use crate::asm_matcher::model::AsmMatcherModel;

/// Number of operand positions listed in table comments.
const LISTED_POSITIONS: u32 = 31;

pub(super) fn emit(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let rows = &model.rows;
    text_block!(
        w,
        "
        namespace {{
          struct OperandMatchEntry {{
            {} Mnemonic;
            {} OperandMask;
            {} Class;
            {} RequiredFeaturesIdx;

            StringRef getMnemonic() const {{
              return StringRef(MnemonicTable + Mnemonic + 1,
                               MnemonicTable[Mnemonic]);
            }}
          }};

        ",
        rows.mnemonic_width,
        rows.position_mask_width,
        rows.class_width,
        rows.features_width
    );
    emit_less("LessOpcodeOperand", "OperandMatchEntry", w);
    emit_table(model, w);
    emit_parse_by_class(model, w);
    emit_parse(model, w);
}

fn emit_table(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let operands = &model.matcher.custom_operands;
    line!(w, "static const OperandMatchEntry OperandMatchTable[{}] = {{", operands.len());
    for operand in operands {
        let row = &model.matcher.rows.rows()[operand.row];
        let offset = model.rows.mnemonic_offsets[operand.row];
        let mnemonic = model.matcher.texts.get(row.mnemonic);
        append!(w, "  { ", offset, " /* ", mnemonic, " */, ", operand.positions, " /* ");
        let positions =
            (0..LISTED_POSITIONS).filter(|position| operand.positions >> position & 1 != 0);
        for (count, position) in positions.enumerate() {
            append!(w, if count > 0 { ", " } else { "" }, position);
        }
        let features = model.feature_sets.name(row.features);
        append!(w, " */, ", model.class_name(operand.class), ", ", features, " },\n");
    }
    line!(w, "}};\n");
}

/// Writes the function that calls the method of a class.
fn emit_parse_by_class(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    line!(w, "ParseStatus {}::", model.names.parser);
    line!(w, "tryCustomParseOperand(OperandVector &Operands, unsigned MCK) {{");
    line!(w, "  switch (MCK) {{");
    for (name, _, class) in model.classes() {
        if !class.parser_method().is_empty() {
            line!(w, "  case {name}: return {}(Operands);", class.parser_method());
        }
    }
    line!(w, "  default: return ParseStatus::NoMatch;\n  }}\n}}\n");
}

/// Writes the function that looks for a method that parses the next operand.
fn emit_parse(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let has_mnemonic_first = model.matcher.parser.has_mnemonic_first;
    line!(w, "ParseStatus {}::", model.names.parser);
    line!(w, "MatchOperandParserImpl(OperandVector &Operands, StringRef Mnemonic,");
    line!(w, "                       bool ParseForAllFeatures) {{");
    line!(w, "  const FeatureBitset &Available = getAvailableFeatures();");
    let mnemonic = if has_mnemonic_first { " - 1" } else { "" };
    line!(w, "  const unsigned Place = Operands.size(){mnemonic};");
    line!(w, "  auto Rows = llvm::make_range(std::begin(OperandMatchTable),");
    line!(w, "                               std::end(OperandMatchTable));");
    if !has_mnemonic_first {
        line!(w, "  if (!Mnemonic.empty())");
    }
    line!(w, "  Rows = llvm::make_range(std::equal_range(Rows.begin(), Rows.end(), Mnemonic,");
    line!(w, "                                           LessOpcodeOperand()));");
    text_block!(
        w,
        "
          for (const OperandMatchEntry &Row : Rows) {{
            const FeatureBitset &Required = FeatureBitsets[Row.RequiredFeaturesIdx];
            if (!ParseForAllFeatures && (Available & Required) != Required)
              continue;
            if (!(Row.OperandMask & (1u << Place)))
              continue;
            ParseStatus Result = {}(Operands, Row.Class);
            if (!Result.isNoMatch())
              return Result;
          }}
          return ParseStatus::NoMatch;
        }}

        ",
        model.names.operand_parser
    );
}
