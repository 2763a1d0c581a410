//! Printer methods.

use super::writer::{RustWriter, quoted};
use crate::generate::conditions::ConditionNumber;
use crate::generate::model::{ListedText, MethodKind, MethodModel, NameModel, PieceModel};
use crate::text::NumberText;

/// Writes the methods.
pub(super) fn methods(methods: &[MethodModel]) -> String {
    let mut w = RustWriter::new("Printer methods, with their names in the description.");
    w.line("#![allow(unused_imports)]");
    w.blank();
    w.line("use crate::code;");
    w.line("use crate::decoder::Decoder;");
    w.line("use crate::insn::Operand;");
    w.line("use crate::print::{Context, Text};");
    for method in methods {
        w.blank();
        emit_method(&mut w, method);
    }
    w.finish()
}

fn emit_method(w: &mut RustWriter, method: &MethodModel) {
    let name = &method.function;
    w.line(&format!("/// `{}`.", method.method));
    let head = format!("pub(crate) fn {name}(c: &Context<'_>, text: &mut Text<'_, '_>)");
    match &method.kind {
        MethodKind::Number(number) => w.block(&head, |w| emit_number(w, number)),
        MethodKind::Names { lead, omitted, is_always_omitted, names } => {
            w.block(&head, |w| {
                w.line("let Some(number) = c.number() else { return text.push(c.operand(0)) };");
                if let Some(omitted) = omitted {
                    let test = if *is_always_omitted { "" } else { "c.has_aliases && " };
                    w.block(&format!("if {test}number == {omitted}"), |w| w.line("return;"));
                }
                if !lead.is_empty() {
                    w.line(&format!("text.push_str({});", quoted(lead)));
                }
                w.block(&format!("match {name}_name(number, c.decoder)"), |w| {
                    w.line("Some(name) => text.push_str(name),");
                    w.line("None => text.push_number(number),");
                });
            });
            emit_names(w, name, names);
        }
        MethodKind::Letters { letters, none } => w.block(&head, |w| {
            w.line("let Some(number) = c.number() else { return text.push(c.operand(0)) };");
            let count = letters.chars().count();
            for (index, letter) in letters.chars().enumerate() {
                let bit =
                    format!("{:#x}", 1_u64.checked_shl((count - 1 - index) as u32).unwrap_or(0));
                w.block(&format!("if number & {bit} != 0"), |w| {
                    w.line(&format!("text.push_str({});", quoted(&letter.to_string())));
                });
            }
            let mask = 1_u64.checked_shl(count as u32).unwrap_or(0).wrapping_sub(1);
            w.block(&format!("if number & {mask:#x} == 0"), |w| {
                w.line(&format!("text.push_str({});", quoted(none)));
            });
        }),
        MethodKind::OptionalRegister { lead, tail } => w.block(&head, |w| {
            let test = "if matches!(c.operand(0), Some(Operand::Register(_) | Operand::Number(_)))";
            w.block(test, |w| {
                w.line(&format!("text.push_str({});", quoted(lead)));
                w.line("text.push(c.operand(0));");
                w.line(&format!("text.push_str({});", quoted(tail)));
            });
        }),
        MethodKind::Template(pieces) => {
            w.block(&head, |w| pieces.iter().for_each(|piece| emit_piece(w, piece)));
        }
        MethodKind::Function(function) => w.block(&head, |w| {
            w.block(&format!("if code::{function}(c, text).is_none()"), |w| {
                w.line("text.push(c.operand(0));");
            });
        }),
        MethodKind::Listed { keys, texts } => {
            w.block(&head, |w| {
                w.block(&format!("match {name}_text(c)"), |w| {
                    w.line("Some(listed) => text.push_str(listed),");
                    w.line("None => text.push(c.operand(0)),");
                });
            });
            emit_listed(w, name, keys, texts);
        }
    }
}

fn emit_number(w: &mut RustWriter, number: &NumberText) {
    w.line("let Some(number) = c.number() else { return text.push(c.operand(0)) };");
    if !number.prefix.is_empty() {
        w.line(&format!("text.push_str({});", quoted(number.prefix)));
    }
    if number.has_plus {
        w.block("if number >= 0", |w| w.line("text.push_str(\"+\");"));
    }
    w.line(if number.is_hex { "text.push_hex(number);" } else { "text.push_number(number);" });
}

fn emit_piece(w: &mut RustWriter, piece: &PieceModel) {
    w.line(&match piece {
        PieceModel::Text(text) => format!("text.push_str({});", quoted(text)),
        PieceModel::Operand(index) => format!("text.push(c.operand({index}));"),
        // Templates have no methods.
        PieceModel::Method(..) => String::new(),
    });
}

fn guard(condition: ConditionNumber) -> String {
    if condition.is_always() { String::new() } else { format!(" if d.holds({})", condition.0) }
}

fn emit_names(w: &mut RustWriter, name: &str, names: &[NameModel]) {
    let has_guard = names.iter().any(|name| !name.condition.is_always());
    let (number, d) =
        (if names.is_empty() { "_" } else { "number" }, if has_guard { "d" } else { "_" });
    w.blank();
    let head = format!("fn {name}_name({number}: i64, {d}: &Decoder) -> Option<&'static str>");
    w.block(&head, |w| {
        if names.is_empty() {
            return w.line("None");
        }
        w.line("Some(match number {");
        w.indented(|w| {
            for name in names {
                let pattern = format!("{}{}", name.number, guard(name.condition));
                w.arm(&pattern, &quoted(&name.name));
            }
            w.line("_ => return None,");
        });
        w.line("})");
    });
}

fn emit_listed(w: &mut RustWriter, name: &str, keys: &[isize], texts: &[ListedText]) {
    w.blank();
    let context = if texts.is_empty() { "_" } else { "c" };
    let head = format!("fn {name}_text({context}: &Context<'_>) -> Option<&'static str>");
    w.block(&head, |w| {
        if texts.is_empty() {
            return w.line("None");
        }
        if texts.iter().any(|text| !text.condition.is_always()) {
            w.line("let d = c.decoder;");
        }
        let operand = |key: &isize| match key {
            0 => "c.number()?".to_owned(),
            1.. => format!("c.operands.number(c.first + {key})?"),
            _ => format!("c.operands.number(c.first.wrapping_sub({}))?", key.unsigned_abs()),
        };
        let operands: Vec<String> = keys.iter().map(operand).collect();
        let operands = match &operands[..] {
            [one] => one.clone(),
            _ => format!("({})", operands.join(", ")),
        };
        w.line(&format!("Some(match {operands} {{"));
        w.indented(|w| {
            for text in texts {
                let numbers: Vec<String> = text.keys.iter().map(i64::to_string).collect();
                let key = match &numbers[..] {
                    [one] => one.clone(),
                    _ => format!("({})", numbers.join(", ")),
                };
                w.arm(&format!("{key}{}", guard(text.condition)), &quoted(&text.text));
            }
            w.line("_ => return None,");
        });
        w.line("})");
    });
}
