//! Values for operations: checks of types, and the operations that consist of several values.

use crate::operation::{Operation, condition};
use crate::program::{BinaryOp, Program, UnaryOp, Value, ValueIx, ValueType};
use crate::stop::NoMeaning;

/// The widths of floating-point numbers that can be computed.
const FLOAT_WIDTHS: [u32; 2] = [32, 64];

fn is_float_unary(op: UnaryOp) -> bool {
    match op {
        UnaryOp::SignExtend
        | UnaryOp::ZeroExtend
        | UnaryOp::Truncate
        | UnaryOp::SignExtendInRegister(_)
        | UnaryOp::Bitcast
        | UnaryOp::LeadingZeros
        | UnaryOp::TrailingZeros
        | UnaryOp::Population
        | UnaryOp::ByteSwap
        | UnaryOp::BitReverse
        | UnaryOp::Absolute
        | UnaryOp::FloatNegate
        | UnaryOp::FloatAbsolute
        | UnaryOp::SignedToFloat
        | UnaryOp::UnsignedToFloat => false,
        UnaryOp::SquareRoot
        | UnaryOp::Floor
        | UnaryOp::Ceiling
        | UnaryOp::RoundToZero
        | UnaryOp::RoundEven
        | UnaryOp::FloatToSigned
        | UnaryOp::FloatToUnsigned
        | UnaryOp::FloatToFloat => true,
    }
}

fn check_float(ty: ValueType) -> Result<(), NoMeaning> {
    if ty.is_float && !FLOAT_WIDTHS.contains(&ty.width) {
        return Err(NoMeaning::new(format!("numbers of type f{} are not computed", ty.width)));
    }
    Ok(())
}

impl Program {
    /// Adds an operation on one value.
    pub(super) fn unary(
        &mut self,
        op: UnaryOp,
        value: ValueIx,
        to: ValueType,
    ) -> Result<ValueIx, NoMeaning> {
        let from = self.ty(value);
        if is_float_unary(op) {
            check_float(ValueType { is_float: true, ..from })?;
        }
        if !matches!(op, UnaryOp::Bitcast) {
            check_float(to)?;
        }
        let is_valid = match op {
            UnaryOp::SignExtend | UnaryOp::ZeroExtend => from.width <= to.width,
            UnaryOp::Truncate => from.width >= to.width,
            UnaryOp::Bitcast | UnaryOp::Absolute => from.width == to.width,
            UnaryOp::SignExtendInRegister(bits) => bits > 0 && bits <= from.width,
            UnaryOp::ByteSwap => from.width.is_multiple_of(8),
            UnaryOp::LeadingZeros
            | UnaryOp::TrailingZeros
            | UnaryOp::Population
            | UnaryOp::BitReverse
            | UnaryOp::FloatNegate
            | UnaryOp::FloatAbsolute
            | UnaryOp::SquareRoot
            | UnaryOp::Floor
            | UnaryOp::Ceiling
            | UnaryOp::RoundToZero
            | UnaryOp::RoundEven
            | UnaryOp::FloatToSigned
            | UnaryOp::FloatToUnsigned
            | UnaryOp::SignedToFloat
            | UnaryOp::UnsignedToFloat
            | UnaryOp::FloatToFloat => true,
        };
        if !is_valid {
            let message =
                format!("an operand of {} bits does not fit {} bits", from.width, to.width);
            return Err(NoMeaning::new(message));
        }
        Ok(self.push(Value::Unary(op, value), to))
    }

    /// Adds an operation on two values of the type `ty`. The second value of a shift may have another type.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        a: ValueIx,
        b: ValueIx,
        ty: ValueType,
    ) -> Result<ValueIx, NoMeaning> {
        check_float(ty)?;
        let is_shift = matches!(
            op,
            BinaryOp::ShiftLeft
                | BinaryOp::ShiftRight
                | BinaryOp::ShiftRightArithmetic
                | BinaryOp::RotateLeft
                | BinaryOp::RotateRight
        );
        let widths = [self.ty(a).width, if is_shift { ty.width } else { self.ty(b).width }];
        if widths != [ty.width; 2] {
            let [a, b] = widths;
            let message =
                format!("operands of {a} and {b} bits have a result of {} bits", ty.width);
            return Err(NoMeaning::new(message));
        }
        Ok(self.push(Value::Binary(op, a, b), ty))
    }

    /// Adds a comparison by the name of a `CondCode` record.
    pub(super) fn compare(
        &mut self,
        a: ValueIx,
        b: ValueIx,
        code: &str,
        ty: ValueType,
    ) -> Result<ValueIx, NoMeaning> {
        let of = self.ty(a);
        check_float(of)?;
        let condition = condition(code, of.is_float)
            .ok_or_else(|| NoMeaning::new(format!("unknown condition '{code}'")))?;
        if of.width != self.ty(b).width {
            return Err(NoMeaning::new("the operands of a comparison have different widths"));
        }
        Ok(self.push(Value::Compare(condition, a, b), ty))
    }

    /// Adds the result with this number of an operation whose operands are values.
    pub(super) fn operation(
        &mut self,
        operation: Operation,
        operands: &[ValueIx],
        result: usize,
        ty: ValueType,
    ) -> Result<ValueIx, NoMeaning> {
        match (operation, operands) {
            (Operation::Unary(op), &[value]) => self.unary(op, value, ty),
            // The second operand of `FP_ROUND` is a fact about the value.
            (Operation::Unary(op @ UnaryOp::FloatToFloat), &[value, _]) => {
                self.unary(op, value, ty)
            }
            (Operation::Binary(op), &[a, b]) => self.binary(op, a, b, ty),
            (Operation::Products(_), &[a, b]) if result == 0 => {
                self.binary(BinaryOp::Multiply, a, b, ty)
            }
            (Operation::Products(high), &[a, b]) => self.binary(high, a, b, ty),
            (Operation::Divisions(quotient, remainder), &[a, b]) => {
                self.binary(if result == 0 { quotient } else { remainder }, a, b, ty)
            }
            (Operation::Select, &[condition, a, b]) => {
                if [self.ty(a).width, self.ty(b).width] != [ty.width; 2] {
                    return Err(NoMeaning::new("the values of a selection have different widths"));
                }
                Ok(self.push(Value::Select(condition, a, b), ty))
            }
            (Operation::MultiplyAdd, &[a, b, c]) => {
                check_float(ty)?;
                Ok(self.push(Value::MultiplyAdd(a, b, c), ty))
            }
            (Operation::Same, &[value, ..]) => Ok(value),
            (Operation::ProgramCounter, &[]) => Ok(self.push(Value::ProgramCounter, ty)),
            (Operation::NextInstruction, &[]) => Ok(self.push(Value::NextInstruction, ty)),
            (other, operands) => {
                let message = format!("{other:?} with {} operands is not a value", operands.len());
                Err(NoMeaning::new(message))
            }
        }
    }
}
