//! Checks expectations about records.

use tablewright_records::RecordStore;

use super::RecordSelection;
use crate::explain::{StepExplanation, explain_field};
use crate::query::{Query, QueryError};
use crate::value::QueryValue;

/// The result of a condition on records.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordsOutcome {
    /// Record count.
    pub records: usize,
    /// Records that do not meet the condition.
    pub failures: Vec<RecordFailure>,
}

/// A record that does not meet a condition.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordFailure {
    /// The record's name.
    pub record: String,
    /// The values that violate it.
    pub values: Vec<UnmetValue>,
}

/// A value that violates a condition.
#[derive(Clone, PartialEq, Debug)]
pub struct UnmetValue {
    /// The path in the condition.
    pub path: String,
    /// The value.
    pub value: QueryValue,
    /// The statement that set the value, if the description was loaded with a trace and the path is
    /// a field.
    pub set_by: Option<StepExplanation>,
}

/// Checks a condition on records.
///
/// # Errors
/// If the condition is malformed, or contains a name that the description does not have.
pub fn check_records(
    store: &RecordStore,
    selection: &RecordSelection,
    condition: &str,
) -> Result<RecordsOutcome, QueryError> {
    let select = |query: Query| match selection {
        RecordSelection::Name(pattern) => query.name(pattern.as_str()),
        RecordSelection::Class(pattern) => query.class(pattern.as_str()),
    };
    let query = select(Query::parse(condition)?);
    let all = select(Query::new()).select(store)?;
    let holding = query.select(store)?;
    let mut failures = Vec::new();
    for &record in &all {
        if holding.iter().any(|held| held.id() == record.id()) {
            continue;
        }
        let tested = query.tested_values(store, record)?;
        let values = tested.into_iter().map(|tested| {
            let explained = tested
                .field
                .and_then(|field| explain_field(store, field.record, &field.name, &field.bits));
            let set_by = explained.and_then(|explained| last_change(explained.steps));
            UnmetValue { path: tested.path, value: tested.value, set_by }
        });
        failures.push(RecordFailure { record: record.name().to_owned(), values: values.collect() });
    }
    Ok(RecordsOutcome { records: all.len(), failures })
}

/// Returns the last step that changed the value.
fn last_change(steps: Vec<StepExplanation>) -> Option<StepExplanation> {
    let changes = |step: &StepExplanation| step.before.as_ref() != Some(&step.value);
    steps.into_iter().rfind(changes)
}

#[cfg(test)]
mod tests {
    use tablewright_test_support::Description;

    use super::*;

    #[test]
    fn values_that_are_not_as_expected_have_what_set_them() {
        let text = "class A<int n> { bits<4> b = n; int s = 1; }\n\
                    def x : A<5> { let s = 2; }\ndef y : A<3> { let s = 3; }\n";
        let store = Description::new(text).traced().store();
        let name = RecordSelection::Name("*".to_owned());
        let outcome = check_records(&store, &name, "b{3-1} = 0b001 and s > 2").expect("valid");
        assert_eq!((outcome.records, outcome.failures.len()), (2, 1));
        let failure = &outcome.failures[0];
        let values: Vec<String> = failure
            .values
            .iter()
            .map(|value| format!("{} is {}", value.path, value.value))
            .collect();
        assert_eq!(
            (failure.record.as_str(), values),
            ("x", vec!["b{3-1} is 0b010".to_owned(), "s is 2".to_owned()])
        );
        let set_by = failure.values[1].set_by.as_ref().expect("there is a trace");
        assert_eq!((set_by.at.location.line, set_by.value.as_str()), (2, "2"));
        let class = RecordSelection::Class("A".to_owned());
        assert_eq!(check_records(&store, &class, "s >= 2").map(|o| o.failures.len()), Ok(0));
        assert!(check_records(&store, &RecordSelection::Class("B".to_owned()), "s").is_err());
    }
}
