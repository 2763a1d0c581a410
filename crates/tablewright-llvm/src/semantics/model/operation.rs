//! Operations: the elements of an instruction's semantics.

use super::super::layout::Layout;

/// An operation on values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opcode<'s> {
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

impl<'s> Opcode<'s> {
    /// The enumerator with its namespace.
    pub(crate) fn enumerator(self, layout: Layout) -> &'s str {
        match self {
            Opcode::GetRc => "DCINS::GET_RC",
            Opcode::PutRc => "DCINS::PUT_RC",
            Opcode::GetReg => "DCINS::GET_REG",
            Opcode::PutReg => "DCINS::PUT_REG",
            Opcode::CustomOp => "DCINS::CUSTOM_OP",
            Opcode::Constant if layout == Layout::Plain => "DCINS::MOV_CONSTANT",
            Opcode::Constant => "DCINS::GET_CONSTANT",
            Opcode::Predicate => "DCINS::PREDICATE",
            Opcode::ComplexPattern => "DCINS::COMPLEX_PATTERN",
            Opcode::Implicit => "DCINS::IMPLICIT",
            Opcode::Node(enumerator) => enumerator,
        }
    }
}

/// An operand for an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Operand<'s> {
    /// The number of a value, machine operand or constant, depending on the opcode.
    Number(u32),
    /// An enumerator: its namespace and its name.
    Name(&'s str, &'s str),
    /// An enumerator in the namespace: namespace, enum and name.
    Member(&'s str, &'static str, Box<str>),
}

/// An operation. Its results are values, numbered across all operations in an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Operation<'s> {
    pub(crate) opcode: Opcode<'s>,
    /// Result types, without `MVT::`.
    pub(crate) results: Vec<&'s str>,
    pub(crate) operands: Vec<Operand<'s>>,
}

impl Operation<'_> {
    /// Returns the table element count.
    pub(super) fn size(&self, layout: Layout) -> u32 {
        let (results, operands) = (self.results.len() as u32, self.operands.len() as u32);
        match layout {
            // A type is present even without a result.
            Layout::Plain => 1 + results.max(1) + operands,
            Layout::Counted => 2 + results + operands,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_count_what_is_printed() {
        let operation = |results: usize, operands: u32| Operation {
            opcode: Opcode::GetRc,
            results: vec!["i32"; results],
            operands: (0..operands).map(Operand::Number).collect(),
        };
        let sizes = |operation: Operation<'_>| {
            [Layout::Plain, Layout::Counted].map(|layout| operation.size(layout))
        };
        assert_eq!(sizes(operation(1, 2)), [4, 5]);
        assert_eq!(sizes(operation(2, 2)), [5, 6]);
        assert_eq!(sizes(operation(0, 1)), [3, 3]);
    }
}
