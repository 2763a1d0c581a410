//! The page of options as it is printed.

use super::model::{Contents, GroupText, OptionText, Page};

/// What headings are underlined with, by depth.
const RULES: [&str; 8] = ["=", "~", "-", "_", "'", "+", "<", ">"];

pub(super) fn emit(page: &Page<'_>) -> String {
    let program = &page.program;
    let mut out = format!("{}\n.. program:: {program}\n", page.intro);
    emit_contents(&page.contents, program, 0, &mut out);
    out
}

fn emit_contents(contents: &Contents, program: &str, depth: usize, out: &mut String) {
    for option in &contents.options {
        emit_option(option, program, out);
    }
    for GroupText { heading, description, contents } in &contents.groups {
        *out += &format!("{heading}\n{}\n", RULES[depth].repeat(heading.len()));
        emit_paragraph(description, out);
        emit_contents(contents, program, depth + 1, out);
    }
}

fn emit_option(option: &OptionText, program: &str, out: &mut String) {
    let forms = option.forms.join(", ");
    match option.program_number {
        0 => *out += &format!(".. option:: {forms}\n\n"),
        number => {
            *out += &format!(
                ".. program:: {program}{number}\n.. option:: {forms}\n.. program:: {program}\n\n"
            );
        }
    }
    emit_paragraph(&option.description, out);
}

fn emit_paragraph(text: &str, out: &mut String) {
    if !text.is_empty() {
        *out += text;
        *out += "\n\n";
    }
}
