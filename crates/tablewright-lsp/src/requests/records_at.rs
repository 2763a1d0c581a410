//! The records that a `def` or `defm` makes.

use gen_lsp_types::Position;
use tablewright::Record;
use tablewright::syntax::source::Pos;

use crate::context::FileContext;
use crate::items::{ItemKind, around, items};
use crate::scan::tree;
use crate::snapshot::Snapshot;

/// The records that are defined at a position, in the order of their names: several, where the `def` is in a loop or
/// in a multiclass. Those of a `defm` are at its position, too.
pub(crate) fn records_at<'a>(snapshot: &Snapshot<'a>, pos: Pos) -> Vec<Record<'a>> {
    let records = snapshot.store().records();
    records.filter(|record| record.positions().contains(&pos)).collect()
}

/// The records of the innermost statement of one of these kinds around a position.
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
    // A record is at its name, or at the keyword where it has none; that of a `defm` at the multiclass, too.
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
