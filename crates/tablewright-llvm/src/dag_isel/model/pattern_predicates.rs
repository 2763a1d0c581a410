//! Pattern conditions: C++ code that decides whether a pattern is available.
//!
//! In: lists of `Predicate` records, and mode conditions. Out: numbered conditions without duplicates.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordStore, ValueId};
use tablewright_selection::patterns::PatternToMatch;
use tablewright_target::condition::PredicateCondition;

use crate::support::condition::condition_text;

/// The conditions that occur.
#[derive(Default)]
pub(super) struct PatternPredicates {
    pub(super) list: Vec<String>,
    by_text: FxHashMap<String, u32>,
    /// Number by predicate list and mode condition; `None` if the condition is always true.
    numbers: FxHashMap<(ValueId, PredicateCondition), Option<u32>>,
}

impl PatternPredicates {
    /// Returns the number for a pattern's condition; `None` for an unconditional pattern.
    pub(super) fn number(
        &mut self,
        store: &RecordStore,
        pattern: &PatternToMatch,
    ) -> Result<Option<u32>, FieldError> {
        let key = (pattern.predicates, pattern.mode_condition.clone());
        if let Some(&number) = self.numbers.get(&key) {
            return Ok(number);
        }
        let condition = pattern.condition(store)?;
        let number = (!condition.is_always()).then(|| self.add(condition_text(store, &condition)));
        self.numbers.insert(key, number);
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
