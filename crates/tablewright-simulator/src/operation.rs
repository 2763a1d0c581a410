//! Selection DAG nodes that all targets have, by their C++ names.

use crate::program::{BinaryOp, Condition, FloatCondition, UnaryOp};

/// The operation that a node performs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    Unary(UnaryOp),
    Binary(BinaryOp),
    SignExtendInRegister,
    Compare,
    Select,
    /// The operands of a comparison, both values and the condition.
    SelectCompare,
    MultiplyAdd,
    Load,
    Store,
    Jump,
    JumpIf,
    /// The condition, the operands of a comparison and the target.
    JumpCompare,
    ProgramCounter,
    NextInstruction,
    /// The lower half of a product, then the upper half.
    Products(BinaryOp),
    /// A quotient, then a remainder.
    Divisions(BinaryOp, BinaryOp),
    /// The operand itself, with facts about it.
    Same,
}

/// Returns the operation for a node's enumerator.
pub(crate) fn operation(opcode: &str) -> Option<Operation> {
    use BinaryOp as B;
    use Operation::{Binary, Unary};
    use UnaryOp as U;
    let name = match opcode.split_once("::") {
        Some(("SemanticsISD", "PROGRAM_COUNTER")) => return Some(Operation::ProgramCounter),
        Some(("SemanticsISD", "NEXT_INSTRUCTION")) => return Some(Operation::NextInstruction),
        Some(("ISD", name)) => name,
        _ => return None,
    };
    Some(match name {
        "ADD" => Binary(B::Add),
        "SUB" => Binary(B::Subtract),
        "MUL" => Binary(B::Multiply),
        "MULHS" => Binary(B::MultiplyHighSigned),
        "MULHU" => Binary(B::MultiplyHighUnsigned),
        "SDIV" => Binary(B::DivideSigned),
        "UDIV" => Binary(B::DivideUnsigned),
        "SREM" => Binary(B::RemainderSigned),
        "UREM" => Binary(B::RemainderUnsigned),
        "SMUL_LOHI" => Operation::Products(B::MultiplyHighSigned),
        "UMUL_LOHI" => Operation::Products(B::MultiplyHighUnsigned),
        "SDIVREM" => Operation::Divisions(B::DivideSigned, B::RemainderSigned),
        "UDIVREM" => Operation::Divisions(B::DivideUnsigned, B::RemainderUnsigned),
        "AND" => Binary(B::And),
        "OR" => Binary(B::Or),
        "XOR" => Binary(B::Xor),
        "SHL" => Binary(B::ShiftLeft),
        "SRL" => Binary(B::ShiftRight),
        "SRA" => Binary(B::ShiftRightArithmetic),
        "ROTL" => Binary(B::RotateLeft),
        "ROTR" => Binary(B::RotateRight),
        "SMIN" => Binary(B::MinimumSigned),
        "SMAX" => Binary(B::MaximumSigned),
        "UMIN" => Binary(B::MinimumUnsigned),
        "UMAX" => Binary(B::MaximumUnsigned),
        "FADD" => Binary(B::FloatAdd),
        "FSUB" => Binary(B::FloatSubtract),
        "FMUL" => Binary(B::FloatMultiply),
        "FDIV" => Binary(B::FloatDivide),
        "FMINNUM" => Binary(B::FloatMinimum),
        "FMAXNUM" => Binary(B::FloatMaximum),
        "FCOPYSIGN" => Binary(B::CopySign),
        "FMA" => Operation::MultiplyAdd,
        "SIGN_EXTEND" => Unary(U::SignExtend),
        "ZERO_EXTEND" => Unary(U::ZeroExtend),
        "TRUNCATE" => Unary(U::Truncate),
        "SIGN_EXTEND_INREG" => Operation::SignExtendInRegister,
        "BITCAST" => Unary(U::Bitcast),
        "CTLZ" | "CTLZ_ZERO_UNDEF" => Unary(U::LeadingZeros),
        "CTTZ" | "CTTZ_ZERO_UNDEF" => Unary(U::TrailingZeros),
        "CTPOP" => Unary(U::Population),
        "BSWAP" => Unary(U::ByteSwap),
        "BITREVERSE" => Unary(U::BitReverse),
        "ABS" => Unary(U::Absolute),
        "FNEG" => Unary(U::FloatNegate),
        "FABS" => Unary(U::FloatAbsolute),
        "FSQRT" => Unary(U::SquareRoot),
        "FFLOOR" => Unary(U::Floor),
        "FCEIL" => Unary(U::Ceiling),
        "FTRUNC" => Unary(U::RoundToZero),
        "FROUNDEVEN" | "FRINT" | "FNEARBYINT" => Unary(U::RoundEven),
        "FP_TO_SINT" => Unary(U::FloatToSigned),
        "FP_TO_UINT" => Unary(U::FloatToUnsigned),
        "SINT_TO_FP" => Unary(U::SignedToFloat),
        "UINT_TO_FP" => Unary(U::UnsignedToFloat),
        "FP_ROUND" | "FP_EXTEND" => Unary(U::FloatToFloat),
        "AssertZext" | "AssertSext" | "AssertAlign" | "FREEZE" => Operation::Same,
        "SETCC" => Operation::Compare,
        "SELECT" => Operation::Select,
        "SELECT_CC" => Operation::SelectCompare,
        "LOAD" => Operation::Load,
        "STORE" => Operation::Store,
        "BR" | "BRIND" => Operation::Jump,
        "BRCOND" => Operation::JumpIf,
        "BR_CC" => Operation::JumpCompare,
        _ => return None,
    })
}

/// Returns the comparison of integers or of floating-point numbers for a `CondCode` record.
pub(crate) fn condition(name: &str, is_float: bool) -> Option<Condition> {
    let name = name.strip_prefix("SET")?;
    if is_float {
        return float_condition(name).map(Condition::Float);
    }
    Some(match name {
        "EQ" => Condition::Equal,
        "NE" => Condition::NotEqual,
        "LT" => Condition::LessSigned,
        "LE" => Condition::LessEqualSigned,
        "GT" => Condition::GreaterSigned,
        "GE" => Condition::GreaterEqualSigned,
        "ULT" => Condition::LessUnsigned,
        "ULE" => Condition::LessEqualUnsigned,
        "UGT" => Condition::GreaterUnsigned,
        "UGE" => Condition::GreaterEqualUnsigned,
        _ => return None,
    })
}

fn float_condition(name: &str) -> Option<FloatCondition> {
    if let "O" | "UO" = name {
        let ordered = name == "O";
        return Some(FloatCondition {
            less: ordered,
            equal: ordered,
            greater: ordered,
            unordered: Some(!ordered),
        });
    }
    // Without a letter, code generators may choose the result for unordered numbers.
    let (unordered, relation) = match (name.strip_prefix('U'), name.strip_prefix('O')) {
        (Some(relation), _) => (Some(true), relation),
        (None, Some(relation)) => (Some(false), relation),
        (None, None) => (None, name),
    };
    let (less, equal, greater) = match relation {
        "EQ" => (false, true, false),
        "NE" => (true, false, true),
        "LT" => (true, false, false),
        "LE" => (true, true, false),
        "GT" => (false, false, true),
        "GE" => (false, true, true),
        _ => return None,
    };
    Some(FloatCondition { less, equal, greater, unordered })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_have_names() {
        assert_eq!(condition("SETULE", false), Some(Condition::LessEqualUnsigned));
        assert_eq!(condition("SETOEQ", false), None);
        let unordered = condition("SETUO", true);
        let expected =
            FloatCondition { less: false, equal: false, greater: false, unordered: Some(true) };
        assert_eq!(unordered, Some(Condition::Float(expected)));
    }

    #[test]
    fn nodes_of_targets_are_not_known() {
        assert_eq!(operation("ToyISD::ADD"), None);
        assert_eq!(operation("ISD::ADD"), Some(Operation::Binary(BinaryOp::Add)));
    }
}
