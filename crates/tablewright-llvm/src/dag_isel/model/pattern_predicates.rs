//! Conditions of patterns: C++ code that says whether a pattern can be used at all.
//!
//! In: lists of records of class `Predicate`, and conditions of modes. Out: numbered conditions, each once.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordStore, ValueId};
use tablewright_target::condition::Condition;
use tablewright_target::patterns::PatternToMatch;

use crate::support::condition::condition_text;

/// The conditions that occur.
#[derive(Default)]
pub(super) struct PatternPredicates {
    pub(super) list: Vec<String>,
    by_text: FxHashMap<String, u32>,
    /// By list of predicates and condition of a mode, the number; none where nothing has to hold.
    numbers: FxHashMap<(ValueId, Condition), Option<u32>>,
}

impl PatternPredicates {
    /// The number of the condition of a pattern; none if it has none.
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
