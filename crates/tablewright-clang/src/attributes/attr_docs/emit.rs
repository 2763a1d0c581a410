//! The attribute page in reStructuredText.

use tablewright_text::{TextSink, append};

use super::model::{Category, Page, Section};
use crate::attributes::model::spelling::AttrSyntax;

pub(super) fn emit(page: &Page<'_>, out: &mut impl TextSink) {
    append!(out, page.intro, "\n");
    for Category { name, text, sections } in &page.categories {
        append!(out, name, "\n", "=".repeat(name.len()), "\n", text, "\n\n");
        sections.iter().for_each(|section| emit_section(section, out));
    }
}

fn emit_section(section: &Section<'_>, out: &mut impl TextSink) {
    if !section.label.is_empty() {
        append!(out, ".. _", section.label, ":\n\n");
    }
    let heading = &section.heading;
    append!(out, heading, "\n", "-".repeat(heading.len()), "\n");
    emit_syntaxes(section, out);
    if let Some(deprecation) = &section.deprecation {
        out.push_str(
            "This attribute has been deprecated, and may be removed in a future version of Clang.",
        );
        if !deprecation.replacement.is_empty() {
            append!(out, "  This attribute has been superseded by ``");
            append!(out, deprecation.replacement, "``.");
        }
        out.push_str("\n\n");
    }
    append!(out, section.text, "\n\n\n");
}

/// Writes the table of spellings. Its row has a column for each syntax.
fn emit_syntaxes(section: &Section<'_>, out: &mut impl TextSink) {
    out.push_str(
        ".. csv-table:: Supported Syntaxes
   :header: \"GNU\", \"C++11\", \"C23\", \"``__declspec``\", \"Keyword\", \"``#pragma``\", \
         \"HLSL Annotation\", \"``#pragma clang attribute``\"

   \"",
    );
    for ((syntax, _), spellings) in AttrSyntax::ALL.iter().zip(&section.spellings) {
        // Clang supports Microsoft's own syntax only partly.
        if *syntax == AttrSyntax::Microsoft {
            continue;
        }
        for (i, spelling) in spellings.iter().enumerate() {
            append!(out, if i == 0 { "``" } else { " |br| ``" }, spelling, "``");
        }
        out.push_str("\",\"");
    }
    append!(out, if section.has_pragma_support { "Yes" } else { "" }, "\"\n\n");
}
