//! Writes fixed-length encodings in C++: tables with fixed bits, and a function that merges operands.

use tablewright_text::{CppWriter, line, text_block};

use super::FixedEmitter;
use super::encodings::{FixedEncodings, FixedTable, SharedRows};
use crate::emitter::source::OpcodeRange;
use crate::emitter::switch::{emit_default_case, emit_head_of_wide};

pub(crate) fn emit(model: &FixedEmitter<'_>, w: &mut CppWriter) {
    let encodings = &model.encodings;
    w.file_header("Machine Code Emitter", None);
    emit_head(encodings, w);
    match &encodings.shared {
        Some(shared) => emit_shared_rows(encodings, shared, w),
        None => encodings.tables.iter().for_each(|each| emit_table(encodings, each, w)),
    }
    if encodings.has_modes {
        match &encodings.shared {
            Some(shared) => line!(w, "  const {} *InstBitsIndicesByHw;", shared.width()),
            None => line!(w, "  const uint64_t *InstBitsByHw;"),
        }
    }
    emit_opcode(encodings, w);
    if encodings.is_wide() {
        emit_wide_variables(encodings, w);
    } else {
        text_block!(
            w,
            "
              uint64_t Value = InstBits[{}];
              uint64_t op = 0;
              (void)op; // There may be no operands.
            ",
            encodings.row_index()
        );
    }
    line!(w, "  switch (opcode) {{");
    model.merge.emit(w);
    emit_default_case(encodings.opcode_range, w);
    line!(w, "{}", if encodings.is_wide() { "  Inst = Value;" } else { "  return Value;" });
    line!(w, "}}");
    line!(w);
    emit_operand_bit_offset(model, w);
}

fn emit_head(encodings: &FixedEncodings<'_>, w: &mut CppWriter) {
    let target = encodings.target;
    if encodings.is_wide() {
        emit_head_of_wide(target, w);
    } else {
        text_block!(
            w,
            "
            uint64_t {target}MCCodeEmitter::getBinaryCodeForInstr(const MCInst &MI,
                SmallVectorImpl<MCFixup> &Fixups,
                const MCSubtargetInfo &STI) const {{
            "
        );
    }
}

fn emit_opcode(encodings: &FixedEncodings<'_>, w: &mut CppWriter) {
    match encodings.opcode_range {
        OpcodeRange::All => line!(w, "  const unsigned opcode = MI.getOpcode();"),
        OpcodeRange::Supported => text_block!(
            w,
            "
              constexpr unsigned FirstSupportedOpcode = {};

              const unsigned opcode = MI.getOpcode();
              if (opcode < FirstSupportedOpcode)
                reportUnsupportedInst(MI);
              unsigned TableIndex = opcode - FirstSupportedOpcode;
            ",
            encodings.first_supported
        ),
    }
}

fn emit_wide_variables(encodings: &FixedEncodings<'_>, w: &mut CppWriter) {
    let (width, words) = (encodings.width, encodings.word_count());
    let index = encodings.row_index();
    text_block!(
        w,
        "
          if (Scratch.getBitWidth() != {width})
            Scratch = Scratch.zext({width});
        "
    );
    match &encodings.shared {
        Some(_) => text_block!(
            w,
            "
              unsigned InstBitsIndex = InstBitsIndices[{index}];
              Inst = APInt({width}, ArrayRef(InstBits[InstBitsIndex]));
            "
        ),
        None => {
            line!(w, "  Inst = APInt({width}, ArrayRef(InstBits + {index} * {words}, {words}));");
        }
    }
    line!(w, "  APInt &Value = Inst;");
    line!(w, "  APInt &op = Scratch;");
}

/// Writes each encoding once, and a table of indices for each mode.
fn emit_shared_rows(encodings: &FixedEncodings<'_>, shared: &SharedRows, w: &mut CppWriter) {
    line!(w, "  static const uint64_t InstBits[][{}] = {{", encodings.word_count());
    for row in &shared.rows {
        let words: Vec<String> = row.iter().map(|word| format!("UINT64_C({word})")).collect();
        line!(w, "    {{{}}},", words.join(", "));
    }
    line!(w, "  }};");
    for (table, indices) in encodings.tables.iter().zip(&shared.indices) {
        write!(w, "  static const {} InstBitsIndices", shared.width());
        if let Some(mode) = table.mode {
            write!(w, "_{mode}");
        }
        w.raw("[] = {\n");
        indices.iter().for_each(|index| line!(w, "    {index},"));
        line!(w, "  }};");
    }
    w.raw("  static_assert(sizeof(InstBits) / sizeof(InstBits[0]) <=\n");
    w.raw("                (UINT64_C(1) << (sizeof(InstBitsIndices[0]) * 8)));\n");
}

fn emit_table(encodings: &FixedEncodings<'_>, table: &FixedTable<'_>, w: &mut CppWriter) {
    match table.mode {
        None => line!(w, "  static const uint64_t InstBits[] = {{"),
        Some(mode) => line!(w, "  static const uint64_t InstBits_{mode}[] = {{"),
    }
    for &instruction in &table.instructions {
        w.raw("    ");
        for (i, word) in encodings.words(instruction).enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(w, "{separator}UINT64_C({word})");
        }
        w.raw(",");
        if let Some(name) = instruction.name {
            w.raw("\t// ");
            w.raw(name);
        }
        w.raw("\n");
    }
    w.raw(match encodings.opcode_range {
        OpcodeRange::All => "    UINT64_C(0)\n  };\n",
        OpcodeRange::Supported => "  };\n",
    });
}

/// Writes the function that returns the bit offset of an operand in an encoding.
fn emit_operand_bit_offset(model: &FixedEmitter<'_>, w: &mut CppWriter) {
    text_block!(
        w,
        "
        #ifdef GET_OPERAND_BIT_OFFSET
        #undef GET_OPERAND_BIT_OFFSET

        uint32_t {}MCCodeEmitter::getOperandBitOffset(const MCInst &MI,
            unsigned OpNum,
            const MCSubtargetInfo &STI) const {{
          switch (MI.getOpcode()) {{
        ",
        model.encodings.target
    );
    model.offsets.emit(w);
    match model.encodings.opcode_range {
        OpcodeRange::All => w.text_block(
            "
              }
              std::string msg;
              raw_string_ostream Msg(msg);
              Msg << \"Not supported instr[opcode]: \" << MI << \"[\" << OpNum << \"]\";
              report_fatal_error(Msg.str().c_str());
            ",
        ),
        OpcodeRange::Supported => {
            emit_default_case(OpcodeRange::Supported, w);
            w.raw("  reportUnsupportedOperand(MI, OpNum);\n");
        }
    }
    w.raw("}\n\n#endif // GET_OPERAND_BIT_OFFSET\n\n");
}
