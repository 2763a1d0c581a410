//! Operators on integers.

use crate::eval::heap::Heap;
use crate::eval::operators::{Fold, FoldError};
use crate::release::Feature;
use crate::value::ValueId;
use tablewright_syntax::bang::ArithmeticOp;
use tablewright_syntax::diagnostic::Code;

impl Heap {
    pub(super) fn fold_logtwo(&mut self, value: ValueId) -> Fold {
        match self.to_int(value) {
            None => Ok(None),
            Some(number) if number <= 0 => {
                let message = "Illegal operation: logtwo is undefined on arguments less than or \
                               equal to 0";
                Err(FoldError::new(Code::Arithmetic, message))
            }
            Some(number) => Ok(Some(self.store.values.int(i64::from(number.ilog2())))),
        }
    }

    pub(super) fn fold_arithmetic(
        &mut self,
        op: ArithmeticOp,
        left: ValueId,
        right: ValueId,
    ) -> Fold {
        let (Some(a), Some(b)) = (self.to_int(left), self.to_int(right)) else { return Ok(None) };
        match self.calculate(op, a, b) {
            Ok(number) => Ok(Some(self.store.values.int(number))),
            Err(message) => Err(FoldError::new(Code::Arithmetic, message)),
        }
    }
}

impl Heap {
    /// Computes an operator on two numbers for the input's release.
    ///
    /// # Errors
    ///
    /// Returns the message.
    pub(crate) fn calculate(
        &mut self,
        op: ArithmeticOp,
        a: i64,
        b: i64,
    ) -> Result<i64, &'static str> {
        let is_shift = matches!(op, ArithmeticOp::Shl | ArithmeticOp::Sra | ArithmeticOp::Srl);
        if is_shift && !(0..64).contains(&b) && self.has(Feature::ShiftsAreBounded) {
            return Err("Illegal operation: out of bounds shift");
        }
        arithmetic(op, a, b)
    }
}

/// Computes an operator on two numbers, or returns an error message.
fn arithmetic(op: ArithmeticOp, a: i64, b: i64) -> Result<i64, &'static str> {
    // A shift by 64 or more, or by a negative number, uses the lowest six bits.
    let shift = (b & 63) as u32;
    Ok(match op {
        ArithmeticOp::Add => a.wrapping_add(b),
        ArithmeticOp::Sub => a.wrapping_sub(b),
        ArithmeticOp::Mul => a.wrapping_mul(b),
        ArithmeticOp::Div if b == 0 => return Err("Illegal operation: division by zero"),
        ArithmeticOp::Div if a == i64::MIN && b == -1 => {
            return Err("Illegal operation: INT64_MIN / -1");
        }
        ArithmeticOp::Div => a / b,
        ArithmeticOp::And => a & b,
        ArithmeticOp::Or => a | b,
        ArithmeticOp::Xor => a ^ b,
        ArithmeticOp::Shl => a << shift,
        ArithmeticOp::Sra => a >> shift,
        ArithmeticOp::Srl => ((a as u64) >> shift) as i64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums, differences and products wrap at 64 bits. The only errors are division by zero, and the quotient that does
    /// not fit.
    #[test]
    fn only_division_has_errors() {
        assert_eq!(arithmetic(ArithmeticOp::Add, i64::MAX, 1), Ok(i64::MIN));
        assert_eq!(arithmetic(ArithmeticOp::Mul, i64::MIN, -1), Ok(i64::MIN));
        assert_eq!(arithmetic(ArithmeticOp::Div, 7, -2), Ok(-3));
        assert_eq!(arithmetic(ArithmeticOp::Div, 7, 0), Err("Illegal operation: division by zero"));
        assert_eq!(
            arithmetic(ArithmeticOp::Div, i64::MIN, -1),
            Err("Illegal operation: INT64_MIN / -1")
        );
    }

    /// The lowest six bits are the shift distance; `!srl` fills with zeros, `!sra` with the sign.
    #[test]
    fn shifts_take_six_bits_of_distance() {
        assert_eq!(arithmetic(ArithmeticOp::Shl, 1, 65), Ok(2));
        assert_eq!(arithmetic(ArithmeticOp::Sra, -8, 1), Ok(-4));
        assert_eq!(arithmetic(ArithmeticOp::Srl, -8, 1), Ok(i64::MAX - 3));
    }
}
