//! Conditions of patterns: C++ code that says whether a pattern can be used at all.
//!
//! In: lists of records of class `Predicate`, and conditions of modes. Out: numbered conditions, each once.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordStore, Value, ValueId, natural_order};
use tablewright_target::patterns::PatternToMatch;

/// The conditions that occur.
#[derive(Default)]
pub(super) struct PatternPredicates {
    pub(super) list: Vec<String>,
    by_text: FxHashMap<String, u32>,
    /// By list of predicates and condition of a mode, the number; none where nothing has to hold.
    known: FxHashMap<(ValueId, Box<str>), Option<u32>>,
}

impl PatternPredicates {
    /// The number of the condition of a pattern; none if it has none.
    pub(super) fn number(
        &mut self,
        store: &RecordStore,
        pattern: &PatternToMatch,
    ) -> Result<Option<u32>, FieldError> {
        let key = (pattern.predicates, pattern.mode_condition.clone());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut records: Vec<Record<'_>> = Vec::new();
        if let Value::List(list) = store.value(pattern.predicates) {
            for &element in list.elements {
                if let Value::Def(record) = store.value(element) {
                    let predicate = store.record(record);
                    if !predicate.inherits("Predicate") {
                        let message = format!("'{}' is no Predicate", predicate.name());
                        return Err(FieldError::new(store.record(pattern.record), message));
                    }
                    records.push(predicate);
                }
            }
        }
        // So that the order in which they are listed makes no difference.
        records.sort_by(|a, b| natural_order(a.name(), b.name()));
        records.dedup_by_key(|record| record.id());
        let mut conditions = Vec::new();
        for record in records {
            match record.string("CondString")? {
                "" => {}
                condition => conditions.push(format!("({condition})")),
            }
        }
        if !pattern.mode_condition.is_empty() {
            conditions.push(pattern.mode_condition.to_string());
        }
        let number = match conditions.join(" && ") {
            text if text.is_empty() => None,
            text => Some(self.add(text)),
        };
        self.known.insert(key, number);
        Ok(number)
    }

    fn add(&mut self, text: String) -> u32 {
        let next = self.list.len() as u32;
        *self.by_text.entry(text).or_insert_with_key(|text| {
            self.list.push(text.clone());
            next
        })
    }
}
