//! Encodings whose length differs, as C++: for each instruction a number with its fixed bits, into
//! which operands are inserted.

use tablewright_text::{CppWriter, line, text_block};

use super::{ModeTable, VariableEmitter, VariableKnownBits};
use crate::emitter::switch::{emit_default_case, emit_head_of_wide};

const NONE: &str = "    {/*NumBits*/0, /*Index*/0}";

pub(crate) fn emit(model: &VariableEmitter<'_>, w: &mut CppWriter) {
    w.file_header("Machine Code Emitter", None);
    emit_head_of_wide(model.target, w);
    for table in &model.tables {
        emit_mode_table(table, w);
    }
    if model.tables.len() > 1 {
        line!(w, "  unsigned Mode = STI.getHwMode();");
    }
    for table in &model.tables {
        emit_base_value(&table.suffix, w);
    }
    line!(w, "  const unsigned opcode = MI.getOpcode();");
    line!(w, "  switch (opcode) {{");
    model.assemble.emit(w);
    emit_default_case(model.opcode_range, w);
    w.raw("}\n\n");
}

/// Writes two tables: the length and word offset of each encoding, and the words.
fn emit_mode_table(table: &ModeTable<'_>, w: &mut CppWriter) {
    let suffix = &table.suffix;
    line!(w, "  static const unsigned Index{suffix}[][2] = {{");
    for instruction in &table.instructions {
        match instruction {
            VariableKnownBits::NotEncoded => line!(w, "{NONE},"),
            VariableKnownBits::NotInMode(name) => line!(w, "{NONE},\t// {name} no encoding"),
            VariableKnownBits::Empty(name) => line!(w, "{NONE},\t// {name}"),
            VariableKnownBits::Words { name, width, first_word, .. } => {
                line!(w, "    {{/*NumBits*/{width}, /*Index*/{first_word}}},\t// {name}");
            }
        }
    }
    line!(w, "{NONE}");
    line!(w, "  }};");
    line!(w, "  static const uint64_t InstBits{suffix}[] = {{");
    for instruction in &table.instructions {
        if let VariableKnownBits::Words { name, words, .. } = instruction {
            w.raw("    ");
            for word in words {
                write!(w, "UINT64_C({word}),");
            }
            line!(w, "\t// {name}");
        }
    }
    line!(w, "    UINT64_C(0)");
    line!(w, "  }};");
}

/// Writes the function that looks up the fixed bits of an encoding.
fn emit_base_value(suffix: &str, w: &mut CppWriter) {
    text_block!(
        w,
        "
          auto getInstBits{suffix} = [&](unsigned Opcode) -> APInt {{
            unsigned NumBits = Index{suffix}[Opcode][0];
            if (!NumBits)
              return APInt::getZeroWidth();
            unsigned Idx = Index{suffix}[Opcode][1];
            ArrayRef<uint64_t> Data(&InstBits{suffix}[Idx], APInt::getNumWords(NumBits));
            return APInt(NumBits, Data);
          }};
        "
    );
}
