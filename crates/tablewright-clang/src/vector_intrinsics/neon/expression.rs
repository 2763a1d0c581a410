//! The bodies of functions: expressions of C with their types.
//!
//! `body_reader` makes them from the dags of records, and `expression_writer` writes them. They are the
//! same for all versions of a function; a version only decides how variables are called.

use std::ops::Range;

use tablewright_index::{IndexVec, define_index};
use tablewright_records::RecordStore;
use tablewright_syntax::symbol::Symbol;

use super::intrinsic::IntrinsicId;
use super::neon_type::NeonType;
use crate::support::rows::{Row, Rows};

define_index! {
    /// An expression in the body of a function.
    pub(crate) struct ExpressionId;
}

define_index! {
    /// A variable that the body of a function declares.
    pub(crate) struct VariableId;
}

define_index! {
    /// The lanes that a shuffle takes.
    pub(crate) struct MaskId;
}

define_index! {
    /// A name that is computed from that of an intrinsic.
    pub(crate) struct NameId;
}

pub(crate) struct Expression {
    pub(crate) ty: NeonType,
    pub(crate) kind: ExpressionKind,
}

#[derive(Clone, Copy)]
pub(crate) enum ExpressionKind {
    /// The parameter of that number.
    Parameter(u32),
    Variable(VariableId),
    /// A constant of the description.
    Literal(Symbol),
    /// A name, which is no value.
    Name(NameId),
    Unary {
        operator: Symbol,
        operand: ExpressionId,
    },
    Binary {
        operator: Symbol,
        operands: [ExpressionId; 2],
    },
    Cast(ExpressionId),
    /// The bits of a value as another type.
    Bitcast(ExpressionId),
    /// The bits of a variable as another type.
    Reinterpretation(VariableId),
    Call {
        callee: IntrinsicId,
        arguments: Row<ExpressionId>,
    },
    Shuffle {
        vectors: [ExpressionId; 2],
        mask: MaskId,
    },
    /// A vector of which all elements are the same.
    Duplicates(ExpressionId),
    /// The lane of a vector, as often as a vector has elements.
    Splat {
        vector: ExpressionId,
        lane: ExpressionId,
        elements: u32,
    },
    /// The declaration of a variable with its value.
    Declaration(VariableId, ExpressionId),
}

#[derive(Clone, Copy)]
pub(super) struct Variable {
    pub(super) ty: NeonType,
    pub(super) name: VariableName,
}

/// The name of a variable, without what the names of all variables of a function begin and end with.
#[derive(Clone, Copy)]
pub(super) enum VariableName {
    /// That of the description.
    Temporary(Symbol),
    /// That of a value of which the bits are taken: numbered from 0, which is not shown.
    Reinterpreted(u32),
}

impl VariableName {
    /// Whether a description means it by `name`.
    pub(super) fn is(self, name: &str, store: &RecordStore) -> bool {
        match self {
            VariableName::Temporary(own) => store.str(own) == name,
            VariableName::Reinterpreted(0) => name == "reint",
            VariableName::Reinterpreted(number) => {
                name.strip_prefix("reint").is_some_and(|text| text == number.to_string())
            }
        }
    }
}

/// The lanes that a shuffle takes.
pub(super) struct Mask {
    pub(super) count: u32,
    /// The arguments of C, each after a comma.
    pub(super) text: String,
}

/// What a function computes; all of it is empty if it calls its builtin.
pub(crate) struct Body {
    /// The variables of which the bits are taken, with their values. They are declared before the
    /// statements.
    pub(super) reinterpreted: Row<(VariableId, ExpressionId)>,
    /// The last one is the result, unless there is none.
    pub(super) statements: Row<ExpressionId>,
    /// All that are part of it: operands come before the expressions that use them.
    pub(super) expressions: Range<usize>,
}

/// The bodies of all intrinsics.
#[derive(Default)]
pub(crate) struct Bodies {
    pub(super) bodies: IndexVec<IntrinsicId, Body>,
    pub(super) expressions: IndexVec<ExpressionId, Expression>,
    pub(super) reinterpreted: Rows<(VariableId, ExpressionId)>,
    pub(super) statements: Rows<ExpressionId>,
    pub(super) arguments: Rows<ExpressionId>,
    pub(super) variables: IndexVec<VariableId, Variable>,
    pub(super) masks: IndexVec<MaskId, Mask>,
    pub(super) names: IndexVec<NameId, String>,
}

impl Bodies {
    pub(crate) fn expression(&self, id: ExpressionId) -> &Expression {
        &self.expressions[id]
    }

    /// The expressions in the body of an intrinsic: operands come before those that use them.
    pub(crate) fn expressions_of(&self, id: IntrinsicId) -> &[Expression] {
        &self.expressions.raw()[self.bodies[id].expressions.clone()]
    }

    /// The intrinsics that an intrinsic calls.
    pub(crate) fn calls_of(&self, id: IntrinsicId) -> impl Iterator<Item = IntrinsicId> {
        self.expressions_of(id).iter().filter_map(|expression| {
            let ExpressionKind::Call { callee, .. } = expression.kind else { return None };
            Some(callee)
        })
    }
}
