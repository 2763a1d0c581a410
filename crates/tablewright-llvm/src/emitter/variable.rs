//! Encodings whose length differs, as C++: for each instruction a number with the bits that are
//! known, into which operands are put.

use tablewright_text::{CppWriter, line};

use super::variable_model::{Code, Encoding, Encodings, Mode, Piece, VariableEmitter};
use super::{Cases, cases, default_case, head_of_wide};

pub(super) fn emit(model: &VariableEmitter<'_>, w: &mut CppWriter) {
    head_of_wide(model.target, w);
    for mode in &model.modes {
        tables(model, mode, w);
    }
    if model.modes.len() > 1 {
        line!(w, "  unsigned Mode = STI.getHwMode();");
    }
    for mode in &model.modes {
        base_value(&mode.suffix, w);
    }
    line!(w, "  const unsigned opcode = MI.getOpcode();");
    line!(w, "  switch (opcode) {{");
    let code = (0u32..)
        .zip(&model.encodings)
        .map(|(opcode, encodings)| Cases { code: code(model, encodings), opcodes: vec![opcode] });
    cases(code.collect(), &model.opcodes, w);
    default_case(w);
    w.raw("}\n\n");
}

/// Writes two tables: how long each encoding is and where its words are, and the words.
fn tables(model: &VariableEmitter<'_>, mode: &Mode, w: &mut CppWriter) {
    const NONE: &str = "    {/*NumBits*/0, /*Index*/0}";
    let encodings = || {
        model.by_number.iter().map(|opcode| {
            let opcode = (*opcode)?;
            Some((model.opcodes[opcode].name, model.encodings[opcode].of(mode)))
        })
    };
    let suffix = &mode.suffix;
    line!(w, "  static const unsigned Index{suffix}[][2] = {{");
    let mut index = 0;
    for encoding in encodings() {
        match encoding {
            None => line!(w, "{NONE},"),
            Some((name, None)) => line!(w, "{NONE},\t// {name} no encoding"),
            Some((name, Some(encoding))) if encoding.words.is_empty() => {
                line!(w, "{NONE},\t// {name}");
            }
            Some((name, Some(Encoding { width, words, .. }))) => {
                line!(w, "    {{/*NumBits*/{width}, /*Index*/{index}}},\t// {name}");
                index += words.len();
            }
        }
    }
    line!(w, "{NONE}");
    line!(w, "  }};");
    line!(w, "  static const uint64_t InstBits{suffix}[] = {{");
    for (name, encoding) in encodings().flatten() {
        let words = encoding.map_or(&[][..], |encoding| &encoding.words);
        if words.is_empty() {
            continue;
        }
        w.raw("    ");
        for word in words {
            write!(w, "UINT64_C({word}),");
        }
        line!(w, "\t// {name}");
    }
    line!(w, "    UINT64_C(0)");
    line!(w, "  }};");
}

/// Writes the function that finds the known bits of an encoding.
fn base_value(suffix: &str, w: &mut CppWriter) {
    line!(w, "  auto getInstBits{suffix} = [&](unsigned Opcode) -> APInt {{");
    line!(w, "    unsigned NumBits = Index{suffix}[Opcode][0];");
    line!(w, "    if (!NumBits)");
    line!(w, "      return APInt::getZeroWidth();");
    line!(w, "    unsigned Idx = Index{suffix}[Opcode][1];");
    let words = format_args!("&InstBits{suffix}[Idx], APInt::getNumWords(NumBits)");
    line!(w, "    ArrayRef<uint64_t> Data({words});");
    line!(w, "    return APInt(NumBits, Data);");
    line!(w, "  }};");
}

/// What is done with an instruction.
fn code(model: &VariableEmitter<'_>, encodings: &Encodings<'_>) -> String {
    let mut w = CppWriter::new();
    let post_encoder = encodings.post_encoder;
    match &encodings.code {
        Code::Universal(encoding) => {
            // All tables hold an encoding that is the same in all modes; the first will do.
            let suffix = model.modes.first().map_or("", |mode| mode.suffix.as_str());
            encoding_code(encoding, suffix, post_encoder, "      ", &mut w);
        }
        Code::ByMode(_) => {
            line!(w, "      switch (Mode) {{");
            line!(w, "      default: llvm_unreachable(\"Unhandled Mode\");");
            for mode in &model.modes {
                line!(w, "      case {}: {{", mode.number());
                match encodings.of(mode) {
                    None => {
                        line!(w, "        llvm_unreachable(\"Undefined encoding in this mode\");");
                    }
                    Some(encoding) => {
                        encoding_code(encoding, &mode.suffix, post_encoder, "        ", &mut w);
                    }
                }
                line!(w, "        break;");
                line!(w, "      }}");
            }
            line!(w, "      }}");
        }
    }
    w.finish()
}

fn encoding_code(
    encoding: &Encoding<'_>,
    suffix: &str,
    post_encoder: &str,
    indent: &str,
    w: &mut CppWriter,
) {
    if let Some(bits) = encoding.pieces.iter().map(|piece| piece.width + piece.low_bit).max() {
        let resize = format_args!("{{ Scratch = Scratch.zext({bits}); }}");
        line!(w, "{indent}if (Scratch.getBitWidth() < {bits}) {resize}");
    }
    line!(w, "{indent}Inst = getInstBits{suffix}(opcode);");
    for Piece { name, mi_operand, encoder, width, low_bit, offset } in &encoding.pieces {
        line!(w, "{indent}Scratch.clearAllBits();");
        line!(w, "{indent}// op: {name}");
        match *encoder {
            "" => write!(w, "{indent}getMachineOpValue(MI, MI.getOperand({mi_operand})"),
            encoder => write!(w, "{indent}{encoder}(MI, /*OpIdx=*/{mi_operand}"),
        }
        line!(w, ", /*Pos=*/{offset}, Scratch, Fixups, STI);");
        let bits = format_args!("Scratch.extractBits({width}, {low_bit})");
        line!(w, "{indent}Inst.insertBits({bits}, {offset});");
    }
    if !post_encoder.is_empty() {
        line!(w, "{indent}Inst = {post_encoder}(MI, Inst, STI);");
    }
}
