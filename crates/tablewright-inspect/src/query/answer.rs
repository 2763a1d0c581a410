//! Query answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use tablewright_records::{Record, RecordStore};

use super::Query;
use super::error::{QueryError, QueryPart};
use super::language::Path;
use super::path::PathReader;
use super::unknown_record;
use crate::uses::UseFinder;
use crate::{QueryValue, SourceLocation};

/// The records that a query selects.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct QueryAnswer {
    /// The shown paths as written.
    pub fields: Vec<String>,
    /// For a query with `uses`: the fields that refer to the record, most frequent first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub used_fields: Vec<UsedField>,
    /// The selected records.
    pub records: Vec<SelectedRecord>,
}

/// A field that refers to a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UsedField {
    /// The field's name.
    pub field: String,
    /// Records that refer to it through this field.
    pub records: usize,
}

/// A selected record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SelectedRecord {
    /// Its name.
    pub name: String,
    /// The direct superclasses in source order.
    pub classes: Vec<String>,
    /// The definition's position.
    pub location: SourceLocation,
    /// For a query with `uses`: the paths from this record to the used record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
    /// The values of the shown paths.
    pub fields: FieldValues,
}

/// The values of the shown paths. In JSON, an object with the paths as keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldValues {
    paths: Arc<[String]>,
    /// The values in the order of the paths.
    pub values: Vec<QueryValue>,
}

impl Serialize for FieldValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.values.len()))?;
        for (path, value) in self.paths.iter().zip(&self.values) {
            map.serialize_entry(path, value)?;
        }
        map.end()
    }
}

/// Records with the same value of a path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AnswerGroup {
    /// The value.
    pub value: QueryValue,
    /// Record count.
    pub count: usize,
    /// The names of the records.
    pub names: Vec<String>,
}

/// Builds the answer from the selected records.
pub(super) fn answer(
    query: &Query,
    paths: &PathReader<'_, '_>,
    records: &[Record<'_>],
) -> Result<QueryAnswer, QueryError> {
    let store = paths.store;
    let fields: Arc<[String]> = query.show.iter().map(|path| path.text.clone()).collect();
    let mut columns: Vec<Vec<QueryValue>> =
        query.show.iter().map(|path| column(path, paths, records)).collect();
    // Transposes columns to rows from the last record on, since `pop` returns a column's last
    // value.
    let mut rows: Vec<Vec<QueryValue>> = Vec::with_capacity(records.len());
    for _ in records {
        rows.push(columns.iter_mut().map(|c| c.pop().unwrap_or(QueryValue::Missing)).collect());
    }
    rows.reverse();
    let mut finder = match &query.uses {
        Some(name) => {
            let target = store.find_record(name);
            let target = target.ok_or_else(|| unknown_record(store, QueryPart::Uses, name))?;
            Some(UseFinder::new(store, target))
        }
        None => None,
    };
    let mut selected = Vec::with_capacity(records.len());
    for (&record, values) in records.iter().zip(rows) {
        let uses = finder.as_mut().map_or_else(Vec::new, |finder| finder.paths(record));
        let fields = FieldValues { paths: Arc::clone(&fields), values };
        selected.push(selected_record(store, record, uses, fields));
    }
    Ok(QueryAnswer {
        used_fields: used_fields(&selected),
        fields: fields.to_vec(),
        records: selected,
    })
}

fn selected_record(
    store: &RecordStore,
    record: Record<'_>,
    uses: Vec<String>,
    fields: FieldValues,
) -> SelectedRecord {
    let classes = record.direct_superclasses().into_iter().rev();
    SelectedRecord {
        name: record.name().to_owned(),
        classes: classes.map(|class| store.class(class).name().to_owned()).collect(),
        location: SourceLocation::new(store.sources(), record.pos()),
        uses,
        fields,
    }
}

/// Returns the values of a path for all records. If one of them must be a list, all are lists.
fn column(path: &Path, paths: &PathReader<'_, '_>, records: &[Record<'_>]) -> Vec<QueryValue> {
    let values: Vec<(QueryValue, bool)> =
        records.iter().map(|&record| paths.value(path, record)).collect();
    let is_list = values.iter().any(|(_, is_many)| *is_many);
    let mut column = Vec::with_capacity(values.len());
    for (value, is_many) in values {
        column.push(if is_list && !is_many { into_list(value) } else { value });
    }
    column
}

fn into_list(value: QueryValue) -> QueryValue {
    if value == QueryValue::Missing {
        QueryValue::List(Vec::new())
    } else {
        QueryValue::List(vec![value])
    }
}

fn used_fields(records: &[SelectedRecord]) -> Vec<UsedField> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for record in records {
        let field = |path: &'_ String| path.find(['.', '[', '{']).unwrap_or(path.len());
        let mut fields: Vec<&str> = record.uses.iter().map(|path| &path[..field(path)]).collect();
        // Paths follow field order, so that paths with the same field are adjacent.
        fields.dedup();
        for field in fields {
            *counts.entry(field).or_default() += 1;
        }
    }
    let used =
        counts.into_iter().map(|(field, records)| UsedField { field: field.into(), records });
    let mut used: Vec<UsedField> = used.collect();
    used.sort_by_key(|used| std::cmp::Reverse(used.records));
    used
}

/// Groups records by the value of a path.
pub(super) fn groups(
    path: &Path,
    paths: &PathReader<'_, '_>,
    records: &[Record<'_>],
) -> Vec<AnswerGroup> {
    let mut groups: BTreeMap<QueryValue, Vec<String>> = BTreeMap::new();
    for &record in records {
        let reached = paths.read(path, record);
        let mut values: Vec<QueryValue> =
            reached.values.iter().map(|found| paths.answer(found)).collect();
        if values.is_empty() {
            values.push(QueryValue::Missing);
        }
        values.sort();
        values.dedup();
        for value in values {
            groups.entry(value).or_default().push(record.name().to_owned());
        }
    }
    let group = |(value, names): (QueryValue, Vec<String>)| AnswerGroup {
        value,
        count: names.len(),
        names,
    };
    groups.into_iter().map(group).collect()
}
