//! Constraints.

use serde::Serialize;

use super::Context;
use crate::model::{self, ConditionLeaf, ConstraintSubject, Predicate};

/// A constraint.
#[derive(Clone, Debug, Serialize)]
pub struct Constraint<'s> {
    /// The name of its definition; left out for one that a definition makes on the fly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<&'s str>,
    /// What it says, in a line.
    pub summary: &'s str,
    /// Its condition; left out where everything fulfils it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition<'s>>,
    /// The condition as one C++ expression about `$_self`.
    pub cpp: String,
}

/// A condition.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Condition<'s> {
    /// That of a constraint with a name.
    Base {
        /// The constraint, one of those of the whole description.
        constraint: &'s str,
    },
    /// A C++ expression about `$_self`.
    Cpp {
        /// The expression, in parentheses.
        expression: &'s str,
    },
    /// All of some conditions; without any it always holds.
    AllOf {
        /// The conditions.
        of: Vec<Condition<'s>>,
    },
    /// At least one of some conditions; without any it never holds.
    AnyOf {
        /// The conditions.
        of: Vec<Condition<'s>>,
    },
    /// That a condition does not hold.
    Not {
        /// The condition.
        of: Box<Condition<'s>>,
    },
    /// A condition in whose expressions a text is replaced.
    Substitute {
        /// The text to replace.
        pattern: &'s str,
        /// What stands there instead.
        replacement: &'s str,
        /// The condition.
        of: Box<Condition<'s>>,
    },
    /// A condition with C++ before and after it.
    Concat {
        /// The C++ before it.
        prefix: &'s str,
        /// The C++ after it.
        suffix: &'s str,
        /// The condition.
        of: Box<Condition<'s>>,
    },
}

/// A constraint that conditions name.
#[derive(Clone, Debug, Serialize)]
pub struct NamedConstraint<'s> {
    /// The name of its definition.
    pub definition: &'s str,
    /// Whether it is one for the types of values.
    pub is_type: bool,
    /// What it says, in a line.
    pub summary: &'s str,
    /// Its condition; left out where everything fulfils it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition<'s>>,
    /// The condition as one C++ expression about `$_self`.
    pub cpp: String,
}

impl<'s> Constraint<'s> {
    pub(super) fn of(
        constraint: &model::Constraint<'s>,
        subject: ConstraintSubject,
        context: &mut Context<'s>,
    ) -> Constraint<'s> {
        let condition = context.names.condition(constraint, subject);
        Constraint {
            definition: constraint.definition,
            summary: constraint.summary,
            condition: condition.map(|condition| Condition::of(&condition, context)),
            cpp: constraint.condition(),
        }
    }
}

impl<'s> NamedConstraint<'s> {
    pub(super) fn of(
        definition: &'s str,
        constraint: &model::Constraint<'s>,
        subject: ConstraintSubject,
        context: &mut Context<'s>,
    ) -> NamedConstraint<'s> {
        let Constraint { summary, condition, cpp, .. } =
            Constraint::of(constraint, subject, context);
        let is_type = subject == ConstraintSubject::Type;
        NamedConstraint { definition, is_type, summary, condition, cpp }
    }
}

impl<'s> Condition<'s> {
    /// A condition with the leaves that `leaf` returns.
    fn with_leaves<Leaf>(
        condition: &Predicate<'s, Leaf>,
        leaf: &mut impl FnMut(&Leaf) -> Condition<'s>,
    ) -> Condition<'s> {
        let mut one =
            |condition: &Predicate<'s, Leaf>| Condition::with_leaves(condition, &mut *leaf);
        match condition {
            Predicate::Leaf(condition) => leaf(condition),
            Predicate::And(of) => Condition::AllOf { of: of.iter().map(one).collect() },
            Predicate::Or(of) => Condition::AnyOf { of: of.iter().map(one).collect() },
            Predicate::Not(of) => Condition::Not { of: Box::new(one(of)) },
            Predicate::Substitute { pattern, replacement, condition } => {
                Condition::Substitute { pattern, replacement, of: Box::new(one(condition)) }
            }
            Predicate::Concat { prefix, condition, suffix } => {
                Condition::Concat { prefix, suffix, of: Box::new(one(condition)) }
            }
        }
    }

    fn of(condition: &model::Condition<'s>, context: &mut Context<'s>) -> Condition<'s> {
        Condition::with_leaves(condition, &mut |leaf| match *leaf {
            ConditionLeaf::Constraint(constraint) => {
                context.constraints.insert(constraint);
                Condition::Base { constraint }
            }
            ConditionLeaf::Cpp(expression) => Condition::Cpp { expression },
        })
    }

    /// A condition of C++ expressions, without the names of constraints.
    pub(super) fn of_predicate(predicate: &Predicate<'s>) -> Condition<'s> {
        Condition::with_leaves(predicate, &mut |expression| Condition::Cpp { expression })
    }
}
