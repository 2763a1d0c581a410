//! Functions that return the size, index and type of an operand as written in a description.

use tablewright_text::{CppWriter, append, line, text_block};

use super::super::model::{InstrInfo, InstrInfoLayout, LogicalTable};
use super::emit_section;

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    // The operands are in the target's namespace, even if the instructions use another.
    let (target, operands) = (info.names.target, &info.logical_operands);
    let opcode = info.names.opcode_type;
    let writes_types = match info.names.layout {
        InstrInfoLayout::OperandsFirst => true,
        InstrInfoLayout::ImplicitOpsFirst if operands.sizes.rows.is_empty() => return,
        InstrInfoLayout::ImplicitOpsFirst => false,
    };
    emit_section(info, w, "GET_INSTRINFO_LOGICAL_OPERAND_SIZE_MAP", target, |w| {
        w.raw("LLVM_READONLY static unsigned\n");
        line!(w, "getLogicalOperandSize({opcode} Opcode, uint16_t LogicalOpIdx) {{");
        if !operands.sizes.rows.is_empty() {
            emit_sizes(&operands.sizes, w);
        }
        emit_lookup("SizeMap", "LogicalOpIdx", &operands.sizes, target, w);
        text_block!(
            w,
            "
            }}
            LLVM_READONLY static inline unsigned
            getLogicalOperandIdx({opcode} Opcode, uint16_t LogicalOpIdx) {{
              auto S = 0U;
              for (auto i = 0U; i < LogicalOpIdx; ++i)
                S += getLogicalOperandSize(Opcode, i);
              return S;
            }}
            "
        );
    });
    if !writes_types {
        return;
    }
    emit_section(info, w, "GET_INSTRINFO_LOGICAL_OPERAND_TYPE_MAP", target, |w| {
        w.raw("LLVM_READONLY static int\n");
        line!(w, "getLogicalOperandType({opcode} Opcode, uint16_t LogicalOpIdx) {{");
        if !operands.types.rows.is_empty() {
            emit_types(&operands.types, target, w);
        }
        emit_lookup("TypeMap", "-1", &operands.types, target, w);
        w.raw("}\n");
    });
}

fn emit_sizes(table: &LogicalTable<'_, u32>, w: &mut CppWriter) {
    line!(w, "  static const unsigned SizeMap[][{}] = {{", table.width);
    for (row, _) in &table.rows {
        w.raw("   {");
        for size in row {
            append!(w, size, ", ");
        }
        (row.len()..table.width).for_each(|_| w.raw("0, "));
        w.raw("}, \n");
    }
    w.raw("  };\n");
}

fn emit_types(table: &LogicalTable<'_, Option<&str>>, target: &str, w: &mut CppWriter) {
    line!(w, "  static const int TypeMap[][{}] = {{", table.width);
    for (number, (row, _)) in table.rows.iter().enumerate() {
        w.raw(if number == 0 { "   {" } else { ",\n   {" });
        for index in 0..table.width {
            w.raw(if index == 0 { "" } else { ", " });
            match row.get(index).copied().flatten() {
                Some(name) => append!(w, target, "::OpTypes::", name),
                None => w.raw("-1"),
            }
        }
        w.raw("}");
    }
    w.raw("\n  };\n");
}

/// Writes the code that returns the entry for an instruction operand in `map`, or `default` for other instructions.
fn emit_lookup<T>(
    map: &str,
    default: &str,
    table: &LogicalTable<'_, T>,
    target: &str,
    w: &mut CppWriter,
) {
    if table.rows.is_empty() {
        return line!(w, "  return {default};");
    }
    line!(w, "  switch (Opcode) {{\n  default: return {default};");
    for (number, (_, instructions)) in table.rows.iter().enumerate() {
        for instruction in instructions {
            append!(w, "  case ", target, "::", instruction, ":\n");
        }
        append!(w, "    return ", map, "[", number, "][LogicalOpIdx];\n");
    }
    w.raw("  }\n");
}
