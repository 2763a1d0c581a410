//! Look-ups: by which fields, in which order, and how.

use std::borrow::Cow;

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_syntax::source::Pos;

use super::columns::{Key, Kind};
use super::model::{Cell, KeyField, KeyType, Lookup, Search};
use super::tables::CollectedTable;
use super::target_names::instructions;

/// A look-up that a table or a record of class `SearchIndex` describes.
pub(super) struct Wanted<'s> {
    pub(super) function: Cow<'s, str>,
    /// Where the key is set, for messages.
    pub(super) pos: Pos,
    pub(super) key: Vec<&'s str>,
    /// Whether the function returns at once for keys below the first or above the last row.
    pub(super) early_out: bool,
    pub(super) returns_range: bool,
    /// Whether the table is in the order of the key.
    pub(super) is_primary: bool,
}

impl Wanted<'_> {
    fn fault(&self, message: String) -> Diagnostic {
        Diagnostic::new(Severity::Error, Some(self.pos), message)
    }
}

/// The columns of the key.
pub(super) fn key_columns(
    table: &CollectedTable<'_, '_>,
    wanted: &Wanted<'_>,
) -> Result<Vec<usize>, Diagnostic> {
    let mut columns = Vec::with_capacity(wanted.key.len());
    for &field in &wanted.key {
        let Some(column) = table.columns.iter().position(|column| column.name == field) else {
            return Err(wanted.fault(format!(
                "In table '{}', 'PrimaryKey' or 'Key' refers to nonexistent field '{field}'",
                table.printed.name
            )));
        };
        columns.push(column);
    }
    if wanted.early_out {
        let fault = match columns.first() {
            Some(&first) if table.kinds[first] != Kind::Text => return Ok(columns),
            Some(_) => "a first key field of type string",
            None => "a key without fields",
        };
        let function = &wanted.function;
        let message =
            format!("In lookup method '{function}', early-out is not supported for {fault}");
        return Err(wanted.fault(message));
    }
    Ok(columns)
}

/// The function that `wanted` asks for.
pub(super) fn lookup<'s>(
    store: &'s RecordStore,
    table: &CollectedTable<'_, 's>,
    wanted: Wanted<'s>,
) -> Result<Lookup<'s>, Diagnostic> {
    let columns = key_columns(table, &wanted)?;
    let key = key_fields(store, table, &wanted, &columns)?;
    let rows = &table.printed.rows;
    let index = (!wanted.is_primary).then(|| {
        let mut index: Vec<u32> = (0u32..).take(rows.len()).collect();
        // Stable: rows with equal keys stay in the order of the table.
        index.sort_by(|&a, &b| {
            let row = |place: u32| rows.order[place as usize];
            table.key(row(a), &columns).cmp(table.key(row(b), &columns))
        });
        index
    });
    let in_order: Vec<u32> = match &index {
        Some(index) => index.iter().map(|&place| rows.order[place as usize]).collect(),
        None => rows.order.clone(),
    };
    let bounds = || columns.first().and_then(|&column| bounds(table, column, &in_order));
    // Where keys are consecutive numbers, the key itself says which row it is, and no search is
    // needed. That the key is in bounds has to be tested then, whether the description asks for it
    // or not.
    let search = match (bounds(), are_subscripts(store, table, &columns, &in_order)?) {
        (Some((first, last)), true) => Search::Direct { first, last },
        (bounds, _) => Search::Binary { bounds: bounds.filter(|_| wanted.early_out) },
    };
    // Strings are compared without regard to case. A primary key would need the table itself in
    // that order, so it has to be a secondary look-up. This comes last: other errors of the key are
    // reported first.
    if wanted.is_primary
        && let Some(text) = key.iter().find(|field| field.ty == KeyType::Text)
    {
        return Err(wanted.fault(format!(
            "In table '{}', use a secondary lookup method for case-insensitive comparison of \
             field '{}'",
            table.printed.name, text.name
        )));
    }
    let Wanted { function, returns_range, .. } = wanted;
    Ok(Lookup { function, returns_range, key, index, search })
}

fn key_fields<'s>(
    store: &RecordStore,
    table: &CollectedTable<'_, 's>,
    wanted: &Wanted<'_>,
    columns: &[usize],
) -> Result<Vec<KeyField<'s>>, Diagnostic> {
    let mut fields = Vec::with_capacity(columns.len());
    for &index in columns {
        let column = &table.columns[index];
        let fault = |fault: &str| {
            wanted.fault(format!(
                "In table '{}' lookup method '{}', key field '{}' {fault}",
                table.printed.name, wanted.function, column.name
            ))
        };
        let ty = match table.kinds[index] {
            Kind::Text => KeyType::Text,
            // The parameter is of the smallest C++ type, `uint8_t` to `uint64_t`, that holds the
            // bits.
            Kind::Bits(width @ 0..=64) => KeyType::Unsigned(width.next_power_of_two().max(8)),
            Kind::Bits(_) => return Err(fault("of type bits is too large")),
            Kind::Flag => KeyType::Flag,
            Kind::Intrinsic | Kind::Instruction | Kind::Enum => KeyType::Enumerator,
            Kind::Int | Kind::Other => {
                let text = column.ty.as_ref().map(|ty| ty.text(store)).unwrap_or_default();
                return Err(fault(&format!("has invalid type: {text}")));
            }
        };
        let is_enum = column.enumeration.is_some();
        fields.push(KeyField { name: column.name, column: index, ty, is_enum });
    }
    Ok(fields)
}

/// The first and the last value in a column, of rows in order.
fn bounds<'s>(
    table: &CollectedTable<'_, 's>,
    column: usize,
    in_order: &[u32],
) -> Option<(Cell<'s>, Cell<'s>)> {
    let rows = &table.printed.rows;
    let cell = |&row: &u32| rows.cells[row as usize * rows.columns + column];
    Some((cell(in_order.first()?), cell(in_order.last()?)))
}

/// Whether the key is one number, which goes up by one from row to row.
fn are_subscripts(
    store: &RecordStore,
    table: &CollectedTable<'_, '_>,
    columns: &[usize],
    in_order: &[u32],
) -> Result<bool, Diagnostic> {
    let &[column] = columns else { return Ok(false) };
    let numbers: Vec<i64> = match table.kinds[column] {
        Kind::Instruction => {
            let numbers = instructions(store)?;
            let name = table.columns[column].name;
            let mut of_rows = Vec::with_capacity(in_order.len());
            for &row in in_order {
                let instruction = table.entries[row as usize].record(name)?;
                match numbers.id(instruction.id()) {
                    Some(number) => of_rows.push(number.index() as i64),
                    None => return Ok(false),
                }
            }
            of_rows
        }
        Kind::Bits(_) | Kind::Enum => {
            let number = |&row: &u32| match table.key(row, columns).next() {
                Some(&Key::Number(number)) => number,
                _ => unreachable!("bits and enumerators are compared by number"),
            };
            in_order.iter().map(number).collect()
        }
        _ => return Ok(false),
    };
    Ok(numbers.windows(2).all(|pair| pair[0].wrapping_add(1) == pair[1]))
}
