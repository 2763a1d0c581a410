//! Aliases, and long instructions for short ones.

use super::decoding::value;
use super::writer::{RustCall, RustWriter, quoted};
use crate::generate::conditions::ConditionNumber;
use crate::generate::model::{
    AliasGroup, CrateModel, OperandSource, OperandTest, OperandValue, ReplacementGroup,
};
use crate::generate::names::{RustNames, snake_case};

/// Writes the aliases.
pub(super) fn aliases(model: &CrateModel) -> String {
    let mut w = RustWriter::new("Aliases that are printed in place of instructions.");
    imports(&mut w, &["use crate::plans::*;", "use crate::print::Plan;"]);
    w.blank();
    w.line("/// Returns the text of the alias for an instruction.");
    let opcodes: Vec<&str> = model.aliases.iter().map(|group| group.opcode.as_str()).collect();
    let functions = functions(&opcodes);
    emit_find(&mut w, "Option<&'static Plan>", &opcodes, &functions);
    for (group, function) in model.aliases.iter().zip(&functions) {
        w.blank();
        emit_aliases(&mut w, group, function, model);
    }
    w.finish()
}

fn imports(w: &mut RustWriter, more: &[&str]) {
    w.line("#![allow(unused_imports)]");
    w.blank();
    let own = [
        "use crate::classes::*;",
        "use crate::decoder::Decoder;",
        "use crate::insn::{Operand, Operands};",
        "use crate::numbers::*;",
        "use crate::opcodes::Opcode;",
        "use crate::registers::Register as R;",
    ];
    let mut lines = [&own, more].concat();
    lines.sort_unstable();
    lines.into_iter().for_each(|line| w.line(line));
}

/// Returns names for the functions of instructions.
fn functions(opcodes: &[&str]) -> Vec<String> {
    let mut names = RustNames::default();
    ["find", "long"].iter().for_each(|name| drop(names.add(name)));
    opcodes.iter().map(|opcode| names.add(&snake_case(opcode))).collect()
}

/// Writes the function that selects an instruction's function.
fn emit_find(w: &mut RustWriter, result: &str, opcodes: &[&str], functions: &[String]) {
    let (o, d) = if opcodes.is_empty() { ("_", "_") } else { ("o", "d") };
    let opcode = if opcodes.is_empty() { "_" } else { "opcode" };
    let head =
        format!("pub(crate) fn find({opcode}: Opcode, {o}: &Operands, {d}: &Decoder) -> {result}");
    let body = |w: &mut RustWriter| {
        if opcodes.is_empty() {
            return w.line("None");
        }
        w.block("match opcode", |w| {
            for (opcode, function) in opcodes.iter().zip(functions) {
                w.arm(&format!("Opcode::{opcode}"), &format!("{function}(o, d)"));
            }
            w.line("_ => None,");
        });
    };
    if w.fits(&format!("{head} {{")) {
        return w.block(&head, body);
    }
    w.line("pub(crate) fn find(");
    w.indented(|w| {
        w.line(&format!("{opcode}: Opcode,"));
        w.line(&format!("{o}: &Operands,"));
        w.line(&format!("{d}: &Decoder,"));
    });
    w.line(&format!(") -> {result} {{"));
    w.indented(body);
    w.line("}");
}

/// Whether tests read operands, and whether they read the decoder.
fn reads(condition: ConditionNumber, tests: &[OperandTest]) -> (bool, bool) {
    let has_class = tests.iter().any(|test| matches!(test, OperandTest::In(..)));
    (!tests.is_empty(), has_class || !condition.is_always())
}

/// Returns the tests as expressions.
fn tests(condition: ConditionNumber, tests: &[OperandTest], model: &CrateModel) -> Vec<String> {
    let mut texts = Vec::new();
    if !condition.is_always() {
        texts.push(format!("d.holds({})", condition.0));
    }
    texts.extend(tests.iter().map(|test| match test {
        OperandTest::Count(count) => format!("o.len() == {count}"),
        OperandTest::Is(index, OperandValue::Absent) => format!("o.is_absent({index})"),
        OperandTest::Is(index, OperandValue::Number(number)) => {
            format!("o.is_number({index}, {number})")
        }
        OperandTest::Is(index, OperandValue::Register(register)) => {
            format!("o.is_register({index}, R::{register})")
        }
        OperandTest::Same(index, other) => format!("o.is_same({index}, {other})"),
        OperandTest::In(index, class) => {
            format!("o.is_in({index}, {}, d)", model.classes[*class].function)
        }
        OperandTest::AnyNumber(index) => format!("o.is_any_number({index})"),
        OperandTest::OneOf(index, numbers) => format!("o.is_one_of({index}, &{numbers:?})"),
        OperandTest::Fits(index, number) => {
            format!("o.fits({index}, &{})", model.numbers[*number].name)
        }
        OperandTest::FitsIfNumber(index, number) => {
            format!("o.fits_if_number({index}, &{})", model.numbers[*number].name)
        }
        OperandTest::BelowIfNumber(index, limit) => {
            format!("o.is_below_if_number({index}, {limit})")
        }
    }));
    texts
}

/// Writes the results for tests that are tried in order.
fn emit_results(w: &mut RustWriter, results: &[(Vec<String>, RustCall)]) {
    for (tests, result) in results {
        if tests.is_empty() {
            return w.call("", result, "");
        }
        w.return_if(tests, result);
    }
    w.line("None");
}

fn emit_aliases(w: &mut RustWriter, group: &AliasGroup, function: &str, model: &CrateModel) {
    let read: Vec<_> = group.aliases.iter().map(|it| reads(it.condition, &it.tests)).collect();
    let o = if read.iter().any(|(operands, _)| *operands) { "o" } else { "_" };
    let d = if read.iter().any(|(_, decoder)| *decoder) { "d" } else { "_" };
    let head = format!("fn {function}({o}: &Operands, {d}: &Decoder) -> Option<&'static Plan>");
    w.block(&head, |w| {
        let results = group.aliases.iter().map(|alias| {
            let (lead, layout) = (quoted(&alias.plan.lead), alias.plan.layout);
            let result = RustCall::new("Some", [format!("&Plan({lead}, LAYOUT_{layout})")]);
            (tests(alias.condition, &alias.tests, model), result)
        });
        emit_results(w, &results.collect::<Vec<_>>());
    });
}

/// Writes the long instructions for short ones.
pub(super) fn long(model: &CrateModel) -> String {
    let mut w = RustWriter::new("Long instructions for short ones.");
    imports(&mut w, &[]);
    w.blank();
    w.line("/// Returns the long instruction for a short one, with its operands.");
    let groups = &model.replacements;
    let opcodes: Vec<&str> = groups.iter().map(|group| group.opcode.as_str()).collect();
    let functions = functions(&opcodes);
    emit_find(&mut w, "Option<(Opcode, Operands)>", &opcodes, &functions);
    if !groups.is_empty() {
        w.blank();
        let head =
            "fn long(opcode: Opcode, list: &[Option<Operand>]) -> Option<(Opcode, Operands)>";
        w.block(head, |w| w.line("Some((opcode, Operands::from_list(list)?))"));
    }
    for (group, function) in groups.iter().zip(&functions) {
        w.blank();
        emit_replacements(&mut w, group, function, model);
    }
    w.finish()
}

fn emit_replacements(
    w: &mut RustWriter,
    group: &ReplacementGroup,
    function: &str,
    model: &CrateModel,
) {
    let all = &group.replacements;
    let has_operand = all
        .iter()
        .any(|it| it.operands.iter().any(|source| matches!(source, OperandSource::Operand(_))));
    let read: Vec<_> = all.iter().map(|it| reads(it.condition, &it.tests)).collect();
    let o = if has_operand || read.iter().any(|(operands, _)| *operands) { "o" } else { "_" };
    let d = if read.iter().any(|(_, decoder)| *decoder) { "d" } else { "_" };
    let head =
        format!("fn {function}({o}: &Operands, {d}: &Decoder) -> Option<(Opcode, Operands)>");
    w.block(&head, |w| {
        let results = all.iter().map(|it| {
            let operand = |source: &OperandSource| match source {
                OperandSource::Operand(index) => format!("o.operand({index})"),
                OperandSource::Value(operand) => format!("Some({})", value(operand)),
            };
            let operands: Vec<String> = it.operands.iter().map(operand).collect();
            let arguments =
                [format!("Opcode::{}", it.opcode), format!("&[{}]", operands.join(", "))];
            let result = RustCall::new("long", arguments);
            (tests(it.condition, &it.tests, model), result)
        });
        emit_results(w, &results.collect::<Vec<_>>());
    });
}
