//! Writes the X86 tables in C++.

use tablewright_index::IndexVec;
use tablewright_target::decoding::x86::context::{ContextId, Contexts};
use tablewright_target::decoding::x86::mod_rm::ModRmDecision;
use tablewright_target::decoding::x86::operands::MAX_OPERANDS;
use tablewright_target::decoding::x86::tables::DecisionRef;
use tablewright_text::{CppWriter, append, line};

use super::{FIRST_SPARSE, SparseMaps, X86DecoderTables, names};

/// Opcode table names, by `Map` record number.
const MAPS: [&str; 12] = [
    "x86DisassemblerOneByteOpcodes",
    "x86DisassemblerTwoByteOpcodes",
    "x86DisassemblerThreeByte38Opcodes",
    "x86DisassemblerThreeByte3AOpcodes",
    "x86DisassemblerXOP8Opcodes",
    "x86DisassemblerXOP9Opcodes",
    "x86DisassemblerXOPAOpcodes",
    "x86Disassembler3DNowOpcodes",
    "x86DisassemblerMap4Opcodes",
    "x86DisassemblerMap5Opcodes",
    "x86DisassemblerMap6Opcodes",
    "x86DisassemblerMap7Opcodes",
];

pub(crate) fn emit(model: &X86DecoderTables<'_>, w: &mut CppWriter) {
    w.file_header(&format!(" * {} Disassembler", model.target), None);
    operand_sets(model, w);
    instructions(model, w);
    context_table(model.tables.contexts, w);
    decisions(model, w);
    let dense = if model.sparse.is_some() { FIRST_SPARSE } else { MAPS.len() };
    for (name, map) in MAPS.iter().zip(&model.tables.maps).take(dense) {
        opcode_map(model.tables.contexts, name, map, w);
    }
    if let Some(sparse) = &model.sparse {
        sparse_maps(model.tables.contexts, sparse, w);
    }
    w.raw("\n\n");
}

fn operand_sets(model: &X86DecoderTables<'_>, w: &mut CppWriter) {
    line!(w, "static const struct OperandSpecifier x86OperandSets[][{MAX_OPERANDS}] = {{");
    for (number, set) in model.tables.operand_sets.iter().enumerate() {
        append!(w, "  { /* ", number, " */\n");
        for operand in set {
            w.raw("    { ");
            names::encoding(operand.encoding, w);
            w.raw(", ");
            names::operand_type(operand.operand_type, w);
            w.raw(" },\n");
        }
        w.raw("  },\n");
    }
    w.raw("};\n\n");
}

fn instructions(model: &X86DecoderTables<'_>, w: &mut CppWriter) {
    let count = model.names.len();
    w.raw("static const struct InstructionSpecifier x86DisassemblerInstrSpecifiers[");
    append!(w, count, "] = {\n");
    for (number, (entry, name)) in model.tables.instructions.iter().zip(&model.names).enumerate() {
        append!(w, "  { /* ", number, " */\n    ", entry.operand_set);
        append!(w, ",\n    /* ", *name, " */\n  },\n");
    }
    w.raw("};\n\n");
}

/// Returns the context for each combination of prefixes.
fn context_table(contexts: &Contexts, w: &mut CppWriter) {
    let count = contexts.by_attributes().len();
    line!(w, "static const uint8_t x86DisassemblerContexts[{count}] = {{");
    for (number, context) in contexts.by_attributes().enumerate() {
        if let Some(context) = context {
            append!(w, "  ", context.name.as_str(), ", // ", number, "\n");
        }
    }
    w.raw("};\n\n");
}

/// Writes the instructions in all decisions.
fn decisions(model: &X86DecoderTables<'_>, w: &mut CppWriter) {
    w.raw("static const InstrUID modRMTable[] = {\n/*EmptyTable*/\n  0x0,\n");
    for (first, ModRmDecision { instructions, .. }) in &model.tables.decisions {
        append!(w, "/*Table", *first, "*/\n");
        for &instruction in instructions {
            write!(w, "  {instruction:#x}, /*");
            append!(w, model.names[usize::from(instruction)], "*/\n");
        }
    }
    w.raw("  0x0\n};\n\n");
}

fn opcode_map(
    contexts: &Contexts,
    name: &str,
    map: &IndexVec<ContextId, Option<Vec<DecisionRef>>>,
    w: &mut CppWriter,
) {
    line!(w, "static const struct ContextDecision {name} = {{{{/* opcodeDecisions */");
    for (context, row) in contexts.all.iter().zip(map.iter()) {
        append!(w, " /*", context.name.as_str(), "*/ {");
        let Some(row) = row else {
            w.raw("},\n");
            continue;
        };
        w.raw(" ");
        opcode_row(row, w);
    }
    w.raw("}};\n");
}

fn opcode_row(row: &[DecisionRef], w: &mut CppWriter) {
    w.raw("/* struct OpcodeDecision */ {\n");
    for (opcode, decision) in row.iter().enumerate() {
        write!(w, "  /*{opcode:#04x}*/");
        append!(w, "{", names::decision(decision.kind), ", ", decision.first, "}");
        w.raw(if opcode + 1 < row.len() { ",\n" } else { "\n" });
    }
    w.raw("  }\n },\n");
}

/// Writes rows for tables with instructions in few contexts, and the row number for each context.
fn sparse_maps(contexts: &Contexts, sparse: &SparseMaps, w: &mut CppWriter) {
    w.raw("static const struct OpcodeDecision x86DisassemblerSparseOpcodeDecisions[] = {\n{},\n");
    for row in &sparse.rows {
        w.raw("{ ");
        opcode_row(row, w);
    }
    w.raw("};\n\n");
    w.raw("static const uint16_t x86DisassemblerSparseOpcodeDecisionIndices[][IC_max] = {\n");
    for map in &sparse.numbers {
        w.raw(" {\n");
        for (context, number) in contexts.all.iter().zip(map.iter()) {
            append!(w, "  ", *number, ", // ", context.name.as_str(), "\n");
        }
        w.raw(" },\n");
    }
    w.raw("};\n");
}
