//! Tables for records of class `GenericTable`.
//!
//! In: such a record, and the enums that its columns may refer to. Out: the table with the look-up
//! by its primary key. [`collect`](super::collect) adds look-ups for records of class
//! `SearchIndex`.

use tablewright_records::{Record, RecordStore, Value};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::collected_table::{self, CollectedTable, TableSource};
use super::columns::SearchableColumn;
use super::enums::CollectedEnum;
use super::lookups::{self, LookupRequest};
use super::model::TableSearch;
use super::sparse;
use super::target_names::TargetNames;
use crate::record_views::searchable_table::GenericTableRecord;

/// Returns the table for a record of class `GenericTable`.
pub(super) fn generic_table<'a, 's>(
    store: &'s RecordStore,
    record: GenericTableRecord<'s>,
    enums: &'a [CollectedEnum<'s>],
    names: &mut TargetNames<'s>,
) -> Result<CollectedTable<'a, 's>, Diagnostic> {
    let cpp_type = record.cpp_type_name()?;
    let columns = record.fields()?;
    let columns = columns.into_iter().map(|name| column(store, record.into(), name, enums));
    let source = TableSource {
        record: Some(record.id()),
        pos: record.pos(),
        trail: &record.positions()[1..],
        guard: record.name().into(),
        name: record.name().into(),
        cpp_type,
        columns: columns.collect::<Result<_, _>>()?,
    };
    let mut table = collected_table::collect(store, source, chosen_records(store, record)?, names)?;
    if !record.is_unset("PrimaryKey")? {
        let function = record.primary_key_name()?.into();
        let request = LookupRequest {
            function,
            pos: record.field("PrimaryKey").map_or(record.pos(), |f| f.pos),
            key: record.primary_key()?.unwrap_or_default(),
            early_out: record.has_primary_key_early_out()?,
            returns_range: record.returns_range()?,
            is_primary: true,
        };
        // The rows are sorted before the function is built, because it tests in table order whether
        // keys are consecutive.
        let columns = lookups::key_columns(&table, &request)?;
        table.sort_by(&columns);
        let mut lookup = lookups::lookup(store, &table, request)?;
        if !record.disallows_sparse_table()?
            && let Some(sparse) = sparse::rows(store, record, &table, &lookup)?
        {
            lookup.search = TableSearch::Sparse(sparse.entries.len());
            table.printed.sparse = Some(sparse);
        }
        table.printed.lookups.push(lookup);
    }
    Ok(table)
}

/// Returns a field's column, with the type in the field `TypeOf_…` if there is one.
fn column<'a, 's>(
    store: &'s RecordStore,
    table: Record<'s>,
    name: &'s str,
    enums: &'a [CollectedEnum<'s>],
) -> Result<SearchableColumn<'a, 's>, Diagnostic> {
    let mut column = SearchableColumn::new(name);
    let Some(field) = table.field(&format!("TypeOf_{name}")) else { return Ok(column) };
    let named = if let Value::String(text) | Value::Code(text) = store.value(field.value) {
        store.str(text)
    } else {
        ""
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
            let mut error = Diagnostic::error(Code::SearchableTables, field.pos, message);
            let advice =
                "The 'TypeOf_xxx' field must be a string naming a GenericEnum record, or \"code\"";
            error.note(None, advice);
            return Err(error);
        }
    }
    Ok(column)
}

/// Returns the records of a table's class. If the table names a bit, only records with that bit
/// set.
fn chosen_records<'s>(
    store: &'s RecordStore,
    table: GenericTableRecord<'s>,
) -> Result<Vec<Record<'s>>, Diagnostic> {
    let class = table.filter_class()?;
    let Some(class_id) = store.find_class(class) else {
        let pos = table.field("FilterClass").map(|f| f.pos);
        let message = format!("Table FilterClass '{class}' does not exist");
        return Err(Diagnostic::error_at(Code::SearchableTables, pos, message));
    };
    let records = store.derived(class_id);
    let filter = table.field("FilterClassField").map(|f| store.value(f.value));
    let Some(Value::String(filter) | Value::Code(filter)) = filter else { return Ok(records) };
    let filter = store.str(filter);
    let mut chosen = Vec::with_capacity(records.len());
    for record in records {
        let Value::Bit(is_chosen) = store.value(record.value(filter)?) else {
            let pos = record.field(filter).map(|f| f.pos);
            let message = format!("FilterClassField '{class}' should be a bit value");
            return Err(Diagnostic::error_at(Code::SearchableTables, pos, message));
        };
        if is_chosen {
            chosen.push(record);
        }
    }
    Ok(chosen)
}
