//! The functions that tables refer to: conditions on the subtarget, and decoders of operands.

use tablewright_target::decoding::operand_decoder::{
    DecoderStep, EncodedField, MethodId, OperandDecoder,
};
use tablewright_target::decoding::tables::DecoderSet;
use tablewright_text::{CppWriter, append, line};

use crate::disassembler::interpreter::model::{ConditionPart, Interpreter, TableLayout};

/// Parameters of operand decoders for tables with scopes.
const SCOPE_PARAMETERS: &str = "DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, \
                                const MCDisassembler *Decoder, bool &DecodeComplete)";
/// The type of operands while they are put together.
const OPERAND_TYPE: &str = "  using TmpType = std::conditional_t<std::is_integral<InsnType>::value, \
                            InsnType, uint64_t>;\n";

/// Writes `checkDecoderPredicate`.
pub(super) fn emit_predicates(model: &Interpreter<'_>, w: &mut CppWriter) {
    line!(w, "static bool checkDecoderPredicate(unsigned Idx, const FeatureBitset &Bits) {{");
    if model.conditions.is_empty() {
        w.raw("  llvm_unreachable(\"Invalid index!\");\n");
    } else {
        w.raw("  switch (Idx) {\n  default: llvm_unreachable(\"Invalid index!\");\n");
        for (number, condition) in model.conditions.iter().enumerate() {
            append!(w, "  case ", number, ":\n    return (");
            emit_condition(model, condition, "Bits", w);
            w.raw(");\n");
        }
        w.raw("  }\n");
    }
    w.raw("}\n\n");
}

/// Writes `checkDecoderPredicate` for tables with scopes. Without conditions, nothing is written.
pub(super) fn emit_scoped_predicates(model: &Interpreter<'_>, w: &mut CppWriter) {
    line!(w, "static bool checkDecoderPredicate(unsigned Idx, const FeatureBitset &FB) {{");
    w.raw("  switch (Idx) {\n  default: llvm_unreachable(\"Invalid index!\");\n");
    for (number, condition) in model.conditions.iter().enumerate() {
        append!(w, "  case ", number, ":\n    return ");
        emit_condition(model, condition, "FB", w);
        w.raw(";\n");
    }
    w.raw("  }\n}\n\n");
}

/// Writes a condition on `bits`.
fn emit_condition(
    model: &Interpreter<'_>,
    condition: &[ConditionPart<'_>],
    bits: &str,
    w: &mut CppWriter,
) {
    for part in condition {
        match part {
            ConditionPart::Feature(feature) => {
                append!(w, (bits, "[", model.features), "::", *feature, "]");
            }
            ConditionPart::Operator(operator) => w.raw(operator),
        }
    }
}

/// Writes `decodeToMCInst`.
pub(super) fn emit_operand_decoders(model: &Interpreter<'_>, set: &DecoderSet, w: &mut CppWriter) {
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
    emit_decoder_cases(model, set, w);
    w.raw("}\n");
}

/// Writes `decodeToMCInst` for tables with scopes.
pub(super) fn emit_scoped_operand_decoders(
    model: &Interpreter<'_>,
    set: &DecoderSet,
    w: &mut CppWriter,
) {
    line!(w, "// Handling {} cases.", set.decoders.len());
    emit_scoped_head(set, w);
    line!(w, "decodeToMCInst(unsigned Idx, {SCOPE_PARAMETERS} {{");
    w.raw("  DecodeComplete = true;\n");
    w.raw(OPERAND_TYPE);
    w.raw("  TmpType tmp;\n  switch (Idx) {\n");
    w.raw("  default: llvm_unreachable(\"Invalid decoder index!\");\n");
    emit_decoder_cases(model, set, w);
    w.raw("}\n\n");
}

fn emit_decoder_cases(model: &Interpreter<'_>, set: &DecoderSet, w: &mut CppWriter) {
    for (number, decoder) in set.decoders.iter().enumerate() {
        append!(w, "  case ", number, ":\n");
        emit_operand_decoder(model, model.encodings.decoders.get(*decoder), "    ", w);
    }
    w.raw("  }\n");
}

/// Writes a function for each operand decoder, and `decodeToMCInst` with a table of these functions.
pub(super) fn emit_decoder_functions(model: &Interpreter<'_>, set: &DecoderSet, w: &mut CppWriter) {
    let prefix = match set.width {
        Some(width) => format!("decodeFn_{width}bit_"),
        None => "decodeFn_".to_owned(),
    };
    for (number, decoder) in set.decoders.iter().enumerate() {
        emit_scoped_head(set, w);
        line!(w, "{prefix}{number}({SCOPE_PARAMETERS} {{");
        w.raw(OPERAND_TYPE);
        w.raw("  [[maybe_unused]] TmpType tmp;\n");
        emit_operand_decoder(model, model.encodings.decoders.get(*decoder), "  ", w);
        w.raw("}\n\n");
    }
    let count = set.decoders.len();
    line!(w, "// Handling {count} cases.");
    emit_scoped_head(set, w);
    line!(w, "decodeToMCInst(unsigned Idx, {SCOPE_PARAMETERS} {{");
    w.raw("  DecodeComplete = true;\n");
    line!(w, "  using DecodeFnTy = DecodeStatus (*)({SCOPE_PARAMETERS};");
    w.raw("  static constexpr DecodeFnTy decodeFnTable[] = {\n");
    for number in 0..count {
        line!(w, "    {prefix}{number},");
    }
    line!(w, "  }};\n  if (Idx >= {count})");
    w.raw("    llvm_unreachable(\"Invalid decoder index!\");\n");
    w.raw("  return decodeFnTable[Idx](S, insn, MI, Address, Decoder, DecodeComplete);\n}\n\n");
}

/// Writes the function head for words with this width, up to the function name.
fn emit_scoped_head(set: &DecoderSet, w: &mut CppWriter) {
    w.raw("template <typename InsnType>\nstatic ");
    match set.width {
        None => w.raw("DecodeStatus "),
        Some(width) => {
            line!(w, "std::enable_if_t<InsnBitWidth<InsnType> == {width}, DecodeStatus>");
        }
    }
}

fn emit_operand_decoder(
    model: &Interpreter<'_>,
    decoder: &OperandDecoder,
    indent: &str,
    w: &mut CppWriter,
) {
    for step in &decoder.steps {
        match step {
            DecoderStep::Word { method, is_complete } => {
                emit_call(model, *method, "insn", *is_complete, indent, w);
            }
            DecoderStep::NoBits { method } => {
                let name = model.encodings.decoders.method(method.method);
                append!(w, indent, "if (!Check(S, ", name, "(MI, Decoder)))\n");
                append!(w, indent, "  return MCDisassembler::Fail;\n");
            }
            DecoderStep::Operand { initial, fields, method } => {
                emit_operand_bits(model, *initial, fields, indent, w);
                match method {
                    Some(method) => {
                        emit_call(model, method.method, "tmp", method.is_complete, indent, w);
                    }
                    None => append!(w, indent, "MI.addOperand(MCOperand::createImm(tmp));\n"),
                }
            }
        }
    }
    append!(w, indent, "return S;\n");
}

/// Puts the bits of an operand together.
fn emit_operand_bits(
    model: &Interpreter<'_>,
    initial: u64,
    fields: &[EncodedField],
    indent: &str,
    w: &mut CppWriter,
) {
    if let (0, [field]) = (initial, fields) {
        append!(w, indent, "tmp = ");
        emit_field(field, w);
        return;
    }
    line!(w, "{indent}tmp = {initial:#x};");
    for field in fields {
        match model.layout {
            TableLayout::Skips => {
                let EncodedField { base, width, offset } = field;
                append!(w, indent, "insertBits(tmp, fieldFromInstruction(insn, ", base, ", ");
                append!(w, width, "), ", offset, ", ", width, ");\n");
            }
            TableLayout::Scopes { .. } => {
                append!(w, indent, "tmp |= ");
                emit_field(field, w);
            }
        }
    }
}

/// Writes bits from the word to their position in the operand.
fn emit_field(field: &EncodedField, w: &mut CppWriter) {
    append!(w, "fieldFromInstruction(insn, ", field.base, ", ", field.width, ")");
    if field.offset != 0 {
        append!(w, " << ", field.offset);
    }
    w.raw(";\n");
}

/// Calls a target method. If the method does not accept all words, the interpreter continues after a failure.
fn emit_call(
    model: &Interpreter<'_>,
    method: MethodId,
    argument: &str,
    is_complete: bool,
    indent: &str,
    w: &mut CppWriter,
) {
    let name = model.encodings.decoders.method(method);
    append!(w, (indent, "if (!Check(S, ", name), "(MI, ", argument, ", Address, Decoder))) { ");
    w.raw(if is_complete { "" } else { "DecodeComplete = false; " });
    w.raw("return MCDisassembler::Fail; }\n");
}
