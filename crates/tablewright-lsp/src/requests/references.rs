//! `textDocument/references`: the uses of a name.

use std::path::Path;
use std::sync::Arc;

use gen_lsp_types as lsp;
use serde_json::Value;
use tablewright_records::LoadMonitor;

use crate::search::{NameSearch, Purpose, SearchStart};
use crate::state::ServerState;
use crate::uri;

/// Starts the search for a name at a position. Without a name the result is `null`.
pub(crate) fn references(
    state: &mut ServerState,
    params: lsp::ReferenceParams,
) -> Result<SearchStart, String> {
    let purpose = Purpose::References { has_declaration: params.context.include_declaration };
    Ok(start(state, &params.text_document_position_params, purpose))
}

/// Starts the search of `tablewright/references`. Parameters as in `textDocument/references`.
pub(crate) fn references_with_kinds(
    state: &mut ServerState,
    params: lsp::TextDocumentPositionParams,
) -> Result<SearchStart, String> {
    Ok(start(state, &params, Purpose::ReferencesWithKinds))
}

/// Starts the search for the name at a position.
pub(crate) fn start(
    state: &mut ServerState,
    at: &lsp::TextDocumentPositionParams,
    purpose: Purpose,
) -> SearchStart {
    search(state, at, purpose).map_or(SearchStart::Answer(Value::Null), SearchStart::Search)
}

fn search(
    state: &mut ServerState,
    at: &lsp::TextDocumentPositionParams,
    purpose: Purpose,
) -> Option<Box<NameSearch>> {
    let path = uri::to_path(&at.text_document.uri)?;
    let (definition, defined_in) = state.with_file(&path, |context| {
        let snapshot = &context.snapshot;
        let definition = snapshot.name_at(context.path, at.position)?.definition;
        let span = snapshot.names()?.definition(definition).span;
        Some((definition, snapshot.analysis.path_of(span.lo).to_owned()))
    })??;
    let root = state.roots.active(&path);
    let analysis = Arc::clone(state.evaluations.states.get(&root)?.analysis()?);
    let roots = state.roots.for_file(&defined_in).into_iter().chain(state.roots.for_file(&path));
    let roots = roots.map(|id| state.roots.get(id).clone()).collect();
    let mut folders = state.folders.clone();
    if !folders.iter().any(|folder| path.starts_with(folder)) {
        let own = analysis.paths.first().and_then(|main| main.parent());
        folders.extend(own.map(Path::to_owned));
    }
    Some(Box::new(NameSearch {
        purpose,
        root: state.roots.get(root).clone(),
        analysis,
        definition,
        roots,
        base: state.roots.base().clone(),
        folders,
        documents: state.documents.clone(),
        encoding: state.encoding,
        monitor: LoadMonitor::new(),
        clock: state.evaluations.clock(),
        progress: None,
    }))
}
