//! Positions of an operand's or a result's values among all operands or results.

use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::model::operation::{OperationValue, count_variable};
use crate::model::{ConstraintArity, Operation};

/// Operands or results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccessedValueKind {
    Operand,
    Result,
}

/// Method of finding an operand or result among all of them.
pub(crate) enum ValueAccess {
    /// By its index.
    At(usize),
    /// Nothing or a value, of at most `count`.
    OptionalAt { index: usize, count: usize },
    /// As many values as there are more than the `count` others, less this one.
    Rest { index: usize, count: usize },
    /// A value after such a list.
    AfterRest { index: usize, count: usize },
    /// By the attribute with the number of values in each segment.
    Segment { index: usize, arity: SegmentArity },
    /// By its index among the operands or results, if all value lists have the same length.
    EquallySized { fixed: usize, variable: usize, before: GroupsBefore, is_list: bool },
}

/// Contents of a segment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SegmentArity {
    One,
    Optional,
    List,
}

/// Numbers of earlier operands or results.
#[derive(Clone, Copy)]
pub(crate) struct GroupsBefore {
    pub(crate) variable: usize,
    pub(crate) fixed: usize,
}

impl AccessedValueKind {
    /// Returns the trait for operations with operand or result segment sizes.
    pub(crate) fn segments_trait(self) -> &'static str {
        match self {
            AccessedValueKind::Operand => "::mlir::OpTrait::AttrSizedOperandSegments",
            AccessedValueKind::Result => "::mlir::OpTrait::AttrSizedResultSegments",
        }
    }

    fn equal_trait(self) -> &'static str {
        match self {
            AccessedValueKind::Operand => "::mlir::OpTrait::SameVariadicOperandSize",
            AccessedValueKind::Result => "::mlir::OpTrait::SameVariadicResultSize",
        }
    }

    /// Returns the singular noun.
    pub(crate) fn word(self) -> &'static str {
        match self {
            AccessedValueKind::Operand => "operand",
            AccessedValueKind::Result => "result",
        }
    }
}

/// Returns the access to an operand's or a result's values.
///
/// # Errors
/// If the value counts of several variable operands or results cannot be determined.
pub(crate) fn access(
    op: &Operation<'_>,
    values: &[OperationValue<'_>],
    kind: AccessedValueKind,
    index: usize,
) -> Result<ValueAccess, Diagnostic> {
    let arity = values[index].constraint.arity;
    let (count, variable) = (values.len(), count_variable(values));
    if op.has_trait(kind.segments_trait()) {
        let arity = match arity {
            ConstraintArity::Single => SegmentArity::One,
            ConstraintArity::Optional => SegmentArity::Optional,
            ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => {
                SegmentArity::List
            }
        };
        return Ok(ValueAccess::Segment { index, arity });
    }
    if variable > 1 && op.has_trait(kind.equal_trait()) {
        let before = count_variable(&values[..index]);
        return Ok(ValueAccess::EquallySized {
            fixed: count - variable,
            variable,
            before: GroupsBefore { variable: before, fixed: index - before },
            is_list: arity.is_variable(),
        });
    }
    if variable > 1 {
        let message = format!("unsupported {} structure", kind.word());
        return Err(Diagnostic::error(Code::Mlir, op.names.pos, message));
    }
    Ok(match arity {
        ConstraintArity::Single if count_variable(&values[..index]) == 0 => ValueAccess::At(index),
        ConstraintArity::Single => ValueAccess::AfterRest { index, count },
        ConstraintArity::Optional => ValueAccess::OptionalAt { index, count },
        ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => {
            ValueAccess::Rest { index, count }
        }
    })
}
