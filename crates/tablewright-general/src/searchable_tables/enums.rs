//! Enums: an enumerator for each record of a class.
//!
//! In: records. Out: their enumerators, for printing, and for look-up by record, since table
//! columns may contain such records.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, Value};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::model::SearchableEnum;
use crate::record_views::searchable_table::GenericEnumRecord;

/// An enum with its records' enumerators.
#[doc(alias = "GenericEnum")]
pub(super) struct CollectedEnum<'s> {
    /// The record of class `GenericEnum`; `None` for an older table's enum.
    pub(super) record: Option<RecordId>,
    /// Name of the class whose records have enumerators.
    pub(super) class: &'s str,
    /// Each record's enumerator.
    pub(super) entries: FxHashMap<RecordId, (&'s str, i64)>,
    pub(super) printed: SearchableEnum<'s>,
}

/// Returns the enum for a record of class `GenericEnum`.
pub(super) fn generic_enum<'s>(
    store: &'s RecordStore,
    record: GenericEnumRecord<'s>,
) -> Result<CollectedEnum<'s>, Diagnostic> {
    let name_field = record.name_field()?.0.filter(|field| !field.is_empty());
    let value_field = record.value_field()?.0.filter(|field| !field.is_empty());
    let class = record.filter_class()?;
    let Some(class_id) = store.find_class(class) else {
        let pos = record.field("FilterClass").map(|f| f.pos);
        let message = format!("Enum FilterClass '{class}' does not exist");
        return Err(Diagnostic::error_at(Code::SearchableTables, pos, message));
    };
    let mut collected = entries(store.derived(class_id), name_field, value_field)?;
    collected.record = Some(record.id());
    collected.class = class;
    collected.printed.guard = record.name().into();
    collected.printed.name = record.name().into();
    collected.printed.underlying_type = record.underlying_type()?.0.filter(|ty| !ty.is_empty());
    Ok(collected)
}

/// Returns an unnamed enum of the records in `items`. `name_field` contains the enumerator's name;
/// without it the record's name is used. `value_field` contains its value; without it enumerators
/// are numbered in name order.
pub(super) fn entries<'s>(
    items: Vec<Record<'s>>,
    name_field: Option<&str>,
    value_field: Option<&str>,
) -> Result<CollectedEnum<'s>, FieldError> {
    let mut list: Vec<(RecordId, (&str, i64))> = Vec::with_capacity(items.len());
    for item in items {
        let name = match name_field {
            Some(field) => item.string(field)?,
            None => item.name(),
        };
        let value = match value_field {
            Some(field) => number(item, field)?,
            None => 0,
        };
        list.push((item.id(), (name, value)));
    }
    if value_field.is_none() {
        list.sort_by_key(|&(_, (name, _))| name);
        for (number, (_, (_, value))) in (0..).zip(&mut list) {
            *value = number;
        }
    }
    let printed = SearchableEnum {
        guard: Cow::Borrowed(""),
        name: Cow::Borrowed(""),
        underlying_type: None,
        entries: list.iter().map(|&(_, entry)| entry).collect(),
    };
    let entries = list.into_iter().collect();
    Ok(CollectedEnum { record: None, class: "", entries, printed })
}

/// Returns the number in a field with the type `int`, `bits` or `bit`.
fn number(record: Record<'_>, field: &str) -> Result<i64, FieldError> {
    let value = record.store().value(record.value(field)?);
    let number = if let Value::Bits(bits) = value {
        bits.to_int()
    } else if let Value::Bit(bit) = value {
        Some(i64::from(bit))
    } else {
        Some(record.int(field)?)
    };
    number.ok_or_else(|| {
        let message =
            format!("Record `{}', field `{field}' has bits without a value", record.name());
        FieldError::new(Code::SearchableTables, record, message)
    })
}
