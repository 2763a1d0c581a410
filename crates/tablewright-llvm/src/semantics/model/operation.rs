//! Operations, of which the semantics of an instruction consist.

use super::super::layout::Layout;

/// What an operation does to values.
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
    /// Reads an operand of a kind of its own, such as an address or an immediate.
    CustomOp,
    /// A constant of the table.
    Constant,
    /// A node of the selection DAG that a condition in C++ holds of.
    Predicate,
    /// An address or the like that a function matches.
    ComplexPattern,
    /// A register has a new value that nothing is said of.
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

/// An operand of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Operand<'s> {
    /// The number of a value, of a machine operand or of a constant, as the opcode says.
    Number(u32),
    /// An enumerator: its namespace and its name.
    Name(&'s str, &'s str),
    /// An enumerator of an enum of the namespace: namespace, enum and name.
    Member(&'s str, &'static str, Box<str>),
}

/// An operation. Its results are values, which are numbered through all operations of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Operation<'s> {
    pub(crate) opcode: Opcode<'s>,
    /// The types of the results, without `MVT::`.
    pub(crate) results: Vec<&'s str>,
    pub(crate) operands: Vec<Operand<'s>>,
}

impl Operation<'_> {
    /// How many elements of the table it takes.
    pub(super) fn size(&self, layout: Layout) -> u32 {
        let (results, operands) = (self.results.len() as u32, self.operands.len() as u32);
        match layout {
            // Where there is no result there is a type all the same.
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
