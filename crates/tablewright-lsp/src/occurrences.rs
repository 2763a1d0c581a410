//! A name's places: its definitions and uses, wherever its file is included.

use std::collections::BTreeSet;
use std::path::Path;

use gen_lsp_types::Location;
use tablewright_records::trace::{DefinitionId, TraceNames, UseKind};
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
    spans_of(names, &same_definitions(snapshot, definition))
}

/// Returns the spans of definitions (without a kind), then their uses.
pub(crate) fn spans_of(
    names: &TraceNames,
    definitions: &BTreeSet<DefinitionId>,
) -> Vec<(Span, Option<UseKind>)> {
    let mut name_spans: Vec<(Span, Option<UseKind>)> =
        definitions.iter().map(|&id| (names.definition(id).span, None)).collect();
    let uses = names.uses().iter().filter(|used| definitions.contains(&used.definition));
    name_spans.extend(uses.map(|used| (used.span, Some(used.kind))));
    name_spans
}

/// Returns the definition, and the definitions at the same offset in other inclusions of its file.
fn same_definitions(snapshot: &Snapshot<'_>, definition: DefinitionId) -> BTreeSet<DefinitionId> {
    let Some(names) = snapshot.names() else { return BTreeSet::new() };
    let (path, offset) = snapshot.path_and_offset(names.definition(definition).span.lo);
    let mut ids = BTreeSet::from([definition]);
    ids.extend(definitions_at(snapshot, &path, offset));
    ids
}

/// Returns the definitions at an offset of a file, one for each inclusion.
pub(crate) fn definitions_at(
    snapshot: &Snapshot<'_>,
    path: &Path,
    offset: usize,
) -> Vec<DefinitionId> {
    let Some(names) = snapshot.names() else { return Vec::new() };
    snapshot.positions_at(path, offset).filter_map(|pos| names.definition_at(pos)).collect()
}
