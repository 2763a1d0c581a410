//! Writes the operand type enum, and functions that return an operand's type or a type's size.

use tablewright_text::{CppWriter, append, line};

use super::super::model::{InstrInfo, InstrInfoLayout, InstrInfoOperandTypes, InstrNames};
use super::{emit_namespace, emit_section};
use crate::support::unsigned_width::UnsignedWidth;

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let (types, namespace) = (&info.operand_types, info.names.namespace);
    if !types.is_written {
        return;
    }
    w.guarded("GET_INSTRINFO_OPERAND_TYPES_ENUM", |w| {
        emit_namespace(info, w, &[namespace, "OpTypes"], |w| {
            w.raw("enum OperandType {\n");
            for (name, number) in &types.enumerators {
                append!(w, "  ", name, " = ", number, ",\n");
            }
            w.raw("  OPERAND_TYPE_LIST_END\n};\n");
        });
    });
    emit_section(info, w, "GET_INSTRINFO_OPERAND_TYPE", namespace, |w| {
        let opcode = info.names.opcode_type;
        line!(w, "LLVM_READONLY\nstatic int getOperandType({opcode} Opcode, uint16_t OpIdx) {{");
        emit_by_instruction(types, &info.names, w);
        w.raw("  return OpcodeOperandTypes[Offsets[Opcode] + OpIdx];\n}\n");
    });
    emit_section(info, w, "GET_INSTRINFO_MEM_OPERAND_SIZE", namespace, |w| {
        emit_memory_sizes(types, w)
    });
}

fn emit_by_instruction(
    types: &InstrInfoOperandTypes<'_>,
    names: &InstrNames<'_>,
    w: &mut CppWriter,
) {
    let instructions = &names.instructions;
    let constant = match names.layout {
        InstrInfoLayout::OperandsFirst => "const",
        InstrInfoLayout::ImplicitOpsFirst => "constexpr",
    };
    line!(w, "  static {constant} {} Offsets[] = {{", UnsignedWidth::new(types.operands.len()));
    for (offset, instruction) in types.offsets.iter().zip(instructions) {
        append!(w, "    /* ", instruction, " */\n    ", offset, ",\n");
    }
    w.raw("  };\n\n  using namespace OpTypes;\n");
    let element = if types.count <= i8::MAX as usize { "int8_t" } else { "int16_t" };
    line!(w, "  static {constant} {element} OpcodeOperandTypes[] = {{\n    ");
    for (ends, instruction) in types.offsets.windows(2).zip(instructions) {
        append!(w, "    /* ", instruction, " */\n    ");
        for operand in &types.operands[ends[0]..ends[1]] {
            append!(w, operand.unwrap_or("-1"), ", ");
        }
        w.raw(if ends[0] < ends[1] { "\n" } else { "" });
    }
    w.raw("\n  };\n");
}

fn emit_memory_sizes(types: &InstrInfoOperandTypes<'_>, w: &mut CppWriter) {
    w.raw("LLVM_READONLY\nstatic int getMemOperandSize(int OpType) {\n  switch (OpType) {\n");
    w.raw("  default: return 0;\n");
    for (size, operands) in &types.by_memory_size {
        for operand in operands {
            line!(w, "  case OpTypes::{operand}:");
        }
        line!(w, "    return {size};\n");
    }
    w.raw("  }\n}\n");
}
