//! The file as C++: enums, the tables of the machine code layer, the class that a target derives
//! from, and the functions that look operands, features and relations up.

mod class;
mod descriptors;
mod enums;
mod features;
mod logical_operands;
mod named_operands;
mod operand_types;
mod predicates;
mod relations;

use tablewright_text::{CppWriter, line};

use super::model::InstrInfo;

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    w.file_header("Target Instruction Enum Values and Descriptors", None);
    enums::emit(info, w);
    descriptors::emit(info, w);
    class::emit(info, w);
    named_operands::emit(info, w);
    operand_types::emit(info, w);
    logical_operands::emit(info, w);
    predicates::emit_mc(info, w);
    features::emit(info, w);
    if let Some(relations) = &info.relations {
        relations::emit(relations, info.names.namespace, w);
    }
}

/// Writes what stands in the namespace `name` of `llvm` where `macro_name` is defined.
fn emit_section(
    w: &mut CppWriter,
    macro_name: &str,
    name: &str,
    body: impl FnOnce(&mut CppWriter),
) {
    w.guarded(macro_name, |w| emit_namespace(w, name, body));
}

/// Writes the inside of a namespace of `llvm`.
fn emit_namespace(w: &mut CppWriter, name: &str, body: impl FnOnce(&mut CppWriter)) {
    // Not `w.namespace`: a namespace that is written `A::B` in a description stays in one piece.
    line!(w, "namespace llvm {{\nnamespace {name} {{");
    body(w);
    line!(w, "}} // end namespace {name}\n}} // end namespace llvm");
}
