//! `textDocument/prepareRename` and `textDocument/rename`.

use std::collections::BTreeMap;
use std::path::Path;

use gen_lsp_types as lsp;
use gen_lsp_types::{PrepareRenameResult, TextEdit, WorkspaceEdit};

use super::{references, rename_files};
use crate::context::FileContext;
use crate::snapshot::{NameAt, Snapshot};
use crate::state::ServerState;
use crate::uri;

pub(crate) fn prepare(
    context: &FileContext<'_>,
    params: lsp::PrepareRenameParams,
) -> Option<PrepareRenameResult> {
    let at = params.text_document_position_params.position;
    if let Some(range) = rename_files::path_at(context, at) {
        return Some(PrepareRenameResult::Range(range));
    }
    let name = renamed(context, at).ok()?;
    Some(PrepareRenameResult::Range(context.snapshot.range(name.span)?))
}

/// Returns the edit for a renaming. The client shows the error message.
pub(crate) fn rename(
    state: &mut ServerState,
    params: lsp::RenameParams,
) -> Result<Option<lsp::WorkspaceEdit>, String> {
    if let Some(edit) = rename_files::rename_included(state, &params) {
        return edit.map(Some);
    }
    let uri = &params.text_document_position_params.text_document.uri;
    let path = uri::to_path(uri).ok_or("the document is not a file")?;
    let rename_edit = state.with_file(&path, |context| rename_name(context, &params));
    rename_edit.ok_or("the file is not evaluated")?.map(Some)
}

/// Returns the edits at a name and its uses, or an error message.
fn rename_name(
    context: &FileContext<'_>,
    params: &lsp::RenameParams,
) -> Result<WorkspaceEdit, String> {
    let at = params.text_document_position_params.position;
    let name = renamed(context, at)?;
    let new = params.new_name.as_str();
    if !is_name(new) {
        return Err(format!("'{new}' is not a valid name"));
    }
    let snapshot = &context.snapshot;
    let mut edits: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for (location, _) in references::all(snapshot, name.definition) {
        let edit = TextEdit { range: location.range, new_text: new.to_owned() };
        edits.entry(location.uri.0).or_default().push(edit);
    }
    let changes = edits.into_iter().map(|(uri, edits)| (lsp::Uri(uri), edits)).collect();
    Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

/// Returns the name at a position if it can be renamed. Its definition and all uses must be spelt
/// as the name itself, in files of the root's own tree.
fn renamed(context: &FileContext<'_>, at: lsp::Position) -> Result<NameAt, String> {
    let snapshot = &context.snapshot;
    let name = snapshot.name_at(context.path, at).ok_or("no name at this position")?;
    let names = snapshot.names().ok_or("no name at this position")?;
    let text = snapshot.store().str(names.definition(name.definition).name);
    let own =
        snapshot.analysis.paths.first().and_then(|main| main.parent()).unwrap_or(Path::new(""));
    for (span, _) in references::spans(snapshot, name.definition) {
        let path = snapshot.analysis.path_of(span.lo);
        if !path.starts_with(own) {
            return Err(format!(
                "'{text}' is used in {}, which is of another tree",
                path.display()
            ));
        }
        if shown_text(snapshot, span) != text {
            return Err(format!(
                "the name '{text}' is computed, or is spelt in another way, in {}",
                path.display()
            ));
        }
        if snapshot.location(span).is_none() {
            return Err("an edit there is not evaluated yet".to_owned());
        }
    }
    Ok(name)
}

fn shown_text<'a>(snapshot: &Snapshot<'a>, span: tablewright_syntax::source::Span) -> &'a str {
    let span = tablewright_syntax::shown_span(snapshot.store().sources(), span);
    snapshot.text(span)
}

fn is_name(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.bytes().all(is_part) && text.bytes().any(|byte| !byte.is_ascii_digit())
}
