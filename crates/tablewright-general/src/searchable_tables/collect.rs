//! From records to the model.

use tablewright_records::{Class, RecordStore, Value};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_target::target::target;

use super::columns::Column;
use super::enums::{self, CollectedEnum};
use super::lookups::{self, Wanted};
use super::model::SearchableTables;
use super::tables::{self, CollectedTable, Source};
use super::target_names::TargetNames;

/// All enums and tables: those of `GenericEnum` and `GenericTable` first, then those of classes
/// that derive from `SearchableTable`.
pub(super) fn collect(store: &RecordStore) -> Result<SearchableTables<'_>, Diagnostic> {
    let instruction = store.find_class("Instruction");
    if instruction.is_some_and(|class| store.records().any(|r| r.superclasses().contains(&class))) {
        // What has instructions is to describe a target.
        target(store)?;
    }
    let generic = store.derived_from_name("GenericEnum")?;
    let enums: Vec<CollectedEnum<'_>> =
        generic.into_iter().map(|e| enums::generic_enum(store, e)).collect::<Result<_, _>>()?;
    let mut names = TargetNames::default();
    let mut tables: Vec<CollectedTable<'_, '_>> = Vec::new();
    for record in store.derived_from_name("GenericTable")? {
        tables.push(tables::generic_table(store, record, &enums, &mut names)?);
    }
    add_search_indices(store, &mut tables)?;
    let mut older_enums = Vec::new();
    if let Some(older) = store.find_class("SearchableTable") {
        for class in store.classes() {
            // Only classes that derive from it directly are tables; their own subclasses add rows.
            if class.superclasses() == [older] {
                older_enums.extend(older_enum(store, class)?);
                tables.push(older_table(store, class, &mut names)?);
            }
        }
    }
    if let Some(fault) = tables.iter_mut().find_map(|table| table.fault.take()) {
        return Err(fault);
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
    names: &mut TargetNames<'s>,
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
    let mut table = tables::table(store, source, store.derived(class.id()), names)?;
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

/// The value of a field of a class. Errors in it read like those in fields of records.
fn class_value<'s>(store: &'s RecordStore, class: Class<'s>, name: &str) -> Option<Value<'s>> {
    let field = class.fields().find(|f| store.str(f.name) == name);
    field.map(|f| store.value(f.value))
}

fn class_fault(class: Class<'_>, field: &str) -> Diagnostic {
    let message = format!("Record `{}', {field}", class.name());
    Diagnostic::new(Severity::Error, Some(class.pos()), message)
}

/// The string in a field of a class; `None` for `?`.
fn class_string<'s>(
    store: &'s RecordStore,
    class: Class<'s>,
    name: &str,
) -> Result<Option<&'s str>, Diagnostic> {
    match class_value(store, class, name) {
        None | Some(Value::Unset) => Ok(None),
        Some(Value::String(text) | Value::Code(text)) => Ok(Some(store.str(text))),
        Some(_) => {
            let fault = "exists but does not have a string initializer!";
            Err(class_fault(class, &format!("` field `{name}' {fault}")))
        }
    }
}

fn class_strings<'s>(
    store: &'s RecordStore,
    class: Class<'s>,
    name: &str,
) -> Result<Vec<&'s str>, Diagnostic> {
    let fault = |what: &str| {
        class_fault(class, &format!("field `{name}' exists but does not have a {what}"))
    };
    let Some(Value::List(list)) = class_value(store, class, name) else {
        return Err(fault("list value"));
    };
    let string = |&element| match store.value(element) {
        Value::String(text) | Value::Code(text) => Ok(store.str(text)),
        _ => Err(fault(&format!("list of strings value: {}", store.value_text(element)))),
    };
    list.elements.iter().map(string).collect()
}
