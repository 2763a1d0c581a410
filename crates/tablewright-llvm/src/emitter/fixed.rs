//! Encodings of one length as C++: tables of what is known, and a function that merges operands.

use std::fmt::Write;

use tablewright_target::instructions::encoding::Run;
use tablewright_text::{CppWriter, line};

use super::fixed_model::{Code, FixedEmitter, Program, Table};
use super::{Cases, cases, default_case, head_of_wide};

pub(super) fn emit(model: &FixedEmitter<'_>, w: &mut CppWriter) {
    if model.is_wide() {
        head_of_wide(model.target, w);
    } else {
        line!(w, "uint64_t {}MCCodeEmitter::getBinaryCodeForInstr(const MCInst &MI,", model.target);
        line!(w, "    SmallVectorImpl<MCFixup> &Fixups,");
        line!(w, "    const MCSubtargetInfo &STI) const {{");
    }
    for each in &model.tables {
        table(model, each, w);
    }
    if model.has_modes {
        line!(w, "  const uint64_t *InstBitsByHw;");
    }
    line!(w, "  const unsigned opcode = MI.getOpcode();");
    if model.is_wide() {
        let (width, words) = (model.width, model.word_count());
        line!(w, "  if (Scratch.getBitWidth() != {width})");
        line!(w, "    Scratch = Scratch.zext({width});");
        line!(w, "  Inst = APInt({width}, ArrayRef(InstBits + opcode * {words}, {words}));");
        line!(w, "  APInt &Value = Inst;");
        line!(w, "  APInt &op = Scratch;");
    } else {
        line!(w, "  uint64_t Value = InstBits[opcode];");
        line!(w, "  uint64_t op = 0;");
        line!(w, "  (void)op; // There may be no operands.");
    }
    line!(w, "  switch (opcode) {{");
    let code = model.groups.iter().map(|group| Cases {
        code: group_code(model, &group.code),
        opcodes: group.opcodes.clone(),
    });
    cases(code.collect(), &model.opcodes, w);
    default_case(w);
    line!(w, "{}", if model.is_wide() { "  Inst = Value;" } else { "  return Value;" });
    line!(w, "}}");
    line!(w);
    operand_bit_offset(model, w);
}

fn table(model: &FixedEmitter<'_>, table: &Table<'_>, w: &mut CppWriter) {
    match table.mode {
        None => line!(w, "  static const uint64_t InstBits[] = {{"),
        Some(mode) => line!(w, "  static const uint64_t InstBits_{mode}[] = {{"),
    }
    for &row in &table.rows {
        w.raw("    ");
        for (i, word) in model.words(row).enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(w, "{separator}UINT64_C({word})");
        }
        w.raw(",");
        if let Some(name) = row.name {
            w.raw("\t// ");
            w.raw(name);
        }
        w.raw("\n");
    }
    w.raw("    UINT64_C(0)\n  };\n");
}

/// The function that tells where in an encoding an operand begins.
fn operand_bit_offset(model: &FixedEmitter<'_>, w: &mut CppWriter) {
    let target = model.target;
    w.raw("#ifdef GET_OPERAND_BIT_OFFSET\n#undef GET_OPERAND_BIT_OFFSET\n\n");
    line!(w, "uint32_t {target}MCCodeEmitter::getOperandBitOffset(const MCInst &MI,");
    line!(w, "    unsigned OpNum,");
    line!(w, "    const MCSubtargetInfo &STI) const {{");
    line!(w, "  switch (MI.getOpcode()) {{");
    let code = model.groups.iter().map(|group| Cases {
        code: group_offsets(model, &group.code),
        opcodes: group.opcodes.clone(),
    });
    cases(code.collect(), &model.opcodes, w);
    line!(w, "  }}");
    line!(w, "  std::string msg;");
    line!(w, "  raw_string_ostream Msg(msg);");
    line!(w, "  Msg << \"Not supported instr[opcode]: \" << MI << \"[\" << OpNum << \"]\";");
    line!(w, "  report_fatal_error(Msg.str().c_str());");
    line!(w, "}}");
    w.raw("\n#endif // GET_OPERAND_BIT_OFFSET\n\n");
}

const HW_MODE: &str =
    "      unsigned HwMode = STI.getHwMode(MCSubtargetInfo::HwMode_EncodingInfo);\n";
const SWITCH_BY_MODE: &str =
    "      switch (HwMode) {\n      default: llvm_unreachable(\"Unhandled HwMode\");\n";

/// What is done with an instruction in each mode.
fn group_code(model: &FixedEmitter<'_>, code: &Code<'_>) -> String {
    let mut w = CppWriter::new();
    match code {
        Code::Universal(program) => {
            program_code(model, &model.programs[*program as usize], &mut w);
        }
        Code::ByMode(modes) => {
            w.raw(HW_MODE);
            w.raw("      switch (HwMode) {\n");
            w.raw("      default: llvm_unreachable(\"Unknown hardware mode!\"); break;\n");
            for (mode, table, _) in modes {
                write!(w, "      case {mode}: InstBitsByHw = InstBits");
                if let Some(table) = table {
                    write!(w, "_{table}");
                }
                w.raw("; break;\n");
            }
            w.raw("      };\n");
            if model.is_wide() {
                let (width, words) = (model.width, model.word_count());
                let row = format_args!("ArrayRef(InstBitsByHw + opcode * {words}, {words})");
                line!(w, "      Inst = APInt({width}, {row});\n      Value = Inst;");
            } else {
                w.raw("      Value = InstBitsByHw[opcode];\n");
            }
            w.raw(SWITCH_BY_MODE);
            for (mode, _, program) in modes {
                line!(w, "      case {mode}: {{");
                program_code(model, &model.programs[*program as usize], &mut w);
                w.raw("      break;\n      }\n");
            }
            w.raw("      }\n");
        }
    }
    w.finish()
}

/// Where an instruction's operands begin in each mode.
fn group_offsets(model: &FixedEmitter<'_>, code: &Code<'_>) -> String {
    let mut out = String::new();
    match code {
        Code::Universal(program) => offsets(model, &model.programs[*program as usize], &mut out),
        Code::ByMode(modes) => {
            out.push_str(HW_MODE);
            out.push_str(SWITCH_BY_MODE);
            for (mode, _, program) in modes {
                out.push_str(&format!("      case {mode}: {{\n"));
                offsets(model, &model.programs[*program as usize], &mut out);
                out.push_str("      break;\n      }\n");
            }
            out.push_str("      }\n");
        }
    }
    out
}

fn offsets(model: &FixedEmitter<'_>, program: &Program, out: &mut String) {
    if program.steps.is_empty() {
        return;
    }
    out.push_str("      switch (OpNum) {\n");
    for step in &program.steps {
        let (name, mi_operand) = (model.text(step.name), step.mi_operand);
        let Some(lowest) = program.runs(step).last() else { continue };
        let case = format_args!(
            "      case {mi_operand}:\n        // op: {name}\n        return {};\n",
            lowest.inst_bit
        );
        out.write_fmt(case).expect("a string takes any text");
    }
    out.push_str("      }\n");
}

fn program_code(model: &FixedEmitter<'_>, program: &Program, w: &mut CppWriter) {
    for step in &program.steps {
        let (name, mi_operand) = (model.text(step.name), step.mi_operand);
        let (encoder, runs) = (model.text(step.encoder), program.runs(step));
        if model.is_wide() {
            w.raw("      op.clearAllBits();\n");
        }
        let (result, parameter) = if model.is_wide() { ("", ", op") } else { ("op = ", "") };
        write!(w, "      // op: {name}\n      {result}");
        match encoder {
            "" => write!(w, "getMachineOpValue(MI, MI.getOperand({mi_operand})"),
            encoder => write!(w, "{encoder}(MI, {mi_operand}"),
        }
        line!(w, "{parameter}, Fixups, STI);");
        match runs[..] {
            _ if model.is_wide() => runs.iter().for_each(|&run| insert_bits(run, w)),
            [run] => shift_in_place(run, w),
            _ => runs.iter().for_each(|&run| merge(run, w)),
        }
    }
    match model.text(program.post_encoder) {
        "" => {}
        post_encoder => line!(w, "      Value = {post_encoder}(MI, Value, STI);"),
    }
}

fn insert_bits(run: Run, w: &mut CppWriter) {
    let Run { inst_bit, field_bit, len } = run;
    w.raw("      Value.insertBits(op.extractBits");
    if len < 64 {
        line!(w, "AsZExtValue({len}, {field_bit}), {inst_bit}, {len});");
    } else {
        line!(w, "({len}, {field_bit}), {inst_bit});");
    }
}

/// The bits of the operand that a run takes. Where encodings are no longer than a word, no run is;
/// bits past the 64th of an operand are lost.
fn mask(run: Run) -> u64 {
    let bits = (1u128 << run.len.min(64)) - 1;
    bits.checked_shl(run.field_bit).unwrap_or(0) as u64
}

fn shift_in_place(run: Run, w: &mut CppWriter) {
    let Run { inst_bit, field_bit, .. } = run;
    line!(w, "      op &= UINT64_C({});", mask(run));
    if inst_bit > field_bit {
        line!(w, "      op <<= {};", inst_bit - field_bit);
    } else if inst_bit < field_bit {
        line!(w, "      op >>= {};", field_bit - inst_bit);
    }
    w.raw("      Value |= op;\n");
}

fn merge(run: Run, w: &mut CppWriter) {
    let Run { inst_bit, field_bit, .. } = run;
    write!(w, "      Value |= (op & UINT64_C({}))", mask(run));
    if inst_bit > field_bit {
        write!(w, " << {}", inst_bit - field_bit);
    } else if inst_bit < field_bit {
        write!(w, " >> {}", field_bit - inst_bit);
    }
    w.raw(";\n");
}
