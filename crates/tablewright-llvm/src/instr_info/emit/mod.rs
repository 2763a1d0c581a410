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

use super::model::{InstrInfo, InstrInfoLayout};

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
        relations::emit(relations, info, w);
    }
}

/// Writes the section guarded by `macro_name`, in namespace `name` within `llvm`.
fn emit_section(
    info: &InstrInfo<'_>,
    w: &mut CppWriter,
    macro_name: &str,
    name: &str,
    body: impl FnOnce(&mut CppWriter),
) {
    w.guarded(macro_name, |w| emit_namespace(info, w, &[name], body));
}

/// Writes the contents of nested namespaces, the outermost inside `llvm`.
fn emit_namespace(
    info: &InstrInfo<'_>,
    w: &mut CppWriter,
    names: &[&str],
    body: impl FnOnce(&mut CppWriter),
) {
    // Not `w.namespace`: a namespace that is written `A::B` in a description stays in one piece.
    match info.names.layout {
        InstrInfoLayout::OperandsFirst => {
            line!(w, "namespace llvm {{");
            names.iter().for_each(|name| line!(w, "namespace {name} {{"));
            body(w);
            names.iter().rev().for_each(|name| line!(w, "}} // end namespace {name}"));
            line!(w, "}} // end namespace llvm");
        }
        InstrInfoLayout::ImplicitOpsFirst => {
            let path = [&["llvm"], names].concat().join("::");
            line!(w, "\nnamespace {path} {{\n");
            body(w);
            line!(w, "\n}} // namespace {path}\n");
        }
    }
}
