//! A table while it is collected: its columns, and its rows in order.
//!
//! In come the records of the rows and the columns; out comes a table without look-ups, which keeps
//! what look-ups have to know of it. Both forms of tables are made of it: [`generic_table`] and
//! [`class_table`].
//!
//! [`generic_table`]: super::generic_table
//! [`class_table`]: super::class_table

use std::borrow::Cow;

use tablewright_index::IndexVec;
use tablewright_records::{Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::Pos;

use super::columns::{Column, ColumnKind, SortKey};
use super::model::{Cell, ColumnId, EntryId, Table, TableRows};
use super::target_names::TargetNames;

/// What the description says about a table, apart from its rows.
pub(super) struct TableSource<'a, 's> {
    /// The record of class `GenericTable`; `None` for a table of the older form.
    pub(super) record: Option<RecordId>,
    pub(super) pos: Pos,
    /// The `defm`s that it was instantiated by.
    pub(super) trail: &'s [Pos],
    pub(super) guard: Cow<'s, str>,
    pub(super) name: Cow<'s, str>,
    pub(super) cpp_type: &'s str,
    pub(super) columns: IndexVec<ColumnId, Column<'a, 's>>,
}

/// A table, with what look-ups need to know about it.
#[doc(alias = "GenericTable")]
pub(super) struct CollectedTable<'a, 's> {
    pub(super) record: Option<RecordId>,
    pub(super) columns: IndexVec<ColumnId, Column<'a, 's>>,
    pub(super) kinds: IndexVec<ColumnId, ColumnKind>,
    /// The records that are its rows, in natural order of their names.
    pub(super) entries: IndexVec<EntryId, Record<'s>>,
    /// What cells are compared by, entry after entry.
    keys: Vec<SortKey<'s>>,
    pub(super) printed: Table<'s>,
    /// The first value that cannot be printed. Errors of look-ups are reported before it, because
    /// they say more about its column.
    pub(super) error: Option<Diagnostic>,
}

/// A table without look-ups, its rows in the order of all columns.
pub(super) fn collect<'a, 's>(
    store: &'s RecordStore,
    source: TableSource<'a, 's>,
    entries: Vec<Record<'s>>,
    names: &mut TargetNames<'s>,
) -> Result<CollectedTable<'a, 's>, Diagnostic> {
    let TableSource { record, pos, trail, guard, name, cpp_type, mut columns } = source;
    if entries.is_empty() {
        let message = format!("Table '{name}' has no entries");
        let mut error = Diagnostic::error(Code::SearchableTables, pos, message);
        error.trail(trail.iter().copied());
        return Err(error);
    }
    for &entry in &entries {
        for column in columns.iter_mut() {
            column.admit(entry, &name)?;
        }
    }
    let kinds: IndexVec<ColumnId, ColumnKind> =
        columns.iter().map(|column| column.kind(store)).collect();
    let mut error = None;
    let count = entries.len() * columns.len();
    let (mut cells, mut keys) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for &entry in &entries {
        for (column, &kind) in columns.iter().zip(kinds.iter()) {
            let value = entry.value(column.name)?;
            let (cell, key) = match column.cell(store, kind, value, pos, names) {
                Ok(found) => found,
                Err(found) => {
                    // The error is kept for later. A placeholder fills the cell, so that look-ups
                    // can be checked.
                    error.get_or_insert(found);
                    (Cell::Code(""), SortKey::Number(0))
                }
            };
            cells.push(cell);
            keys.push(key);
        }
    }
    let entries: IndexVec<EntryId, Record<'s>> = entries.into_iter().collect();
    let order = entries.indices().collect();
    let rows = TableRows { cells, columns: columns.len(), order };
    let printed =
        Table { guard, name, cpp_type, rows, sparse: None, lookups: Vec::new(), strings: None };
    let mut table = CollectedTable { record, columns, kinds, entries, keys, printed, error };
    let all: Vec<ColumnId> = table.columns.indices().collect();
    table.sort_by(&all);
    Ok(table)
}

impl<'s> CollectedTable<'_, 's> {
    /// What an entry is compared by, if these columns are the key.
    pub(super) fn key<'k>(
        &'k self,
        entry: EntryId,
        columns: &'k [ColumnId],
    ) -> impl Iterator<Item = &'k SortKey<'s>> {
        let first = entry.index() * self.columns.len();
        columns.iter().map(move |column| &self.keys[first + column.index()])
    }

    /// Sorts the rows by these columns; equal ones stay as they are.
    pub(super) fn sort_by(&mut self, columns: &[ColumnId]) {
        let mut order = std::mem::take(&mut self.printed.rows.order);
        order.sort_by(|&a, &b| self.key(a, columns).cmp(self.key(b, columns)));
        self.printed.rows.order = order;
    }
}
