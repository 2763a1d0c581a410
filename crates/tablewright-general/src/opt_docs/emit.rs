//! The page with options.

use tablewright_text::{DocsMarkup, TextSink, append};

use super::model::{GroupText, OptDocsContents, OptDocsPage, OptionText};

/// Characters that underline headings, by depth.
const UNDERLINES: [&str; 8] = ["=", "~", "-", "_", "'", "+", "<", ">"];

/// Heading level of the page's groups.
const FIRST_LEVEL: usize = 2;

pub(super) fn emit(page: &OptDocsPage<'_>, out: &mut impl TextSink) {
    append!(out, page.intro, "\n");
    emit_directive(page.markup, "program", &page.program, out);
    emit_contents(page, &page.contents, 0, out);
}

fn emit_contents(
    page: &OptDocsPage<'_>,
    contents: &OptDocsContents,
    depth: usize,
    out: &mut impl TextSink,
) {
    for option in &contents.options {
        emit_option(page, option, out);
    }
    for GroupText { heading, description, contents } in &contents.groups {
        let underline = UNDERLINES[depth.min(UNDERLINES.len() - 1)];
        page.markup.emit_heading(heading, FIRST_LEVEL + depth, underline, out);
        emit_paragraph(description, out);
        emit_contents(page, contents, depth + 1, out);
    }
}

fn emit_option(page: &OptDocsPage<'_>, option: &OptionText, out: &mut impl TextSink) {
    let (markup, program) = (page.markup, &page.program);
    let forms = option.forms.join(", ");
    let is_numbered = option.program_number != 0;
    if is_numbered {
        let numbered = format!("{program}{}", option.program_number);
        emit_directive(markup, "program", &numbered, out);
    }
    emit_directive(markup, "option", &forms, out);
    match markup {
        DocsMarkup::ReStructuredText => {
            if is_numbered {
                emit_directive(markup, "program", program, out);
            }
            out.push('\n');
            emit_paragraph(&option.description, out);
        }
        DocsMarkup::Markdown => {
            emit_paragraph(&option.description, out);
            if is_numbered {
                emit_directive(markup, "program", program, out);
            }
        }
    }
}

fn emit_directive(markup: DocsMarkup, name: &str, argument: &str, out: &mut impl TextSink) {
    match markup {
        DocsMarkup::ReStructuredText => append!(out, ".. ", name, ":: ", argument, "\n"),
        DocsMarkup::Markdown => append!(out, ":::{", name, "} ", argument, "\n:::\n\n"),
    }
}

fn emit_paragraph(text: &str, out: &mut impl TextSink) {
    if !text.is_empty() {
        append!(out, text, "\n\n");
    }
}
