//! Sparse tables: a row for each possible key value, so that the key is a subscript.

use tablewright_records::{Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::collected_table::CollectedTable;
use super::columns::{ColumnKind, SortKey};
use super::model::{SearchableLookup, SparseRows};
use crate::record_views::searchable_table::{GenericTableRecord, SearchIndexRecord};

/// Maximum number of bits in a key whose values each get a row.
const MAX_KEY_BITS: u32 = 12;

/// Returns a table's rows by key, if its primary key is short enough and nothing else searches it.
pub(super) fn rows(
    store: &RecordStore,
    record: GenericTableRecord<'_>,
    table: &CollectedTable<'_, '_>,
    lookup: &SearchableLookup<'_>,
) -> Result<Option<SparseRows>, Diagnostic> {
    let [key] = &lookup.key[..] else { return Ok(None) };
    let ColumnKind::Bits(width) = table.kinds[key.column] else { return Ok(None) };
    if width > MAX_KEY_BITS || lookup.returns_range {
        return Ok(None);
    }
    for index in SearchIndexRecord::all(store)? {
        if index.table()?.id() == record.id() {
            return Ok(None);
        }
    }
    let mut entries = vec![None; 1 << width];
    for entry in table.entries.indices() {
        let Some(&SortKey::Number(value)) = table.key(entry, &[key.column]).next() else {
            return Ok(None);
        };
        let Some(slot) = usize::try_from(value).ok().and_then(|value| entries.get_mut(value))
        else {
            return Ok(None);
        };
        if slot.replace(entry).is_some() {
            let entry: Record<'_> = table.entries[entry];
            let message =
                format!("In table '{}', duplicate primary key value {value}", record.name());
            return Err(Diagnostic::error(Code::SearchableTables, entry.pos(), message));
        }
    }
    Ok(Some(SparseRows { key: key.column, entries }))
}
