//! The functions of `TIIPredicate` records, for a `MachineInstr` and for an `MCInst`.

use tablewright_target::tii_predicate::McStatement;
use tablewright_text::{CppWriter, line};

use super::super::model::InstrInfo;
use super::emit_namespace;
use crate::support::mc_inst_predicate::McPredicateContext;
use crate::support::qualified_name::Scoped;

/// Declares the functions for a `MachineInstr`, static members of the target's `InstrInfo`.
pub(super) fn emit_declarations(info: &InstrInfo<'_>, w: &mut CppWriter) {
    for predicate in &info.predicates {
        line!(w, "static bool {}(const MachineInstr &MI);", predicate.function);
    }
}

/// Defines the functions for a `MachineInstr`.
pub(super) fn emit_definitions(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let target = info.names.target;
    for predicate in &info.predicates {
        line!(w, "bool {target}InstrInfo::{}(const MachineInstr &MI) {{", predicate.function);
        emit_body(info, &predicate.body, false, w);
    }
}

/// Declares and defines the functions for an `MCInst`.
pub(super) fn emit_mc(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let target = info.names.target;
    w.guarded("GET_INSTRINFO_MC_HELPER_DECLS", |w| {
        w.raw("\nnamespace llvm {\nclass MCInst;\nclass FeatureBitset;\n\n");
        if info.descriptors.declares_class_table_for_mc {
            w.raw("extern const int16_t ");
            super::descriptors::emit_class_table_name(info, w);
            w.raw(";\n\n");
        }
        line!(w, "namespace {target}_MC {{\n");
        for predicate in &info.predicates {
            line!(w, "bool {}(const MCInst &MI);", predicate.function);
        }
        w.raw("void verifyInstructionPredicates(unsigned Opcode, const FeatureBitset &Features);");
        line!(w, "\n\n}} // end namespace {target}_MC\n}} // end namespace llvm\n");
    });
    w.guarded("GET_INSTRINFO_MC_HELPERS", |w| {
        w.blank();
        emit_namespace(info, w, &[&format!("{target}_MC")], |w| {
            w.blank();
            for predicate in &info.predicates {
                line!(w, "bool {}(const MCInst &MI) {{", predicate.function);
                emit_body(info, &predicate.body, true, w);
            }
        });
        w.blank();
    });
}

fn emit_body(info: &InstrInfo<'_>, body: &McStatement<'_>, is_mc_inst: bool, w: &mut CppWriter) {
    let context = McPredicateContext { target: info.names.target, is_mc_inst, is_reference: true };
    emit_statement(&context, body, 1, w);
    w.raw("}\n\n");
}

/// Writes a statement indented by `level` levels.
fn emit_statement(
    context: &McPredicateContext<'_>,
    body: &McStatement<'_>,
    level: usize,
    w: &mut CppWriter,
) {
    let indent = "  ".repeat(level);
    match body {
        McStatement::Return(predicate) => {
            line!(w, "{indent}return {};", context.expression(predicate, false, level));
        }
        McStatement::Switch { cases, default } => {
            line!(w, "{indent}switch(MI.getOpcode()) {{");
            for case in cases {
                for opcode in &case.opcodes {
                    line!(w, "{indent}case {}:", Scoped(*opcode));
                }
                emit_statement(context, &case.statement, level + 1, w);
            }
            line!(w, "{indent}default:");
            emit_statement(context, default, level + 1, w);
            line!(w, "{indent}}} // end of switch-stmt");
        }
    }
}
