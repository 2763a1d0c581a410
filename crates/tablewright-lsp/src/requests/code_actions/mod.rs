//! `textDocument/codeAction`: suggestions from errors, lint fixes, missing fields and `include`s,
//! and documents about a `def` or `defm`.

mod add_include;
mod create_field;

use std::collections::BTreeMap;

use gen_lsp_types as lsp;
use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionResponse, Command, TextDocumentPositionParams, TextEdit,
    Uri, WorkspaceEdit,
};
use serde_json::json;
use tablewright_inspect::lint::Finding;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::Span;

use super::{diagnostics, virtual_documents};
use crate::context::FileContext;
use crate::snapshot::Snapshot;

/// An edit to the client's text.
struct FileEdit {
    uri: Uri,
    edit: TextEdit,
}

impl FileEdit {
    fn new(uri: Uri, range: lsp::Range, text: &str) -> FileEdit {
        FileEdit { uri, edit: TextEdit { range, new_text: text.to_owned() } }
    }
}

pub(crate) fn code_actions(
    context: &FileContext<'_>,
    params: lsp::CodeActionParams,
) -> Option<Vec<CodeActionResponse>> {
    let mut actions = Vec::new();
    if is_asked(&params, &CodeActionKind::QuickFix) {
        let snapshot = context.failed.as_ref().unwrap_or(&context.snapshot);
        for diagnostic in &snapshot.analysis.diagnostics {
            actions.extend(for_diagnostic(context, snapshot, &params, diagnostic));
        }
        actions.extend(for_findings(context, &params));
    }
    if is_asked(&params, &CodeActionKind::Refactor) {
        actions.extend(documents(context, params));
    }
    Some(actions.into_iter().map(CodeActionResponse::CodeAction).collect())
}

/// Whether the client requests actions of a kind. Kinds are hierarchical, and an empty request
/// means all.
fn is_asked(params: &lsp::CodeActionParams, kind: &CodeActionKind) -> bool {
    let Some(only) = &params.context.only else { return true };
    only.iter().any(|asked| asked.as_str().is_empty() || asked == kind)
}

/// Returns actions for a diagnostic of `snapshot` in the range.
fn for_diagnostic(
    context: &FileContext<'_>,
    snapshot: &Snapshot<'_>,
    params: &lsp::CodeActionParams,
    diagnostic: &Diagnostic,
) -> Vec<CodeAction> {
    let span = diagnostic.span.filter(|&span| touches(context, snapshot, span, params.range));
    let Some(span) = span else { return Vec::new() };
    let about = snapshot.location(span).and_then(|location| {
        let mut sent = params.context.diagnostics.iter();
        sent.find(|sent| sent.range == location.range).cloned()
    });
    let mut fixes = Vec::new();
    if let Some(suggestion) = &diagnostic.suggestion {
        let title = match suggestion.replacement.as_str() {
            "" => suggestion.message.clone(),
            new => format!("Write '{new}'"),
        };
        let edit = located(snapshot, suggestion.span, &suggestion.replacement);
        fixes.extend(edit.map(|edit| action(title, vec![edit], about.clone(), true)));
    }
    // They need records.
    let others = match diagnostic.code.filter(|_| context.failed.is_none()) {
        Some(Code::UnknownField) => create_field::actions(context, diagnostic),
        Some(Code::UnknownClass | Code::UnknownMulticlass) => {
            add_include::actions(context, diagnostic)
        }
        Some(_) | None => Vec::new(),
    };
    let others = others.into_iter();
    fixes.extend(others.map(|(title, edit)| action(title, vec![edit], about.clone(), false)));
    fixes
}

/// Returns the lint fixes in the range.
fn for_findings(context: &FileContext<'_>, params: &lsp::CodeActionParams) -> Vec<CodeAction> {
    let findings = context.findings.iter();
    findings.filter_map(|finding| fix(context, finding, params.range)).collect()
}

/// Returns the action that applies the finding's fix if the finding touches the range.
fn fix(context: &FileContext<'_>, finding: &Finding, range: lsp::Range) -> Option<CodeAction> {
    let snapshot = &context.snapshot;
    let (fix, span) = (finding.fix.as_ref()?, finding.diagnostic.span?);
    if !touches(context, snapshot, span, range) {
        return None;
    }
    let edits = fix.edits.iter().map(|edit| located(snapshot, edit.span, &edit.replacement));
    let edits = edits.collect::<Option<Vec<FileEdit>>>()?;
    let about = diagnostics::for_finding(snapshot, finding).map(|(_, diagnostic)| diagnostic);
    Some(action(capitalized(&fix.message), edits, about, true))
}

/// Returns actions that open documents about the `def` or `defm` at the start of the range.
fn documents(context: &FileContext<'_>, params: lsp::CodeActionParams) -> Vec<CodeAction> {
    let at = TextDocumentPositionParams {
        text_document: params.text_document,
        position: params.range.start,
    };
    let offered = virtual_documents::offered(context, at).into_iter();
    offered.map(open_document).collect()
}

fn open_document(document: virtual_documents::Offered) -> CodeAction {
    let title = format!("Show: {}", document.title);
    CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::Refactor),
        command: Some(Command {
            title,
            command: virtual_documents::OPEN.to_owned(),
            arguments: Some(vec![json!(document.uri)]),
            ..Command::default()
        }),
        ..CodeAction::default()
    }
}

/// Whether a span is in the file and overlaps the lines of a range.
fn touches(
    context: &FileContext<'_>,
    snapshot: &Snapshot<'_>,
    span: Span,
    range: lsp::Range,
) -> bool {
    let is_here = snapshot.analysis.path_of(span.lo) == context.path;
    let client_range = if is_here { snapshot.range(span) } else { None };
    client_range
        .is_some_and(|own| own.start.line <= range.end.line && range.start.line <= own.end.line)
}

/// Returns the edit that replaces a span by `text`; `None` if the client has edited this place.
fn located(snapshot: &Snapshot<'_>, span: Span, text: &str) -> Option<FileEdit> {
    let location = snapshot.exact_location(span)?;
    Some(FileEdit::new(location.uri, location.range, text))
}

fn action(
    title: String,
    edits: Vec<FileEdit>,
    about: Option<lsp::Diagnostic>,
    is_preferred: bool,
) -> CodeAction {
    let mut by_uri: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for FileEdit { uri, edit } in edits {
        by_uri.entry(uri.0).or_default().push(edit);
    }
    let changes = by_uri.into_iter().map(|(uri, edits)| (Uri(uri), edits)).collect();
    CodeAction {
        title,
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: about.map(|about| vec![about]),
        is_preferred: Some(is_preferred),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
