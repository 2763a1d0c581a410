//! The tables of WebAssembly: instructions by opcode, a table for each prefix.

use tablewright_target::decoding::byte_opcodes::{ByteEntry, ByteOpcodes, TABLE_SIZE};
use tablewright_text::{CppWriter, append, line, text_block};

use crate::support::qualified_name::Scoped;

pub(super) fn emit(target: &str, opcodes: &ByteOpcodes<'_>, w: &mut CppWriter) {
    w.file_header(&format!(" * {target} Disassembler"), None);
    line!(w, "#include \"MCTargetDesc/WebAssemblyMCTargetDesc.h\"\n");
    if opcodes.are_constant {
        w.raw("namespace {\n");
    } else {
        w.raw("namespace llvm {\n\n");
        line!(w, "static constexpr int WebAssemblyInstructionTableSize = {TABLE_SIZE};\n");
    }
    text_block!(
        w,
        "
        enum EntryType : uint8_t {{ ET_Unused, ET_Prefix, ET_Instruction }};

        struct WebAssemblyInstruction {{
          uint16_t Opcode;
          EntryType ET;
          uint8_t NumOperands;
          uint16_t OperandStart;
        }};
        "
    );
    w.raw(if opcodes.are_constant { "} // end anonymous namespace\n\n" } else { "\n" });
    let (constexpr, constant) =
        if opcodes.are_constant { ("constexpr ", "constexpr") } else { ("", "const") };
    for (prefix, entries) in &opcodes.tables {
        line!(w, "{constexpr}WebAssemblyInstruction InstructionTable{prefix}[] = {{");
        for (byte, entry) in entries.iter().enumerate() {
            table_entry(byte, *entry, w);
        }
        w.raw("};\n\n");
    }
    line!(w, "{constant} uint8_t OperandTable[] = {{");
    for operand_type in &opcodes.operand_types {
        append!(w, "  ", Scoped(*operand_type), ",\n");
    }
    line!(w, "}};\n\n{constexpr}struct {{ uint8_t Prefix; const WebAssemblyInstruction *Table; }}");
    w.raw("PrefixTable[] = {\n");
    for (prefix, _) in opcodes.tables.iter().filter(|(prefix, _)| *prefix != 0) {
        append!(w, "  { ", *prefix, ", InstructionTable", *prefix, " },\n");
    }
    w.raw(if opcodes.are_constant {
        "};\n"
    } else {
        "  { 0, nullptr }\n};\n\n} // end namespace llvm\n"
    });
}

fn table_entry(byte: usize, entry: ByteEntry<'_>, w: &mut CppWriter) {
    match entry {
        ByteEntry::Unused => w.raw("  { 0, ET_Unused, 0, 0  },\n"),
        ByteEntry::Prefix => w.raw("  { 0, ET_Prefix, 0, 0  },\n"),
        ByteEntry::Instruction(found) => {
            line!(w, "  // {byte:#x}: {}", found.asm_string);
            append!(w, "  { ", found.instruction.index(), ", ET_Instruction, ");
            append!(w, found.operand_count, ", ", found.first_operand, "  },\n");
        }
    }
}
