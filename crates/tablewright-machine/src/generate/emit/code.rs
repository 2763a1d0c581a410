//! Functions that a target's rows name.

use super::writer::{RustWriter, quoted};
use crate::generate::model::SourceModel;

/// Writes the functions.
pub(super) fn source(model: &SourceModel) -> String {
    let mut text = RustWriter::new("Functions of the target.").finish();
    if !model.text.is_empty() {
        text.push_str("#![allow(dead_code)]\n\n");
        text.push_str(&model.text);
    }
    text
}

/// Writes the function that returns an operand's record.
pub(super) fn operand_records(model: &SourceModel) -> String {
    let mut w =
        RustWriter::new("The records of operands, for printer methods that depend on them.");
    w.line("use crate::opcodes::Opcode;");
    w.blank();
    w.line("/// Returns the record of an operand; empty for other operands.");
    w.line("#[allow(dead_code)]");
    let is_empty = model.operand_records.is_empty();
    let (opcode, operand) = if is_empty { ("_", "_") } else { ("opcode", "operand") };
    let head =
        format!("pub(crate) fn operand_record({opcode}: Opcode, {operand}: usize) -> &'static str");
    w.block(&head, |w| {
        if is_empty {
            return w.line("\"\"");
        }
        w.block("match (opcode, operand)", |w| {
            for row in &model.operand_records {
                for (index, (opcode, operand)) in row.operands.iter().enumerate() {
                    let pattern = format!("(Opcode::{opcode}, {operand})");
                    let bar = if index == 0 { "" } else { "| " };
                    if index + 1 == row.operands.len() {
                        w.arm(&format!("{bar}{pattern}"), &quoted(&row.record))
                    } else {
                        w.line(&format!("{bar}{pattern}"))
                    }
                }
            }
            w.line("_ => \"\",");
        });
    });
    w.finish()
}
