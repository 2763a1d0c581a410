//! The reStructuredText page with options.

use tablewright_text::{TextSink, append};

use super::model::{GroupText, OptDocsContents, OptDocsPage, OptionText};

pub(super) fn emit(page: &OptDocsPage<'_>, out: &mut impl TextSink) {
    let program = &page.program;
    append!(out, page.intro, "\n.. program:: ", program, "\n");
    emit_contents(&page.contents, program, out);
}

fn emit_contents(contents: &OptDocsContents, program: &str, out: &mut impl TextSink) {
    for option in &contents.options {
        emit_option(option, program, out);
    }
    for GroupText { heading, underline, description, contents } in &contents.groups {
        append!(out, heading, "\n", underline.repeat(heading.len()), "\n");
        emit_paragraph(description, out);
        emit_contents(contents, program, out);
    }
}

fn emit_option(option: &OptionText, program: &str, out: &mut impl TextSink) {
    let forms = option.forms.join(", ");
    match option.program_number {
        0 => append!(out, ".. option:: ", forms, "\n\n"),
        number => {
            append!(out, ".. program:: ", program, number, "\n");
            append!(out, ".. option:: ", forms, "\n.. program:: ", program, "\n\n");
        }
    }
    emit_paragraph(&option.description, out);
}

fn emit_paragraph(text: &str, out: &mut impl TextSink) {
    if !text.is_empty() {
        append!(out, text, "\n\n");
    }
}
