//! `--gen-dialect-doc`: a page about a dialect with its operations, attributes, types and enums.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::{TextSink, append};

use super::section::{self, OperationSection, sections};
use super::selection::DialectOperations;
use super::{PageStyle, attr_or_type, enum_doc, write_source_link};
use crate::model::{AttrOrType, AttrOrTypeDef, Dialect, DialectConstraint, DialectContents, Enum};
use crate::support::markdown;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-dialect-doc", help: "Generate dialect documentation", options: &[], run };

/// The page's subject.
struct DialectPage<'s> {
    dialect: Dialect<'s>,
    sections: Vec<OperationSection<'s>>,
    attribute_constraints: Vec<DialectConstraint<'s>>,
    attributes: Vec<AttrOrTypeDef<'s>>,
    type_constraints: Vec<DialectConstraint<'s>>,
    types: Vec<AttrOrTypeDef<'s>>,
    enums: Vec<Enum<'s>>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let style = PageStyle::from_options(job.options);
    let page = collect(job)?;
    let source = job.store.input_name();
    let mut out = job.output();
    out.push_str(markdown::HEADER);
    emit(&page, source, &style, &mut out);
    Ok(out.finish()?)
}

fn collect<'s>(job: &Job<'s>) -> Result<DialectPage<'s>, Diagnostic> {
    let store = job.store;
    let DialectOperations { dialect, operations } = DialectOperations::read(job)?;
    let constraints = |kind| DialectConstraint::all_in_dialect(store, kind, &dialect);
    let defs = |kind| for_dialect(store, kind, &dialect);
    Ok(DialectPage {
        sections: sections(operations, !job.options.flag(&markdown::KEEP_SOURCE_ORDER)),
        attribute_constraints: constraints(AttrOrType::Attr)?,
        attributes: defs(AttrOrType::Attr)?,
        type_constraints: constraints(AttrOrType::Type)?,
        types: defs(AttrOrType::Type)?,
        enums: Enum::all(store)?,
        dialect,
    })
}

/// Writes a dialect page without source links; operations may be in any order.
pub(super) fn emit_contents(
    contents: DialectContents<'_>,
    style: &PageStyle<'_>,
    out: &mut impl TextSink,
) {
    let page = DialectPage {
        dialect: contents.dialect,
        sections: sections(contents.operations, true),
        attribute_constraints: contents.attribute_constraints,
        attributes: contents.attributes,
        type_constraints: contents.type_constraints,
        types: contents.types,
        enums: contents.enums,
    };
    emit(&page, "", style, out);
}

fn for_dialect<'s>(
    store: &'s RecordStore,
    kind: AttrOrType,
    dialect: &Dialect<'s>,
) -> Result<Vec<AttrOrTypeDef<'s>>, Diagnostic> {
    let mut defs = AttrOrTypeDef::all(store, kind)?;
    defs.retain(|def| def.dialect.definition == dialect.definition);
    defs.iter().try_for_each(AttrOrTypeDef::check_parameter_names)?;
    Ok(defs)
}

fn emit(page: &DialectPage<'_>, source: &str, style: &PageStyle<'_>, out: &mut impl TextSink) {
    let dialect = &page.dialect;
    append!(out, "\n# '", dialect.name, "' Dialect\n");
    markdown::write_summary(out, dialect.summary);
    markdown::write_description(out, dialect.description);
    let has_contents = dialect.description.lines().any(|line| line.trim() == "[TOC]");
    if !has_contents {
        out.push_str("\n[TOC]\n");
    }
    if !page.sections.is_empty() {
        out.push_str("\n## Operations\n");
        write_source_link(out, source);
    }
    for one in &page.sections {
        section::emit(one, style, out);
    }
    emit_constraints("Attribute", &page.attribute_constraints, out);
    if !page.attributes.is_empty() {
        out.push_str("\n## Attributes\n");
    }
    for def in &page.attributes {
        attr_or_type::emit(def, AttrOrType::Attr, out);
    }
    emit_constraints("Type", &page.type_constraints, out);
    if !page.types.is_empty() {
        out.push_str("\n## Types\n");
    }
    for def in &page.types {
        attr_or_type::emit(def, AttrOrType::Type, out);
    }
    if !page.enums.is_empty() {
        out.push_str("\n## Enums\n");
    }
    for one in &page.enums {
        enum_doc::emit(one, out);
    }
}

fn emit_constraints(what: &str, constraints: &[DialectConstraint<'_>], out: &mut impl TextSink) {
    if !constraints.is_empty() {
        append!(out, "\n## ", what, " constraints\n");
    }
    for constraint in constraints {
        append!(out, "\n### ", constraint.summary, "\n");
        markdown::write_description(out, constraint.description);
        out.push('\n');
    }
}
