//! The enum of operands' names, and the function that finds an operand by its name.

use tablewright_text::{CppWriter, append, line};

use super::super::model::{InstrInfo, NamedOperands};
use super::emit_section;

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let (operands, namespace) = (&info.named_operands, info.names.namespace);
    emit_section(w, "GET_INSTRINFO_OPERAND_ENUM", namespace, |w| {
        w.raw("namespace OpName {\nenum {\n");
        for (name, number) in &operands.names {
            append!(w, "  ", name, " = ", number, ",\n");
        }
        w.raw("  OPERAND_LAST\n};\n} // end namespace OpName\n");
    });
    emit_section(w, "GET_INSTRINFO_NAMED_OPS", namespace, |w| {
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
