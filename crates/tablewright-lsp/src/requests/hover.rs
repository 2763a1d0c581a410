//! `textDocument/hover`: the meaning of a name, with types, evaluated values, and the statements
//! that set them.

use std::fmt::Write;

use gen_lsp_types as lsp;
use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind, Position};
use tablewright_inspect::explain::{
    LetExplanation, explain_field, explain_position, explain_record,
};
use tablewright_records::trace::{Definition, DefinitionKind};
use tablewright_records::{Class, Record};
use tablewright_syntax::lossless::NodeKind;
use tablewright_syntax::lossless::views::{Defm, View};

use super::definition::included_file;
use super::operators;
use super::records_at::{enclosing_records, records_at};
use super::template_parameters::{
    class_parameters, declared_parameters, template_parameters, type_and_name,
};
use super::{bound_values, hover_dag};
use crate::context::FileContext;
use crate::items::{ItemKind, nodes_around};
use crate::names::{counted, kind_name, owner, shortened};
use crate::scan::tree;
use crate::snapshot::{NameAt, Snapshot};

/// Limit for fields, records or steps.
const SHOWN: usize = 12;

/// Longest value in characters.
const VALUE_WIDTH: usize = 100;

pub(crate) fn hover(context: &FileContext<'_>, params: lsp::HoverParams) -> Option<Hover> {
    let at = params.text_document_position_params.position;
    let snapshot = &context.snapshot;
    let (text, range) = match snapshot.name_at(context.path, at) {
        Some(name) => (name_text(context, name, at)?, snapshot.range(name.span)),
        None => match included_file(snapshot, context.path, at) {
            Some((span, file)) => (include_text(snapshot, &file), snapshot.range(span)),
            None => hover_dag::dag_name(context, at)
                .or_else(|| operator(context, at))
                .or_else(|| defm(context, at))?,
        },
    };
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: text };
    Some(Hover { contents: Contents::MarkupContent(contents), range })
}

/// Formats a code block.
fn code(text: &str) -> String {
    format!("```tablegen\n{}\n```\n", text.trim_end())
}

fn name_text(context: &FileContext<'_>, name: NameAt, at: Position) -> Option<String> {
    let snapshot = &context.snapshot;
    let definition = snapshot.names()?.definition(name.definition);
    let store = snapshot.store();
    let text = store.str(definition.name);
    let mut out = match definition.kind {
        DefinitionKind::Class => class_text(store.get_class(text)?),
        DefinitionKind::Record => record_text(snapshot, definition, snapshot.text(name.span)),
        DefinitionKind::Field => field_text(context, definition, at),
        DefinitionKind::Parameter => parameter_text(snapshot, definition),
        DefinitionKind::Variable => variable_text(snapshot, definition),
        DefinitionKind::Multiclass => {
            let parameters = declared_parameters(store.sources(), definition.span.lo);
            code(&format!("multiclass {text}{}", parameter_list(&parameters)))
        }
        DefinitionKind::TypeAlias | DefinitionKind::Macro => {
            code(&written_line(snapshot, definition))
        }
    };
    let uses = snapshot.names()?.uses_of(name.definition).count();
    let owner = owner(snapshot, definition).map_or(String::new(), |owner| format!(" of `{owner}`"));
    let file = snapshot.analysis.path_of(definition.span.lo);
    let file =
        file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let line = store.sources().line_column(definition.span.lo).line;
    let (kind, uses) = (kind_name(definition.kind), counted(uses, "use"));
    _ = write!(out, "\n{kind}{owner}, defined in {file}:{line}, {uses}\n");
    if starts_line(snapshot, definition) {
        out.push_str(&comment_text(snapshot, definition));
    }
    Some(out)
}

/// Returns a definition's source line.
fn written_line(snapshot: &Snapshot<'_>, definition: &Definition) -> String {
    let line = snapshot.store().sources().line_text(definition.span.lo).trim();
    line.trim_end_matches(['{', ' ']).to_owned()
}

/// Whether a definition is the first on its line, so that the comment above belongs to it. A
/// template parameter may follow the name of its class.
fn starts_line(snapshot: &Snapshot<'_>, definition: &Definition) -> bool {
    if definition.kind != DefinitionKind::Parameter {
        return true;
    }
    let line = snapshot.store().sources().line_text(definition.span.lo).trim_start();
    let parameter = declared_parameter(snapshot, definition);
    parameter.is_some_and(|parameter| line.starts_with(type_and_name(&parameter).0))
}

/// Returns the comment lines above a definition.
fn comment_text(snapshot: &Snapshot<'_>, definition: &Definition) -> String {
    let sources = snapshot.store().sources();
    let file = sources.file(sources.file_of(definition.span.lo));
    let offset = sources.offset_in_file(definition.span.lo);
    let start = file.text[..offset].rfind('\n').unwrap_or(0);
    let above = file.text[..start].lines().rev().map(str::trim);
    let lines = above.take_while(|line| line.starts_with("//") && !line.starts_with("//==="));
    let mut lines: Vec<&str> =
        lines.take(20).map(|line| line.trim_start_matches('/').trim()).collect();
    lines.reverse();
    if lines.is_empty() { String::new() } else { format!("\n---\n{}\n", lines.join("  \n")) }
}

/// Formats `class NAME<parameters> : superclasses`.
fn class_header(class: Class<'_>) -> String {
    let mut text = format!("class {}{}", class.name(), parameter_list(&class_parameters(class)));
    let parents = class.direct_superclass_names();
    if !parents.is_empty() {
        _ = write!(text, " : {}", parents.join(", "));
    }
    text
}

/// Formats parameters in angle brackets.
fn parameter_list(parameters: &[String]) -> String {
    if parameters.is_empty() { String::new() } else { format!("<{}>", parameters.join(", ")) }
}

/// Describes a class. Its own fields are before inherited fields.
fn class_text(class: Class<'_>) -> String {
    let store = class.store();
    let mut text = class_header(class);
    let inherited = |name| {
        let above = class.superclasses().iter().map(|&id| store.class(id));
        above.into_iter().any(|class| class.fields().any(|field| field.name == name))
    };
    let mut fields: Vec<_> = class.fields().collect();
    fields.sort_by_key(|field| inherited(field.name));
    let fields: Vec<String> = fields
        .into_iter()
        .map(|field| {
            let (ty, name) = (store.type_text(field.ty), store.str(field.name));
            format!("  {ty} {name} = {};", shortened(&store.value_text(field.value), VALUE_WIDTH))
        })
        .collect();
    if !fields.is_empty() {
        text.push_str(" {\n");
        text.push_str(&shown(&fields, "\n", "fields"));
        text.push_str("\n}");
    }
    let records = store.derived(class.id()).len();
    format!("{}\n{}\n", code(&text), counted(records, "record"))
}

/// Joins the first few items of a list, and adds how many items remain.
fn shown(list: &[String], separator: &str, what: &str) -> String {
    let mut text = list.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(separator);
    if list.len() > SHOWN {
        _ = write!(text, "{separator}  // and {} more {what}", list.len() - SHOWN);
    }
    text
}

/// Describes the records of a `def`, the record named at the cursor first.
fn record_text(snapshot: &Snapshot<'_>, definition: &Definition, name: &str) -> String {
    let mut records = records_at(snapshot, definition.span.lo);
    records.sort_by_key(|record| record.name() != name);
    match records[..] {
        [] => code(&written_line(snapshot, definition)),
        [record] => one_record(record),
        [first, ..] => {
            let names: Vec<String> =
                records.iter().map(|record| format!("`{}`", record.name())).collect();
            let list = shown(&names, ", ", "records");
            format!("{}\n{}: {list}\n", one_record(first), counted(records.len(), "record"))
        }
    }
}

/// Describes a record with its evaluated values. Values that differ from their defaults are first.
fn one_record(record: Record<'_>) -> String {
    let parents = record.direct_superclass_names().join(", ");
    let mut text = format!("def {}", record.name());
    if !parents.is_empty() {
        _ = write!(text, " : {parents}");
    }
    let Some(explained) = explain_record(record.store(), record.id()) else { return code(&text) };
    let mut fields = explained.fields;
    fields.sort_by_key(|field| field.is_default);
    let fields: Vec<String> = fields
        .iter()
        .map(|field| {
            let value = shortened(&field.value, VALUE_WIDTH);
            format!("  {} {} = {value};", field.ty, field.name)
        })
        .collect();
    if !fields.is_empty() {
        text.push_str(" {\n");
        text.push_str(&shown(&fields, "\n", "fields"));
        text.push_str("\n}");
    }
    code(&text)
}

/// Describes a field: its declaration, the value in the enclosing record with its origin, or the
/// effect of the `let` at the position.
fn field_text(context: &FileContext<'_>, definition: &Definition, at: Position) -> String {
    let snapshot = &context.snapshot;
    let store = snapshot.store();
    let name = store.str(definition.name);
    let class = owner(snapshot, definition).and_then(|owner| store.get_class(owner));
    let declared =
        class.and_then(|class| class.fields().find(|field| field.name == definition.name));
    let mut out = match declared {
        Some(field) => code(&format!("{} {name}", store.type_text(field.ty))),
        None => code(&written_line(snapshot, definition)),
    };
    let positions = snapshot.positions(context.path, at);
    let binding = positions.iter().find_map(|&pos| explain_position(store, pos)?.binding);
    if let Some(binding) = binding {
        out.push_str(&let_text(&binding));
    }
    let around = || enclosing_records(context, at, &[ItemKind::Def]).into_iter().next();
    let read = || read_record(context, at);
    if let Some(record) = accessed_record(context, at).or_else(read).or_else(around) {
        let Some(field) = explain_field(store, record.id(), name, &[]) else { return out };
        let value = shortened(&field.value, VALUE_WIDTH);
        _ = write!(out, "\nin `{}`: `{value}`\n", record.name());
        for step in field.steps.iter().rev().take(SHOWN).rev() {
            let (at, value) = (&step.at.location, shortened(&step.value, VALUE_WIDTH));
            let file = at.file.rsplit('/').next().unwrap_or(&at.file);
            _ = writeln!(out, "- {} ({file}:{}): `{value}`", step.what, at.line);
        }
    }
    out
}

/// Returns the record whose field an expression such as `R0.Number` reads.
fn accessed_record<'a>(context: &FileContext<'a>, at: Position) -> Option<Record<'a>> {
    let snapshot = &context.snapshot;
    let view = snapshot.view(context.path)?;
    let tree = tree(&view.text);
    let around = nodes_around(&tree, snapshot.offset(context.path, at)?);
    let access = around.iter().rev().find(|node| node.kind() == NodeKind::FieldValue)?;
    let value = access.child(NodeKind::NameValue)?;
    snapshot.store().get(value.text())
}

/// Returns the record whose field an expression such as `!cast<R>("R0").Number` read during
/// evaluation.
fn read_record<'a>(context: &FileContext<'a>, at: Position) -> Option<Record<'a>> {
    let snapshot = &context.snapshot;
    let name = snapshot.name_at(context.path, at)?;
    let record = snapshot.names()?.records_read_at(name.span.lo).next()?;
    Some(snapshot.store().record(record))
}

/// Describes the `defm` at the position: the records that it defines.
fn defm(context: &FileContext<'_>, at: Position) -> Option<(String, Option<lsp::Range>)> {
    let snapshot = &context.snapshot;
    let view = snapshot.view(context.path)?;
    let tree = tree(&view.text);
    let offset = snapshot.offset(context.path, at)?;
    let name =
        nodes_around(&tree, offset).into_iter().find_map(Defm::from_node)?.name()?.node().range();
    if offset < name.start || name.end < offset {
        return None;
    }
    let records = enclosing_records(context, at, &[ItemKind::Defm]);
    let names: Vec<String> = records.iter().map(|record| format!("`{}`", record.name())).collect();
    let list = shown(&names, ", ", "records");
    let header = code(&format!("defm {}", &view.text[name.clone()]));
    let range = view.client_range(name, snapshot);
    Some((format!("{header}\n{}: {list}\n", counted(records.len(), "record")), Some(range)))
}

fn let_text(binding: &LetExplanation) -> String {
    let (set, overridden) = (binding.records.len(), binding.overridden.len());
    let mut text = format!("\n{}: {} have what it set", binding.what, counted(set, "record"));
    if overridden > 0 {
        _ = write!(
            text,
            ", in {} something else set the field later",
            counted(overridden, "record")
        );
    }
    text.push('\n');
    text
}

/// Returns a template parameter as declared, `type NAME = value`.
fn declared_parameter(snapshot: &Snapshot<'_>, definition: &Definition) -> Option<String> {
    let name = snapshot.store().str(definition.name);
    let parameters = template_parameters(snapshot, owner(snapshot, definition)?)?;
    parameters.into_iter().find(|parameter| type_and_name(parameter).1 == name)
}

/// Describes a template parameter: its declaration, and its values.
fn parameter_text(snapshot: &Snapshot<'_>, definition: &Definition) -> String {
    let declared = declared_parameter(snapshot, definition);
    let mut text = code(&declared.unwrap_or_else(|| written_line(snapshot, definition)));
    let values = bound_values::of_parameter(snapshot, definition);
    text.push_str(&bound_values::shown(snapshot.store(), &values, VALUE_WIDTH));
    text
}

/// Describes a variable: its definition, and its value, or its values in a loop.
fn variable_text(snapshot: &Snapshot<'_>, definition: &Definition) -> String {
    let store = snapshot.store();
    let mut text = code(&written_line(snapshot, definition));
    let global = store.globals().find(|(name, _)| *name == definition.name);
    match global.filter(|_| definition.owner.is_none()) {
        Some((_, value)) => {
            let value = store.value_text(value);
            _ = write!(text, "\nvalue: `{}`\n", shortened(&value, VALUE_WIDTH));
        }
        None => {
            let values = bound_values::of_loop(snapshot, definition);
            text.push_str(&bound_values::shown(store, &values, VALUE_WIDTH));
        }
    }
    text
}

fn include_text(snapshot: &Snapshot<'_>, file: &lsp::Location) -> String {
    let path = crate::uri::to_path(&file.uri);
    let count = path.map_or(0, |path| snapshot.analysis.inclusions(&path).len());
    let file = file.uri.0.rsplit('/').next().unwrap_or_default();
    format!("[{file}]({file}), included {}\n", counted(count, "time"))
}

/// Describes an operator such as `!foreach`. Needs only the text.
fn operator(context: &FileContext<'_>, at: Position) -> Option<(String, Option<lsp::Range>)> {
    let snapshot = &context.snapshot;
    let view = snapshot.view(context.path)?;
    let offset = snapshot.offset(context.path, at)?;
    let tokens = crate::scan::code_tokens(&crate::scan::tree(&view.text));
    let covering = |token: &&crate::scan::ScanToken| {
        token.kind == crate::scan::ScanTokenKind::Bang
            && token.range.start <= offset
            && offset <= token.range.end
    };
    let token = tokens.iter().find(covering)?;
    let bang_operator = operators::find(&token.text(&view.text)[1..])?;
    let range = view.lines.range(&view.text, token.range.clone(), snapshot.encoding);
    Some((
        format!("{}\n{}\n", code(&bang_operator.signature()), bang_operator.summary),
        Some(range),
    ))
}
