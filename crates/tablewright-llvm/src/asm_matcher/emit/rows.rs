//! The tables of rows, and what their entries refer to.

use tablewright_text::{CppWriter, append, line, text_block};

use crate::asm_matcher::model::Model;

pub(super) fn emit(model: &Model<'_>, w: &mut CppWriter) {
    let rows = &model.rows;
    line!(w, "static const char MnemonicTable[] =");
    w.string_table(&rows.mnemonics);
    line!(w, ";\n");
    feature_sets(model, w);
    text_block!(
        w,
        "
        namespace {{
          struct MatchEntry {{
            {} Mnemonic;
            uint16_t Opcode;
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
        rows.signature_width,
        rows.features_width,
        rows.class_width,
        rows.operand_count
    );
    less("LessOpcode", "MatchEntry", w);
    for (table, &number) in rows.variants.iter().enumerate() {
        line!(w, "static const MatchEntry MatchTable{table}[] = {{");
        rows_of_variant(model, number, w);
        line!(w, "}};\n");
    }
    line!(w, "#include \"llvm/Support/Debug.h\"");
    line!(w, "#include \"llvm/Support/Format.h\"\n");
}

/// Writes the order of entries by mnemonic, which ends the unnamed namespace.
pub(super) fn less(name: &str, entry: &str, w: &mut CppWriter) {
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

fn feature_sets(model: &Model<'_>, w: &mut CppWriter) {
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

fn rows_of_variant(model: &Model<'_>, number: i32, w: &mut CppWriter) {
    let matcher = &model.matcher;
    let variants = &matcher.parser.variants;
    let namespace = model.names.namespace;
    for (place, row) in matcher.rows.rows().iter().enumerate() {
        if variants[row.variant].number != number {
            continue;
        }
        let offset = model.rows.mnemonic_offsets[place];
        let mnemonic = matcher.texts.get(row.mnemonic);
        let instruction = model.rows.instruction_name(row.instruction);
        let signature = model.conversions.of_rows[place] as usize;
        let (signature, _) = &model.conversions.signatures[signature];
        append!(w, "  { ", offset, " /* ", mnemonic, " */, ", namespace, "::", instruction);
        append!(w, ", ", signature, ", ", model.feature_sets.name(row.features), ", { ");
        for (place, operand) in matcher.rows.operands(row).iter().enumerate() {
            w.raw(if place > 0 { ", " } else { "" });
            w.raw(model.class_name(operand.class));
        }
        w.raw(" }, },\n");
    }
}
