//! Function bodies: C expressions with types.
//!
//! `body_reader` creates them from the dags in records, and `expression_writer` writes them. All
//! versions of a function share them; a version only determines the variable names.

use std::ops::Range;

use tablewright_index::{IndexVec, define_index};
use tablewright_records::RecordStore;
use tablewright_syntax::symbol::Symbol;

use super::intrinsic::IntrinsicId;
use super::neon_type::NeonType;
use crate::support::rows::{OutputRow, OutputRows};

define_index! {
    /// An expression in a function body.
    pub(crate) struct ExpressionId;
}

define_index! {
    /// A variable that a function body declares.
    pub(crate) struct VariableId;
}

define_index! {
    /// A shuffle's lanes.
    pub(crate) struct MaskId;
}

define_index! {
    /// A name derived from an intrinsic's name.
    pub(crate) struct NeonNameId;
}

pub(crate) struct Expression {
    pub(crate) ty: NeonType,
    pub(crate) kind: ExpressionKind,
}

#[derive(Clone, Copy)]
pub(crate) enum ExpressionKind {
    /// A parameter by number.
    Parameter(u32),
    Variable(VariableId),
    /// A constant from the description.
    Literal(Symbol),
    /// A name, which is not a value.
    Name(NeonNameId),
    Unary {
        operator: Symbol,
        operand: ExpressionId,
    },
    Binary {
        operator: Symbol,
        operands: [ExpressionId; 2],
    },
    Cast(ExpressionId),
    /// A value's bits as another type.
    Bitcast(ExpressionId),
    /// A variable's bits as another type.
    Reinterpretation(VariableId),
    Call {
        callee: IntrinsicId,
        arguments: OutputRow<ExpressionId>,
    },
    Shuffle {
        vectors: [ExpressionId; 2],
        mask: MaskId,
    },
    /// A vector with equal elements.
    Duplicates(ExpressionId),
    /// A vector that repeats a lane of another vector.
    Splat {
        vector: ExpressionId,
        lane: ExpressionId,
        elements: u32,
    },
    /// A variable declaration with its value.
    Declaration(VariableId, ExpressionId),
}

#[derive(Clone, Copy)]
pub(super) struct NeonVariable {
    pub(super) ty: NeonType,
    pub(super) name: VariableName,
}

/// A variable name, without the common prefix and suffix of the function's variables.
#[derive(Clone, Copy)]
pub(super) enum VariableName {
    /// A name from the description.
    Temporary(Symbol),
    /// A variable for a value whose bits are reinterpreted. Numbered from 0, which is not printed.
    Reinterpreted(u32),
}

impl VariableName {
    /// Whether `name` in a description refers to this variable.
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

/// A shuffle's lanes.
pub(super) struct NeonMask {
    pub(super) count: u32,
    /// The C arguments, each after a comma.
    pub(super) text: String,
}

/// A function's computation. Empty if it calls its builtin.
pub(crate) struct NeonBody {
    /// The variables whose bits are reinterpreted, with their values. They are declared before the
    /// statements.
    pub(super) reinterpreted: OutputRow<(VariableId, ExpressionId)>,
    /// The last statement is the result, unless the result is `void`.
    pub(super) statements: OutputRow<ExpressionId>,
    /// All expressions in the body. Operands precede the expressions that use them.
    pub(super) expressions: Range<usize>,
}

/// The bodies of all intrinsics.
#[derive(Default)]
pub(crate) struct Bodies {
    pub(super) bodies: IndexVec<IntrinsicId, NeonBody>,
    pub(super) expressions: IndexVec<ExpressionId, Expression>,
    pub(super) reinterpreted: OutputRows<(VariableId, ExpressionId)>,
    pub(super) statements: OutputRows<ExpressionId>,
    pub(super) arguments: OutputRows<ExpressionId>,
    pub(super) variables: IndexVec<VariableId, NeonVariable>,
    pub(super) masks: IndexVec<MaskId, NeonMask>,
    pub(super) names: IndexVec<NeonNameId, String>,
}

impl Bodies {
    pub(crate) fn expression(&self, id: ExpressionId) -> &Expression {
        &self.expressions[id]
    }

    /// Returns the expressions in an intrinsic's body. Operands precede the expressions that use
    /// them.
    pub(crate) fn expressions_of(&self, id: IntrinsicId) -> &[Expression] {
        &self.expressions.raw()[self.bodies[id].expressions.clone()]
    }

    /// Iterates over the intrinsics that an intrinsic calls.
    pub(crate) fn calls_of(&self, id: IntrinsicId) -> impl Iterator<Item = IntrinsicId> {
        self.expressions_of(id).iter().filter_map(|expression| {
            let ExpressionKind::Call { callee, .. } = expression.kind else { return None };
            Some(callee)
        })
    }
}
