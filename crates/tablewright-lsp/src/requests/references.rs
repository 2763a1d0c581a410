//! `textDocument/references`: the uses of a name.

use gen_lsp_types as lsp;
use gen_lsp_types::Location;
use tablewright_records::trace::{DefinitionId, UseKind};
use tablewright_syntax::source::Span;

use crate::context::FileContext;
use crate::snapshot::Snapshot;

pub(crate) fn references(
    context: &FileContext<'_>,
    params: lsp::ReferenceParams,
) -> Option<Vec<Location>> {
    let at = params.text_document_position_params.position;
    let name = context.snapshot.name_at(context.path, at)?;
    let occurrences = all(&context.snapshot, name.definition);
    let is_asked = |kind: &Option<UseKind>| kind.is_some() || params.context.include_declaration;
    let requested = occurrences.into_iter().filter(|(_, kind)| is_asked(kind));
    Some(requested.map(|(location, _)| location).collect())
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
    let sources = snapshot.store().sources();
    let pos = names.definition(definition).span.lo;
    let offset = sources.offset_in_file(pos);
    let path = snapshot.analysis.path_of(pos);
    let mut ids = vec![definition];
    for &file in snapshot.analysis.inclusions(path) {
        let file = sources.file(file);
        if offset <= file.text.len()
            && let Some(id) = names.definition_at(file.pos(offset))
            && !ids.contains(&id)
        {
            ids.push(id);
        }
    }
    ids
}
