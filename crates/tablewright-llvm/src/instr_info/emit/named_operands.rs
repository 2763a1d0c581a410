//! The enum of operands' names, and the function that finds an operand by its name.

use tablewright_text::{CppWriter, append, line};

use super::super::model::{InstrInfo, InstrInfoLayout, NamedOperands};
use super::emit_section;
use crate::support::unsigned_width::UnsignedWidth;

/// Count of group numbers in a line.
const PER_LINE: usize = 16;

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    match info.names.layout {
        InstrInfoLayout::OperandsFirst => emit_by_switch(info, w),
        InstrInfoLayout::ImplicitOpsFirst if info.named_operands.names.is_empty() => {}
        InstrInfoLayout::ImplicitOpsFirst => emit_by_group(info, w),
    }
}

/// Writes the functions that look a name up in the table of an instruction's group.
fn emit_by_group(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let (operands, namespace) = (&info.named_operands, info.names.namespace);
    let opcode = info.names.opcode_type;
    let to_index =
        format!("LLVM_READONLY int16_t getNamedOperandIdx({opcode} Opcode, OpName Name)");
    let to_name = format!("LLVM_READONLY OpName getOperandIdxName({opcode} Opcode, int16_t Idx)");
    emit_section(info, w, "GET_INSTRINFO_OPERAND_ENUM", namespace, |w| {
        line!(w, "enum class OpName : {} {{", UnsignedWidth::new(operands.names.len()));
        for (name, number) in &operands.names {
            append!(w, "  ", name, " = ", number, ",\n");
        }
        line!(w, "  NUM_OPERAND_NAMES = {},\n}}; // enum class OpName\n", operands.names.len());
        line!(w, "{to_index};\n{to_name};");
    });
    emit_section(info, w, "GET_INSTRINFO_NAMED_OPS", namespace, |w| {
        emit_group_of(operands, opcode, w);
        line!(w, "{to_index} {{\n  assert(Name != OpName::NUM_OPERAND_NAMES);");
        emit_mi_operands(operands, w);
        emit_end("Name", w);
        let width = operands.named_width;
        line!(w, "{to_name} {{\n  assert(Idx >= 0 && Idx < {width});");
        emit_names(operands, w);
        emit_end("Idx", w);
    });
}

/// Writes the function from an instruction to the number of its group.
fn emit_group_of(operands: &NamedOperands<'_>, opcode: &str, w: &mut CppWriter) {
    let width = UnsignedWidth::new(operands.groups.len());
    line!(w, "LLVM_READONLY static {width} getInstructionIndexForOpLookup({opcode} Opcode) {{");
    line!(w, "  static constexpr {width} InstructionIndex[] = {{");
    for groups in operands.group_of.chunks(PER_LINE) {
        w.raw("    ");
        for group in groups {
            append!(w, group, ", ");
        }
        w.blank();
    }
    w.raw("  };\n  return InstructionIndex[Opcode];\n}\n");
}

fn emit_mi_operands(operands: &NamedOperands<'_>, w: &mut CppWriter) {
    let element = if operands.named_width <= i8::MAX as usize { "int8_t" } else { "int16_t" };
    line!(w, "  static constexpr {element} OperandMap[][{}] = {{", operands.names.len());
    for group in &operands.groups {
        w.raw("    {");
        for mi_operand in &group.mi_operands {
            match mi_operand {
                Some(mi_operand) => append!(w, mi_operand, ", "),
                None => w.raw("-1, "),
            }
        }
        w.raw("},\n");
    }
    w.raw("  };\n");
}

fn emit_names(operands: &NamedOperands<'_>, w: &mut CppWriter) {
    line!(w, "  static constexpr OpName OperandMap[][{}] = {{", operands.named_width);
    for group in &operands.groups {
        w.raw("    {");
        for name in &group.name_of {
            let name = name.and_then(|number| operands.names.get(number as usize));
            append!(w, "OpName::", name.map_or("NUM_OPERAND_NAMES", |(name, _)| name), ", ");
        }
        w.raw("},\n");
    }
    w.raw("  };\n");
}

/// Writes the end of a function that returns an element in its group's row.
fn emit_end(parameter: &str, w: &mut CppWriter) {
    w.raw("  unsigned InstrIdx = getInstructionIndexForOpLookup(Opcode);\n");
    line!(w, "  return OperandMap[InstrIdx][(unsigned){parameter}];\n}}");
}

/// Writes the function that looks a name up in a `switch` over instructions.
fn emit_by_switch(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let (operands, namespace) = (&info.named_operands, info.names.namespace);
    emit_section(info, w, "GET_INSTRINFO_OPERAND_ENUM", namespace, |w| {
        w.raw("namespace OpName {\nenum {\n");
        for (name, number) in &operands.names {
            append!(w, "  ", name, " = ", number, ",\n");
        }
        w.raw("  OPERAND_LAST\n};\n} // end namespace OpName\n");
    });
    emit_section(info, w, "GET_INSTRINFO_NAMED_OPS", namespace, |w| {
        w.raw("LLVM_READONLY\n");
        line!(w, "int16_t getNamedOperandIdx(uint16_t Opcode, uint16_t NamedIdx) {{");
        if operands.names.is_empty() {
            w.raw("  return -1;\n");
        } else {
            emit_lookup(operands, namespace, w);
        }
        w.raw("}\n");
    });
}

fn emit_lookup(operands: &NamedOperands<'_>, namespace: &str, w: &mut CppWriter) {
    line!(w, "  static const int16_t OperandMap [][{}] = {{", operands.names.len());
    for group in &operands.groups {
        w.raw("{");
        for mi_operand in &group.mi_operands {
            match mi_operand {
                Some(mi_operand) => append!(w, mi_operand, ", "),
                None => w.raw("-1, "),
            }
        }
        w.raw("},\n");
    }
    w.raw("};\n  switch(Opcode) {\n");
    for (number, group) in operands.groups.iter().enumerate() {
        for instruction in &group.instructions {
            append!(w, "  case ", namespace, "::", instruction, ":\n");
        }
        append!(w, "    return OperandMap[", number, "][NamedIdx];\n");
    }
    w.raw("  default: return -1;\n  }\n");
}
