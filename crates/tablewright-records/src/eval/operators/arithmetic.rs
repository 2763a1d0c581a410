//! Operators on integers.

use crate::eval::heap::Heap;
use crate::eval::operators::{Fold, FoldError};
use crate::value::ValueId;
use tablewright_syntax::bang::BangOp;
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

    pub(super) fn fold_arithmetic(&mut self, op: BangOp, left: ValueId, right: ValueId) -> Fold {
        let (Some(a), Some(b)) = (self.to_int(left), self.to_int(right)) else { return Ok(None) };
        match arithmetic(op, a, b) {
            Ok(number) => Ok(Some(self.store.values.int(number))),
            Err(message) => Err(FoldError::new(Code::Arithmetic, message)),
        }
    }
}

/// What an operator computes from two numbers, or what is wrong with them.
pub(crate) fn arithmetic(op: BangOp, a: i64, b: i64) -> Result<i64, &'static str> {
    // A shift by 64 or more, or by less than nothing, shifts as the machine does.
    let shift = (b & 63) as u32;
    Ok(match op {
        BangOp::Add => a.wrapping_add(b),
        BangOp::Sub => a.wrapping_sub(b),
        BangOp::Mul => a.wrapping_mul(b),
        BangOp::Div if b == 0 => return Err("Illegal operation: division by zero"),
        BangOp::Div if a == i64::MIN && b == -1 => {
            return Err("Illegal operation: INT64_MIN / -1");
        }
        BangOp::Div => a / b,
        BangOp::And => a & b,
        BangOp::Or => a | b,
        BangOp::Xor => a ^ b,
        BangOp::Shl => a << shift,
        BangOp::Sra => a >> shift,
        BangOp::Srl => ((a as u64) >> shift) as i64,
        _ => unreachable!("not an operator on numbers"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums, differences and products wrap at 64 bits; only division by zero, and the one quotient that
    /// does not fit, are errors.
    #[test]
    fn only_division_has_errors() {
        assert_eq!(arithmetic(BangOp::Add, i64::MAX, 1), Ok(i64::MIN));
        assert_eq!(arithmetic(BangOp::Mul, i64::MIN, -1), Ok(i64::MIN));
        assert_eq!(arithmetic(BangOp::Div, 7, -2), Ok(-3));
        assert_eq!(arithmetic(BangOp::Div, 7, 0), Err("Illegal operation: division by zero"));
        assert_eq!(arithmetic(BangOp::Div, i64::MIN, -1), Err("Illegal operation: INT64_MIN / -1"));
    }

    /// Of the distance of a shift the lowest six bits count; `!srl` fills with zeros, `!sra` with the sign.
    #[test]
    fn shifts_take_six_bits_of_distance() {
        assert_eq!(arithmetic(BangOp::Shl, 1, 65), Ok(2));
        assert_eq!(arithmetic(BangOp::Sra, -8, 1), Ok(-4));
        assert_eq!(arithmetic(BangOp::Srl, -8, 1), Ok(i64::MAX - 3));
    }
}
