//! Arithmetic on values of 1 to 128 bits.

use crate::program::{BinaryOp, Condition, FloatCondition, UnaryOp, ValueType, mask, signed};

/// The reason why an operation lacks a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Undefined {
    DivisionByZero,
    DivisionOverflow,
    /// A number that the integer type cannot hold.
    Conversion,
    /// A comparison with a value that is not a number.
    Unordered,
}

impl Undefined {
    pub(crate) fn message(self) -> &'static str {
        match self {
            Undefined::DivisionByZero => "division by zero: its result is not described",
            Undefined::DivisionOverflow => "division overflow: its result is not described",
            Undefined::Conversion => {
                "conversion of a number out of range: its result is not described"
            }
            Undefined::Unordered => {
                "comparison with a value that is not a number: its result is not described"
            }
        }
    }
}

const QUIET_NAN_32: u128 = 0x7fc0_0000;
const QUIET_NAN_64: u128 = 0x7ff8_0000_0000_0000;

/// Returns a number's bits. All results that are not numbers have the same bits.
fn bits(number: f64, width: u32) -> u128 {
    match width {
        32 if number.is_nan() => QUIET_NAN_32,
        32 => u128::from((number as f32).to_bits()),
        _ if number.is_nan() => QUIET_NAN_64,
        _ => u128::from(number.to_bits()),
    }
}

/// Returns the number in some bits. An `f64` holds each `f32`, and twice its precision: the results of one operation,
/// rounded to `f32`, are those of `f32`.
fn number(value: u128, width: u32) -> f64 {
    if width == 32 { f64::from(f32::from_bits(value as u32)) } else { f64::from_bits(value as u64) }
}

pub(crate) fn unary(
    op: UnaryOp,
    value: u128,
    from: ValueType,
    to: ValueType,
) -> Result<u128, Undefined> {
    let result = match op {
        UnaryOp::SignExtend => signed(value, from.width) as u128,
        UnaryOp::ZeroExtend | UnaryOp::Truncate | UnaryOp::Bitcast => value,
        UnaryOp::SignExtendInRegister(bits) => signed(value, bits) as u128,
        UnaryOp::LeadingZeros => u128::from(value.leading_zeros() - (u128::BITS - from.width)),
        UnaryOp::TrailingZeros => u128::from(value.trailing_zeros().min(from.width)),
        UnaryOp::Population => u128::from(value.count_ones()),
        UnaryOp::ByteSwap => value.swap_bytes() >> (u128::BITS - from.width),
        UnaryOp::BitReverse => value.reverse_bits() >> (u128::BITS - from.width),
        UnaryOp::Absolute => signed(value, from.width).unsigned_abs(),
        UnaryOp::FloatNegate => value ^ 1 << (from.width - 1),
        UnaryOp::FloatAbsolute => value & mask(from.width - 1),
        UnaryOp::SquareRoot if from.width == 32 => bits(number(value, 32).sqrt(), 32),
        UnaryOp::SquareRoot => bits(number(value, from.width).sqrt(), to.width),
        UnaryOp::Floor => bits(number(value, from.width).floor(), to.width),
        UnaryOp::Ceiling => bits(number(value, from.width).ceil(), to.width),
        UnaryOp::RoundToZero => bits(number(value, from.width).trunc(), to.width),
        UnaryOp::RoundEven => bits(number(value, from.width).round_ties_even(), to.width),
        UnaryOp::FloatToSigned => to_integer(number(value, from.width), to.width, true)?,
        UnaryOp::FloatToUnsigned => to_integer(number(value, from.width), to.width, false)?,
        UnaryOp::SignedToFloat => {
            let value = signed(value, from.width);
            // A conversion by way of `f64` would round twice.
            match to.width {
                32 => u128::from((value as f32).to_bits()),
                _ => u128::from((value as f64).to_bits()),
            }
        }
        UnaryOp::UnsignedToFloat => match to.width {
            32 => u128::from((value as f32).to_bits()),
            _ => u128::from((value as f64).to_bits()),
        },
        UnaryOp::FloatToFloat => bits(number(value, from.width), to.width),
    };
    Ok(result & to.mask())
}

fn to_integer(number: f64, width: u32, is_signed: bool) -> Result<u128, Undefined> {
    let whole = number.trunc();
    let low = if is_signed { -(2_f64.powi(width as i32 - 1)) } else { 0.0 };
    let high = 2_f64.powi(width as i32 - i32::from(is_signed));
    if !(low <= whole && whole < high) {
        return Err(Undefined::Conversion);
    }
    Ok(if whole < 0.0 { whole as i128 as u128 } else { whole as u128 })
}

/// Returns the upper half of a product.
fn high(a: u128, b: u128, ty: ValueType, is_signed: bool) -> u128 {
    let width = ty.width;
    if width <= 64 {
        let product = if is_signed {
            signed(a, width).wrapping_mul(signed(b, width)) as u128
        } else {
            a.wrapping_mul(b)
        };
        return product >> width;
    }
    // Halves of 64 bits.
    let (low, one) = (mask(64), 64);
    let (a0, a1, b0, b1) = (a & low, a >> one, b & low, b >> one);
    let middle = ((a0 * b0) >> one) + ((a1 * b0) & low) + ((a0 * b1) & low);
    let upper = (a1 * b1)
        .wrapping_add((a1 * b0) >> one)
        .wrapping_add((a0 * b1) >> one)
        .wrapping_add(middle >> one);
    let lower = a.wrapping_mul(b);
    let mut result = upper;
    if width < 128 {
        result = upper << (128 - width) | lower >> width;
    }
    if is_signed {
        let negative = |value: u128| signed(value, width) < 0;
        result = result.wrapping_sub(if negative(a) { b } else { 0 });
        result = result.wrapping_sub(if negative(b) { a } else { 0 });
    }
    result
}

fn divide(
    a: u128,
    b: u128,
    ty: ValueType,
    of_unsigned: fn(u128, u128) -> u128,
    of_signed: Option<fn(i128, i128) -> i128>,
) -> Result<u128, Undefined> {
    if b == 0 {
        return Err(Undefined::DivisionByZero);
    }
    let Some(of_signed) = of_signed else { return Ok(of_unsigned(a, b)) };
    let (a, b) = (signed(a, ty.width), signed(b, ty.width));
    if b == -1 && a == signed(1 << (ty.width - 1), ty.width) {
        return Err(Undefined::DivisionOverflow);
    }
    Ok(of_signed(a, b) as u128)
}

pub(crate) fn binary(op: BinaryOp, a: u128, b: u128, ty: ValueType) -> Result<u128, Undefined> {
    let width = ty.width;
    let float =
        |result: fn(f64, f64) -> f64| bits(result(number(a, width), number(b, width)), width);
    // A shift by the width or more has no result in patterns. Machines use the low bits of the amount.
    let amount = (b % u128::from(width)) as u32;
    let (sa, sb) = (signed(a, width), signed(b, width));
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::MultiplyHighSigned => high(a, b, ty, true),
        BinaryOp::MultiplyHighUnsigned => high(a, b, ty, false),
        BinaryOp::DivideSigned => divide(a, b, ty, |a, b| a / b, Some(i128::wrapping_div))?,
        BinaryOp::DivideUnsigned => divide(a, b, ty, |a, b| a / b, None)?,
        BinaryOp::RemainderSigned => divide(a, b, ty, |a, b| a % b, Some(i128::wrapping_rem))?,
        BinaryOp::RemainderUnsigned => divide(a, b, ty, |a, b| a % b, None)?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::ShiftLeft => a << amount,
        BinaryOp::ShiftRight => a >> amount,
        BinaryOp::ShiftRightArithmetic => (sa >> amount) as u128,
        BinaryOp::RotateLeft if amount == 0 => a,
        BinaryOp::RotateLeft => a << amount | a >> (width - amount),
        BinaryOp::RotateRight if amount == 0 => a,
        BinaryOp::RotateRight => a >> amount | a << (width - amount),
        BinaryOp::MinimumSigned => {
            if sa < sb {
                a
            } else {
                b
            }
        }
        BinaryOp::MaximumSigned => {
            if sa > sb {
                a
            } else {
                b
            }
        }
        BinaryOp::MinimumUnsigned => a.min(b),
        BinaryOp::MaximumUnsigned => a.max(b),
        BinaryOp::FloatAdd => float(|a, b| a + b),
        BinaryOp::FloatSubtract => float(|a, b| a - b),
        BinaryOp::FloatMultiply => float(|a, b| a * b),
        BinaryOp::FloatDivide => float(|a, b| a / b),
        BinaryOp::FloatMinimum => float(f64::min),
        BinaryOp::FloatMaximum => float(f64::max),
        BinaryOp::CopySign => a & mask(width - 1) | b & 1 << (width - 1),
    };
    Ok(result & ty.mask())
}

/// Returns `a * b + c` with a single rounding.
pub(crate) fn multiply_add(a: u128, b: u128, c: u128, ty: ValueType) -> u128 {
    if ty.width == 32 {
        let [a, b, c] = [a, b, c].map(|value| f32::from_bits(value as u32));
        let result = a.mul_add(b, c);
        return if result.is_nan() { QUIET_NAN_32 } else { u128::from(result.to_bits()) };
    }
    let [a, b, c] = [a, b, c].map(|value| f64::from_bits(value as u64));
    bits(a.mul_add(b, c), 64)
}

pub(crate) fn compare(
    condition: Condition,
    a: u128,
    b: u128,
    ty: ValueType,
) -> Result<bool, Undefined> {
    let (sa, sb) = (signed(a, ty.width), signed(b, ty.width));
    Ok(match condition {
        Condition::Equal => a == b,
        Condition::NotEqual => a != b,
        Condition::LessSigned => sa < sb,
        Condition::LessEqualSigned => sa <= sb,
        Condition::GreaterSigned => sa > sb,
        Condition::GreaterEqualSigned => sa >= sb,
        Condition::LessUnsigned => a < b,
        Condition::LessEqualUnsigned => a <= b,
        Condition::GreaterUnsigned => a > b,
        Condition::GreaterEqualUnsigned => a >= b,
        Condition::Float(FloatCondition { less, equal, greater, unordered }) => {
            match number(a, ty.width).partial_cmp(&number(b, ty.width)) {
                Some(std::cmp::Ordering::Less) => less,
                Some(std::cmp::Ordering::Equal) => equal,
                Some(std::cmp::Ordering::Greater) => greater,
                None => unordered.ok_or(Undefined::Unordered)?,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const I8: ValueType = ValueType::integer(8);
    const I128: ValueType = ValueType::integer(128);
    const F32: ValueType = ValueType { width: 32, is_float: true };

    fn f(number: f32) -> u128 {
        u128::from(number.to_bits())
    }

    #[test]
    fn results_wrap_to_the_width() {
        assert_eq!(binary(BinaryOp::Add, 200, 100, I8), Ok(44));
        assert_eq!(binary(BinaryOp::Multiply, 200, 100, I8), Ok(20000 & 255));
        assert_eq!(binary(BinaryOp::ShiftRightArithmetic, 0x80, 7, I8), Ok(0xff));
        assert_eq!(binary(BinaryOp::RotateLeft, 0x81, 1, I8), Ok(3));
        assert_eq!(unary(UnaryOp::LeadingZeros, 1, I8, I8), Ok(7));
        assert_eq!(unary(UnaryOp::SignExtendInRegister(4), 8, I8, I8), Ok(0xf8));
    }

    #[test]
    fn high_products_have_signs() {
        for (a, b) in [(-128_i128, -128_i128), (-1, 1), (127, -128), (5, 100)] {
            let product = ((a * b) >> 8) as u128 & 255;
            let (a, b) = (a as u128 & 255, b as u128 & 255);
            assert_eq!(binary(BinaryOp::MultiplyHighSigned, a, b, I8), Ok(product));
        }
        assert_eq!(binary(BinaryOp::MultiplyHighUnsigned, 255, 255, I8), Ok(254));
        let all = u128::MAX;
        assert_eq!(binary(BinaryOp::MultiplyHighUnsigned, all, all, I128), Ok(all - 1));
        assert_eq!(binary(BinaryOp::MultiplyHighSigned, all, all, I128), Ok(0));
        let ty = ValueType::integer(96);
        assert_eq!(binary(BinaryOp::MultiplyHighUnsigned, 1 << 95, 6, ty), Ok(3));
    }

    #[test]
    fn division_without_a_result_is_an_error() {
        let result = binary(BinaryOp::DivideSigned, 1, 0, I8);
        assert_eq!(result, Err(Undefined::DivisionByZero));
        let result = binary(BinaryOp::RemainderSigned, 0x80, 0xff, I8);
        assert_eq!(result, Err(Undefined::DivisionOverflow));
        assert_eq!(binary(BinaryOp::DivideSigned, 0xf9, 2, I8), Ok(0xfd));
    }

    #[test]
    fn floats_round_once() {
        let sum = binary(BinaryOp::FloatAdd, f(16_777_216.0), f(1.0), F32);
        assert_eq!(sum, Ok(f(16_777_216.0 + 1.0)));
        let nan = binary(BinaryOp::FloatDivide, f(0.0), f(0.0), F32);
        assert_eq!(nan, Ok(QUIET_NAN_32));
        let result = unary(UnaryOp::FloatToSigned, f(-1.5), F32, I8);
        assert_eq!(result, Ok(0xff));
        let result = unary(UnaryOp::FloatToSigned, f(128.0), F32, I8);
        assert_eq!(result, Err(Undefined::Conversion));
        assert_eq!(unary(UnaryOp::SignedToFloat, 0xff, I8, F32), Ok(f(-1.0)));
    }

    #[test]
    fn comparisons_know_signs_and_unordered_numbers() {
        assert_eq!(compare(Condition::LessSigned, 0xff, 0, I8), Ok(true));
        assert_eq!(compare(Condition::LessUnsigned, 0xff, 0, I8), Ok(false));
        let less_or_unordered =
            FloatCondition { less: true, equal: false, greater: false, unordered: Some(true) };
        let result = compare(Condition::Float(less_or_unordered), QUIET_NAN_32, f(1.0), F32);
        assert_eq!(result, Ok(true));
        let open = FloatCondition { unordered: None, ..less_or_unordered };
        let result = compare(Condition::Float(open), QUIET_NAN_32, f(1.0), F32);
        assert_eq!(result, Err(Undefined::Unordered));
    }
}
