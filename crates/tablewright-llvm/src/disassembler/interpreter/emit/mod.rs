//! The decoder of a target as C++.

mod decoders;
mod scope_table;
mod skip_table;

use tablewright_text::{CppWriter, Segment, TemplateSyntax, append, line};

use super::model::{ClassDecoder, Interpreter, TableLayout};

/// Target-independent code before the tables.
const PROLOGUE: &str = include_str!("../prologue.inc");
/// Target-independent code before tables with scopes.
const SCOPE_PROLOGUE: &str = include_str!("../scope_prologue.inc");
/// The interpreter's code: the function head with the parameters, then the body. The body is a template. Its holes are
/// for code that extends a word during decoding, and for operations that only some tables have.
const INTERPRETER_PARAMETERS: &str = include_str!("../interpreter_parameters.inc");
const INTERPRETER: &str = include_str!("../interpreter.inc");
/// The body for tables with scopes.
const SCOPE_INTERPRETER: &str = include_str!("../scope_interpreter.inc");

pub(crate) fn emit(model: &Interpreter<'_>, w: &mut CppWriter) {
    w.file_header(&format!(" * {} Disassembler", model.target), None);
    line!(w);
    match &model.layout {
        TableLayout::Skips => {
            w.raw(PROLOGUE);
            for (group, bytes) in model.encodings.groups.iter().zip(&model.bytes) {
                skip_table::emit(group, bytes, w);
            }
            emit_lengths(model, w);
            decoders::emit_predicates(model, w);
            for set in &model.decoder_sets {
                decoders::emit_operand_decoders(model, set, w);
            }
            emit_interpreter(INTERPRETER, |hole| skip_operation(model, hole), model, w);
            w.raw("\n} // end namespace llvm\n");
        }
        TableLayout::Scopes { class_decoders, has_soft_fails, has_function_table } => {
            w.raw(SCOPE_PROLOGUE);
            for decoder in class_decoders {
                emit_class_decoder(decoder, w);
            }
            emit_lengths(model, w);
            for set in &model.decoder_sets {
                for group in set.groups.clone() {
                    scope_table::emit(&model.encodings.groups[group], &model.bytes[group], w);
                }
                if *has_function_table {
                    decoders::emit_decoder_functions(model, set, w);
                } else {
                    decoders::emit_scoped_operand_decoders(model, set, w);
                }
            }
            if !model.conditions.is_empty() {
                decoders::emit_scoped_predicates(model, w);
            }
            let operation = |hole: &str| scope_operation(model, *has_soft_fails, hole);
            emit_interpreter(SCOPE_INTERPRETER, operation, model, w);
            w.raw("\n} // namespace\n");
        }
    }
}

/// Writes the instruction lengths, if they differ.
fn emit_lengths(model: &Interpreter<'_>, w: &mut CppWriter) {
    let Some(lengths) = &model.encodings.lengths else { return };
    line!(w, "static const uint8_t InstrLenTable[] = {{");
    for length in lengths.iter() {
        append!(w, length, ",\n");
    }
    w.raw("};\n\n");
}

/// Writes the decoder for operands whose register class depends on the mode.
fn emit_class_decoder(decoder: &ClassDecoder<'_>, w: &mut CppWriter) {
    line!(w, "[[maybe_unused]]");
    append!(w, "static DecodeStatus Decode", decoder.name, "RegClassByHwMode(");
    w.raw("MCInst &Inst, unsigned Imm, uint64_t Addr, const MCDisassembler *Decoder) {\n");
    w.raw("  switch (Decoder->getSubtargetInfo().getHwMode(MCSubtargetInfo::HwMode_RegInfo)) {\n");
    for choice in &decoder.choices {
        line!(w, "  case {}: // {}", choice.mode, choice.mode_name);
        line!(w, "    return Decode{}RegisterClass(Inst, Imm, Addr, Decoder);", choice.class);
    }
    w.raw("  default:\n    llvm_unreachable(\"no decoder for hwmode\");\n  }\n}\n\n");
}

/// Writes `decodeInstruction`. If instruction lengths differ, the caller appends requested bits to the word.
/// `operation` fills a hole in `body`.
fn emit_interpreter(
    body: &str,
    operation: impl Fn(&str) -> &'static str,
    model: &Interpreter<'_>,
    w: &mut CppWriter,
) {
    w.raw(INTERPRETER_PARAMETERS);
    if model.is_variable() {
        w.raw(",\n                                      ");
        w.raw("llvm::function_ref<void(APInt &, uint64_t)> makeUp");
    }
    w.raw(") {\n");
    for segment in TemplateSyntax::DOLLAR.segments(body) {
        match segment {
            Segment::Text(text) => w.raw(text),
            Segment::Hole { name, .. } => w.raw(operation(name)),
            // The interpreter template is our own, so it has no malformed holes.
            Segment::Malformed(_) => {}
        }
    }
}

fn skip_operation(model: &Interpreter<'_>, hole: &str) -> &'static str {
    match hole {
        "fetch_field" if model.is_variable() => FETCH_FIELD,
        "fetch_word" if model.is_variable() => FETCH_WORD,
        _ => "",
    }
}

fn scope_operation(model: &Interpreter<'_>, has_soft_fails: bool, hole: &str) -> &'static str {
    match hole {
        "check_width" if model.decoder_sets.iter().any(|set| set.width.is_some()) => CHECK_WIDTH,
        "check_predicate" if !model.conditions.is_empty() => CHECK_PREDICATE,
        "soft_fail" if has_soft_fails => SOFT_FAIL,
        _ => skip_operation(model, hole),
    }
}

/// Statements that request more bits in the word.
const FETCH_FIELD: &str = "\n    makeUp(insn, Start + Width);";
const FETCH_WORD: &str = "\n      makeUp(insn, InstrLenTable[Opcode]);";

const CHECK_WIDTH: &str = "
  const uint64_t Width = ReadNumber();
  assert(InsnBitWidth<InsnType> == Width && \"The table is for other words\");
  (void)Width;
";

const CHECK_PREDICATE: &str = "
    case OPC_CheckPredicate: {
      const unsigned Predicate = static_cast<unsigned>(ReadNumber());
      Holds = checkDecoderPredicate(Predicate, STI.getFeatureBits());
      break;
    }";

const SOFT_FAIL: &str = "
    case OPC_SoftFail: {
      const uint64_t WantedClear = ReadNumber();
      const uint64_t WantedSet = ReadNumber();
      if ((insn & WantedClear) != 0 || (~insn & WantedSet) != 0)
        Status = MCDisassembler::SoftFail;
      break;
    }";
