//! Names for the entities in the tables, in the counted layout.

use tablewright_text::{CppWriter, append, line};

use super::super::model::SemanticsTables;

/// Writes the complex pattern enum.
pub(super) fn complex_patterns(names: &[String], w: &mut CppWriter) {
    line!(w, "namespace ComplexPattern {{\nenum {{");
    for name in names {
        line!(w, "  {name},");
    }
    line!(w, "}};\n}} // End ComplexPattern namespace\n");
}

/// Writes the functions that return names.
pub(super) fn functions(model: &SemanticsTables<'_>, w: &mut CppWriter) {
    let Some(names) = &model.names else { return };
    let target = model.target;
    let patterns: Vec<&str> = names.complex_patterns.iter().map(String::as_str).collect();
    let of_target = |list: &str| format!("{target}::{list}");
    function(target, "ComplexPattern", "CPKind", &of_target("ComplexPattern"), &patterns, w);
    function(target, "Predicate", "PredKind", "TargetOpcode::Predicate", &model.predicates, w);
    let operands = &names.custom_operands;
    function(target, "CustomOp", "CustomOpKind", &of_target("OpTypes"), operands, w);
    line!(w, "StringRef {target}DCInstruction::getDCOpcodeName(unsigned Opcode) const {{");
    w.raw("  switch(Opcode) {");
    for opcode in &names.opcodes {
        line!(w, "  case {opcode}:\n    return \"{opcode}\";");
    }
    line!(w, "  default: return \"<unknown op>\";\n  }}\n}}");
}

/// Writes the function that returns enum member names.
fn function(
    target: &str,
    what: &str,
    parameter: &str,
    enumeration: &str,
    names: &[&str],
    w: &mut CppWriter,
) {
    line!(w, "StringRef {target}DCInstruction::getDC{what}Name(unsigned {parameter}) const {{");
    line!(w, "  switch({parameter}) {{");
    for name in names {
        line!(w, "  case {enumeration}::{name}: return \"{name}\";");
    }
    line!(w, "  default: return \"<unknown>\";\n  }}\n}}\n");
}

/// Writes the register class types.
pub(super) fn register_classes(model: &SemanticsTables<'_>, w: &mut CppWriter) {
    line!(w, "const MVT::SimpleValueType RegClassVTs[] = {{");
    for class in model.names.iter().flat_map(|names| &names.register_classes) {
        append!(w, "  ", &*class.ty, ", // ", class.name, " \n");
    }
    line!(w, "}};\n\n");
}
