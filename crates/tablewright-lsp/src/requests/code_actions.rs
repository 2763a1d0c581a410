//! `textDocument/codeAction`: the suggestions of errors, and the fixes of lints.

use std::collections::BTreeMap;

use gen_lsp_types as lsp;
use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionResponse, TextEdit, WorkspaceEdit};
use tablewright::syntax::source::Span;

use super::diagnostics;
use crate::context::FileContext;
use crate::snapshot::Snapshot;

pub(crate) fn code_actions(
    context: &FileContext<'_>,
    params: lsp::CodeActionParams,
) -> Option<Vec<CodeActionResponse>> {
    let snapshot = &context.snapshot;
    let mut found = Vec::new();
    for diagnostic in &snapshot.analysis.diagnostics {
        let Some(suggestion) = &diagnostic.suggestion else { continue };
        let Some(span) = diagnostic.span.filter(|&span| touches(context, span, params.range))
        else {
            continue;
        };
        let edits = [(suggestion.span, suggestion.replacement.as_str())];
        let about = snapshot.location(span).and_then(|location| {
            let mut sent = params.context.diagnostics.iter();
            sent.find(|sent| sent.range == location.range).cloned()
        });
        let title = match suggestion.replacement.as_str() {
            "" => suggestion.message.clone(),
            new => format!("Write '{new}'"),
        };
        found.extend(action(snapshot, title, &edits, about));
    }
    for finding in context.findings {
        let (Some(fix), Some(span)) = (&finding.fix, finding.diagnostic.span) else { continue };
        if !touches(context, span, params.range) {
            continue;
        }
        let edits = fix.edits.iter().map(|edit| (edit.span, edit.replacement.as_str()));
        let edits: Vec<(Span, &str)> = edits.collect();
        let about = diagnostics::of_finding(snapshot, finding).map(|(_, diagnostic)| diagnostic);
        found.extend(action(snapshot, capitalized(&fix.message), &edits, about));
    }
    Some(found)
}

/// Whether a span is in the file and meets a range of lines.
fn touches(context: &FileContext<'_>, span: Span, range: lsp::Range) -> bool {
    let snapshot = &context.snapshot;
    let is_here = snapshot.analysis.path_of(span.lo) == context.path;
    let found = if is_here { snapshot.range(span) } else { None };
    found.is_some_and(|own| own.start.line <= range.end.line && range.start.line <= own.end.line)
}

fn action(
    snapshot: &Snapshot<'_>,
    title: String,
    edits: &[(Span, &str)],
    about: Option<lsp::Diagnostic>,
) -> Option<CodeActionResponse> {
    let mut by_uri: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for &(span, text) in edits {
        let location = snapshot.exact_location(span)?;
        let edit = TextEdit { range: location.range, new_text: text.to_owned() };
        by_uri.entry(location.uri.0).or_default().push(edit);
    }
    let changes = by_uri.into_iter().map(|(uri, edits)| (lsp::Uri(uri), edits)).collect();
    Some(CodeActionResponse::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: about.map(|about| vec![about]),
        is_preferred: Some(true),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    }))
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
