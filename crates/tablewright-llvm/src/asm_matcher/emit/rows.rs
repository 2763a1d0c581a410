//! The tables of rows, and the enums and tables that their entries refer to.

use tablewright_text::{CppWriter, append, line, text_block};

use crate::asm_matcher::model::AsmMatcherModel;

pub(super) fn emit(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let rows = &model.rows;
    line!(w, "static const char MnemonicTable[] =");
    w.string_table(&rows.mnemonics);
    line!(w, ";\n");
    emit_feature_sets(model, w);
    text_block!(
        w,
        "
        namespace {{
          struct MatchEntry {{
            {} Mnemonic;
            {} Opcode;
            {} ConvertFn;
            {} RequiredFeaturesIdx;
            {} Classes[{}];
            StringRef getMnemonic() const {{
              return StringRef(MnemonicTable + Mnemonic + 1,
                               MnemonicTable[Mnemonic]);
            }}
          }};

        ",
        rows.mnemonic_width,
        rows.opcode_type,
        rows.signature_width,
        rows.features_width,
        rows.class_width,
        rows.operand_count
    );
    emit_less("LessOpcode", "MatchEntry", w);
    for (table, &number) in rows.variants.iter().enumerate() {
        line!(w, "static const MatchEntry MatchTable{table}[] = {{");
        emit_rows_of_variant(model, number, w);
        line!(w, "}};\n");
    }
    line!(w, "#include \"llvm/Support/Debug.h\"");
    line!(w, "#include \"llvm/Support/Format.h\"\n");
}

/// Writes the comparison of entries by mnemonic, and closes the unnamed namespace.
pub(super) fn emit_less(name: &str, entry: &str, w: &mut CppWriter) {
    text_block!(
        w,
        "
          // The order of the table: by mnemonic.
          struct {name} {{
            bool operator()(const {entry} &LHS, StringRef RHS) {{
              return LHS.getMnemonic() < RHS;
            }}
            bool operator()(StringRef LHS, const {entry} &RHS) {{
              return LHS < RHS.getMnemonic();
            }}
            bool operator()(const {entry} &LHS, const {entry} &RHS) {{
              return LHS.getMnemonic() < RHS.getMnemonic();
            }}
          }};
        }} // end anonymous namespace

        "
    );
}

fn emit_feature_sets(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let sets = &model.feature_sets.sets;
    line!(w, "// The sets of features that rows require.");
    line!(w, "enum : {} {{\n  AMFBS_None,", model.rows.features_width);
    for (name, _) in sets {
        line!(w, "  {name},");
    }
    line!(w, "}};\n\nstatic constexpr FeatureBitset FeatureBitsets[] = {{");
    line!(w, "  {{}}, // AMFBS_None");
    for (_, features) in sets {
        w.raw("  {");
        for feature in features {
            write!(w, "Feature_{feature}Bit, ");
        }
        w.raw("},\n");
    }
    line!(w, "}};\n");
}

fn emit_rows_of_variant(model: &AsmMatcherModel<'_>, number: i32, w: &mut CppWriter) {
    let matcher = &model.matcher;
    let variants = &matcher.parser.variants;
    let namespace = model.names.namespace;
    for (index, row) in matcher.rows.rows().iter().enumerate() {
        if variants[row.variant].number != number {
            continue;
        }
        let offset = model.rows.mnemonic_offsets[index];
        let mnemonic = matcher.texts.get(row.mnemonic);
        let instruction = model.rows.instruction_name(row.instruction);
        let signature = model.conversions.of_rows[index] as usize;
        let (signature, _) = &model.conversions.signatures[signature];
        append!(w, "  { ", offset, " /* ", mnemonic, " */, ", namespace, "::", instruction);
        append!(w, ", ", signature, ", ", model.feature_sets.name(row.features), ", { ");
        for (index, operand) in matcher.rows.operands(row).iter().enumerate() {
            w.raw(if index > 0 { ", " } else { "" });
            w.raw(model.class_name(operand.class));
        }
        w.raw(" }, },\n");
    }
}
