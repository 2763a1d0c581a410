//! The values that a condition tests.

use tablewright_records::{Record, RecordId, RecordStore};

use super::Query;
use super::binding::Bindings;
use super::condition::ConditionReader;
use super::error::QueryError;
use super::language::{Path, Repeat, Step, Test};
use super::path::PathReader;
use crate::value::QueryValue;

/// A value that a condition tests.
#[derive(Clone, PartialEq, Debug)]
pub struct TestedValue {
    /// The path as written.
    pub path: String,
    /// The path's value.
    pub value: QueryValue,
    /// The field with the value; `None` if the path is not a single field.
    pub field: Option<TestedField>,
}

/// A field of a record, or some of its bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestedField {
    /// The record.
    pub record: RecordId,
    /// The field's name.
    pub name: String,
    /// The bits, highest first; empty for the whole field.
    pub bits: Vec<u32>,
}

impl Query {
    /// Returns the values that a record's condition tests: for the false tests, or for all tests if
    /// none is false.
    ///
    /// # Errors
    /// If the description lacks a name in the condition.
    pub fn tested_values(
        &self,
        store: &RecordStore,
        record: Record<'_>,
    ) -> Result<Vec<TestedValue>, QueryError> {
        let bindings = Bindings::new(store, &self.names)?;
        let paths = PathReader { store, bindings: &bindings };
        let Some(condition) = &self.condition else { return Ok(Vec::new()) };
        let tests = ConditionReader::new(&paths, condition).false_tests(record);
        let mut values: Vec<TestedValue> = Vec::new();
        for Test { path, .. } in tests {
            if values.iter().all(|value| value.path != path.text) {
                let (value, _) = paths.value(path, record);
                let field = self.field(path, record);
                values.push(TestedValue { path: path.text.clone(), value, field });
            }
        }
        Ok(values)
    }

    /// Returns the field for a path that consists of a field and optional bits.
    fn field(&self, path: &Path, record: Record<'_>) -> Option<TestedField> {
        let (name, bits) = match &path.steps[..] {
            [Step::Name(name, Repeat::Once)] => (*name, Vec::new()),
            [Step::Name(name, Repeat::Once), Step::Bits(bits)] => (*name, bits.clone()),
            _ => return None,
        };
        Some(TestedField { record: record.id(), name: self.names[name].text.clone(), bits })
    }
}
