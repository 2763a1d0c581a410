//! The functions that tables refer to: conditions on the subtarget, and decoders of operands.

use tablewright_target::decoding::operand_decoder::{
    DecoderStep, EncodedField, MethodId, OperandDecoder,
};
use tablewright_target::decoding::predicates::PredicateToken;
use tablewright_text::{CppWriter, append, line};

use super::model::Interpreter;

/// `checkDecoderPredicate`
pub(super) fn predicates(model: &Interpreter<'_>, w: &mut CppWriter) {
    line!(w, "static bool checkDecoderPredicate(unsigned Idx, const FeatureBitset &Bits) {{");
    let conditions = model.tables.predicates.conditions();
    if conditions.is_empty() {
        w.raw("  llvm_unreachable(\"Invalid index!\");\n");
    } else {
        w.raw("  switch (Idx) {\n  default: llvm_unreachable(\"Invalid index!\");\n");
        for (number, condition) in conditions.iter().enumerate() {
            append!(w, "  case ", number, ":\n    return (");
            for token in condition {
                predicate_token(model, *token, w);
            }
            w.raw(");\n");
        }
        w.raw("  }\n");
    }
    w.raw("}\n\n");
}

fn predicate_token(model: &Interpreter<'_>, token: PredicateToken, w: &mut CppWriter) {
    match token {
        PredicateToken::Feature(feature) => {
            append!(w, "Bits[", model.features, "::", model.store.record(feature).name(), "]");
        }
        PredicateToken::Not => w.raw("!"),
        PredicateToken::And => w.raw(" && "),
        PredicateToken::Or => w.raw(" || "),
        PredicateToken::Open => w.raw("("),
        PredicateToken::Close => w.raw(")"),
    }
}

/// `decodeToMCInst`
pub(super) fn operand_decoders(model: &Interpreter<'_>, w: &mut CppWriter) {
    w.text_block(
        "
        template <typename InsnType>
        static DecodeStatus decodeToMCInst(DecodeStatus S, unsigned Idx, InsnType insn, MCInst &MI,
                                           uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete) {
          DecodeComplete = true;
          using TmpType = std::conditional_t<std::is_integral<InsnType>::value, InsnType, uint64_t>;
          TmpType tmp;
          switch (Idx) {
          default: llvm_unreachable(\"Invalid index!\");
        ",
    );
    for (number, decoder) in model.tables.decoders.iter().enumerate() {
        append!(w, "  case ", number, ":\n");
        operand_decoder(model, model.tables.encodings.decoders.get(*decoder), w);
        w.raw("    return S;\n");
    }
    w.raw("  }\n}\n");
}

fn operand_decoder(model: &Interpreter<'_>, decoder: &OperandDecoder, w: &mut CppWriter) {
    for step in &decoder.steps {
        match step {
            DecoderStep::Word { method, is_complete } => {
                call(model, *method, "insn", *is_complete, w);
            }
            DecoderStep::Operand { initial, fields, method } => {
                operand_bits(*initial, fields, w);
                match method {
                    Some(method) => call(model, method.method, "tmp", method.is_complete, w),
                    None => w.raw("    MI.addOperand(MCOperand::createImm(tmp));\n"),
                }
            }
        }
    }
}

/// Puts the bits of an operand together.
fn operand_bits(initial: u64, fields: &[EncodedField], w: &mut CppWriter) {
    if let (0, [field]) = (initial, fields) {
        append!(w, "    tmp = fieldFromInstruction(insn, ", field.base, ", ", field.width, ")");
        if field.offset != 0 {
            append!(w, " << ", field.offset);
        }
        w.raw(";\n");
        return;
    }
    writeln!(w, "    tmp = {initial:#x};");
    for EncodedField { base, width, offset } in fields {
        append!(w, "    insertBits(tmp, fieldFromInstruction(insn, ", base, ", ", width, "), ");
        append!(w, offset, ", ", width, ");\n");
    }
}

/// Calls a method of the target. One that does not know all words lets the interpreter go on.
fn call(
    model: &Interpreter<'_>,
    method: MethodId,
    argument: &str,
    is_complete: bool,
    w: &mut CppWriter,
) {
    let name = model.tables.encodings.decoders.method(method);
    append!(w, "    if (!Check(S, ", name, "(MI, ", argument, ", Address, Decoder))) { ");
    w.raw(if is_complete { "" } else { "DecodeComplete = false; " });
    w.raw("return MCDisassembler::Fail; }\n");
}
