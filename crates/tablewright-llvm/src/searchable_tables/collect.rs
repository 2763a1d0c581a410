//! From records to the model.

use tablewright_records::{Class, RecordStore, Value};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_target::target::target;

use super::columns::{Cells, Column};
use super::enums::{self, CollectedEnum};
use super::lookups::{self, Wanted};
use super::model::SearchableTables;
use super::tables::{self, CollectedTable, Source};

/// All enums and tables: those of `GenericEnum` and `GenericTable` first, then those of classes
/// that derive from `SearchableTable`.
pub(super) fn collect(store: &RecordStore) -> Result<SearchableTables<'_>, Diagnostic> {
    if !store.derived_if_defined("Instruction").is_empty() {
        // What has instructions is to describe a target.
        target(store)?;
    }
    let generic = store.derived_from_name("GenericEnum")?;
    let enums: Vec<CollectedEnum<'_>> =
        generic.into_iter().map(|e| enums::generic_enum(store, e)).collect::<Result<_, _>>()?;
    let mut cells = Cells::new(store);
    let mut tables: Vec<CollectedTable<'_, '_>> = Vec::new();
    for record in store.derived_from_name("GenericTable")? {
        tables.push(tables::generic_table(store, record, &enums, &mut cells)?);
    }
    add_search_indices(store, &mut tables)?;
    let mut older_enums = Vec::new();
    if let Some(older) = store.find_class("SearchableTable") {
        for class in store.classes() {
            if class.superclasses() == [older] {
                older_enums.extend(older_enum(store, class)?);
                tables.push(older_table(store, class, &mut cells)?);
            }
        }
    }
    let printed_tables = tables.into_iter().map(|table| table.printed).collect();
    let enums = enums.into_iter().chain(older_enums).map(|e| e.printed).collect();
    Ok(SearchableTables { enums, tables: printed_tables })
}

/// Adds the functions that records of class `SearchIndex` ask for.
fn add_search_indices<'s>(
    store: &'s RecordStore,
    tables: &mut [CollectedTable<'_, 's>],
) -> Result<(), Diagnostic> {
    for record in store.derived_from_name("SearchIndex")? {
        let wanted_table = record.record("Table")?;
        let found = tables.iter_mut().find(|table| table.record == Some(wanted_table.id()));
        let Some(table) = found else {
            let pos = record.field("Table").map(|f| f.pos);
            let (name, table) = (record.name(), wanted_table.name());
            let message = format!("SearchIndex '{name}' refers to nonexistent table '{table}'");
            return Err(Diagnostic::new(Severity::Error, pos, message));
        };
        let key = record.list_of_strings("Key")?;
        let wanted = Wanted {
            function: record.name().into(),
            pos: record.field("Key").map_or(record.pos(), |f| f.pos),
            key,
            early_out: record.bit("EarlyOut")?,
            returns_range: false,
            is_primary: false,
        };
        let lookup = lookups::lookup(store, table, wanted)?;
        table.printed.lookups.push(lookup);
    }
    Ok(())
}

/// The fields of class `SearchableTable` itself, which say what to do.
const OWN_FIELDS: [&str; 3] = ["SearchableFields", "EnumNameField", "EnumValueField"];

fn older_enum<'s>(
    store: &'s RecordStore,
    class: Class<'s>,
) -> Result<Option<CollectedEnum<'s>>, Diagnostic> {
    let Some(name_field) = class_string(store, class, "EnumNameField")? else { return Ok(None) };
    let value_field = class_string(store, class, "EnumValueField")?;
    let name_field = Some(name_field).filter(|name| !name.is_empty());
    let value_field = value_field.filter(|name| !name.is_empty());
    let mut collected = enums::entries(store.derived(class.id()), name_field, value_field)?;
    collected.printed.guard = class.name().to_ascii_uppercase().into();
    collected.printed.name = format!("{}Values", class.name()).into();
    Ok(Some(collected))
}

fn older_table<'a, 's>(
    store: &'s RecordStore,
    class: Class<'s>,
    cells: &mut Cells<'s>,
) -> Result<CollectedTable<'a, 's>, Diagnostic> {
    let name = class.name();
    let fields = class.fields().map(|f| store.str(f.name)).filter(|f| !OWN_FIELDS.contains(f));
    let source = Source {
        record: None,
        pos: class.pos(),
        trail: &[],
        guard: name.to_ascii_uppercase().into(),
        name: format!("{name}sList").into(),
        cpp_type: name,
        columns: fields.map(Column::new).collect(),
    };
    let mut table = tables::table(store, source, store.derived(class.id()), cells)?;
    for field in class_strings(store, class, "SearchableFields")? {
        let pos =
            class.fields().find(|f| store.str(f.name) == field).map_or(class.pos(), |f| f.pos);
        let wanted = Wanted {
            function: format!("lookup{name}By{field}").into(),
            pos,
            key: vec![field],
            early_out: false,
            returns_range: false,
            is_primary: false,
        };
        let lookup = lookups::lookup(store, &table, wanted)?;
        table.printed.lookups.push(lookup);
    }
    Ok(table)
}

fn class_fault(class: Class<'_>, field: &str, fault: &str) -> Diagnostic {
    let message = format!("Class '{}', field '{field}' {fault}", class.name());
    Diagnostic::new(Severity::Error, Some(class.pos()), message)
}

/// The string in a field of a class; `None` for `?`.
fn class_string<'s>(
    store: &'s RecordStore,
    class: Class<'s>,
    name: &str,
) -> Result<Option<&'s str>, Diagnostic> {
    let field = class.fields().find(|f| store.str(f.name) == name);
    match field.map(|f| store.value(f.value)) {
        Some(Value::Unset) => Ok(None),
        Some(Value::String(text) | Value::Code(text)) => Ok(Some(store.str(text))),
        _ => Err(class_fault(class, name, "does not have a string")),
    }
}

fn class_strings<'s>(
    store: &'s RecordStore,
    class: Class<'s>,
    name: &str,
) -> Result<Vec<&'s str>, Diagnostic> {
    let fault = || class_fault(class, name, "does not have a list of strings");
    let field = class.fields().find(|f| store.str(f.name) == name);
    let Some(Value::List(list)) = field.map(|f| store.value(f.value)) else {
        return Err(fault());
    };
    let string = |&element| match store.value(element) {
        Value::String(text) | Value::Code(text) => Ok(store.str(text)),
        _ => Err(fault()),
    };
    list.elements.iter().map(string).collect()
}
