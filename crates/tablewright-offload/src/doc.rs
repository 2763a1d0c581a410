//! `--gen-doc`: a page about the API in reStructuredText, with the directives that Sphinx has for C.

use std::fmt::Write as _;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore};

use crate::model::{
    FptrTypedef, FunctionsParam, Handle, Macro, OffloadEnum, OffloadFunction, Struct, Typedef,
};
use crate::support::parameter_list;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-doc", help: "Generate Offload API documentation", options: &[], run };

/// A page part.
struct DocSection {
    title: &'static str,
    entries: Vec<DocEntry>,
}

/// A directive and its contents.
struct DocEntry {
    /// The directive without dots: `c:macro:: OL_SUCCESS`.
    directive: String,
    /// Paragraphs, the last of them possibly a field list.
    paragraphs: Vec<String>,
    entries: Vec<DocEntry>,
}

impl DocEntry {
    fn new(kind: &str, signature: &str, desc: &str) -> DocEntry {
        let directive = format!("c:{kind}:: {signature}");
        DocEntry { directive, paragraphs: vec![desc.to_owned()], entries: Vec::new() }
    }
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let sections = collect(job.store)?;
    job.write_text(&page(&sections))
}

fn collect(store: &RecordStore) -> Result<Vec<DocSection>, FieldError> {
    let macros = Macro::all(store)?;
    let handles = Handle::all(store)?;
    let typedefs = Typedef::all(store)?;
    let callbacks = FptrTypedef::all(store)?;
    let section = |title, entries| DocSection { title, entries };
    Ok(vec![
        section("Macros", macros.iter().map(|m| DocEntry::new("macro", m.name, m.desc)).collect()),
        section("Handles", handles.iter().map(|h| DocEntry::new("type", h.name, h.desc)).collect()),
        section("Enums", OffloadEnum::all(store)?.iter().map(for_enum).collect()),
        section("Typedefs", typedefs.iter().map(for_typedef).collect()),
        section("Callbacks", callbacks.iter().map(for_callback).collect()),
        section("Structs", Struct::all(store)?.iter().map(for_struct).collect()),
        section("Functions", OffloadFunction::all(store)?.iter().map(for_function).collect()),
    ])
}

fn for_enum(object: &OffloadEnum<'_>) -> DocEntry {
    let mut entry = DocEntry::new("enum", object.name, object.desc);
    entry.entries = object
        .etors
        .iter()
        .map(|etor| {
            let mut etor_entry = DocEntry::new("enumerator", &etor.name, etor.desc);
            if let Some(ty) = etor.tagged_type {
                etor_entry.paragraphs.push(format!(":type: ``{ty}``"));
            }
            etor_entry
        })
        .collect();
    entry
}

fn for_typedef(object: &Typedef<'_>) -> DocEntry {
    DocEntry::new("type", &format!("{} {}", object.value, object.name), object.desc)
}

fn for_callback(object: &FptrTypedef<'_>) -> DocEntry {
    let params: Vec<String> =
        object.params.iter().map(|param| format!("{} {}", param.ty, param.name)).collect();
    let signature = format!("{} (*{})({})", object.result, object.name, params.join(", "));
    let mut entry = DocEntry::new("type", &signature, object.desc);
    entry.paragraphs.extend(param_fields(&object.params));
    entry
}

fn for_struct(object: &Struct<'_>) -> DocEntry {
    let mut entry = DocEntry::new("struct", object.name, object.desc);
    let members = object.members.iter().map(|member| {
        DocEntry::new("member", &format!("{} {}", member.ty, member.name), member.desc)
    });
    entry.entries = members.collect();
    entry
}

fn for_function(object: &OffloadFunction<'_>) -> DocEntry {
    let signature = format!("ol_result_t {}({})", object.name, parameter_list(object));
    let mut entry = DocEntry::new("function", &signature, object.desc);
    entry.paragraphs.extend(list(&object.details));
    entry.paragraphs.extend(list(&object.analogues));
    entry.paragraphs.extend(param_fields(&object.params));
    let mut returns = String::new();
    for result in &object.returns {
        _ = writeln!(returns, ":retval {}:", result.value);
        for condition in &result.conditions {
            let condition = condition.replace('`', "``");
            _ = writeln!(returns, "   * {}", condition.replace('\n', " "));
        }
    }
    entry.paragraphs.push(returns);
    entry
}

/// Returns the item list, if there are items.
fn list(items: &[&str]) -> Option<String> {
    let lines: Vec<String> =
        items.iter().map(|item| format!("* {}", item.replace('\n', " "))).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The parameters as fields, if there are any.
fn param_fields(params: &[FunctionsParam<'_>]) -> Option<String> {
    let fields: Vec<String> = params
        .iter()
        .map(|param| format!(":param {}: {}", param.name, param.desc.replace('\n', " ")))
        .collect();
    (!fields.is_empty()).then(|| fields.join("\n"))
}

fn page(sections: &[DocSection]) -> String {
    let mut text = String::from("Offload API\n===========\n");
    for DocSection { title, entries } in sections.iter().filter(|part| !part.entries.is_empty()) {
        _ = write!(text, "\n{title}\n{}\n", "-".repeat(title.len()));
        entries.iter().for_each(|entry| push_entry(entry, "", &mut text));
    }
    text
}

fn push_entry(entry: &DocEntry, indentation: &str, text: &mut String) {
    _ = write!(text, "\n{indentation}.. {}\n", entry.directive);
    let inner = format!("{indentation}   ");
    for paragraph in &entry.paragraphs {
        text.push('\n');
        for line in paragraph.lines() {
            let line = format!("{inner}{line}");
            _ = writeln!(text, "{}", line.trim_end());
        }
    }
    entry.entries.iter().for_each(|entry| push_entry(entry, &inner, text));
}
