//! Why a pattern cannot be imported.

use tablewright_records::{FieldError, RecordId};
use tablewright_syntax::symbol::Symbol;

use crate::global_isel::NameId;
use crate::patterns::{FragmentId, NodeId, Operation};

/// One of the two trees of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// What is matched.
    Source,
    /// What is made.
    Result,
}

/// Why a type has no counterpart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeProblem {
    /// There is not exactly one type.
    TypeSet,
    /// No register of GlobalISel has the type.
    Type,
}

/// Why a node cannot be made as an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultProblem {
    /// It has a name, and GlobalISel does not know what an operator with a name stands for.
    Operator,
    /// It has a name, and more or fewer results than one.
    ResultCount,
    /// It has a name, and what it is cannot be copied.
    Kind,
    /// It has no name, and GlobalISel cannot make what it is.
    Unnamed,
}

/// Why a pattern is skipped. Nodes are those of the pattern's trees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SkipReason {
    /// A reason that the pattern's parts add nothing to.
    Fixed(&'static str),
    /// The root of a tree has a predicate that is not understood.
    RootPredicate(Side, NodeId, FragmentId),
    /// A node has a predicate that is not understood.
    Predicate(NodeId),
    /// There is no instruction for a node.
    NoEquivalent(Operation),
    /// An operand that is matched has a type without a counterpart.
    OperandType(TypeProblem, NodeId),
    /// A result of a node that is matched has a type without a counterpart.
    ResultType(TypeProblem),
    /// There is no matcher for a complex pattern.
    ComplexPattern(RecordId),
    /// The name of an operand of complex patterns stands for operands of different ones.
    SubOperand {
        /// The name.
        name: NameId,
        /// The complex pattern that it stands for.
        first: NameId,
        /// The other one.
        second: NameId,
    },
    /// There is no renderer for a transformation; the name is that of its argument.
    Transform(Option<Symbol>),
    /// There is no renderer for this transformation: the reason of releases since 22.
    TransformOfResult(RecordId),
    /// There is no matcher for a complex pattern that is part of a result.
    ComplexPatternOfResult(RecordId),
    /// A node cannot be made as an operand.
    MadeOperand(NodeId),
    /// A node cannot be made as an operand: the reasons of releases since 22.
    ResultNode(ResultProblem, NodeId),
    /// The name of a part of the result stands for nothing that was matched.
    NotMatched(NameId),
    /// The class of a result of an instruction cannot be told.
    UnknownClass {
        /// Which result.
        index: usize,
        /// The node of the instruction.
        node: NodeId,
    },
    /// The class of the part of a `SUBREG_TO_REG` cannot be told; the index of the part.
    SubregToRegPart(usize),
    /// The first output of an instruction is no register class.
    NoRegisterClass(NodeId),
    /// The instruction has fewer results than what is matched.
    FewerResults {
        /// How many results what is matched has.
        source: usize,
        /// How many the instruction has.
        made: usize,
    },
    /// The instruction has no result, but that of what is matched may be used.
    ResultMayBeUsed(usize),
    /// The instruction does not get as many operands as it has.
    OperandCount {
        /// How many it has.
        expected: usize,
        /// How many the pattern gives.
        explicit: usize,
        /// How many have values by default.
        default: usize,
    },
}

/// Why importing a pattern ends early.
#[derive(Debug)]
pub(super) enum Stop {
    /// It is skipped.
    Skip(SkipReason),
    /// The description is invalid.
    Error(FieldError),
}

/// What importing a part of a pattern gives.
pub(super) type Imported<T> = Result<T, Stop>;

impl From<FieldError> for Stop {
    fn from(error: FieldError) -> Stop {
        Stop::Error(error)
    }
}

impl From<SkipReason> for Stop {
    fn from(reason: SkipReason) -> Stop {
        Stop::Skip(reason)
    }
}

/// Skips a pattern for a fixed reason.
pub(super) fn skip<T>(reason: &'static str) -> Imported<T> {
    Err(Stop::Skip(SkipReason::Fixed(reason)))
}
