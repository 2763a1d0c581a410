//! The diagnostics page in reStructuredText.

use tablewright_text::{TextSink, append};

use super::model::{ByDefault, DiagDocsBody, DiagDocsPage, DiagDocsSection, Relation};

pub(super) fn emit(page: &DiagDocsPage<'_>, out: &mut impl TextSink) {
    append!(out, page.intro, "\n");
    for section in &page.sections {
        emit_section(section, out);
    }
}

fn emit_section(section: &DiagDocsSection<'_>, out: &mut impl TextSink) {
    let flag = if section.is_remark { "-R" } else { "-W" };
    let name = section.name;
    let heading = format!("{flag}{name}");
    append!(out, heading, "\n", "-".repeat(heading.len()), "\n");
    match section.by_default {
        ByDefault::Off => {}
        ByDefault::SomeOn => {
            out.push_str(
                "Some of the diagnostics controlled by this flag are enabled by default.\n\n",
            );
        }
        ByDefault::On => out.push_str("This diagnostic is enabled by default.\n\n"),
        ByDefault::Errors => {
            write!(
                out,
                "This diagnostic is an error by default, but the flag ``-Wno-{name}`` can be used \
                 to disable the error.\n\n"
            );
        }
    }
    if !section.subgroups.is_empty() {
        let relation = match section.relation {
            Relation::Synonym => "Synonym for",
            Relation::Controls => "Controls",
            Relation::AlsoControls => "Also controls",
        };
        let links: Vec<String> =
            section.subgroups.iter().map(|name| format!("`{flag}{name}`_")).collect();
        append!(out, relation, " ", links.join(", "), ".\n\n");
    }
    if !section.diagnostics.is_empty() {
        out.push_str("**Diagnostic text:**\n\n");
        section.diagnostics.iter().for_each(|body| emit_body(body, out));
    }
    if !section.documentation.is_empty() {
        out.push_str(section.documentation);
    } else if section.subgroups.is_empty() && section.diagnostics.is_empty() {
        out.push_str(
            "This diagnostic flag exists for GCC compatibility, and has no effect in Clang.\n",
        );
    }
    out.push('\n');
}

fn emit_body(body: &DiagDocsBody, out: &mut impl TextSink) {
    match body {
        DiagDocsBody::NotFixed => {
            out.push_str("The text of this diagnostic is not controlled by Clang.\n");
        }
        DiagDocsBody::Lines(lines) => {
            for line in lines {
                append!(out, line, "\n");
            }
        }
    }
    out.push('\n');
}
