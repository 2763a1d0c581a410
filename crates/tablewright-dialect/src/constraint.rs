//! Constraints.

use serde::Serialize;

use super::Context;
use tablewright_mlir::model::{self, ConditionLeaf, ConstraintSubject, Predicate};

/// A constraint.
#[derive(Clone, Debug, Serialize)]
pub struct Constraint<'s> {
    /// The definition name; omitted for an anonymous definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<&'s str>,
    /// A short summary.
    pub summary: &'s str,
    /// Its condition; omitted if every value satisfies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition<'s>>,
    /// The condition as a single C++ expression over `$_self`.
    pub cpp: String,
}

/// A condition.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Condition<'s> {
    /// The condition of a named constraint.
    Base {
        /// The constraint, from the description's list.
        constraint: &'s str,
    },
    /// A C++ expression about `$_self`.
    Cpp {
        /// The expression, in parentheses.
        expression: &'s str,
    },
    /// A conjunction; always true without conditions.
    AllOf {
        /// The conditions.
        of: Vec<Condition<'s>>,
    },
    /// True if any condition is true; always false without conditions.
    AnyOf {
        /// The conditions.
        of: Vec<Condition<'s>>,
    },
    /// Negation of a condition.
    Not {
        /// The condition.
        of: Box<Condition<'s>>,
    },
    /// A condition in whose expressions a text is replaced.
    Substitute {
        /// The text to replace.
        pattern: &'s str,
        /// The replacement text.
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
    /// Its definition name.
    pub definition: &'s str,
    /// Whether it constrains value types.
    pub is_type: bool,
    /// A short summary.
    pub summary: &'s str,
    /// Its condition; omitted if every value satisfies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition<'s>>,
    /// The condition as a single C++ expression over `$_self`.
    pub cpp: String,
}

impl<'s> Constraint<'s> {
    pub(super) fn new(
        constraint: &model::Constraint<'s>,
        subject: ConstraintSubject,
        context: &mut Context<'s>,
    ) -> Constraint<'s> {
        let condition = context.names.condition(constraint, subject);
        Constraint {
            definition: constraint.definition,
            summary: constraint.summary,
            condition: condition.map(|condition| Condition::new(&condition, context)),
            cpp: constraint.condition(),
        }
    }
}

impl<'s> NamedConstraint<'s> {
    pub(super) fn for_definition(
        definition: &'s str,
        constraint: &model::Constraint<'s>,
        subject: ConstraintSubject,
        context: &mut Context<'s>,
    ) -> NamedConstraint<'s> {
        let Constraint { summary, condition, cpp, .. } =
            Constraint::new(constraint, subject, context);
        let is_type = subject == ConstraintSubject::Type;
        NamedConstraint { definition, is_type, summary, condition, cpp }
    }
}

impl<'s> Condition<'s> {
    /// Creates a condition with the leaves that `leaf` returns.
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

    fn new(condition: &model::Condition<'s>, context: &mut Context<'s>) -> Condition<'s> {
        Condition::with_leaves(condition, &mut |leaf| match *leaf {
            ConditionLeaf::Constraint(constraint) => {
                context.constraints.insert(constraint);
                Condition::Base { constraint }
            }
            ConditionLeaf::Cpp(expression) => Condition::Cpp { expression },
        })
    }

    /// Converts a condition of C++ expressions, without constraint names.
    pub(super) fn from_predicate(predicate: &Predicate<'s>) -> Condition<'s> {
        Condition::with_leaves(predicate, &mut |expression| Condition::Cpp { expression })
    }
}
