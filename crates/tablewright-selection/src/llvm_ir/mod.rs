//! Functions of LLVM IR with integers, as graphs to select instructions for.
//!
//! In: text. Out: an [`IrFunction`] for each definition, and a graph for each block ([`FunctionGraphs`]). The subset
//! has integers and pointers, arithmetic, comparisons, selections, memory, branches, phis and direct calls.

mod block_graph;
mod build;
mod compare;
mod condition;
mod context;
mod lowering;
mod memory;
mod parser;
mod promotion;
mod tokens;
mod value_size;

use std::fmt;

pub use build::{BlockGraph, FunctionGraphs};
pub use context::SelectionTest;
pub use parser::parse_functions;

/// A mistake in a file, or something outside of the subset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrError {
    /// The line, counted from 1.
    pub line: usize,
    /// The reason.
    pub message: String,
}

impl IrError {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> IrError {
        IrError { line, message: message.into() }
    }
}

impl fmt::Display for IrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for IrError {}

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IrType {
    /// An integer with this number of bits.
    Integer(u32),
    /// An address.
    Pointer,
    /// No value.
    Void,
}

/// An operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IrValue {
    /// `%name`
    Local(String),
    /// A number; `true` is 1, `null` is 0.
    Number(i64),
    /// `@name`
    Global(String),
    /// `undef` or `poison`
    Undefined,
}

/// An operation on two values of the same type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IrBinary {
    /// `add`
    Add,
    /// `sub`
    Sub,
    /// `mul`
    Mul,
    /// `sdiv`
    SignedDivide,
    /// `udiv`
    UnsignedDivide,
    /// `srem`
    SignedRemainder,
    /// `urem`
    UnsignedRemainder,
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
    /// `shl`
    ShiftLeft,
    /// `lshr`
    ShiftRight,
    /// `ashr`
    ShiftRightArithmetic,
}

/// A conversion of an integer or a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IrCast {
    /// `zext`
    ZeroExtend,
    /// `sext`
    SignExtend,
    /// `trunc`
    Truncate,
    /// `ptrtoint`, `inttoptr`, `bitcast` or `freeze`
    Same,
}

/// An operation. Its operands have the types that the operation states.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are the operands of the instruction in their order")]
pub enum IrOperation {
    Binary {
        operation: IrBinary,
        ty: IrType,
        left: IrValue,
        right: IrValue,
    },
    /// `predicate` is a name such as `slt`.
    Compare {
        predicate: String,
        ty: IrType,
        left: IrValue,
        right: IrValue,
    },
    Select {
        condition: IrValue,
        ty: IrType,
        yes: IrValue,
        no: IrValue,
    },
    Cast {
        cast: IrCast,
        from: IrType,
        value: IrValue,
        to: IrType,
    },
    Load {
        ty: IrType,
        address: IrValue,
    },
    Store {
        ty: IrType,
        value: IrValue,
        address: IrValue,
    },
    /// An address and an index of elements with `scale` bytes.
    Address {
        base: IrValue,
        index: IrValue,
        index_type: IrType,
        scale: i64,
    },
    Jump {
        target: String,
    },
    Branch {
        condition: IrValue,
        yes: String,
        no: String,
    },
    /// Values with the blocks from which they come.
    Phi {
        ty: IrType,
        incoming: Vec<(IrValue, String)>,
    },
    Call {
        ty: IrType,
        function: String,
        arguments: Vec<(IrType, IrValue)>,
    },
    Return {
        ty: IrType,
        value: Option<IrValue>,
    },
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrInstruction {
    /// The line, counted from 1.
    pub line: usize,
    /// The result's name.
    pub result: Option<String>,
    /// The operation.
    pub operation: IrOperation,
}

/// A block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrBlock {
    /// The label.
    pub name: String,
    /// The instructions in order.
    pub instructions: Vec<IrInstruction>,
}

/// The extension that callers guarantee for a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IrExtension {
    /// None.
    None,
    /// `zeroext`
    Zero,
    /// `signext`
    Sign,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrParameter {
    /// The name.
    pub name: String,
    /// The type.
    pub ty: IrType,
    /// The extension.
    pub extension: IrExtension,
}

/// A function's definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrFunction {
    /// The name.
    pub name: String,
    /// The parameters.
    pub parameters: Vec<IrParameter>,
    /// The extension of the result.
    pub result_extension: IrExtension,
    /// The blocks; the first is the entry.
    pub blocks: Vec<IrBlock>,
}

impl IrOperation {
    /// Returns the type of the result.
    pub(crate) fn result_type(&self) -> IrType {
        match self {
            IrOperation::Binary { ty, .. }
            | IrOperation::Select { ty, .. }
            | IrOperation::Load { ty, .. }
            | IrOperation::Phi { ty, .. }
            | IrOperation::Call { ty, .. } => *ty,
            IrOperation::Compare { .. } => IrType::Integer(1),
            IrOperation::Cast { to, .. } => *to,
            IrOperation::Address { .. } => IrType::Pointer,
            IrOperation::Store { .. }
            | IrOperation::Jump { .. }
            | IrOperation::Branch { .. }
            | IrOperation::Return { .. } => IrType::Void,
        }
    }
}
