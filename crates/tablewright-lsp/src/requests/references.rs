//! `textDocument/references`: the uses of a name.

use std::path::Path;
use std::sync::Arc;

use gen_lsp_types as lsp;
use gen_lsp_types::Location;
use serde_json::Value;
use tablewright_records::LoadMonitor;
use tablewright_records::trace::{DefinitionId, UseKind};
use tablewright_syntax::source::Span;

use crate::routes::SearchStart;
use crate::search::{NameSearch, Purpose};
use crate::snapshot::Snapshot;
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

/// Returns the definition (without a kind) and the uses of a name, without duplicates. A file may
/// be included twice; then each inclusion has its own definition.
pub(crate) fn all(
    snapshot: &Snapshot<'_>,
    definition: DefinitionId,
) -> Vec<(Location, Option<UseKind>)> {
    let mut locations: Vec<(Location, Option<UseKind>)> = Vec::new();
    for (span, kind) in spans(snapshot, definition) {
        if let Some(location) = snapshot.location(span)
            && !locations.iter().any(|(other, _)| *other == location)
        {
            locations.push((location, kind));
        }
    }
    locations
}

/// Returns a name's spans: definitions and uses in all inclusions of its file.
pub(crate) fn spans(
    snapshot: &Snapshot<'_>,
    definition: DefinitionId,
) -> Vec<(Span, Option<UseKind>)> {
    let Some(names) = snapshot.names() else { return Vec::new() };
    let same = same_definitions(snapshot, definition);
    let mut name_spans: Vec<(Span, Option<UseKind>)> =
        same.iter().map(|&id| (names.definition(id).span, None)).collect();
    let uses = names.uses().iter().filter(|used| same.contains(&used.definition));
    name_spans.extend(uses.map(|used| (used.span, Some(used.kind))));
    name_spans
}

/// Returns the definition, and the definitions at the same offset in other inclusions of its file.
fn same_definitions(snapshot: &Snapshot<'_>, definition: DefinitionId) -> Vec<DefinitionId> {
    let Some(names) = snapshot.names() else { return Vec::new() };
    let pos = names.definition(definition).span.lo;
    let offset = snapshot.store().sources().offset_in_file(pos);
    let mut ids = vec![definition];
    ids.extend(definitions_at(snapshot, snapshot.analysis.path_of(pos), offset));
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Returns the definitions at an offset of a file, one for each inclusion.
pub(crate) fn definitions_at(
    snapshot: &Snapshot<'_>,
    path: &Path,
    offset: usize,
) -> Vec<DefinitionId> {
    let Some(names) = snapshot.names() else { return Vec::new() };
    let files = snapshot.analysis.inclusions(path).iter();
    let files = files.map(|&file| snapshot.store().sources().file(file));
    let here = files.filter(|file| offset <= file.text.len());
    here.filter_map(|file| names.definition_at(file.pos(offset))).collect()
}
