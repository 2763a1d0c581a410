//! A table's strings, in a string table.

use tablewright_text::StringTable;

use super::model::{KeyType, SearchableCell, SearchableTable};

/// Moves a table's strings to a string table: first the rows' strings in order, then the indices'
/// strings in upper case. A table without strings stays unchanged.
pub(super) fn move_to_string_table(table: &mut SearchableTable<'_>) {
    if !table.rows.cells.iter().any(|cell| matches!(cell, SearchableCell::Text(_))) {
        return;
    }
    let mut strings = StringTable::with_empty_string();
    // The indices use the cells' strings, so their offsets are computed before cells change.
    let mut row_offsets = Vec::with_capacity(table.rows.cells.len());
    for row in table.rows.in_order() {
        for cell in row {
            row_offsets.push(if let SearchableCell::Text(text) = cell {
                Some(add(&mut strings, text))
            } else {
                None
            });
        }
    }
    for lookup in &mut table.lookups {
        for &position in lookup.index.iter().flatten() {
            for field in lookup.key.iter().filter(|field| field.ty == KeyType::Text) {
                if let SearchableCell::Text(text) = table.rows.cell(position, field.column) {
                    let offset = add(&mut strings, &text.to_ascii_uppercase());
                    lookup.index_offsets.push(offset);
                }
            }
        }
    }
    let columns = table.rows.columns;
    for (position, entry) in table.rows.order.iter().enumerate() {
        for column in 0..columns {
            let cell = &mut table.rows.cells[entry.index() * columns + column];
            if let (Some(offset), SearchableCell::Text(text)) =
                (row_offsets[position * columns + column], *cell)
            {
                *cell = SearchableCell::Offset(offset, text);
            }
        }
    }
    table.strings = Some(strings);
}

/// Adds a string unchanged: a backslash in it begins no escape sequence.
fn add(strings: &mut StringTable, text: &str) -> usize {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    strings.add(&bytes)
}
