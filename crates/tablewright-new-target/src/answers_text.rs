//! The file of answers as text, with all answers filled in.

use std::collections::BTreeMap;

use tablewright_text::TextSink;

use crate::answers::Answers;

/// Returns the text of a file that has all answers.
pub(crate) fn answers_text(answers: &Answers) -> String {
    let mut text = String::new();
    line(&mut text, "# Answers: facts about the CPU that are not in its description.");
    line(&mut text, "# After a change: tablewright new-target --update");
    for (key, value) in [
        ("description", quoted(&answers.description)),
        ("llvm", answers.llvm.name().to_owned()),
        ("elf_machine", format!("{:#x}", answers.elf_machine)),
        ("comment", quoted(&answers.comment)),
        ("data_layout", quoted(&answers.data_layout)),
        ("stack_alignment", answers.stack_alignment.to_string()),
        ("big_endian", answers.is_big_endian.to_string()),
        ("relax_branches", answers.relaxes_branches.to_string()),
    ] {
        writeln!(text, "{key} = {value}");
    }
    let registers = &answers.registers;
    line(&mut text, "\n[registers]");
    for (key, register) in [
        ("stack_pointer", &registers.stack_pointer),
        ("frame_pointer", &registers.frame_pointer),
        ("link", &registers.link),
        ("scratch", &registers.scratch),
    ] {
        writeln!(text, "{key} = {}", quoted(register));
    }
    if let Some(zero) = &registers.zero {
        writeln!(text, "zero = {}", quoted(zero));
    }
    writeln!(text, "reserved = {}", list(&registers.reserved));
    for saved in &answers.callee_saved {
        writeln!(text, "\n[[callee_saved]]\nlist = {}", quoted(&saved.list));
        if let Some(predicate) = &saved.predicate {
            writeln!(text, "predicate = {}", quoted(predicate));
        }
    }
    let conditions = &answers.conditions;
    if !conditions.names.is_empty() {
        line(&mut text, "\n# Conditions 2n and 2n + 1 are opposites.\n[conditions]");
        writeln!(text, "names = {}", list(&conditions.names));
        writeln!(text, "integer = {}", table(&conditions.integer));
        writeln!(text, "float = {}", table(&conditions.float));
    }
    if let Some(address) = &answers.address {
        writeln!(text, "\n[parser]\naddress = {}", quoted(address));
    }
    line(&mut text, "\n[check]");
    writeln!(text, "cpus = {}", list(&answers.check.cpus));
    writeln!(text, "clang_target = {}", quoted(&answers.check.clang_target));
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Returns a basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => write!(quoted, "\\u{:04X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

fn list(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
    format!("[{}]", items.join(", "))
}

fn table(map: &BTreeMap<String, String>) -> String {
    let items: Vec<String> =
        map.iter().map(|(key, value)| format!("{key} = {}", quoted(value))).collect();
    format!("{{ {} }}", items.join(", "))
}
