//! The functions that print instructions.

use tablewright_text::{CppWriter, line};

use super::fragments::Command;
use super::remaining::{Group, GroupStep};
use super::steps::{Step, StepId};
use super::{Printing, Writer};

/// How much of the names of instructions a comment shows.
const COMMENT: usize = 70;
/// How wide the parts are that tables of numbers are divided into, at most.
const TABLE_BYTES: u32 = 4;

/// Writes the tables of strings and numbers, and the function that looks them up.
pub(super) fn get_mnemonic(printing: &Printing<'_>, writer: &Writer<'_>, w: &mut CppWriter) {
    let packed = &printing.packed;
    w.raw("/// The text that an instruction begins with, and how it goes on.\n");
    let class = writer.class();
    line!(w, "std::pair<const char *, uint64_t> {class}::getMnemonic(const MCInst *MI) {{");
    w.string_literal_table("  static const char AsmStrs[]", &packed.strings);

    let ty = bits_type(printing);
    let cast = if ty == 64 { "(uint64_t)" } else { "" };
    let mut sum = format!("  uint{ty}_t Bits = 0;\n");
    let mut bytes = packed.used_bits().div_ceil(8);
    let (mut table, mut shift) = (0, 0);
    while bytes != 0 {
        let part = (1 << bytes.ilog2()).min(TABLE_BYTES);
        info_table(printing, table, shift, part * 8, w);
        sum += &format!("  Bits |= {cast}OpInfo{table}[MI->getOpcode()] << {shift};\n");
        bytes -= part;
        shift += part * 8;
        table += 1;
    }
    w.raw("  // All that is known of the opcode.\n");
    w.raw(&sum);
    w.raw("  if (Bits == 0)\n    return {nullptr, Bits};\n");
    let mask = (1u64 << packed.string_bits) - 1;
    line!(w, "  return {{AsmStrs+(Bits & {mask})-1, Bits}};\n");
    line!(w, "}}");
}

/// Writes `width` bits of the numbers of all instructions, from bit `shift` on.
fn info_table(printing: &Printing<'_>, table: u32, shift: u32, width: u32, w: &mut CppWriter) {
    line!(w, "  static const uint{width}_t OpInfo{table}[] = {{");
    let mask = (1u64 << width) - 1;
    for (instruction, info) in printing.packed.infos.iter().enumerate() {
        line!(w, "    {}U,\t// {}", info >> shift & mask, printing.name(instruction));
    }
    w.raw("  };\n\n");
}

/// The width of the type that holds an instruction's number.
fn bits_type(printing: &Printing<'_>) -> u32 {
    if printing.packed.used_bits() > 32 { 64 } else { 32 }
}

/// Writes the function that prints an instruction.
pub(super) fn print_instruction(printing: &Printing<'_>, writer: &Writer<'_>, w: &mut CppWriter) {
    let class = writer.class();
    let subtarget = writer.if_subtarget("const MCSubtargetInfo &STI, ");
    w.raw("/// Prints an instruction. Profiles leave this large function out.\n");
    line!(w, "LLVM_NO_PROFILE_INSTRUMENT_FUNCTION");
    write!(w, "void {class}::printInstruction(const MCInst *MI, uint64_t Address, ");
    line!(w, "{subtarget}raw_ostream &O) {{");
    line!(w, "  O << \"\\t\";\n");
    line!(w, "  auto MnemonicInfo = getMnemonic(MI);\n");
    line!(w, "  O << MnemonicInfo.first;\n");
    line!(w, "  uint{}_t Bits = MnemonicInfo.second;", bits_type(printing));
    line!(w, "  assert(Bits != 0 && \"Cannot print this instruction.\");");
    let code = StepCode { printing, writer };
    for (number, fragment) in printing.packed.fragments.iter().enumerate() {
        let (shift, bits) = (fragment.shift, fragment.bits);
        let commands = &fragment.commands[..];
        let count = commands.len();
        line!(w, "\n  // Fragment {number}: {bits} bits for {count} commands.");
        let choice = format!("((Bits >> {shift}) & {})", (1u64 << bits) - 1);
        match commands {
            [only] => {
                code.command(only, w);
                w.raw("\n\n");
            }
            [no, yes] => {
                line!(w, "  if {choice} {{");
                code.command(yes, w);
                line!(w, "  }} else {{");
                code.command(no, w);
                line!(w, "  }}\n");
            }
            _ => {
                line!(w, "  switch {choice} {{");
                line!(w, "  default: llvm_unreachable(\"Invalid command number.\");");
                for (number, command) in commands.iter().enumerate() {
                    line!(w, "  case {number}:");
                    code.command(command, w);
                    line!(w, "    break;");
                }
                line!(w, "  }}\n");
            }
        }
    }
    if !printing.remaining.is_empty() {
        line!(w, "  switch (MI->getOpcode()) {{");
        line!(w, "  default: llvm_unreachable(\"Unexpected opcode.\");");
        for group in &printing.remaining {
            code.group(group, w);
        }
        line!(w, "  }}");
    }
    line!(w, "}}");
}

/// Writes steps as C++ statements.
struct StepCode<'a, 's> {
    printing: &'a Printing<'s>,
    writer: &'a Writer<'s>,
}

impl StepCode<'_, '_> {
    fn command(&self, command: &Command, w: &mut CppWriter) {
        let mut names = String::new();
        for (i, &row) in command.rows.iter().enumerate() {
            if i > 0 {
                names.push_str(", ");
            }
            names.push_str(self.printing.name(self.printing.rows.rows[row].instruction));
            if names.len() > COMMENT {
                let end = (0..=COMMENT).rev().find(|&end| names.is_char_boundary(end));
                names.truncate(end.unwrap_or(0));
                names.push_str("...");
                break;
            }
        }
        line!(w, "    // {names}");
        for &step in &command.steps {
            w.raw("    ");
            self.step(step, w);
            w.raw("\n");
        }
    }

    fn group(&self, group: &Group, w: &mut CppWriter) {
        for &instruction in &group.instructions {
            self.case("  ", instruction, w);
        }
        for step in &group.steps {
            match step {
                GroupStep::Same(step) => {
                    w.raw("    ");
                    self.step(*step, w);
                }
                GroupStep::Choice(choices) => {
                    line!(w, "    switch (MI->getOpcode()) {{");
                    line!(w, "    default: llvm_unreachable(\"Unexpected opcode.\");");
                    for (step, instructions) in choices {
                        for &instruction in instructions {
                            self.case("    ", instruction, w);
                        }
                        w.raw("      ");
                        self.step(*step, w);
                        w.raw("\n      break;\n");
                    }
                    w.raw("    }");
                }
            }
            w.raw("\n");
        }
        line!(w, "    break;");
    }

    fn case(&self, indentation: &str, instruction: usize, w: &mut CppWriter) {
        let (namespace, name) =
            (self.printing.namespace(instruction), self.printing.name(instruction));
        line!(w, "{indentation}case {namespace}::{name}:");
    }

    fn step(&self, step: StepId, w: &mut CppWriter) {
        let subtarget = self.writer.if_subtarget(", STI");
        match self.printing.steps.get(step) {
            Step::Text(text) if text.len() == 1 => write!(w, "O << '{text}';"),
            Step::Text(text) => write!(w, "O << \"{text}\";"),
            Step::Operand { method, mi_operand, modifier, is_pc_rel } => {
                let address = if *is_pc_rel { ", Address" } else { "" };
                write!(w, "{method}(MI{address}, {mi_operand}{subtarget}, O");
                if !modifier.is_empty() {
                    write!(w, ", \"{modifier}\"");
                }
                w.raw(");");
            }
            Step::Special { modifier } => {
                write!(w, "PrintSpecial(MI{subtarget}, O, \"{modifier}\");");
            }
            Step::Return => w.raw("return;"),
        }
    }
}
