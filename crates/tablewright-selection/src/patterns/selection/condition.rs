//! Pattern conditions: predicates and the mode condition.

use tablewright_records::{FieldError, Record, RecordStore, RecordView, Value, natural_order};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::condition::PredicateCondition;
use tablewright_target::record_views::subtarget::PredicateRecord;

use super::to_match::PatternToMatch;

impl PatternToMatch {
    /// Returns the condition under which a pattern applies: a conjunction, with the mode condition last.
    ///
    /// # Errors
    /// Fails if the predicate list contains another record.
    pub fn condition(&self, store: &RecordStore) -> Result<PredicateCondition, FieldError> {
        let mut conditions = Vec::new();
        for predicate in self.predicate_records(store)? {
            conditions.extend(PredicateCondition::from_predicate(PredicateRecord::new(predicate))?);
        }
        if !self.mode_condition.is_always() {
            conditions.push(self.mode_condition.clone());
        }
        Ok(PredicateCondition::All(conditions))
    }

    /// Returns the required predicates without duplicates, in natural name order.
    ///
    /// # Errors
    /// Fails if the predicate list contains another record.
    pub fn predicate_records<'s>(
        &self,
        store: &'s RecordStore,
    ) -> Result<Vec<Record<'s>>, FieldError> {
        let mut predicates: Vec<Record<'_>> = Vec::new();
        if let Value::List(list) = store.value(self.predicates) {
            for &element in list.elements {
                let Value::Def(record) = store.value(element) else { continue };
                let predicate = store.record(record);
                if !predicate.inherits("Predicate") {
                    let message = format!("'{}' is not a Predicate", predicate.name());
                    return Err(FieldError::new(
                        Code::PatternNodes,
                        store.record(self.record),
                        message,
                    ));
                }
                predicates.push(predicate);
            }
        }
        // The order in the list is irrelevant.
        predicates.sort_by(|a, b| natural_order(a.name(), b.name()));
        predicates.dedup_by_key(|predicate| predicate.id());
        Ok(predicates)
    }
}
