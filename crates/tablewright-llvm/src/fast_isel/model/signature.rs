//! Operand kinds for an operation.

use tablewright_index::define_index;

define_index! {
    /// A condition on an immediate operand.
    pub(crate) struct ImmediatePredicateId;
}

/// A condition on an immediate operand: a fragment with `ImmediateCode`.
#[doc(alias = "ImmPredicateSet")]
pub(crate) struct SignatureImmediatePredicate<'s> {
    /// Function name.
    pub(crate) function: String,
    /// Function body.
    pub(crate) code: &'s str,
    /// Operand type.
    pub(crate) ty: String,
}

/// An operand kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum SignatureOperandKind {
    Register,
    Float,
    /// An integer, with an optional condition.
    Immediate(Option<ImmediatePredicateId>),
}

impl SignatureOperandKind {
    /// Returns the letter for the kind in function names.
    pub(crate) fn letter(self) -> char {
        match self {
            SignatureOperandKind::Register => 'r',
            SignatureOperandKind::Float => 'f',
            SignatureOperandKind::Immediate(_) => 'i',
        }
    }
}

/// The kinds in an operand list.
#[doc(alias = "OperandsSignature")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FastIselSignature(pub(crate) Vec<SignatureOperandKind>);

impl FastIselSignature {
    /// Whether there is a condition on an operand.
    pub(crate) fn is_constrained(&self) -> bool {
        self.0.iter().any(|operand| matches!(operand, SignatureOperandKind::Immediate(Some(_))))
    }

    /// Returns the same kinds without conditions.
    pub(super) fn unconstrained(&self) -> FastIselSignature {
        let kinds = self.0.iter().map(|&operand| match operand {
            SignatureOperandKind::Immediate(_) => SignatureOperandKind::Immediate(None),
            SignatureOperandKind::Register | SignatureOperandKind::Float => operand,
        });
        FastIselSignature(kinds.collect())
    }
}
