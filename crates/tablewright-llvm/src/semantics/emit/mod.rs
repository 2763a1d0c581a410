//! Writes the tables in C++.
//!
//! In the counted layout they are guarded, and functions return names for the entities in the tables.

mod names;

use tablewright_text::{CppWriter, append, line};

use super::layout::SemanticsLayout;
use super::model::{
    SemanticsBody, SemanticsOpcode, SemanticsOperand, SemanticsOperation, SemanticsTables,
};

const DESCRIPTION: &str = "Target Instruction Semantics";

pub(super) fn emit(model: &SemanticsTables<'_>, w: &mut CppWriter) {
    match model.layout {
        SemanticsLayout::Plain => plain(model, w),
        SemanticsLayout::Counted => counted(model, w),
    }
}

fn plain(model: &SemanticsTables<'_>, w: &mut CppWriter) {
    // The older header has fewer blanks.
    let mut header = CppWriter::new();
    header.file_header(DESCRIPTION, None);
    let (usual, older) = (format!("|* {DESCRIPTION} "), format!("|*{DESCRIPTION}  "));
    w.raw(&header.finish().replacen(&usual, &older, 1));
    line!(w, "namespace llvm {{\nnamespace {} {{", model.target);
    if !model.complex_patterns.is_empty() {
        names::complex_patterns(&model.complex_patterns, w);
    }
    line!(w, "namespace {{\n");
    tables(model, w);
    line!(w, "}} // end anonymous namespace\n}} // end namespace {}", model.target);
    line!(w, "}} // end namespace llvm");
}

fn counted(model: &SemanticsTables<'_>, w: &mut CppWriter) {
    let target = model.target;
    w.file_header(DESCRIPTION, None);
    line!(w, "namespace llvm {{\n#ifdef GET_INSTR_SEMA\nnamespace {target} {{");
    names::complex_patterns(model.names.as_ref().map_or(&[], |names| &names.complex_patterns), w);
    line!(w, "namespace {{\n");
    tables(model, w);
    line!(w, "}} // end anonymous namespace\n}} // end namespace {target}");
    names::functions(model, w);
    line!(w, "#endif // GET_INSTR_SEMA\n#ifdef GET_REGISTER_SEMA\nnamespace {target} {{");
    line!(w, "namespace {{\n");
    names::register_classes(model, w);
    line!(w, "}} // end anonymous namespace\n}} // end namespace {target}");
    line!(w, "#endif // GET_REGISTER_SEMA\n}} // end namespace llvm");
}

/// Writes the operations, the offset of each instruction's body, and the constants.
fn tables(model: &SemanticsTables<'_>, w: &mut CppWriter) {
    let is_plain = model.layout == SemanticsLayout::Plain;
    let element = if is_plain { "unsigned" } else { "uint16_t" };
    line!(w, "const {element} InstSemantics[] = {{\n  DCINS::END_OF_INSTRUCTION,");
    for body in &model.bodies {
        match model.layout {
            SemanticsLayout::Plain => append!(w, "  // ", body.instruction, "\n"),
            SemanticsLayout::Counted => trees(body, w),
        }
        for operation in &body.operations {
            self::operation(operation, model.layout, w);
        }
        w.raw("  DCINS::END_OF_INSTRUCTION,\n");
    }
    line!(w, "}};\n\nconst unsigned OpcodeToSemaIdx[] = {{");
    let none = if is_plain { "0" } else { "~0U" };
    for row in &model.rows {
        match row.start {
            Some(start) => append!(w, start, ", \t// ", row.instruction, "\n"),
            None => append!(w, none, ", \t// ", row.instruction, "\n"),
        }
    }
    line!(w, "}};\n\nconst uint64_t ConstantArray[] = {{");
    let suffix = if is_plain { "U" } else { "ULL" };
    for constant in &model.constants {
        line!(w, "  {constant}{suffix},");
    }
    line!(w, "}};\n\n");
}

/// Writes the trees of an instruction as a comment.
fn trees(body: &SemanticsBody<'_>, w: &mut CppWriter) {
    append!(w, "  /*\n", body.instruction, ": ");
    match &body.trees[..] {
        [only] => append!(w, "\t", &**only, "\n"),
        several => {
            w.raw("[\n");
            for tree in several {
                append!(w, "\t", &**tree, "\n");
            }
            w.raw("]\n");
        }
    }
    w.raw("  */\n");
}

fn operation(operation: &SemanticsOperation<'_>, layout: SemanticsLayout, w: &mut CppWriter) {
    let SemanticsOperation { opcode, results, operands } = operation;
    append!(w, "  ", opcode.enumerator(layout));
    match layout {
        SemanticsLayout::Plain if results.is_empty() => w.raw(", MVT::isVoid"),
        SemanticsLayout::Plain => {}
        // Nothing is counted here: a single register follows.
        SemanticsLayout::Counted if *opcode == SemanticsOpcode::Implicit => w.raw(", 0"),
        SemanticsLayout::Counted => append!(w, ", (", results.len(), "<<8)|", operands.len()),
    }
    for result in results {
        append!(w, ", MVT::", *result);
    }
    for operand in operands {
        match operand {
            SemanticsOperand::Number(number) => append!(w, ", ", *number),
            SemanticsOperand::Name(namespace, name) => append!(w, ", ", *namespace, "::", *name),
            SemanticsOperand::Member(namespace, list, name) => {
                append!(w, ", ", *namespace, "::", *list, "::", &**name);
            }
        }
    }
    w.raw(",\n");
}
