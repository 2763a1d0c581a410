//! Conditions that descriptions state in pieces of C++: the predicates of patterns and of hardware
//! modes. How the pieces are joined is left to the writers.

use tablewright_records::FieldError;
use tablewright_syntax::symbol::Symbol;

use crate::record_views::subtarget::PredicateRecord;

/// A condition on the subtarget or on the function that is compiled.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// An expression that a description states: `CondString` of a `Predicate`.
    Code(Symbol),
    /// The negation of a condition.
    Not(Box<Condition>),
    /// All conditions of a list; an empty list always holds.
    All(Vec<Condition>),
}

impl Default for Condition {
    /// A condition that always holds.
    fn default() -> Condition {
        Condition::All(Vec::new())
    }
}

impl Condition {
    /// The condition of a record of class `Predicate`; `None` where its code is empty, which means
    /// that the predicate always holds.
    ///
    /// # Errors
    /// Where `CondString` is no string.
    pub fn of_predicate(predicate: PredicateRecord<'_>) -> Result<Option<Condition>, FieldError> {
        let code = predicate.cond_string()?;
        Ok((!predicate.store().str(code).is_empty()).then_some(Condition::Code(code)))
    }

    /// Whether it is a list without conditions.
    pub fn is_always(&self) -> bool {
        matches!(self, Condition::All(conditions) if conditions.is_empty())
    }
}
