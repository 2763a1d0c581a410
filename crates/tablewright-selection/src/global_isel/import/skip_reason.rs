//! Reasons for skipping a pattern during import.

use tablewright_records::{FieldError, RecordId};
use tablewright_syntax::symbol::Symbol;

use crate::global_isel::NameId;
use crate::patterns::{ForestOperation, FragmentId, NodeId};

/// One of a pattern's two trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The matched tree.
    Source,
    /// The created tree.
    Result,
}

/// The reason for a missing GlobalISel type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeProblem {
    /// The number of types is not exactly one.
    TypeSet,
    /// No register of GlobalISel has the type.
    Type,
}

/// The reason for which a node cannot be created as an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultProblem {
    /// It has a name, and GlobalISel cannot resolve a named operator.
    Operator,
    /// It has a name, but not exactly one result.
    ResultCount,
    /// It has a name, and GlobalISel cannot copy operands of its kind.
    Kind,
    /// It is unnamed, and GlobalISel cannot create its kind.
    Unnamed,
}

/// The reason for skipping a pattern. Nodes are in the pattern's trees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SkipReason {
    /// A reason that the pattern's parts add nothing to.
    Fixed(&'static str),
    /// The root of a tree has a predicate that is not understood.
    RootPredicate(Side, NodeId, FragmentId),
    /// A node has a predicate that is not understood.
    Predicate(NodeId),
    /// A node lacks an equivalent instruction.
    NoEquivalent(ForestOperation),
    /// An operand that is matched has a type without a counterpart.
    OperandType(TypeProblem, NodeId),
    /// A result of a node that is matched has a type without a counterpart.
    ResultType(TypeProblem),
    /// A complex pattern lacks a matcher.
    ComplexPattern(RecordId),
    /// An operand name refers to operands in different complex patterns.
    SubOperand {
        /// The name.
        name: NameId,
        /// The first complex pattern.
        first: NameId,
        /// The second complex pattern.
        second: NameId,
    },
    /// A transformation lacks a renderer; the field is its argument's name.
    Transform(Option<Symbol>),
    /// This transformation lacks a renderer (since release 22).
    TransformOfResult(RecordId),
    /// A complex pattern in the result lacks a matcher.
    ComplexPatternOfResult(RecordId),
    /// A node cannot be created as an operand.
    MadeOperand(NodeId),
    /// A node cannot be created as an operand: reasons since release 22.
    ResultNode(ResultProblem, NodeId),
    /// A name in the result does not refer to a matched node.
    NotMatched(NameId),
    /// The register class for an instruction result is unknown.
    UnknownClass {
        /// The result index.
        index: usize,
        /// The node of the instruction.
        node: NodeId,
    },
    /// The register class for the part in a `SUBREG_TO_REG` is unknown; with the part's index.
    SubregToRegPart(usize),
    /// The first output in an instruction is not a register class.
    NoRegisterClass(NodeId),
    /// The instruction has fewer results than the matched tree.
    FewerResults {
        /// The number of results in the matched tree.
        source: usize,
        /// The number of instruction results.
        made: usize,
    },
    /// The instruction lacks a result, but the matched tree's result may be used.
    ResultMayBeUsed(usize),
    /// The instruction does not get as many operands as it has.
    OperandCount {
        /// The number of operands.
        expected: usize,
        /// The number of operands in the pattern.
        explicit: usize,
        /// The number of operands with default values.
        default: usize,
    },
}

/// The reason why importing a pattern ends early.
#[derive(Debug)]
pub(super) enum ImportEnd {
    /// It is skipped.
    Skip(SkipReason),
    /// The description is invalid.
    Error(FieldError),
}

/// The import result for a part of a pattern.
pub(super) type Imported<T> = Result<T, ImportEnd>;

impl From<FieldError> for ImportEnd {
    fn from(error: FieldError) -> ImportEnd {
        ImportEnd::Error(error)
    }
}

impl From<SkipReason> for ImportEnd {
    fn from(reason: SkipReason) -> ImportEnd {
        ImportEnd::Skip(reason)
    }
}

/// Skips a pattern for a fixed reason.
pub(super) fn skip<T>(reason: &'static str) -> Imported<T> {
    Err(ImportEnd::Skip(SkipReason::Fixed(reason)))
}
