//! C++ code of a case: the merging of operands for some instructions, or the operands' positions.
//!
//! Cases are sorted by their text, so the text is built before the file is written.

use tablewright_target::instructions::encoding::FieldRun;
use tablewright_text::{CppWriter, line};

use super::encodings::{FixedCode, FixedEncodings, ModeCode, Program};
use crate::emitter::source::OpcodeRange;
use crate::emitter::switch::{emit_case, sorted_cases};

const HW_MODE: &str =
    "      unsigned HwMode = STI.getHwMode(MCSubtargetInfo::HwMode_EncodingInfo);\n";
const SWITCH_BY_MODE: &str =
    "      switch (HwMode) {\n      default: llvm_unreachable(\"Unhandled HwMode\");\n";

/// Returns the code that merges the operands of an instruction in each mode.
pub(super) fn merge(encodings: &FixedEncodings<'_>, code: &FixedCode<'_>) -> String {
    let mut w = CppWriter::new();
    match code {
        FixedCode::Universal(program) => {
            write_program_code(encodings, &encodings.programs[*program as usize], &mut w);
        }
        FixedCode::ByMode(modes) => {
            let variable = match encodings.shared {
                Some(_) => "InstBitsIndices",
                None => "InstBits",
            };
            w.raw(HW_MODE);
            w.raw("      switch (HwMode) {\n");
            w.raw("      default: llvm_unreachable(\"Unknown hardware mode!\"); break;\n");
            for ModeCode { mode, table, .. } in modes {
                write!(w, "      case {mode}: {variable}ByHw = {variable}");
                if let Some(table) = table {
                    write!(w, "_{table}");
                }
                w.raw("; break;\n");
            }
            w.raw("      };\n");
            write_bits_of_mode(encodings, &mut w);
            write_mode_cases(encodings, modes, write_program_code, &mut w);
        }
    }
    w.finish()
}

/// Writes the statements that replace the default mode's bits, with which the function begins.
fn write_bits_of_mode(encodings: &FixedEncodings<'_>, w: &mut CppWriter) {
    let (width, words, index) = (encodings.width, encodings.word_count(), encodings.row_index());
    let row = if encodings.shared.is_some() {
        line!(w, "      InstBitsIndex = InstBitsIndicesByHw[{index}];");
        "InstBits[InstBitsIndex]".to_owned()
    } else if encodings.is_wide() {
        format!("InstBitsByHw + {index} * {words}, {words}")
    } else {
        return line!(w, "      Value = InstBitsByHw[{index}];");
    };
    line!(w, "      Inst = APInt({width}, ArrayRef({row}));");
    line!(w, "      Value = Inst;");
}

/// Returns the code that returns the bit offset of an operand in each mode.
pub(super) fn operand_offsets(encodings: &FixedEncodings<'_>, code: &FixedCode<'_>) -> String {
    let mut w = CppWriter::new();
    match code {
        FixedCode::Universal(program) => {
            write_offsets(encodings, &encodings.programs[*program as usize], &mut w)
        }
        FixedCode::ByMode(modes) => {
            w.raw(HW_MODE);
            write_mode_cases(encodings, modes, write_offsets, &mut w);
        }
    }
    w.finish()
}

/// Writes a case for each mode; `write` writes its contents.
fn write_mode_cases(
    encodings: &FixedEncodings<'_>,
    modes: &[ModeCode<'_>],
    write: impl Fn(&FixedEncodings<'_>, &Program, &mut CppWriter),
    w: &mut CppWriter,
) {
    w.raw(SWITCH_BY_MODE);
    let code = |program: u32| {
        let mut w = CppWriter::new();
        write(encodings, &encodings.programs[program as usize], &mut w);
        w.finish()
    };
    match encodings.opcode_range {
        OpcodeRange::All => {
            for &ModeCode { mode, program, .. } in modes {
                line!(w, "      case {mode}: {{\n{}      break;\n      }}", code(program));
            }
        }
        OpcodeRange::Supported => {
            let cases = modes.iter().map(|own| (code(own.program), vec![own.mode as u32]));
            for (code, modes) in sorted_cases(cases) {
                emit_case(modes, &code, w);
            }
        }
    }
    w.raw("      }\n");
}

fn write_offsets(encodings: &FixedEncodings<'_>, program: &Program, w: &mut CppWriter) {
    if program.steps.is_empty() {
        return;
    }
    line!(w, "      switch (OpNum) {{");
    for step in &program.steps {
        let (name, mi_operand) = (encodings.text(step.name), step.mi_operand);
        // Slices are listed from the highest bit down.
        let Some(lowest) = program.runs(step).last() else { continue };
        let offset = lowest.inst_bit;
        line!(w, "      case {mi_operand}:\n        // op: {name}\n        return {offset};");
    }
    line!(w, "      }}");
}

fn write_program_code(encodings: &FixedEncodings<'_>, program: &Program, w: &mut CppWriter) {
    for step in &program.steps {
        let (name, mi_operand) = (encodings.text(step.name), step.mi_operand);
        let (encoder, runs) = (encodings.text(step.encoder), program.runs(step));
        // Encoders merge into `op`, which still contains the previous operand's bits.
        let clear = if encodings.is_wide() { "      op.clearAllBits();\n" } else { "" };
        match encodings.opcode_range {
            OpcodeRange::All => line!(w, "{clear}      // op: {name}"),
            OpcodeRange::Supported => write!(w, "      // op: {name}\n{clear}"),
        }
        let (result, parameter) = if encodings.is_wide() { ("", ", op") } else { ("op = ", "") };
        write!(w, "      {result}");
        match encoder {
            // The default encoder receives the operand itself, a target encoder its number.
            "" => write!(w, "getMachineOpValue(MI, MI.getOperand({mi_operand})"),
            encoder => write!(w, "{encoder}(MI, {mi_operand}"),
        }
        line!(w, "{parameter}, Fixups, STI);");
        match runs[..] {
            _ if encodings.is_wide() => {
                runs.iter().for_each(|&run| write_insert_bits(run, encodings.opcode_range, w));
            }
            _ if encodings.opcode_range == OpcodeRange::Supported => {
                runs.iter().for_each(|&run| write_masked_slice(run, w));
            }
            // With one slice, `op` is not used later and can be changed in place.
            [run] => write_shift_in_place(run, w),
            _ => runs.iter().for_each(|&run| write_merge_slice(run, w)),
        }
    }
    match encodings.text(program.post_encoder) {
        "" => {}
        post_encoder => line!(w, "      Value = {post_encoder}(MI, Value, STI);"),
    }
}

fn write_insert_bits(run: FieldRun, opcodes: OpcodeRange, w: &mut CppWriter) {
    let FieldRun { inst_bit, field_bit, len } = run;
    w.raw("      Value.insertBits(op.extractBits");
    // Up to 64 bits of an `APInt` are read as a number. For exactly 64 bits, older releases create an `APInt`.
    if len < 64 || (len == 64 && opcodes == OpcodeRange::Supported) {
        line!(w, "AsZExtValue({len}, {field_bit}), {inst_bit}, {len});");
    } else {
        line!(w, "({len}, {field_bit}), {inst_bit});");
    }
}

/// Returns a mask for the operand bits in a run. Runs are at most a word long; operand bits above 64 are lost.
fn mask(run: FieldRun) -> u64 {
    // In 128 bits neither a run of 64 bits nor its shift overflows.
    let bits = (1u128 << run.len.min(64)) - 1;
    bits.checked_shl(run.field_bit).unwrap_or(0) as u64
}

fn write_shift_in_place(run: FieldRun, w: &mut CppWriter) {
    let FieldRun { inst_bit, field_bit, .. } = run;
    line!(w, "      op &= UINT64_C({});", mask(run));
    if inst_bit > field_bit {
        line!(w, "      op <<= {};", inst_bit - field_bit);
    } else if inst_bit < field_bit {
        line!(w, "      op >>= {};", field_bit - inst_bit);
    }
    w.raw("      Value |= op;\n");
}

/// Merges a slice whose mask is a hexadecimal number.
fn write_masked_slice(run: FieldRun, w: &mut CppWriter) {
    let FieldRun { inst_bit, field_bit, .. } = run;
    write!(w, "      Value |= (op & {:#x})", mask(run));
    write_shift(inst_bit, field_bit, w);
    w.raw(";\n");
}

fn write_shift(inst_bit: u32, field_bit: u32, w: &mut CppWriter) {
    if inst_bit > field_bit {
        write!(w, " << {}", inst_bit - field_bit);
    } else if inst_bit < field_bit {
        write!(w, " >> {}", field_bit - inst_bit);
    }
}

fn write_merge_slice(run: FieldRun, w: &mut CppWriter) {
    let FieldRun { inst_bit, field_bit, .. } = run;
    write!(w, "      Value |= (op & UINT64_C({}))", mask(run));
    write_shift(inst_bit, field_bit, w);
    w.raw(";\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(inst_bit: u32, field_bit: u32, len: u32) -> FieldRun {
        FieldRun { inst_bit, field_bit, len }
    }

    fn text(write: impl FnOnce(&mut CppWriter)) -> String {
        let mut w = CppWriter::new();
        write(&mut w);
        w.finish()
    }

    #[test]
    fn a_mask_has_the_bits_of_the_operand() {
        assert_eq!(mask(run(20, 0, 5)), 0b1_1111);
        assert_eq!(mask(run(20, 3, 2)), 0b1_1000);
        assert_eq!(mask(run(0, 0, 64)), u64::MAX);
        // Operand bits above 64 are lost.
        assert_eq!(mask(run(0, 62, 4)), 0b11 << 62);
    }

    #[test]
    fn a_slice_moves_from_its_bit_of_the_operand_to_that_of_the_encoding() {
        assert_eq!(
            text(|w| write_merge_slice(run(5, 2, 3), w)),
            "      Value |= (op & UINT64_C(28)) << 3;\n"
        );
        assert_eq!(
            text(|w| write_merge_slice(run(2, 5, 1), w)),
            "      Value |= (op & UINT64_C(32)) >> 3;\n"
        );
        assert_eq!(
            text(|w| write_shift_in_place(run(0, 0, 4), w)),
            "      op &= UINT64_C(15);\n      Value |= op;\n"
        );
    }

    #[test]
    fn wide_encodings_take_slices_as_numbers_of_their_width() {
        assert_eq!(
            text(|w| write_insert_bits(run(70, 2, 5), OpcodeRange::All, w)),
            "      Value.insertBits(op.extractBitsAsZExtValue(5, 2), 70, 5);\n"
        );
        assert_eq!(
            text(|w| write_insert_bits(run(0, 0, 64), OpcodeRange::All, w)),
            "      Value.insertBits(op.extractBits(64, 0), 0);\n"
        );
    }
}
