//! Lists: features, conditions, registers, instructions and their texts.

use super::writer::{RustCall, RustWriter, plain, quoted};
use crate::generate::model::{
    ConditionText, CrateModel, FeatureListModel, NumberModel, OpcodeModel, PieceModel,
    RegisterListModel,
};
use crate::number::NumberCodec;
use crate::syntax::Valid;

fn variants(variants: &[String]) -> String {
    let variants: Vec<String> = variants.iter().map(|it| format!("Feature::{it}")).collect();
    format!("&[{}]", variants.join(", "))
}

/// Writes the features and processors.
pub(super) fn features(model: &FeatureListModel) -> String {
    let mut w = RustWriter::new("Features and processors of the description.");
    w.line("use crate::features::{row, FeatureRow, Features};");
    w.blank();
    w.line("/// A feature.");
    w.line("#[allow(non_camel_case_types)]");
    w.line("#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]");
    w.line("#[repr(u16)]");
    w.block("pub enum Feature", |w| {
        if model.features.is_empty() {
            w.line("/// A placeholder for a target without features.");
            w.line("NoFeature,");
        }
        for feature in &model.features {
            w.line(&format!("/// `{}`: {}.", feature.name, plain(&feature.description)));
            w.line(&format!("{},", feature.variant));
        }
    });
    w.blank();
    let count = model.features.len().max(1);
    w.line(&format!("pub(crate) static FEATURES: [FeatureRow; {count}] = ["));
    w.indented(|w| {
        if model.features.is_empty() {
            w.line("row(Feature::NoFeature, \"\", &[]),");
        }
        for feature in &model.features {
            let variant = format!("Feature::{}", feature.variant);
            let arguments = [variant, quoted(&feature.name), variants(&feature.implies)];
            w.call("", &RustCall::new("row", arguments), ",");
        }
    });
    w.line("];");
    w.blank();
    w.line("pub(crate) static PROCESSORS: &[(&str, &[Feature])] = &[");
    w.indented(|w| {
        for processor in &model.processors {
            let items = [quoted(&processor.name), variants(&processor.features)];
            w.call("", &RustCall::new("", items), ",");
        }
    });
    w.line("];");
    w.blank();
    let aliases = model.processor_aliases.iter();
    let aliases = aliases.map(|(alias, meant)| format!("({}, {})", quoted(alias), quoted(meant)));
    let aliases: Vec<String> = aliases.collect();
    w.bracketed("pub(crate) static PROCESSOR_ALIASES: &[(&str, &str)] = &[", &aliases, "];");
    w.blank();
    w.block("impl Default for Features", |w| {
        w.line("/// Returns the features of the target's usual processor.");
        w.block("fn default() -> Features", |w| {
            if model.default.is_empty() {
                return w.line("Features::none()");
            }
            w.line("let mut features = Features::none();");
            for feature in &model.default {
                w.line(&format!("features.enable(Feature::{feature});"));
            }
            w.line("features");
        });
    });
    w.finish()
}

/// Returns a condition as an expression. `is_part` adds parentheses to lists.
fn expression(condition: &ConditionText, is_part: bool) -> String {
    let (parts, operator) = match condition {
        ConditionText::Never => return "false".to_owned(),
        ConditionText::Always => return "true".to_owned(),
        ConditionText::Has(feature) => return format!("f.has(F::{feature})"),
        ConditionText::Not(inner) => return format!("!{}", expression(inner, true)),
        ConditionText::All(parts) => (parts, " && "),
        ConditionText::Any(parts) => (parts, " || "),
    };
    let parts: Vec<String> = parts.iter().map(|part| expression(part, true)).collect();
    let text = parts.join(operator);
    if is_part { format!("({text})") } else { text }
}

/// Whether a condition contains a feature.
fn reads_features(condition: &ConditionText) -> bool {
    match condition {
        ConditionText::Never | ConditionText::Always => false,
        ConditionText::Has(_) => true,
        ConditionText::Not(inner) => reads_features(inner),
        ConditionText::All(parts) | ConditionText::Any(parts) => parts.iter().any(reads_features),
    }
}

/// Writes the conditions.
pub(super) fn conditions(conditions: &[ConditionText]) -> String {
    let mut w = RustWriter::new("Conditions on features.");
    let reads_features = conditions.iter().any(reads_features);
    if reads_features {
        w.line("use crate::feature_list::Feature as F;");
    }
    w.line("use crate::features::Features;");
    w.blank();
    w.line("/// The number of conditions.");
    w.line(&format!("pub(crate) const COUNT: usize = {};", conditions.len()));
    w.blank();
    w.line("/// Whether a condition holds.");
    let f = if reads_features { "f" } else { "_" };
    w.block(&format!("pub(crate) fn holds(condition: u16, {f}: &Features) -> bool"), |w| {
        w.block("match condition", |w| {
            // Conditions beyond the list are never true.
            for (number, condition) in conditions.iter().enumerate().skip(1) {
                condition_arm(w, number, condition);
            }
            w.line("_ => false,");
        });
    });
    w.finish()
}

fn condition_arm(w: &mut RustWriter, number: usize, condition: &ConditionText) {
    let text = expression(condition, false);
    if w.fits(&format!("{number} => {text},")) || w.fits(&format!("    {text}")) {
        return w.arm(&number.to_string(), &text);
    }
    let (parts, operator) = match condition {
        ConditionText::All(parts) => (parts.as_slice(), "&&"),
        ConditionText::Any(parts) => (parts.as_slice(), "||"),
        ConditionText::Never
        | ConditionText::Always
        | ConditionText::Has(_)
        | ConditionText::Not(_) => return w.arm(&number.to_string(), &text),
    };
    w.block(&format!("{number} =>"), |w| {
        for (index, part) in parts.iter().enumerate() {
            let part = expression(part, true);
            match index {
                0 => w.line(&part),
                _ => w.indented(|w| w.line(&format!("{operator} {part}"))),
            }
        }
    });
}

/// Writes the registers.
pub(super) fn registers(model: &RegisterListModel) -> String {
    let mut w = RustWriter::new("Registers.");
    w.line("use core::fmt;");
    w.blank();
    w.line("use crate::decoder::Decoder;");
    w.blank();
    w.line("/// The text before a register name.");
    w.line(&format!("pub(crate) const PREFIX: &str = {};", quoted(&model.prefix)));
    w.line("/// The text for an absent register.");
    w.line(&format!("pub(crate) const ABSENT: &str = {};", quoted(&model.absent)));
    w.blank();
    w.line("/// A register, with its name in the description.");
    w.line("#[allow(missing_docs, non_camel_case_types)]");
    w.line("#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]");
    w.line("#[repr(u16)]");
    w.block("pub enum Register", |w| {
        w.line("/// The absent register.");
        w.line("NoRegister,");
        model.registers.iter().for_each(|register| w.line(&format!("{},", register.variant)));
    });
    w.blank();
    let names: Vec<String> =
        model.registers.iter().map(|register| quoted(&register.printed)).collect();
    let names = [vec![quoted("")], names].concat();
    w.bracketed(&format!("static NAMES: [&str; {}] = [", names.len()), &names, "];");
    w.blank();
    w.block("impl Register", |w| {
        w.line("/// Returns the printed name, without a prefix.");
        w.line("#[inline]");
        w.block("pub fn name(self) -> &'static str", |w| w.line("NAMES[self as usize]"));
        w.blank();
        w.line("/// Returns the name that a decoder prints, without a prefix.");
        w.line("#[inline]");
        let d = if model.variants.is_empty() { "_" } else { "d" };
        w.block(&format!("pub(crate) fn printed(self, {d}: &Decoder) -> &'static str"), |w| {
            for (condition, names) in &model.variants {
                w.block(&format!("if d.holds({})", condition.0), |w| {
                    w.line("match self {");
                    w.indented(|w| {
                        for (variant, name) in names {
                            w.arm(
                                &format!("Register::{variant}"),
                                &format!("return {}", quoted(name)),
                            );
                        }
                        w.line("_ => return self.name(),");
                    });
                    w.line("}");
                });
            }
            w.line("self.name()");
        });
    });
    w.blank();
    printed_name(&mut w, "Register");
    w.finish()
}

/// Writes how a type with a name is printed for debugging.
fn printed_name(w: &mut RustWriter, ty: &str) {
    w.block(&format!("impl fmt::Debug for {ty}"), |w| {
        w.block("fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result", |w| {
            w.line("f.write_str(self.name())");
        });
    });
}

/// Writes the instructions.
pub(super) fn opcodes(opcodes: &[OpcodeModel]) -> String {
    let mut w = RustWriter::new("Instructions.");
    w.line("use core::fmt;");
    w.blank();
    w.line("/// An instruction, with its name in the description.");
    w.line("#[allow(missing_docs, non_camel_case_types, clippy::upper_case_acronyms)]");
    w.line("#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]");
    w.line("#[repr(u16)]");
    w.block("pub enum Opcode", |w| {
        opcodes.iter().for_each(|opcode| w.line(&format!("{},", opcode.variant)));
    });
    w.blank();
    let names: Vec<String> = opcodes.iter().map(|opcode| quoted(&opcode.name)).collect();
    w.bracketed(&format!("static NAMES: [&str; {}] = [", names.len()), &names, "];");
    w.blank();
    w.block("impl Opcode", |w| {
        w.line("/// Returns the name in the description.");
        w.block("pub fn name(self) -> &'static str", |w| w.line("NAMES[self as usize]"));
    });
    w.blank();
    printed_name(&mut w, "Opcode");
    w.finish()
}

/// Writes the texts of instructions.
pub(super) fn plans(model: &CrateModel) -> String {
    let mut w = RustWriter::new("Texts of instructions.");
    w.line("#[allow(unused_imports)]");
    w.line("use crate::methods::*;");
    w.line("use crate::opcodes::Opcode;");
    w.line("#[allow(unused_imports)]");
    w.line("use crate::print::Piece::{self, Method, Operand, Text};");
    w.line("use crate::print::Plan;");
    w.blank();
    for (index, layout) in model.layouts.iter().enumerate() {
        let pieces: Vec<String> = layout
            .iter()
            .map(|piece| match piece {
                PieceModel::Text(text) => format!("Text({})", quoted(text)),
                PieceModel::Operand(operand) => format!("Operand({operand})"),
                PieceModel::Method(operand, method) => {
                    format!("Method({operand}, {})", model.methods[*method].function)
                }
            })
            .collect();
        w.bracketed(&format!("pub(crate) const LAYOUT_{index}: &[Piece] = &["), &pieces, "];");
    }
    w.blank();
    w.line(&format!("static PLANS: [Plan; {}] = [", model.opcodes.len()));
    w.indented(|w| {
        for opcode in &model.opcodes {
            let layout = format!("LAYOUT_{}", opcode.plan.layout);
            w.call("", &RustCall::new("Plan", [quoted(&opcode.plan.lead), layout]), ",");
        }
    });
    w.line("];");
    w.blank();
    w.line("/// Returns the text of an instruction.");
    w.block("pub(crate) fn plan(opcode: Opcode) -> &'static Plan", |w| {
        w.line("&PLANS[opcode as usize]");
    });
    w.finish()
}

/// Writes the conversions between bits and numbers.
pub(super) fn numbers(numbers: &[NumberModel]) -> String {
    let mut w = RustWriter::new("Kinds of numbers in encodings.");
    w.line("#[allow(unused_imports)]");
    w.line("use crate::number::{Number, Valid};");
    w.blank();
    for number in numbers {
        let value = number_value(&number.codec);
        w.assignment(&format!("pub(crate) const {}: Number", number.name), &value);
    }
    w.finish()
}

fn number_value(codec: &NumberCodec) -> String {
    let mut fields = Vec::new();
    let mut add = |name: &str, value: i64| {
        if value != 0 {
            fields.push(format!("{name}: {value}"));
        }
    };
    add("sign", i64::from(codec.sign.unwrap_or(0)));
    add("shift", i64::from(codec.shift));
    add("add", codec.add);
    add("wrap", i64::from(codec.wrap.unwrap_or(0)));
    add("limit", i64::from(codec.limit.unwrap_or(0)));
    match codec.valid {
        Valid::Any => {}
        Valid::NonZero | Valid::NonZeroWithout(_) => {
            fields.push("valid: Valid::NonZero".to_owned())
        }
        Valid::AtLeast(least) | Valid::AtLeastWith { least, .. } => {
            fields.push(format!("valid: Valid::AtLeast({least})"));
        }
        Valid::Between(least, most) => {
            fields.push(format!("valid: Valid::Between({least}, {most})"));
        }
        Valid::Except(numbers) => fields.push(format!("valid: Valid::Except(&{numbers:?})")),
    }
    fields.push("..Number::UNSIGNED".to_owned());
    match fields.len() {
        1 => "Number::UNSIGNED".to_owned(),
        _ => format!("Number {{ {} }}", fields.join(", ")),
    }
}
