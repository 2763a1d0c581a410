//! The effects of operations besides computing a value, and when they happen.

use tablewright_syntax::bang::BangOp;

use super::{Op, ValueId, Values};
use crate::ids::TypeId;

/// What an operation may do besides computing, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueEffect {
    /// No visible effect.
    None,
    /// It may create or look up a record or report an error, but not before all of its operands
    /// (the conditions of `!cond`) are known.
    WhenKnown,
    /// It may report an error before.
    AnyTime,
}

impl Values {
    /// What an operation of that type on these operands may do besides computing; of operations
    /// among the operands nothing is said.
    pub(crate) fn effect_of(&self, op: Op, ty: TypeId, args: &[ValueId]) -> ValueEffect {
        let Op::Bang(bang) = op else {
            return match op {
                // If no condition holds, `!cond` is an error (ProgRef, "Bang Operators"). A last
                // condition that is always true rules that out.
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
            // Only a cast to a record type looks up a record by its name.
            BangOp::Cast if matches!(ty, TypeId::BIT | TypeId::INT | TypeId::STRING) => {
                ValueEffect::None
            }
            // A step of zero is an error, which a known other step rules out.
            BangOp::Range if self.to_int(args[2]).is_some_and(|step| step != 0) => {
                ValueEffect::None
            }
            // A shift by less than 0 or more than 63 may be an error.
            BangOp::Shl | BangOp::Sra | BangOp::Srl
                if self.to_int(args[1]).is_some_and(|distance| (0..64).contains(&distance)) =>
            {
                ValueEffect::None
            }
            // Casts that find no record, division by zero, the logarithm of a number that is not
            // positive, and the head or tail of an empty list are errors.
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
