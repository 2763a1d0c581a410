//! Operations: the elements of an instruction's semantics.

use super::super::layout::SemanticsLayout;

/// An operation on values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SemanticsOpcode<'s> {
    /// Reads a register operand.
    GetRc,
    /// Writes a register operand.
    PutRc,
    /// Reads a register.
    GetReg,
    /// Writes a register.
    PutReg,
    /// Reads a custom operand, for example an address or an immediate.
    CustomOp,
    /// A constant in the table.
    Constant,
    /// A selection DAG node that must satisfy a C++ condition.
    Predicate,
    /// An address or the like that a function matches.
    ComplexPattern,
    /// A register has a new, unspecified value.
    Implicit,
    /// A node of the selection DAG, by its enumerator.
    Node(&'s str),
}

impl<'s> SemanticsOpcode<'s> {
    /// Returns the enumerator with its namespace.
    pub(crate) fn enumerator(self, layout: SemanticsLayout) -> &'s str {
        match self {
            SemanticsOpcode::GetRc => "DCINS::GET_RC",
            SemanticsOpcode::PutRc => "DCINS::PUT_RC",
            SemanticsOpcode::GetReg => "DCINS::GET_REG",
            SemanticsOpcode::PutReg => "DCINS::PUT_REG",
            SemanticsOpcode::CustomOp => "DCINS::CUSTOM_OP",
            SemanticsOpcode::Constant if layout == SemanticsLayout::Plain => "DCINS::MOV_CONSTANT",
            SemanticsOpcode::Constant => "DCINS::GET_CONSTANT",
            SemanticsOpcode::Predicate => "DCINS::PREDICATE",
            SemanticsOpcode::ComplexPattern => "DCINS::COMPLEX_PATTERN",
            SemanticsOpcode::Implicit => "DCINS::IMPLICIT",
            SemanticsOpcode::Node(enumerator) => enumerator,
        }
    }
}

/// An operand for an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SemanticsOperand<'s> {
    /// The number of a value, machine operand or constant, depending on the opcode.
    Number(u32),
    /// An enumerator: its namespace and its name.
    Name(&'s str, &'s str),
    /// An enumerator in the namespace: namespace, enum and name.
    Member(&'s str, &'static str, Box<str>),
}

/// An operation. Its results are values, numbered across all operations in an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SemanticsOperation<'s> {
    pub(crate) opcode: SemanticsOpcode<'s>,
    /// Result types, without `MVT::`.
    pub(crate) results: Vec<&'s str>,
    pub(crate) operands: Vec<SemanticsOperand<'s>>,
}

impl SemanticsOperation<'_> {
    /// Returns the table element count.
    pub(super) fn size(&self, layout: SemanticsLayout) -> u32 {
        let (results, operands) = (self.results.len() as u32, self.operands.len() as u32);
        match layout {
            // A type is present even without a result.
            SemanticsLayout::Plain => 1 + results.max(1) + operands,
            SemanticsLayout::Counted => 2 + results + operands,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_count_what_is_printed() {
        let operation = |results: usize, operands: u32| SemanticsOperation {
            opcode: SemanticsOpcode::GetRc,
            results: vec!["i32"; results],
            operands: (0..operands).map(SemanticsOperand::Number).collect(),
        };
        let sizes = |operation: SemanticsOperation<'_>| {
            [SemanticsLayout::Plain, SemanticsLayout::Counted].map(|layout| operation.size(layout))
        };
        assert_eq!(sizes(operation(1, 2)), [4, 5]);
        assert_eq!(sizes(operation(2, 2)), [5, 6]);
        assert_eq!(sizes(operation(0, 1)), [3, 3]);
    }
}
