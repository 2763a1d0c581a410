//! Conditions that descriptions write in C++: the predicates for patterns and hardware modes.
//! Writers decide the syntax for combined conditions.

use tablewright_records::FieldError;
use tablewright_syntax::symbol::Symbol;

use crate::record_views::subtarget::PredicateRecord;

/// A condition on the subtarget or on the compiled function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PredicateCondition {
    /// A C++ expression from a predicate's `CondString`.
    Code(Symbol),
    /// A negated condition.
    Not(Box<PredicateCondition>),
    /// A conjunction; an empty list is always true.
    All(Vec<PredicateCondition>),
}

impl Default for PredicateCondition {
    /// Returns a condition that is always true.
    fn default() -> PredicateCondition {
        PredicateCondition::All(Vec::new())
    }
}

impl PredicateCondition {
    /// Builds the condition from a `Predicate` record; `None` if the C++ code is empty, because the
    /// predicate is then always true.
    ///
    /// # Errors
    /// If `CondString` is not a string.
    pub fn from_predicate(
        predicate: PredicateRecord<'_>,
    ) -> Result<Option<PredicateCondition>, FieldError> {
        let code = predicate.cond_string()?;
        Ok((!predicate.store().str(code).is_empty()).then_some(PredicateCondition::Code(code)))
    }

    /// Whether this is an empty conjunction, which is always true.
    pub fn is_always(&self) -> bool {
        matches!(self, PredicateCondition::All(conditions) if conditions.is_empty())
    }
}
