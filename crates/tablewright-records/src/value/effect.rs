//! Effects of operations besides the computed value, and when they happen.

use tablewright_syntax::bang::BangOp;

use super::{Op, ValueId, Values};
use crate::ids::TypeId;

/// An operation's effect besides the computed value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueEffect {
    /// No visible effect.
    None,
    /// The operation may create or look up a record or report an error, but only after all its operands (for `!cond`,
    /// the conditions) are known.
    WhenKnown,
    /// The operation may report an error even before its operands are known.
    AnyTime,
}

impl Values {
    /// Returns the effect of an operation with the type `ty` on these operands. Effects of operations within the
    /// operands do not count.
    pub(crate) fn effect_of(&self, op: Op, ty: TypeId, args: &[ValueId]) -> ValueEffect {
        let Op::Bang(bang) = op else {
            return match op {
                // A `!cond` without a true condition is an error (ProgRef, "Bang Operators"). If the last condition is
                // always true, this error cannot happen.
                Op::Cond if args.iter().nth_back(1).is_some_and(|&c| self.is_true(c)) => {
                    ValueEffect::None
                }
                Op::Cond => ValueEffect::WhenKnown,
                Op::Bang(_)
                | Op::Foreach
                | Op::Filter
                | Op::Sort
                | Op::Foldl
                | Op::Element
                | Op::Slice
                | Op::ClosedRange => ValueEffect::None,
            };
        };
        match bang {
            BangOp::Add
            | BangOp::And
            | BangOp::Empty
            | BangOp::Eq
            | BangOp::Ge
            | BangOp::Gt
            | BangOp::If
            | BangOp::Interleave
            | BangOp::IsA
            | BangOp::Le
            | BangOp::ListConcat
            | BangOp::ListFlatten
            | BangOp::ListRemove
            | BangOp::Lt
            | BangOp::Mul
            | BangOp::Ne
            | BangOp::Not
            | BangOp::Or
            | BangOp::Size
            | BangOp::StrConcat
            | BangOp::Sub
            | BangOp::Subst
            | BangOp::ToLower
            | BangOp::ToUpper
            | BangOp::Xor => ValueEffect::None,
            // Only a cast to a record type looks up a record by name.
            BangOp::Cast if matches!(ty, TypeId::BIT | TypeId::INT | TypeId::STRING) => {
                ValueEffect::None
            }
            // A step of zero is an error. A known step other than zero excludes this error.
            BangOp::Range if self.to_int(args[2]).is_some_and(|step| step != 0) => {
                ValueEffect::None
            }
            // A shift by less than 0 or more than 63 may be an error.
            BangOp::Shl | BangOp::Sra | BangOp::Srl
                if self.to_int(args[1]).is_some_and(|distance| (0..64).contains(&distance)) =>
            {
                ValueEffect::None
            }
            // Errors: a cast without a matching record, division by zero, the logarithm of a number that is not
            // positive, and the head or tail of an empty list.
            BangOp::Cast
            | BangOp::Div
            | BangOp::Exists
            | BangOp::Head
            | BangOp::LogTwo
            | BangOp::Range
            | BangOp::Shl
            | BangOp::Sra
            | BangOp::Srl
            | BangOp::Tail => ValueEffect::WhenKnown,
            BangOp::Con
            | BangOp::Dag
            | BangOp::Find
            | BangOp::GetDagArg
            | BangOp::GetDagName
            | BangOp::GetDagOp
            | BangOp::GetDagOpName
            | BangOp::Initialized
            | BangOp::Instances
            | BangOp::ListSplat
            | BangOp::Match
            | BangOp::Repr
            | BangOp::SetDagArg
            | BangOp::SetDagName
            | BangOp::SetDagOp
            | BangOp::SetDagOpName
            | BangOp::Substr => ValueEffect::AnyTime,
        }
    }

    fn is_true(&self, condition: ValueId) -> bool {
        self.to_int(condition).is_some_and(|number| number != 0)
    }
}
