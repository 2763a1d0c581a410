//! Sets of registers.

use super::writer::RustWriter;
use crate::generate::model::{ClassModel, RegisterSet};

/// Writes the functions for register classes.
pub(super) fn classes(classes: &[ClassModel]) -> String {
    let mut w = RustWriter::new("Sets of registers.");
    w.line("#![allow(unused_imports)]");
    w.blank();
    w.line("use crate::decoder::Decoder;");
    w.line("use crate::registers::Register as R;");
    for class in classes {
        w.blank();
        let decoder = if class.variants.len() > 1 { "d" } else { "_" };
        let function = &class.function;
        let is_empty = class.variants.iter().all(|(_, set)| *set == RegisterSet::default());
        let register = if is_empty { "_" } else { "register" };
        let head = format!("pub(crate) fn {function}({register}: R, {decoder}: &Decoder) -> bool");
        w.block(&head, |w| {
            let (last, others) = class.variants.split_last().expect("a class has a variant");
            for (condition, set) in others {
                w.line(&format!("if d.holds({}) {{", condition.0));
                w.indented(|w| emit_set(w, set));
                w.line("} else {");
                w.indented(|w| emit_set(w, &last.1));
                w.line("}");
            }
            if others.is_empty() {
                emit_set(w, &last.1);
            }
        });
    }
    w.finish()
}

/// Writes a test for registers.
fn emit_set(w: &mut RustWriter, set: &RegisterSet) {
    match set {
        RegisterSet::Ranges(ranges) => {
            let test = |(first, last): &(String, String)| {
                if first == last {
                    format!("register == R::{first}")
                } else {
                    format!("(R::{first}..=R::{last}).contains(&register)")
                }
            };
            let tests: Vec<String> = ranges.iter().map(test).collect();
            match &tests[..] {
                [] => w.line("false"),
                tests => w.line(&tests.join(" || ")),
            }
        }
        RegisterSet::List(registers) => {
            let registers: Vec<String> = registers.iter().map(|it| format!("R::{it}")).collect();
            let pattern = registers.join(" | ");
            if w.fits(&format!("matches!(register, {pattern})")) {
                return w.line(&format!("matches!(register, {pattern})"));
            }
            w.line("matches!(");
            w.indented(|w| {
                w.line("register,");
                if w.fits(&pattern) {
                    return w.line(&pattern);
                }
                for (index, register) in registers.iter().enumerate() {
                    match index {
                        0 => w.line(register),
                        _ => w.indented(|w| w.line(&format!("| {register}"))),
                    }
                }
            });
            w.line(")");
        }
    }
}
