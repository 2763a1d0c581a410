//! `textDocument/prepareRename` and `textDocument/rename`.

use gen_lsp_types as lsp;
use gen_lsp_types::PrepareRenameResult;
use serde_json::json;

use super::{references, rename_files};
use crate::context::FileContext;
use crate::routes::SearchStart;
use crate::search::{Purpose, is_name};
use crate::snapshot::NameAt;
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

/// Starts a renaming. The client shows the error message.
pub(crate) fn rename(
    state: &mut ServerState,
    params: lsp::RenameParams,
) -> Result<SearchStart, String> {
    if let Some(edit) = rename_files::rename_included(state, &params) {
        return Ok(SearchStart::Answer(json!(edit?)));
    }
    let at = &params.text_document_position_params;
    let path = uri::to_path(&at.text_document.uri).ok_or("the document is not a file")?;
    let name = state.with_file(&path, |context| renamed(context, at.position).map(|_| ()));
    name.ok_or("the file is not evaluated")??;
    let new = params.new_name;
    if !is_name(&new) {
        return Err(format!("'{new}' is not a valid name"));
    }
    Ok(references::start(state, at, Purpose::Rename(new)))
}

/// Returns the name at a position if it is spelt as the name itself. The search checks the other
/// places.
fn renamed(context: &FileContext<'_>, at: lsp::Position) -> Result<NameAt, String> {
    let snapshot = &context.snapshot;
    let name = snapshot.name_at(context.path, at).ok_or("no name at this position")?;
    let names = snapshot.names().ok_or("no name at this position")?;
    if snapshot.location(names.definition(name.definition).span).is_none() {
        return Err("an edit there is not evaluated yet".to_owned());
    }
    let text = snapshot.store().str(names.definition(name.definition).name);
    if snapshot.text(name.span) == text {
        Ok(name)
    } else {
        Err(format!("the name '{text}' is computed, or is spelt in another way, here"))
    }
}
