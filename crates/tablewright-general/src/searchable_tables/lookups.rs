//! Look-ups: their fields, their order, and their way to search.
//!
//! In: a collected table and a request. Out: the function to print. If the table has another order
//! than the key, the function has its own index.

use std::borrow::Cow;

use tablewright_records::RecordStore;
use tablewright_records::release::Feature;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::Pos;

use super::collected_table::CollectedTable;
use super::columns::{ColumnKind, SortKey};
use super::model::{
    Bounds, BoundsCheck, ColumnId, EntryId, KeyField, KeyType, SearchableLookup, TableSearch,
};
use super::target_names::instructions;

/// A look-up in the description.
#[doc(alias = "SearchIndex")]
pub(super) struct LookupRequest<'s> {
    pub(super) function: Cow<'s, str>,
    /// Position of the key, for messages.
    pub(super) pos: Pos,
    pub(super) key: Vec<&'s str>,
    /// Whether a key is first compared with the bounds.
    pub(super) early_out: bool,
    pub(super) returns_range: bool,
    /// Whether the table has the key's order.
    pub(super) is_primary: bool,
}

impl LookupRequest<'_> {
    fn error(&self, message: String) -> Diagnostic {
        Diagnostic::error(Code::SearchableTables, self.pos, message)
    }
}

/// Returns the key's columns.
pub(super) fn key_columns(
    table: &CollectedTable<'_, '_>,
    request: &LookupRequest<'_>,
) -> Result<Vec<ColumnId>, Diagnostic> {
    let mut columns = Vec::with_capacity(request.key.len());
    for &field in &request.key {
        let Some((column, _)) =
            table.columns.iter_enumerated().find(|(_, column)| column.name == field)
        else {
            return Err(request.error(format!(
                "In table '{}', 'PrimaryKey' or 'Key' refers to nonexistent field '{field}'",
                table.printed.name
            )));
        };
        columns.push(column);
    }
    if request.early_out {
        let reason = match columns.first() {
            Some(&first) if table.kinds[first] != ColumnKind::Text => return Ok(columns),
            Some(_) => "a first key field of type string",
            None => "a key without fields",
        };
        let function = &request.function;
        let message =
            format!("In lookup method '{function}', early-out is not supported for {reason}");
        return Err(request.error(message));
    }
    Ok(columns)
}

/// Returns the function for `request`.
pub(super) fn lookup<'s>(
    store: &'s RecordStore,
    table: &CollectedTable<'_, 's>,
    request: LookupRequest<'s>,
) -> Result<SearchableLookup<'s>, Diagnostic> {
    let columns = key_columns(table, &request)?;
    let key = key_fields(store, table, &request, &columns)?;
    let order = &table.printed.rows.order;
    let index = (!request.is_primary).then(|| {
        let mut index: Vec<u32> = (0u32..).take(order.len()).collect();
        // Stable: rows with equal keys stay in table order.
        index.sort_by(|&a, &b| {
            let entry = |position: u32| order[position as usize];
            table.key(entry(a), &columns).cmp(table.key(entry(b), &columns))
        });
        index
    });
    let in_order: Vec<EntryId> = match &index {
        Some(index) => index.iter().map(|&position| order[position as usize]).collect(),
        None => order.clone(),
    };
    let bounds = key.first().and_then(|field| bounds(store, table, field, &in_order));
    // If keys are consecutive numbers, the key itself determines the row, and no search is needed.
    // Then the bounds have to be tested even if the description does not request it.
    let search = match (bounds, are_subscripts(store, table, &columns, &in_order)?) {
        (Some(bounds), true) => TableSearch::Direct(bounds),
        (bounds, _) => TableSearch::Binary(bounds.filter(|_| request.early_out)),
    };
    // Strings are compared without regard to case. A primary key would need the table itself in
    // that order, so it has to be a secondary look-up. This comes last, because other key errors
    // are reported first.
    if request.is_primary
        && let Some(text) = key.iter().find(|field| field.ty == KeyType::Text)
    {
        return Err(request.error(format!(
            "In table '{}', use a secondary lookup method for case-insensitive comparison of \
             field '{}'",
            table.printed.name, text.name
        )));
    }
    let LookupRequest { function, returns_range, .. } = request;
    Ok(SearchableLookup { function, returns_range, key, index, index_offsets: Vec::new(), search })
}

fn key_fields<'s>(
    store: &RecordStore,
    table: &CollectedTable<'_, 's>,
    request: &LookupRequest<'_>,
    columns: &[ColumnId],
) -> Result<Vec<KeyField<'s>>, Diagnostic> {
    let mut fields = Vec::with_capacity(columns.len());
    for &index in columns {
        let column = &table.columns[index];
        let error = |reason: &str| {
            request.error(format!(
                "In table '{}' lookup method '{}', key field '{}' {reason}",
                table.printed.name, request.function, column.name
            ))
        };
        let ty = match table.kinds[index] {
            ColumnKind::Text => KeyType::Text,
            ColumnKind::Bits(width @ 0..=64) => KeyType::Unsigned(width.next_power_of_two().max(8)),
            ColumnKind::Bits(_) => return Err(error("of type bits is too large")),
            ColumnKind::Flag => KeyType::Flag,
            ColumnKind::Intrinsic | ColumnKind::Instruction | ColumnKind::Enum => {
                KeyType::Enumerator
            }
            ColumnKind::Int | ColumnKind::Other => {
                let text = column.ty.as_ref().map(|ty| ty.text(store)).unwrap_or_default();
                return Err(error(&format!("has invalid type: {text}")));
            }
        };
        let is_enum = column.enumeration.is_some();
        fields.push(KeyField { name: column.name, column: index, ty, is_enum });
    }
    Ok(fields)
}

/// Returns the first and the last value in a column, for entries in key order.
fn bounds<'s>(
    store: &RecordStore,
    table: &CollectedTable<'_, 's>,
    field: &KeyField<'s>,
    in_order: &[EntryId],
) -> Option<Bounds<'s>> {
    let cell = |&entry: &EntryId| table.printed.rows.entry(entry)[field.column.index()];
    let (first, last) = (cell(in_order.first()?), cell(in_order.last()?));
    let release = store.release();
    let check = if release.has(Feature::SearchableStringsAreOffsets) {
        BoundsCheck::ClampType
    } else if release.has(Feature::SearchesClampKeys) {
        BoundsCheck::ClampCasts
    } else {
        BoundsCheck::Compare
    };
    Some(Bounds { field: field.name, ty: field.ty, check, first, last })
}

/// Returns whether the key is a single number that increases by one from entry to entry.
fn are_subscripts(
    store: &RecordStore,
    table: &CollectedTable<'_, '_>,
    columns: &[ColumnId],
    in_order: &[EntryId],
) -> Result<bool, Diagnostic> {
    let &[column] = columns else { return Ok(false) };
    let numbers: Vec<i64> = match table.kinds[column] {
        ColumnKind::Instruction => {
            let numbers = instructions(store)?;
            let name = table.columns[column].name;
            let mut in_key_order = Vec::with_capacity(in_order.len());
            for &entry in in_order {
                let instruction = table.entries[entry].record(name)?;
                match numbers.id(instruction.id()) {
                    Some(number) => in_key_order.push(number.index() as i64),
                    None => return Ok(false),
                }
            }
            in_key_order
        }
        ColumnKind::Bits(_) | ColumnKind::Enum => {
            let number = |&entry: &EntryId| match table.key(entry, columns).next() {
                Some(&SortKey::Number(number)) => number,
                _ => unreachable!("bits and enumerators are compared by number"),
            };
            in_order.iter().map(number).collect()
        }
        ColumnKind::Text
        | ColumnKind::Int
        | ColumnKind::Flag
        | ColumnKind::Intrinsic
        | ColumnKind::Other => return Ok(false),
    };
    Ok(numbers.windows(2).all(|pair| pair[0].wrapping_add(1) == pair[1]))
}
