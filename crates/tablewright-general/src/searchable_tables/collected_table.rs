//! A table during collection: its columns, and its rows in order.
//!
//! In: the row records and the columns. Out: a table without look-ups, with the data that look-ups
//! need. Both forms of tables use it: [`generic_table`] and [`class_table`].
//!
//! [`generic_table`]: super::generic_table
//! [`class_table`]: super::class_table

use std::borrow::Cow;

use tablewright_index::IndexVec;
use tablewright_records::{Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::Pos;

use super::columns::{ColumnKind, SearchableColumn, SortKey};
use super::model::{ColumnId, EntryId, SearchableCell, SearchableTable, TableRows};
use super::target_names::TargetNames;

/// A table's properties in the description, apart from its rows.
pub(super) struct TableSource<'a, 's> {
    /// The record of class `GenericTable`; `None` for a table in the older form.
    pub(super) record: Option<RecordId>,
    pub(super) pos: Pos,
    /// The `defm`s that instantiated it.
    pub(super) trail: &'s [Pos],
    pub(super) guard: Cow<'s, str>,
    pub(super) name: Cow<'s, str>,
    pub(super) cpp_type: &'s str,
    pub(super) columns: IndexVec<ColumnId, SearchableColumn<'a, 's>>,
}

/// A table, with the data that look-ups need.
#[doc(alias = "GenericTable")]
pub(super) struct CollectedTable<'a, 's> {
    pub(super) record: Option<RecordId>,
    pub(super) columns: IndexVec<ColumnId, SearchableColumn<'a, 's>>,
    pub(super) kinds: IndexVec<ColumnId, ColumnKind>,
    /// The records that become rows, in natural name order.
    pub(super) entries: IndexVec<EntryId, Record<'s>>,
    /// Sort keys of the cells, entry by entry.
    keys: Vec<SortKey<'s>>,
    pub(super) printed: SearchableTable<'s>,
    /// Error for the first value that cannot be printed. Look-up errors are reported first, because
    /// they explain more about its column.
    pub(super) error: Option<Diagnostic>,
}

/// Creates a table without look-ups. Its rows are sorted by all columns.
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
                Ok(pair) => pair,
                Err(failure) => {
                    // The error is kept for later. A placeholder fills the cell, so that look-ups
                    // can be checked.
                    error.get_or_insert(failure);
                    (SearchableCell::Code(""), SortKey::Number(0))
                }
            };
            cells.push(cell);
            keys.push(key);
        }
    }
    let entries: IndexVec<EntryId, Record<'s>> = entries.into_iter().collect();
    let order = entries.indices().collect();
    let rows = TableRows { cells, columns: columns.len(), order };
    let printed = SearchableTable {
        guard,
        name,
        cpp_type,
        rows,
        sparse: None,
        lookups: Vec::new(),
        strings: None,
    };
    let mut table = CollectedTable { record, columns, kinds, entries, keys, printed, error };
    let all: Vec<ColumnId> = table.columns.indices().collect();
    table.sort_by(&all);
    Ok(table)
}

impl<'s> CollectedTable<'_, 's> {
    /// Returns an entry's sort keys if these columns are the key.
    pub(super) fn key<'k>(
        &'k self,
        entry: EntryId,
        columns: &'k [ColumnId],
    ) -> impl Iterator<Item = &'k SortKey<'s>> {
        let first = entry.index() * self.columns.len();
        columns.iter().map(move |column| &self.keys[first + column.index()])
    }

    /// Sorts the rows by these columns. Equal rows keep their order.
    pub(super) fn sort_by(&mut self, columns: &[ColumnId]) {
        let mut order = std::mem::take(&mut self.printed.rows.order);
        order.sort_by(|&a, &b| self.key(a, columns).cmp(self.key(b, columns)));
        self.printed.rows.order = order;
    }
}
