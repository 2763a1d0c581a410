//! The attribute page.

use tablewright_text::{DocsMarkup, TextSink, append};

use super::model::{Category, Page, Section};
use crate::attributes::model::spelling::AttrSyntax;

/// Headings for the spelling table, and whether each is code.
const COLUMNS: [(&str, bool); 8] = [
    ("GNU", false),
    ("C++11", false),
    ("C23", false),
    ("__declspec", true),
    ("Keyword", false),
    ("#pragma", true),
    ("HLSL Annotation", false),
    ("#pragma clang attribute", true),
];

pub(super) fn emit(page: &Page<'_>, out: &mut impl TextSink) {
    append!(out, page.intro, "\n");
    for Category { name, text, sections } in &page.categories {
        page.markup.emit_heading(name, 2, "=", out);
        append!(out, text, "\n\n");
        sections.iter().for_each(|section| emit_section(section, page.markup, out));
    }
}

fn emit_section(section: &Section<'_>, markup: DocsMarkup, out: &mut impl TextSink) {
    if !section.label.is_empty() {
        match markup {
            DocsMarkup::ReStructuredText => append!(out, ".. _", section.label, ":\n\n"),
            DocsMarkup::Markdown => append!(out, "(", section.label, ")=\n\n"),
        }
    }
    markup.emit_heading(&section.heading, 3, "-", out);
    emit_syntaxes(section, markup, out);
    if let Some(deprecation) = &section.deprecation {
        out.push_str(
            "This attribute has been deprecated, and may be removed in a future version of Clang.",
        );
        if !deprecation.replacement.is_empty() {
            let code = markup.code();
            append!(out, "  This attribute has been superseded by ", code);
            append!(out, deprecation.replacement, code, ".");
        }
        out.push_str("\n\n");
    }
    append!(out, section.text, "\n\n\n");
}

/// Writes the spelling table: a row with a column for each syntax.
fn emit_syntaxes(section: &Section<'_>, markup: DocsMarkup, out: &mut impl TextSink) {
    let code = markup.code();
    let heading = |(text, is_code): (&str, bool)| {
        if is_code { format!("{code}{text}{code}") } else { text.to_owned() }
    };
    let headings: Vec<String> = COLUMNS.into_iter().map(heading).collect();
    // Clang supports Microsoft's own syntax only partly.
    let syntaxes = AttrSyntax::ALL.iter().zip(&section.spellings);
    let syntaxes = syntaxes.filter(|((syntax, _), _)| *syntax != AttrSyntax::Microsoft);
    let mut cells: Vec<String> = syntaxes
        .map(|(_, spellings)| {
            let spellings: Vec<String> =
                spellings.iter().map(|spelling| format!("{code}{spelling}{code}")).collect();
            spellings.join(line_break(markup))
        })
        .collect();
    cells.push(if section.has_pragma_support { "Yes" } else { "" }.to_owned());
    match markup {
        DocsMarkup::ReStructuredText => {
            append!(out, ".. csv-table:: Supported Syntaxes\n   :header: \"");
            append!(out, headings.join("\", \""), "\"\n\n   \"", cells.join("\",\""), "\"\n\n");
        }
        DocsMarkup::Markdown => {
            append!(out, ":::{list-table} Supported Syntaxes\n:header-rows: 1\n\n");
            for row in [headings, cells] {
                append!(out, "* - ", row.join("\n  - "), "\n");
            }
            append!(out, ":::\n\n");
        }
    }
}

fn line_break(markup: DocsMarkup) -> &'static str {
    match markup {
        DocsMarkup::ReStructuredText => " |br| ",
        DocsMarkup::Markdown => " <br/> ",
    }
}
