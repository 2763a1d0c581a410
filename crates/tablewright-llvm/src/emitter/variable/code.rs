//! The C++ of a case, which assembles an instruction.
//!
//! Cases are sorted by their text, so the text is built before the file is written.

use tablewright_text::{CppWriter, line};

use super::encodings::{
    EncodingMode, VariableCode, VariablePiece, VariableWidthEncoding, VariableWidthEncodings,
};

/// Returns the code that assembles an instruction.
pub(super) fn assemble(modes: &[EncodingMode], encodings: &VariableWidthEncodings<'_>) -> String {
    let mut w = CppWriter::new();
    let post_encoder = encodings.post_encoder;
    match &encodings.code {
        VariableCode::Universal(encoding) => {
            // All tables contain an encoding that is equal in all modes, so the first table is used.
            let suffix = modes.first().map_or("", |mode| mode.suffix.as_str());
            write_encoding_code(encoding, suffix, post_encoder, "      ", &mut w);
        }
        VariableCode::ByMode(_) => {
            line!(w, "      switch (Mode) {{");
            line!(w, "      default: llvm_unreachable(\"Unhandled Mode\");");
            for mode in modes {
                line!(w, "      case {}: {{", mode.number());
                match encodings.for_mode(mode) {
                    None => {
                        line!(w, "        llvm_unreachable(\"Undefined encoding in this mode\");");
                    }
                    Some(encoding) => {
                        write_encoding_code(
                            encoding,
                            &mode.suffix,
                            post_encoder,
                            "        ",
                            &mut w,
                        );
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

fn write_encoding_code(
    encoding: &VariableWidthEncoding<'_>,
    suffix: &str,
    post_encoder: &str,
    indent: &str,
    w: &mut CppWriter,
) {
    // `Scratch` must have enough bits for every operand slice.
    if let Some(bits) = encoding.pieces.iter().map(|piece| piece.width + piece.low_bit).max() {
        let resize = format_args!("{{ Scratch = Scratch.zext({bits}); }}");
        line!(w, "{indent}if (Scratch.getBitWidth() < {bits}) {resize}");
    }
    line!(w, "{indent}Inst = getInstBits{suffix}(opcode);");
    for VariablePiece { name, mi_operand, encoder, width, low_bit, offset } in &encoding.pieces {
        // Encoders merge into `Scratch`, which still contains the previous operand's bits.
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
