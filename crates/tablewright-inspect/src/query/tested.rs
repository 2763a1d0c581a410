//! The values that the tests of a condition are about.

use tablewright_records::{Record, RecordId, RecordStore};

use super::Query;
use super::binding::Bindings;
use super::condition::ConditionReader;
use super::error::QueryError;
use super::language::{Path, Repeat, Step, Test};
use super::path::PathReader;
use crate::value::QueryValue;

/// A value that a test of a condition is about.
#[derive(Clone, PartialEq, Debug)]
pub struct TestedValue {
    /// The path, as it was written.
    pub path: String,
    /// The value that it reaches.
    pub value: QueryValue,
    /// The field with the value, where the path is one field of the record.
    pub field: Option<TestedField>,
}

/// A field of a record, or some of its bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestedField {
    /// The record.
    pub record: RecordId,
    /// The name of the field.
    pub name: String,
    /// The bits, the highest first; none for the whole field.
    pub bits: Vec<u32>,
}

impl Query {
    /// The values for which the condition does not hold for a record: those of the tests that are false,
    /// or of all tests where none is.
    ///
    /// # Errors
    /// Where the description does not have a name that the condition mentions.
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

    /// The field of the record that a path begins with, where the path is one of a single field.
    fn field(&self, path: &Path, record: Record<'_>) -> Option<TestedField> {
        let (name, bits) = match &path.steps[..] {
            [Step::Name(name, Repeat::Once)] => (*name, Vec::new()),
            [Step::Name(name, Repeat::Once), Step::Bits(bits)] => (*name, bits.clone()),
            _ => return None,
        };
        Some(TestedField { record: record.id(), name: self.names[name].text.clone(), bits })
    }
}
