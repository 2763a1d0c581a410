//! The kinds of an operation's operands.

use tablewright_index::define_index;

define_index! {
    /// A condition on an immediate operand.
    pub(crate) struct ImmediatePredicateId;
}

/// A condition on an immediate operand: a fragment with `ImmediateCode`.
#[doc(alias = "ImmPredicateSet")]
pub(crate) struct ImmediatePredicate<'s> {
    /// The name of the function.
    pub(crate) function: String,
    /// The body of the function.
    pub(crate) code: &'s str,
    /// The type of the operand.
    pub(crate) ty: String,
}

/// What an operand is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum OperandKind {
    Register,
    Float,
    /// An integer, for which a condition may have to hold.
    Immediate(Option<ImmediatePredicateId>),
}

impl OperandKind {
    /// The letter that stands for it in names of functions.
    pub(crate) fn letter(self) -> char {
        match self {
            OperandKind::Register => 'r',
            OperandKind::Float => 'f',
            OperandKind::Immediate(_) => 'i',
        }
    }
}

/// The kinds of all operands.
#[doc(alias = "OperandsSignature")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Signature(pub(crate) Vec<OperandKind>);

impl Signature {
    /// Whether there is a condition on an operand.
    pub(crate) fn is_constrained(&self) -> bool {
        self.0.iter().any(|operand| matches!(operand, OperandKind::Immediate(Some(_))))
    }

    /// The same kinds without conditions.
    pub(super) fn unconstrained(&self) -> Signature {
        let kinds = self.0.iter().map(|&operand| match operand {
            OperandKind::Immediate(_) => OperandKind::Immediate(None),
            OperandKind::Register | OperandKind::Float => operand,
        });
        Signature(kinds.collect())
    }
}
