//! `textDocument/definition`: the definition of a name, or the file of an `include`.

use std::path::Path;

use gen_lsp_types as lsp;
use gen_lsp_types::{Definition, DefinitionResponse, Location, Position};
use tablewright_syntax::shown_span;
use tablewright_syntax::source::Span;

use crate::context::FileContext;
use crate::snapshot::Snapshot;

pub(crate) fn definition(
    context: &FileContext<'_>,
    params: lsp::DefinitionParams,
) -> Option<DefinitionResponse> {
    let at = params.text_document_position_params.position;
    let snapshot = &context.snapshot;
    let target = match snapshot.name_at(context.path, at) {
        Some(name) => {
            let names = snapshot.names()?;
            snapshot.location(names.definition(name.definition).span)?
        }
        None => included_file(snapshot, context.path, at)?.1,
    };
    Some(DefinitionResponse::Definition(Definition::Location(target)))
}

/// Returns the `include` at a position: the span of its path, and the file.
pub(crate) fn included_file(
    snapshot: &Snapshot<'_>,
    path: &Path,
    at: Position,
) -> Option<(Span, Location)> {
    let positions = snapshot.positions(path, at);
    includes(snapshot, path)
        .into_iter()
        .find(|(span, _)| positions.iter().any(|&pos| span.lo <= pos && pos <= span.hi))
}

/// Returns the `include`s in a file with the included files.
pub(crate) fn includes(snapshot: &Snapshot<'_>, path: &Path) -> Vec<(Span, Location)> {
    let sources = snapshot.store().sources();
    let own = snapshot.analysis.inclusions(path);
    let mut links = Vec::new();
    for (index, file) in sources.files().iter().enumerate() {
        let Some(from) = file.included_from else { continue };
        if !own.contains(&sources.file_of(from)) {
            continue;
        }
        let Some(view) = snapshot.view(&snapshot.analysis.paths[index]) else { continue };
        let location = Location { uri: view.uri.clone(), range: lsp::Range::default() };
        links.push((shown_span(sources, from.into()), location));
    }
    links
}
