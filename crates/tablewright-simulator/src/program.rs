//! Compact semantics of an instruction: typed values in one list, and the statements that use them.
//!
//! A value refers to earlier values by number. Statements run in order.

use tablewright_target::registers::RegisterId;

/// A value's number in its program.
pub(crate) type ValueIx = u32;

/// An instruction's semantics.
#[derive(Clone, Default, Debug)]
pub(crate) struct Program {
    pub(crate) values: Vec<TypedValue>,
    pub(crate) statements: Vec<Statement>,
    /// Whether a statement sees the writes of earlier statements. Otherwise all reads precede all writes, as in
    /// patterns for selection.
    pub(crate) is_sequential: bool,
    /// Registers that change to unspecified values.
    pub(crate) undefined: Vec<RegisterId>,
}

/// A value and its type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TypedValue {
    pub(crate) value: Value,
    pub(crate) ty: ValueType,
}

/// A type: from 1 to 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ValueType {
    pub(crate) width: u32,
    pub(crate) is_float: bool,
}

impl ValueType {
    pub(crate) const BIT: ValueType = ValueType::integer(1);

    pub(crate) const fn integer(width: u32) -> ValueType {
        ValueType { width, is_float: false }
    }

    pub(crate) fn mask(self) -> u128 {
        mask(self.width)
    }
}

/// Returns a mask with the lowest `width` bits.
pub(crate) fn mask(width: u32) -> u128 {
    if width >= u128::BITS { u128::MAX } else { (1 << width) - 1 }
}

/// Returns the number in the lowest `width` bits, whose highest bit is the sign.
pub(crate) fn signed(value: u128, width: u32) -> i128 {
    if width == 0 || width >= u128::BITS {
        return value as i128;
    }
    let shift = u128::BITS - width;
    (value << shift) as i128 >> shift
}

/// A computation. Results are masked to the type's width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Value {
    Constant(u128),
    /// A machine operand: a register's value or a number.
    Operand(u16),
    Register(RegisterId),
    /// The instruction's address.
    ProgramCounter,
    /// The address after the instruction.
    NextInstruction,
    Unary(UnaryOp, ValueIx),
    Binary(BinaryOp, ValueIx, ValueIx),
    Compare(Condition, ValueIx, ValueIx),
    Select(ValueIx, ValueIx, ValueIx),
    /// The first factor, the second factor and the summand.
    MultiplyAdd(ValueIx, ValueIx, ValueIx),
    Load {
        address: ValueIx,
        bytes: u8,
        is_signed: bool,
    },
}

/// An operation on a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnaryOp {
    SignExtend,
    ZeroExtend,
    Truncate,
    /// Sign extension from this number of bits.
    SignExtendInRegister(u32),
    /// The same bits with another type.
    Bitcast,
    LeadingZeros,
    TrailingZeros,
    Population,
    ByteSwap,
    BitReverse,
    Absolute,
    FloatNegate,
    FloatAbsolute,
    SquareRoot,
    Floor,
    Ceiling,
    RoundToZero,
    RoundEven,
    FloatToSigned,
    FloatToUnsigned,
    SignedToFloat,
    UnsignedToFloat,
    FloatToFloat,
}

/// An operation on two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    MultiplyHighSigned,
    MultiplyHighUnsigned,
    DivideSigned,
    DivideUnsigned,
    RemainderSigned,
    RemainderUnsigned,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    ShiftRightArithmetic,
    RotateLeft,
    RotateRight,
    MinimumSigned,
    MaximumSigned,
    MinimumUnsigned,
    MaximumUnsigned,
    FloatAdd,
    FloatSubtract,
    FloatMultiply,
    FloatDivide,
    FloatMinimum,
    FloatMaximum,
    CopySign,
}

/// A comparison. Those of floating point are ordered or unordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    Equal,
    NotEqual,
    LessSigned,
    LessEqualSigned,
    GreaterSigned,
    GreaterEqualSigned,
    LessUnsigned,
    LessEqualUnsigned,
    GreaterUnsigned,
    GreaterEqualUnsigned,
    Float(FloatCondition),
}

/// The results for which a floating-point comparison is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FloatCondition {
    pub(crate) less: bool,
    pub(crate) equal: bool,
    pub(crate) greater: bool,
    /// `None` if the result for unordered numbers is not described.
    pub(crate) unordered: Option<bool>,
}

/// An effect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Statement {
    /// Writes the register that a machine operand names.
    SetOperand {
        operand: u16,
        value: ValueIx,
    },
    SetRegister {
        register: RegisterId,
        value: ValueIx,
    },
    Store {
        address: ValueIx,
        value: ValueIx,
        bytes: u8,
    },
    Jump {
        target: ValueIx,
        condition: Option<ValueIx>,
    },
}

impl Program {
    /// Adds a value.
    pub(crate) fn push(&mut self, value: Value, ty: ValueType) -> ValueIx {
        self.values.push(TypedValue { value, ty });
        (self.values.len() - 1) as ValueIx
    }

    pub(crate) fn ty(&self, value: ValueIx) -> ValueType {
        self.values[value as usize].ty
    }

    pub(crate) fn constant(&mut self, number: i128, ty: ValueType) -> ValueIx {
        self.push(Value::Constant(number as u128 & ty.mask()), ty)
    }

    /// Whether the program writes the address of the next instruction to a register, as calls do.
    pub(crate) fn sets_return_address(&self) -> bool {
        self.statements.iter().any(|statement| match statement {
            Statement::SetOperand { value, .. } | Statement::SetRegister { value, .. } => {
                matches!(self.values[*value as usize].value, Value::NextInstruction)
            }
            Statement::Store { .. } | Statement::Jump { .. } => false,
        })
    }
}
