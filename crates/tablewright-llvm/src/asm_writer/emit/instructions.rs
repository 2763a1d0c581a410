//! The functions that print instructions.

use tablewright_target::qualified_name::QualifiedName;
use tablewright_text::{CppWriter, SequenceToOffsetTable, append, line, text_block};

use crate::asm_writer::model::{
    InstPrinterCommand, InstructionPrinter, PrintPlanStepId, PrintStep, PrinterClass,
    PrinterLayout, SimilarGroup, SimilarStep,
};
use crate::support::qualified_name::Scoped;

/// Writes `getMnemonic`: the tables of strings and numbers, and their lookup by opcode.
pub(super) fn emit_get_mnemonic(
    printer: &InstructionPrinter<'_>,
    class: &PrinterClass<'_>,
    w: &mut CppWriter,
) {
    w.raw("/// The text that an instruction begins with, and how it goes on.\n");
    let name = &class.name;
    let access = match class.layout {
        PrinterLayout::ByPointer => {
            line!(w, "std::pair<const char *, uint64_t> {name}::getMnemonic(const MCInst *MI) {{");
            "->"
        }
        PrinterLayout::ConstMnemonic => {
            line!(w, "std::pair<const char *, uint64_t>");
            line!(w, "{name}::getMnemonic(const MCInst &MI) const {{");
            "."
        }
    };
    emit_strings("  static const char AsmStrs[]", &printer.strings, class, w);
    for (number, table) in printer.tables.iter().enumerate() {
        line!(w, "  static const uint{}_t OpInfo{number}[] = {{", table.width);
        let suffix = if table.width == 64 { "ULL,\t// " } else { "U,\t// " };
        for (value, name) in table.values.iter().zip(&printer.names) {
            append!(w, "    ", *value, suffix, *name, "\n");
        }
        w.raw("  };\n\n");
    }
    w.raw("  // All that is known of the opcode.\n");
    line!(w, "  uint{}_t Bits = 0;", printer.number_width);
    // Without the cast C++ would shift a 32-bit number by up to 56 bits.
    let cast = if printer.number_width == 64 { "(uint64_t)" } else { "" };
    for (number, table) in printer.tables.iter().enumerate() {
        line!(w, "  Bits |= {cast}OpInfo{number}[MI{access}getOpcode()] << {};", table.shift);
    }
    text_block!(
        w,
        "
          if (Bits == 0)
            return {{nullptr, Bits}};
          return {{AsmStrs+(Bits & {})-1, Bits}};

        }}
        ",
        printer.string_mask
    );
}

/// Writes a string array.
pub(super) fn emit_strings(
    declaration: &str,
    strings: &SequenceToOffsetTable<u8>,
    class: &PrinterClass<'_>,
    w: &mut CppWriter,
) {
    match class.layout {
        PrinterLayout::ByPointer => w.string_literal_table(declaration, strings),
        PrinterLayout::ConstMnemonic => w.octal_string_literal_table(declaration, strings),
    }
}

/// Writes the function that prints an instruction.
pub(super) fn emit_print_instruction(
    printer: &InstructionPrinter<'_>,
    class: &PrinterClass<'_>,
    w: &mut CppWriter,
) {
    text_block!(
        w,
        "
        /// Prints an instruction. Profiles leave this large function out.
        LLVM_NO_PROFILE_INSTRUMENT_FUNCTION
        void {}::printInstruction(const MCInst *MI, uint64_t Address, {}raw_ostream &O) {{
          O << \"\\t\";

          auto MnemonicInfo = getMnemonic({});

          O << MnemonicInfo.first;

          uint{}_t Bits = MnemonicInfo.second;
          assert(Bits != 0 && \"Cannot print this instruction.\");
        ",
        class.name,
        class.if_subtarget("const MCSubtargetInfo &STI, "),
        match class.layout {
            PrinterLayout::ByPointer => "MI",
            PrinterLayout::ConstMnemonic => "*MI",
        },
        printer.number_width,
    );
    let code = StepCode { printer, class };
    for (number, fragment) in printer.fragments.iter().enumerate() {
        let (bits, count) = (fragment.bits, fragment.commands.len());
        line!(w, "\n  // Fragment {number}: {bits} bits for {count} commands.");
        let choice = format!("((Bits >> {}) & {})", fragment.shift, fragment.mask);
        code.emit_choice(&choice, &fragment.commands, w);
    }
    if !printer.remaining.is_empty() {
        line!(w, "  switch (MI->getOpcode()) {{");
        line!(w, "  default: llvm_unreachable(\"Unexpected opcode.\");");
        for group in &printer.remaining {
            code.emit_group(group, w);
        }
        line!(w, "  }}");
    }
    line!(w, "}}");
}

/// Writes steps as C++ statements.
struct StepCode<'a, 's> {
    printer: &'a InstructionPrinter<'s>,
    class: &'a PrinterClass<'s>,
}

impl StepCode<'_, '_> {
    fn emit_choice(&self, choice: &str, commands: &[InstPrinterCommand], w: &mut CppWriter) {
        match commands {
            // A single command occupies no bits, so there is nothing to test.
            [only] => {
                self.emit_command(only, w);
                w.raw("\n\n");
            }
            // The choice is one bit: the second command belongs to the bit that is set.
            [no, yes] => {
                line!(w, "  if {choice} {{");
                self.emit_command(yes, w);
                line!(w, "  }} else {{");
                self.emit_command(no, w);
                line!(w, "  }}\n");
            }
            _ => {
                line!(w, "  switch {choice} {{");
                line!(w, "  default: llvm_unreachable(\"Invalid command number.\");");
                for (number, command) in commands.iter().enumerate() {
                    line!(w, "  case {number}:");
                    self.emit_command(command, w);
                    line!(w, "    break;");
                }
                line!(w, "  }}\n");
            }
        }
    }

    fn emit_command(&self, command: &InstPrinterCommand, w: &mut CppWriter) {
        line!(w, "    // {}", command.instructions);
        for &step in &command.steps {
            w.raw("    ");
            self.emit_step(step, w);
            w.raw("\n");
        }
    }

    fn emit_group(&self, group: &SimilarGroup<QualifiedName<'_>>, w: &mut CppWriter) {
        for &label in &group.instructions {
            emit_case("  ", label, w);
        }
        for step in &group.steps {
            match step {
                SimilarStep::Same(step) => {
                    w.raw("    ");
                    self.emit_step(*step, w);
                }
                SimilarStep::Choice(choices) => {
                    line!(w, "    switch (MI->getOpcode()) {{");
                    line!(w, "    default: llvm_unreachable(\"Unexpected opcode.\");");
                    for (step, instructions) in choices {
                        for &label in instructions {
                            emit_case("    ", label, w);
                        }
                        w.raw("      ");
                        self.emit_step(*step, w);
                        w.raw("\n      break;\n");
                    }
                    w.raw("    }");
                }
            }
            w.raw("\n");
        }
        line!(w, "    break;");
    }

    fn emit_step(&self, step: PrintPlanStepId, w: &mut CppWriter) {
        let subtarget = self.class.if_subtarget(", STI");
        match &self.printer.steps[step] {
            PrintStep::Text(text) if text.len() == 1 => write!(w, "O << '{text}';"),
            PrintStep::Text(text) => write!(w, "O << \"{text}\";"),
            PrintStep::Operand { method, mi_operand, modifier, is_pc_rel } => {
                let address = if *is_pc_rel { ", Address" } else { "" };
                write!(w, "{method}(MI{address}, {mi_operand}{subtarget}, O");
                if !modifier.is_empty() {
                    write!(w, ", \"{modifier}\"");
                }
                w.raw(");");
            }
            PrintStep::Special { modifier } => {
                write!(w, "PrintSpecial(MI{subtarget}, O, \"{modifier}\");");
            }
            PrintStep::Return => w.raw("return;"),
        }
    }
}

fn emit_case(indentation: &str, label: QualifiedName<'_>, w: &mut CppWriter) {
    line!(w, "{indentation}case {}:", Scoped(label));
}
