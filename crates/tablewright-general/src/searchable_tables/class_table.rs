//! Tables and enums in the older form: classes that derive from `SearchableTable`.
//!
//! In: such a class, whose records are the rows. Out: its table, with a look-up for each field that
//! the class names, and its enum, if it names a field for an enum.

use tablewright_records::{Class, RecordStore, Value};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::collected_table::{self, CollectedTable, TableSource};
use super::columns::SearchableColumn;
use super::enums::{self, CollectedEnum};
use super::lookups::{self, LookupRequest};
use super::target_names::TargetNames;

/// The fields of class `SearchableTable` itself, which configure the output.
const OWN_FIELDS: [&str; 3] = ["SearchableFields", "EnumNameField", "EnumValueField"];

/// Returns the enum for `class`, if it requests an enum.
pub(super) fn class_enum<'s>(
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

/// Returns the table for `class`.
pub(super) fn class_table<'a, 's>(
    store: &'s RecordStore,
    class: Class<'s>,
    names: &mut TargetNames<'s>,
) -> Result<CollectedTable<'a, 's>, Diagnostic> {
    let name = class.name();
    let fields = class.fields().map(|f| store.str(f.name)).filter(|f| !OWN_FIELDS.contains(f));
    let source = TableSource {
        record: None,
        pos: class.pos(),
        trail: &[],
        guard: name.to_ascii_uppercase().into(),
        name: format!("{name}sList").into(),
        cpp_type: name,
        columns: fields.map(SearchableColumn::new).collect(),
    };
    let mut table = collected_table::collect(store, source, store.derived(class.id()), names)?;
    for field in class_strings(store, class, "SearchableFields")? {
        let pos =
            class.fields().find(|f| store.str(f.name) == field).map_or(class.pos(), |f| f.pos);
        let request = LookupRequest {
            function: format!("lookup{name}By{field}").into(),
            pos,
            key: vec![field],
            early_out: false,
            returns_range: false,
            is_primary: false,
        };
        let lookup = lookups::lookup(store, &table, request)?;
        table.printed.lookups.push(lookup);
    }
    Ok(table)
}

/// Returns the value of a class's field. Errors have the same wording as for records.
fn class_value<'s>(store: &'s RecordStore, class: Class<'s>, name: &str) -> Option<Value<'s>> {
    let field = class.fields().find(|f| store.str(f.name) == name);
    field.map(|f| store.value(f.value))
}

fn class_error(class: Class<'_>, field: &str) -> Diagnostic {
    let message = format!("Record `{}', {field}", class.name());
    Diagnostic::error(Code::SearchableTables, class.pos(), message)
}

/// Returns the string in a class's field; `None` for `?`.
fn class_string<'s>(
    store: &'s RecordStore,
    class: Class<'s>,
    name: &str,
) -> Result<Option<&'s str>, Diagnostic> {
    match class_value(store, class, name) {
        None | Some(Value::Unset) => Ok(None),
        Some(Value::String(text) | Value::Code(text)) => Ok(Some(store.str(text))),
        Some(_) => {
            let error = "exists but does not have a string initializer!";
            Err(class_error(class, &format!("` field `{name}' {error}")))
        }
    }
}

fn class_strings<'s>(
    store: &'s RecordStore,
    class: Class<'s>,
    name: &str,
) -> Result<Vec<&'s str>, Diagnostic> {
    let error = |what: &str| {
        class_error(class, &format!("field `{name}' exists but does not have a {what}"))
    };
    let Some(Value::List(list)) = class_value(store, class, name) else {
        return Err(error("list value"));
    };
    let string = |&element| {
        let (Value::String(text) | Value::Code(text)) = store.value(element) else {
            return Err(error(&format!("list of strings value: {}", store.value_text(element))));
        };
        Ok(store.str(text))
    };
    list.elements.iter().map(string).collect()
}
