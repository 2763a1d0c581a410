//! Tables: their columns, and their rows in order.

use std::borrow::Cow;

use tablewright_records::{Record, RecordId, RecordStore, Value};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_syntax::source::Pos;

use super::columns::{Column, Key, Kind};
use super::enums::CollectedEnum;
use super::lookups::{self, Wanted};
use super::model::{Cell, Rows, Table};
use super::target_names::TargetNames;

/// What a table is made from, its rows aside.
pub(super) struct Source<'a, 's> {
    /// The record of class `GenericTable`; `None` for a table of the older form.
    pub(super) record: Option<RecordId>,
    pub(super) pos: Pos,
    /// The `defm`s that instantiated it, for notes.
    pub(super) trail: &'s [Pos],
    pub(super) guard: Cow<'s, str>,
    pub(super) name: Cow<'s, str>,
    pub(super) cpp_type: &'s str,
    pub(super) columns: Vec<Column<'a, 's>>,
}

/// A table, with what look-ups need to know of it.
pub(super) struct CollectedTable<'a, 's> {
    pub(super) record: Option<RecordId>,
    pub(super) columns: Vec<Column<'a, 's>>,
    pub(super) kinds: Vec<Kind>,
    /// The records of the rows, in the order of the cells.
    pub(super) entries: Vec<Record<'s>>,
    /// What is compared, cell by cell.
    pub(super) keys: Vec<Key<'s>>,
    pub(super) printed: Table<'s>,
    /// The error of the first value that cannot be printed. Errors of look-ups are reported before
    /// it, as they say more of its column.
    pub(super) fault: Option<Diagnostic>,
}

/// The table that a record of class `GenericTable` asks for.
pub(super) fn generic_table<'a, 's>(
    store: &'s RecordStore,
    record: Record<'s>,
    enums: &'a [CollectedEnum<'s>],
    names: &mut TargetNames<'s>,
) -> Result<CollectedTable<'a, 's>, Diagnostic> {
    let cpp_type = record.string("CppTypeName")?;
    let columns = record.list_of_strings("Fields")?;
    let columns = columns.into_iter().map(|name| column(store, record, name, enums));
    let source = Source {
        record: Some(record.id()),
        pos: record.pos(),
        trail: &record.positions()[1..],
        guard: record.name().into(),
        name: record.name().into(),
        cpp_type,
        columns: columns.collect::<Result<_, _>>()?,
    };
    let mut table = table(store, source, chosen_records(store, record)?, names)?;
    if !record.is_unset("PrimaryKey")? {
        let wanted = Wanted {
            function: record.string("PrimaryKeyName")?.into(),
            pos: record.field("PrimaryKey").map_or(record.pos(), |f| f.pos),
            key: record.list_of_strings("PrimaryKey")?,
            early_out: record.bit("PrimaryKeyEarlyOut")?,
            returns_range: record.bit("PrimaryKeyReturnRange")?,
            is_primary: true,
        };
        // The rows are sorted by the key before the function is made: that they are consecutive is
        // tested in table order.
        let columns = lookups::key_columns(&table, &wanted)?;
        table.sort_by(&columns);
        let lookup = lookups::lookup(store, &table, wanted)?;
        table.printed.lookups.push(lookup);
    }
    Ok(table)
}

/// The column for a field, of the type that the table has in a field `TypeOf_…` if there is one.
fn column<'a, 's>(
    store: &'s RecordStore,
    table: Record<'s>,
    name: &'s str,
    enums: &'a [CollectedEnum<'s>],
) -> Result<Column<'a, 's>, Diagnostic> {
    let mut column = Column::new(name);
    let Some(field) = table.field(&format!("TypeOf_{name}")) else { return Ok(column) };
    let named = match store.value(field.value) {
        Value::String(text) | Value::Code(text) => store.str(text),
        _ => "",
    };
    let record = store.find_record(named);
    let enumeration = enums.iter().find(|e| record.is_some() && e.record == record);
    match enumeration {
        _ if named == "code" => column.is_code = true,
        Some(enumeration) => column.set_enum(store, enumeration),
        None => {
            let message = format!(
                "Table '{}' has invalid 'TypeOf_{name}': {}",
                table.name(),
                store.value_text(field.value)
            );
            let mut error = Diagnostic::new(Severity::Error, Some(field.pos), message);
            let advice =
                "The 'TypeOf_xxx' field must be a string naming a GenericEnum record, or \"code\"";
            error.note(None, advice);
            return Err(error);
        }
    }
    Ok(column)
}

/// The records of the class that a table asks for, where it asks so only those with a bit set.
fn chosen_records<'s>(
    store: &'s RecordStore,
    table: Record<'s>,
) -> Result<Vec<Record<'s>>, Diagnostic> {
    let class = table.string("FilterClass")?;
    let Some(class_id) = store.find_class(class) else {
        let pos = table.field("FilterClass").map(|f| f.pos);
        let message = format!("Table FilterClass '{class}' does not exist");
        return Err(Diagnostic::new(Severity::Error, pos, message));
    };
    let records = store.derived(class_id);
    let filter = table.field("FilterClassField").map(|f| store.value(f.value));
    let Some(Value::String(filter) | Value::Code(filter)) = filter else { return Ok(records) };
    let filter = store.str(filter);
    let mut chosen = Vec::with_capacity(records.len());
    for record in records {
        match store.value(record.value(filter)?) {
            Value::Bit(false) => {}
            Value::Bit(true) => chosen.push(record),
            _ => {
                let pos = record.field(filter).map(|f| f.pos);
                let message = format!("FilterClassField '{class}' should be a bit value");
                return Err(Diagnostic::new(Severity::Error, pos, message));
            }
        }
    }
    Ok(chosen)
}

/// A table without look-ups, its rows in the order of all columns.
pub(super) fn table<'a, 's>(
    store: &'s RecordStore,
    source: Source<'a, 's>,
    entries: Vec<Record<'s>>,
    names: &mut TargetNames<'s>,
) -> Result<CollectedTable<'a, 's>, Diagnostic> {
    let Source { record, pos, trail, guard, name, cpp_type, mut columns } = source;
    if entries.is_empty() {
        let message = format!("Table '{name}' has no entries");
        let mut error = Diagnostic::new(Severity::Error, Some(pos), message);
        error.trail(trail.iter().copied());
        return Err(error);
    }
    for &entry in &entries {
        for column in &mut columns {
            column.admit(entry, &name)?;
        }
    }
    let kinds: Vec<Kind> = columns.iter().map(|column| column.kind(store)).collect();
    let mut fault = None;
    let count = entries.len() * columns.len();
    let (mut row_cells, mut keys) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for &entry in &entries {
        for (column, &kind) in columns.iter().zip(&kinds) {
            let value = entry.value(column.name)?;
            let (cell, key) = match column.cell(store, kind, value, pos, names) {
                Ok(found) => found,
                Err(found) => {
                    // The error is kept for later. A placeholder fills the cell, so that look-ups
                    // can be checked.
                    fault.get_or_insert(found);
                    (Cell::Code(""), Key::Number(0))
                }
            };
            row_cells.push(cell);
            keys.push(key);
        }
    }
    let order = (0u32..).take(entries.len()).collect();
    let rows = Rows { cells: row_cells, columns: columns.len(), order };
    let printed = Table { guard, name, cpp_type, rows, lookups: Vec::new() };
    let mut table = CollectedTable { record, columns, kinds, entries, keys, printed, fault };
    // Rows have this order if there is no primary key, and among rows whose primary keys are equal.
    let all: Vec<usize> = (0..table.columns.len()).collect();
    table.sort_by(&all);
    Ok(table)
}

impl<'s> CollectedTable<'_, 's> {
    /// What is compared of a row, by its number among the entries.
    pub(super) fn key<'k>(
        &'k self,
        row: u32,
        columns: &'k [usize],
    ) -> impl Iterator<Item = &'k Key<'s>> {
        let first = row as usize * self.columns.len();
        columns.iter().map(move |column| &self.keys[first + column])
    }

    /// Sorts the rows by these columns; equal ones stay as they are.
    fn sort_by(&mut self, columns: &[usize]) {
        let mut order = std::mem::take(&mut self.printed.rows.order);
        order.sort_by(|&a, &b| self.key(a, columns).cmp(self.key(b, columns)));
        self.printed.rows.order = order;
    }
}
