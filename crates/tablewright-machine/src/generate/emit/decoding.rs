//! Tables, operand formats and conversions.

use tablewright_target::decoding::operand_decoder::EncodedField;

use super::writer::{RustWriter, quoted};
use crate::generate::model::{
    CodecKind, CodecModel, CrateModel, DecodingModel, FormatModel, FormatOperand, FormatStep,
    OperandValue, TableModel, TailModel, TreeCase, TreeStep,
};
use crate::syntax::ByteOrder;

/// Returns a constant operand as an expression.
pub(super) fn value(operand: &OperandValue) -> String {
    match operand {
        OperandValue::Absent => "Operand::Absent".to_owned(),
        OperandValue::Number(number) => format!("Operand::Number({number})"),
        OperandValue::Register(register) => format!("Operand::Register(R::{register})"),
    }
}

/// Writes the conversions between bits and operands.
pub(super) fn codecs(model: &CrateModel) -> String {
    let mut w = RustWriter::new("Conversions between bits and operands.");
    w.line("#![allow(unused_imports)]");
    w.blank();
    w.line("use crate::decoder::Decoder;");
    w.line("use crate::insn::Operand;");
    w.line("use crate::number::register;");
    w.line("use crate::numbers::*;");
    w.line("use crate::registers::Register as R;");
    for list in &model.decoding.lists {
        w.blank();
        let register = |register: &Option<String>| match register {
            Some(register) => format!("R::{register}"),
            None => "R::NoRegister".to_owned(),
        };
        let registers: Vec<String> = list.registers.iter().map(register).collect();
        let open = format!("static {}: [R; {}] = [", list.name, registers.len());
        w.bracketed(&open, &registers, "];");
    }
    for codec in &model.decoding.codecs {
        w.blank();
        emit_codec(&mut w, codec, model);
    }
    w.finish()
}

fn emit_codec(w: &mut RustWriter, codec: &CodecModel, model: &CrateModel) {
    let reads_bits = codec.variants.iter().any(|(_, kind)| !matches!(kind, CodecKind::Constant(_)));
    let bits = if reads_bits { "bits" } else { "_" };
    let decoder = if codec.variants.len() > 1 { "d" } else { "_" };
    let name = &codec.name;
    w.line("#[inline]");
    let head = format!("pub(crate) fn {name}({bits}: u64, {decoder}: &Decoder) -> Option<Operand>");
    w.block(&head, |w| {
        for (condition, kind) in &codec.variants {
            if condition.is_always() {
                emit_kind(w, kind, model, false);
            } else {
                w.block(&format!("if d.holds({})", condition.0), |w| {
                    emit_kind(w, kind, model, true);
                });
            }
        }
    });
}

fn emit_kind(w: &mut RustWriter, kind: &CodecKind, model: &CrateModel, is_return: bool) {
    let lists = &model.decoding.lists;
    let text = match kind {
        CodecKind::Number(number) => format!("{}.operand(bits)", model.numbers[*number].name),
        CodecKind::Register(list) => format!("register(&{}, bits)", lists[*list].name),
        CodecKind::OptionalRegister(list) => {
            format!("register(&{}, bits).or(Some(Operand::Absent))", lists[*list].name)
        }
        CodecKind::Constant(operand) => format!("Some({})", value(operand)),
        CodecKind::Listed(listed) => {
            w.line(if is_return { "return Some(match bits {" } else { "Some(match bits {" });
            w.indented(|w| {
                for (bits, operand) in listed {
                    w.arm(&format!("{bits:#x}"), &value(operand));
                }
                w.line("_ => return None,");
            });
            return w.line(if is_return { "});" } else { "})" });
        }
    };
    if is_return { w.line(&format!("return {text};")) } else { w.line(&text) }
}

/// Writes the functions that read operands.
pub(super) fn formats(model: &DecodingModel) -> String {
    let mut w = RustWriter::new("Operands in encodings.");
    w.line("#![allow(unused_imports)]");
    w.blank();
    w.line("use crate::code;");
    w.line("use crate::codecs::*;");
    w.line("use crate::decoder::{check, field, is_valid, try_check, Decoder, Format, Invalid};");
    w.line("use crate::insn::Operands;");
    w.blank();
    w.line("/// The maximal number of operands.");
    w.line(&format!("pub(crate) const MAX_OPERANDS: usize = {};", model.max_operands));
    w.blank();
    w.line("type Checked = Result<(), Invalid>;");
    for (index, format) in model.formats.iter().enumerate() {
        w.blank();
        emit_format(&mut w, index, format, model);
    }
    w.finish()
}

fn emit_format(w: &mut RustWriter, index: usize, format: &FormatModel, model: &DecodingModel) {
    let users = match &format.users[..] {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [one, other] => format!("`{one}` and `{other}`"),
        [one, other, rest @ ..] => format!("`{one}`, `{other}` and {} more", rest.len()),
    };
    w.line(&format!("/// The operands of {users}."));
    let has_check = format.steps.iter().any(is_checked);
    let check = if has_check { format!("check_{index}") } else { "is_valid".to_owned() };
    w.line(&format!(
        "pub(crate) static FORMAT_{index}: Format = Format::new(read_{index}, {check});"
    ));
    w.blank();
    let (word, d) = parameters(format.steps.iter(), |_| true);
    let out = if format.steps.is_empty() { "_" } else { "out" };
    let head =
        format!("fn read_{index}({word}: u64, {d}: &Decoder, {out}: &mut Operands) -> Checked");
    w.block(&head, |w| {
        for step in &format.steps {
            emit_step(w, step, model, false);
        }
        w.line("Ok(())");
    });
    if has_check {
        w.blank();
        let checked = format.steps.iter().filter(|step| is_checked(step));
        let (word, d) = parameters(checked, |operand| !operand.is_total);
        w.block(&format!("fn {check}({word}: u64, {d}: &Decoder) -> Checked"), |w| {
            for step in format.steps.iter().filter(|step| is_checked(step)) {
                emit_step(w, step, model, true);
            }
            w.line("Ok(())");
        });
    }
}

/// Returns parameter names for a word and the decoder, which the operands with `is_read` read.
fn parameters<'a>(
    steps: impl Iterator<Item = &'a FormatStep> + Clone,
    is_read: impl Fn(&FormatOperand) -> bool,
) -> (&'static str, &'static str) {
    let reads_bits = steps.clone().any(|step| !step.fields.is_empty());
    let has_operands = steps.flat_map(|step| &step.operands).any(is_read);
    (if reads_bits { "word" } else { "_" }, if has_operands { "d" } else { "_" })
}

/// Whether some bits are not operands.
fn is_checked(step: &FormatStep) -> bool {
    !step.function.is_empty() || step.operands.iter().any(|operand| !operand.is_total)
}

fn field(field: &EncodedField) -> String {
    format!("field(word, {}, {})", field.base, field.width)
}

/// Writes the operands of a step. With `is_check`, operands are tested and not kept.
fn emit_step(w: &mut RustWriter, step: &FormatStep, model: &DecodingModel, is_check: bool) {
    let mut terms: Vec<String> = step
        .fields
        .iter()
        .map(|it| match it.offset {
            0 => field(it),
            offset => format!("({} << {offset})", field(it)),
        })
        .collect();
    if step.initial != 0 || terms.is_empty() {
        terms.insert(0, format!("{:#x}", step.initial));
    }
    let add = match (is_check, step.is_complete) {
        (false, true) => "out.add",
        (false, false) => "out.try_add",
        (true, true) => "check",
        (true, false) => "try_check",
    };
    let mut bits = terms.join(" | ");
    if let [only] = &terms[..]
        && let Some(inner) = only.strip_prefix('(')
    {
        bits = inner.strip_suffix(')').unwrap_or(inner).to_owned();
    }
    let operands = step.operands.iter().filter(|operand| !is_check || !operand.is_total);
    let has_function = !step.function.is_empty();
    let is_shared = has_function || terms.len() > 1 || operands.clone().count() > 1;
    if has_function || (is_shared && operands.clone().next().is_some()) {
        if w.fits(&format!("let bits = {bits};")) {
            w.line(&format!("let bits = {bits};"));
        } else {
            w.line(&format!("let bits = {}", terms[0]));
            w.indented(|w| {
                for (index, term) in terms.iter().enumerate().skip(1) {
                    let end = if index + 1 == terms.len() { ";" } else { "" };
                    w.line(&format!("| {term}{end}"));
                }
            });
        }
    }
    if has_function {
        let invalid = if step.is_complete { "Refused" } else { "TryNext" };
        let call = format!("code::{}(bits).ok_or(Invalid::{invalid})?;", step.function);
        let is_used = operands.clone().next().is_some();
        w.line(&if is_used { format!("let bits = {call}") } else { call });
    }
    for operand in operands {
        let codec = &model.codecs[operand.codec].name;
        let bits = match operand.part {
            Some((low, width)) if is_shared => format!("field(bits, {low}, {width})"),
            Some((low, width)) => format!("field({bits}, {low}, {width})"),
            None if is_shared => "bits".to_owned(),
            None => bits.clone(),
        };
        w.line(&format!("{add}({codec}({bits}, d))?;"));
    }
}

/// Writes the list of tables.
pub(super) fn tables(model: &DecodingModel) -> String {
    let mut w = RustWriter::new("Tables of encodings, in the order in which they are tried.");
    let mut modules: Vec<&str> = model.tables.iter().map(|table| table.module.as_str()).collect();
    modules.sort_unstable();
    modules.iter().for_each(|module| w.line(&format!("mod {module};")));
    w.blank();
    w.line("#[allow(unused_imports)]");
    w.line("use crate::code;");
    w.line("use crate::decoder::{ByteOrder, Table};");
    let tails = &model.tails;
    if !tails.is_empty() {
        w.line("use crate::opcodes::Opcode;");
    }
    w.line("use crate::shared::TableChoice;");
    w.line(if tails.iter().any(|tail| tail.operand.is_some()) {
        "use crate::tail::{Tail, TailOperand};"
    } else {
        "use crate::tail::Tail;"
    });
    w.blank();
    let order = match model.byte_order {
        ByteOrder::Little => "Little",
        ByteOrder::Big => "Big",
    };
    w.line("/// The byte order of instructions.");
    w.line(&format!("pub const BYTE_ORDER: ByteOrder = ByteOrder::{order};"));
    w.blank();
    w.line(
        "/// The sizes of the fields in an instruction, the highest first. The last size repeats.",
    );
    let sizes: Vec<String> = model.fields.iter().map(usize::to_string).collect();
    w.line(&format!("pub(crate) const FIELDS: &[usize] = &[{}];", sizes.join(", ")));
    w.blank();
    emit_functions(&mut w, model);
    emit_tails(&mut w, tails);
    w.line("/// The size of the smallest instruction in bytes.");
    w.line(&format!("pub(crate) const UNIT: usize = {};", model.unit));
    w.blank();
    let modules: Vec<String> =
        model.tables.iter().map(|table| format!("{}::TABLE", table.module)).collect();
    w.bracketed(
        &format!("pub(crate) static TABLES: [Table; {}] = [", modules.len()),
        &modules,
        "];",
    );
    w.finish()
}

/// Writes the functions that select tables and refuse words.
fn emit_functions(w: &mut RustWriter, model: &DecodingModel) {
    let function = |name: &str| match name {
        "" => "None".to_owned(),
        name => format!("Some(code::{name})"),
    };
    w.line("/// Selects the table for a word.");
    let head = "pub(crate) const SELECT: Option<fn(u64) -> TableChoice>";
    w.assignment(head, &function(&model.select_tables));
    w.blank();
    w.line("/// Refuses words with this number of bits.");
    let head = "pub(crate) const REFUSES: Option<fn(u128, u32) -> bool>";
    w.assignment(head, &function(&model.refuses));
    w.blank();
}

/// Writes the bytes after encodings.
fn emit_tails(w: &mut RustWriter, tails: &[TailModel]) {
    w.line("/// The upper bits of an operand, which are after the encoding.");
    let bits = if tails.iter().any(|tail| tail.operand.is_some()) { "u64" } else { "()" };
    w.line(&format!("pub(crate) type UpperBits = {bits};"));
    w.blank();
    w.line("/// Bytes after encodings.");
    let operand = |tail: &TailModel| match tail.operand {
        None => "None".to_owned(),
        Some(it) => {
            format!("Some(TailOperand::new({}, {}, {}, {}))", it.index, it.at, it.size, it.low)
        }
    };
    let tail = |tail: &TailModel| {
        format!("Tail::new(Opcode::{}, {}, {})", tail.opcode, tail.bytes, operand(tail))
    };
    let tails: Vec<String> = tails.iter().map(tail).collect();
    w.bracketed("pub(crate) static TAILS: &[Tail] = &[", &tails, "];");
    w.blank();
}

/// Writes a table.
pub(super) fn table(table: &TableModel) -> String {
    let docs = match table.namespace.as_str() {
        "" => format!("Encodings with {} bits.", table.width),
        namespace => format!("Encodings with {} bits in the namespace `{namespace}`.", table.width),
    };
    let mut w = RustWriter::new(&docs);
    w.line("#![allow(non_upper_case_globals)]");
    w.blank();
    w.line("use core::ops::ControlFlow;");
    w.blank();
    w.line("#[allow(unused_imports)]");
    w.line("use crate::decoder::{encoding, field, Attempt, Decoder, Encoding, Selection, Table};");
    w.line("#[allow(unused_imports)]");
    w.line("use crate::formats::*;");
    w.line("use crate::opcodes::Opcode;");
    w.blank();
    let needs: Vec<String> = table.needs.iter().map(|need| need.0.to_string()).collect();
    w.bracketed("const NEEDS: &[u16] = &[", &needs, "];");
    w.line(&format!(
        "const SELECTION: Selection = Selection::new({}, {:#x});",
        table.low, table.values
    ));
    let (size, condition) = (table.width / 8, table.condition.0);
    w.line(&format!(
        "pub(super) const TABLE: Table = Table::new({size}, {condition}, NEEDS, SELECTION, decode)"
    ));
    w.indented(|w| w.line(&format!(".in_namespace({});", quoted(&table.namespace))));
    w.blank();
    for function in table.functions.iter().rev() {
        let is_empty = function.body.is_empty();
        let (word, d) = if is_empty { ("_", "_") } else { ("word", "d") };
        w.block(&format!("fn {}({word}: u64, {d}: &Decoder) -> Attempt", function.name), |w| {
            emit_tree(w, &function.body);
            w.line("ControlFlow::Continue(())");
        });
        w.blank();
    }
    for it in &table.encodings {
        let value = format!(
            "encoding({:#x}, {:#x}, Opcode::{}, {}, {}, {}, &FORMAT_{})",
            it.mask, it.value, it.opcode, it.size, it.condition.0, it.checked.0, it.format
        );
        w.assignment(&format!("static {}: Encoding", it.name), &value);
    }
    w.finish()
}

fn emit_tree(w: &mut RustWriter, steps: &[TreeStep]) {
    for step in steps {
        match step {
            TreeStep::Try(_) | TreeStep::Call(_) => w.line(&format!("{};", attempt(step))),
            TreeStep::Switch { cases, .. } if cases.is_empty() => {}
            TreeStep::Switch { low, width, cases } => emit_switch(w, (*low, *width), cases, ""),
        }
    }
}

/// Returns an attempt as an expression.
fn attempt(step: &TreeStep) -> String {
    match step {
        TreeStep::Try(encoding) => format!("d.attempt(word, &{encoding})?"),
        TreeStep::Call(function) => format!("{function}(word, d)?"),
        TreeStep::Switch { .. } => String::new(),
    }
}

fn emit_switch(w: &mut RustWriter, (low, width): (u32, u32), cases: &[TreeCase], lead: &str) {
    if let [case] = cases {
        let mut tests = vec![test((low, width), &case.values)];
        let body = without_tests(&case.body, &mut tests);
        return w.block(&format!("if {}", tests.join(" && ")), |w| emit_tree(w, body));
    }
    w.line(&format!("{lead}match field(word, {low}, {width}) {{"));
    w.indented(|w| {
        for case in cases {
            let values: Vec<String> = case.values.iter().map(|it| format!("{it:#x}")).collect();
            let mut pattern = pattern(w, &values);
            let mut tests = Vec::new();
            let body = without_tests(&case.body, &mut tests);
            if !tests.is_empty() {
                pattern = format!("{pattern} if {}", tests.join(" && "));
            }
            match body {
                [step @ (TreeStep::Try(_) | TreeStep::Call(_))] => w.arm(&pattern, &attempt(step)),
                [TreeStep::Switch { low, width, cases }] => {
                    emit_switch(w, (*low, *width), cases, &format!("{pattern} => "));
                }
                body => w.block(&format!("{pattern} =>"), |w| emit_tree(w, body)),
            }
        }
        w.line("_ => {}");
    });
    w.line(if lead.is_empty() { "}" } else { "}," });
}

/// Returns the steps behind switches with a single case, whose tests are added.
fn without_tests<'a>(body: &'a [TreeStep], tests: &mut Vec<String>) -> &'a [TreeStep] {
    let mut body = body;
    while let [TreeStep::Switch { low, width, cases }] = body
        && let [case] = &cases[..]
    {
        tests.push(test((*low, *width), &case.values));
        body = &case.body;
    }
    body
}

/// Returns a test for the values of a field.
fn test((low, width): (u32, u32), values: &[u64]) -> String {
    let value = format!("field(word, {low}, {width})");
    let values: Vec<String> = values.iter().map(|value| format!("{value:#x}")).collect();
    match &values[..] {
        [one] => format!("{value} == {one}"),
        values => format!("matches!({value}, {})", values.join(" | ")),
    }
}

/// Returns alternatives, in several lines if they are many. The last line is the result.
fn pattern(w: &mut RustWriter, values: &[String]) -> String {
    let mut line = String::new();
    for value in values {
        let longer = match line.as_str() {
            "" => value.clone(),
            line => format!("{line} | {value}"),
        };
        if w.fits(&longer) {
            line = longer;
        } else {
            w.line(&line);
            line = format!("| {value}");
        }
    }
    line
}
