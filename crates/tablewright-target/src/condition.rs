//! Conditions that descriptions write in C++: the predicates for patterns and hardware modes.
//! Writers decide the syntax for combined conditions.

use tablewright_records::FieldError;
use tablewright_syntax::symbol::Symbol;

use crate::record_views::subtarget::PredicateRecord;

/// A condition on the subtarget or on the compiled function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// A C++ expression from a predicate's `CondString`.
    Code(Symbol),
    /// A negated condition.
    Not(Box<Condition>),
    /// A conjunction; an empty list is always true.
    All(Vec<Condition>),
}

impl Default for Condition {
    /// Returns a condition that is always true.
    fn default() -> Condition {
        Condition::All(Vec::new())
    }
}

impl Condition {
    /// Builds the condition from a `Predicate` record; `None` if the C++ code is empty, because the
    /// predicate is then always true.
    ///
    /// # Errors
    /// If `CondString` is not a string.
    pub fn from_predicate(predicate: PredicateRecord<'_>) -> Result<Option<Condition>, FieldError> {
        let code = predicate.cond_string()?;
        Ok((!predicate.store().str(code).is_empty()).then_some(Condition::Code(code)))
    }

    /// Whether this is an empty conjunction, which is always true.
    pub fn is_always(&self) -> bool {
        matches!(self, Condition::All(conditions) if conditions.is_empty())
    }
}
