//! The decoder of a target as C++.

use tablewright_text::{CppWriter, append, line};

use super::model::Interpreter;
use super::{decoders, table};

/// What does not depend on the target, up to the tables.
const PROLOGUE: &str = include_str!("prologue.inc");
/// The interpreter up to the end of its parameters, then its body, for words of one length and for
/// words that grow while they are decoded.
const INTERPRETER_PARAMETERS: &str = include_str!("interpreter_parameters.inc");
const INTERPRETER: &str = include_str!("interpreter.inc");

pub(in super::super) fn emit(model: &Interpreter<'_>, w: &mut CppWriter) {
    w.file_header(&format!(" * {} Disassembler", model.target), None);
    line!(w);
    w.raw(PROLOGUE);
    for (group, each) in model.tables.encodings.groups.iter().zip(&model.tables.tables) {
        table::table(model, group, each, w);
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
    let (field, word) = match is_variable {
        true => ("makeUp(insn, Start + Width);", "makeUp(insn, InstrLenTable[Opcode]);"),
        false => ("", ""),
    };
    for text in INTERPRETER.lines() {
        match text.trim() {
            "@FETCH_FIELD@" if is_variable => line!(w, "    {field}"),
            "@FETCH_WORD@" if is_variable => line!(w, "      {word}"),
            "@FETCH_FIELD@" | "@FETCH_WORD@" => {}
            _ => line!(w, "{text}"),
        }
    }
}
