//! The decoder of a target as C++.

use tablewright_text::{CppWriter, Segment, TemplateSyntax, append, line};

use super::model::Interpreter;
use super::{decoders, table};

/// What does not depend on the target, up to the tables.
const PROLOGUE: &str = include_str!("prologue.inc");
/// The interpreter up to the end of its parameters, then its body. The body is a template: its holes are where a word
/// grows while it is decoded.
const INTERPRETER_PARAMETERS: &str = include_str!("interpreter_parameters.inc");
const INTERPRETER: &str = include_str!("interpreter.inc");

pub(crate) fn emit(model: &Interpreter<'_>, w: &mut CppWriter) {
    w.file_header(&format!(" * {} Disassembler", model.target), None);
    line!(w);
    w.raw(PROLOGUE);
    for (group, bytes) in model.tables.encodings.groups.iter().zip(&model.bytes) {
        table::emit(group, bytes, w);
    }
    if let Some(lengths) = &model.tables.encodings.lengths {
        line!(w, "static const uint8_t InstrLenTable[] = {{");
        for length in lengths.iter() {
            append!(w, length, ",\n");
        }
        w.raw("};\n\n");
    }
    decoders::predicates(model, w);
    decoders::operand_decoders(model, w);
    interpreter(model.is_variable(), w);
    w.raw("\n} // end namespace llvm\n");
}

/// `decodeInstruction`. Where instructions differ in length, the caller appends to the word what is
/// asked for.
fn interpreter(is_variable: bool, w: &mut CppWriter) {
    w.raw(INTERPRETER_PARAMETERS);
    if is_variable {
        w.raw(",\n                                      ");
        w.raw("llvm::function_ref<void(APInt &, uint64_t)> makeUp");
    }
    w.raw(") {\n");
    for segment in TemplateSyntax::DOLLAR.segments(INTERPRETER) {
        match segment {
            Segment::Text(text) => w.raw(text),
            Segment::Hole { name, .. } if is_variable => w.raw(fetch(name)),
            // The interpreter is ours, so no hole of it is malformed.
            Segment::Hole { .. } | Segment::Malformed(_) => {}
        }
    }
}

/// The statement that asks for more bits of a word.
fn fetch(hole: &str) -> &'static str {
    match hole {
        "fetch_field" => "\n    makeUp(insn, Start + Width);",
        _ => "\n      makeUp(insn, InstrLenTable[Opcode]);",
    }
}
