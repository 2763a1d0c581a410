//! The diagnostics page.

use tablewright_text::{DocsMarkup, TextSink, append};

use super::model::{ByDefault, DiagDocsBody, DiagDocsPage, DiagDocsSection, Relation};

pub(super) fn emit(page: &DiagDocsPage<'_>, out: &mut impl TextSink) {
    append!(out, page.intro, "\n");
    for section in &page.sections {
        emit_section(section, page.markup, out);
    }
}

fn emit_section(section: &DiagDocsSection<'_>, markup: DocsMarkup, out: &mut impl TextSink) {
    let flag = if section.is_remark { "-R" } else { "-W" };
    let name = section.name;
    let heading = format!("{flag}{name}");
    match markup {
        // The heading itself is a target for links.
        DocsMarkup::ReStructuredText => {}
        DocsMarkup::Markdown => append!(out, "(", &heading, ")=\n\n"),
    }
    markup.emit_heading(&heading, 3, "-", out);
    match section.by_default {
        ByDefault::Off => {}
        ByDefault::SomeOn => {
            out.push_str(
                "Some of the diagnostics controlled by this flag are enabled by default.\n\n",
            );
        }
        ByDefault::On => out.push_str("This diagnostic is enabled by default.\n\n"),
        ByDefault::Errors => {
            let code = markup.code();
            write!(
                out,
                "This diagnostic is an error by default, but the flag {code}-Wno-{name}{code} can \
                 be used to disable the error.\n\n"
            );
        }
    }
    if !section.subgroups.is_empty() {
        let relation = match section.relation {
            Relation::Synonym => "Synonym for",
            Relation::Controls => "Controls",
            Relation::AlsoControls => "Also controls",
        };
        let [before, after] = match markup {
            DocsMarkup::ReStructuredText => ["`", "`_"],
            DocsMarkup::Markdown => ["{ref}`", "`"],
        };
        let link = |name: &&str| format!("{before}{flag}{name}{after}");
        let links: Vec<String> = section.subgroups.iter().map(link).collect();
        append!(out, relation, " ", links.join(", "), ".\n\n");
    }
    if !section.diagnostics.is_empty() {
        out.push_str("**Diagnostic text:**\n\n");
        section.diagnostics.iter().for_each(|body| emit_body(body, out));
    }
    if let Some(documentation) = &section.documentation {
        out.push_str(documentation);
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
