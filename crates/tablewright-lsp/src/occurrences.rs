//! The places of a name: its definitions and uses, in all inclusions of its file.

use std::path::Path;

use gen_lsp_types::Location;
use tablewright_records::trace::{DefinitionId, UseKind};
use tablewright_syntax::source::Span;

use crate::snapshot::Snapshot;

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
