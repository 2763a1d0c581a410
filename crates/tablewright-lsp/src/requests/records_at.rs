//! The records that a `def` or `defm` defines.

use gen_lsp_types::Position;
use tablewright_records::Record;
use tablewright_syntax::source::Pos;

use crate::context::FileContext;
use crate::items::{ItemKind, around, items};
use crate::scan::tree;
use crate::snapshot::Snapshot;

/// Returns the records defined at a position, sorted by name. A `def` in a loop or multiclass
/// defines several. Records of a `defm` are at its position, too.
pub(crate) fn records_at<'a>(snapshot: &Snapshot<'a>, pos: Pos) -> Vec<Record<'a>> {
    let records = snapshot.store().records();
    records.filter(|record| record.positions().contains(&pos)).collect()
}

/// Returns the records of the innermost statement with one of these kinds around a position.
pub(crate) fn enclosing_records<'a>(
    context: &FileContext<'a>,
    at: Position,
    kinds: &[ItemKind],
) -> Vec<Record<'a>> {
    let snapshot = &context.snapshot;
    let (Some(view), Some(offset)) =
        (snapshot.view(context.path), snapshot.offset(context.path, at))
    else {
        return Vec::new();
    };
    let items = items(&tree(&view.text));
    let around = around(&items, offset);
    let statements = around.iter().rev().filter(|item| kinds.contains(&item.kind));
    // A record's position is its name, or the keyword if it has none. A record of a `defm` is also
    // at the name of the multiclass.
    let starts = statements.flat_map(|item| {
        let parents = item.parents.iter().filter(|_| item.kind == ItemKind::Defm);
        let own = [item.name.start, item.range.start];
        own.into_iter().chain(parents.map(|name| name.start)).collect::<Vec<_>>()
    });
    starts
        .flat_map(|start| snapshot.evaluated(context.path, start))
        .map(|pos| records_at(snapshot, pos))
        .find(|records| !records.is_empty())
        .unwrap_or_default()
}
