//! Memory layout of values in the arena.

use std::num::NonZeroU32;

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::symbol::Symbol;

use super::{Op, ValueId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Tag {
    Unset,
    Refused,
    Bit,
    Int,
    String,
    Code,
    KnownBits,
    MixedBits,
    List,
    Dag,
    Def,
    AnonymousName,
    Var,
    VarBit,
    Field,
    Instance,
    Op,
}

/// A stored value: sixteen bytes, with long parts in separate pools.
///
/// The tag determines the meaning of `op`, `a`, `b` and `c`. An empty cell is zero:
///
/// | tag | `op` | `a` | `b` | `c` |
/// |---|---|---|---|---|
/// | `Unset`, `Refused` | | | | |
/// | `Bit` | | 0 or 1 | | |
/// | `Int` | | low half | high half | |
/// | `String`, `Code` | | | | symbol |
/// | `KnownBits` | width | low half | high half | |
/// | `MixedBits` | | start in `ids` | width | value that contains all the bits, or 0 |
/// | `List` | | start in `ids` | length | element type |
/// | `Dag` | | start in `dag_args` | number of arguments, plus 1 for the operator | |
/// | `Def` | | record | | |
/// | `AnonymousName` | | number | | |
/// | `Var` | | type | | symbol |
/// | `VarBit` | | value | bit number | |
/// | `Field` | | value | type | symbol |
/// | `Instance` | | start in `instance_args` | length | class |
/// | `Op` | operation | start in `ids` | operands | type |
#[derive(Clone, Copy)]
pub(super) struct ValueNode {
    pub(super) tag: Tag,
    /// The operation for [`Tag::Op`], the width for [`Tag::KnownBits`].
    pub(super) op: u8,
    pub(super) flags: u8,
    /// Number of values in this value, see [`Values::size_of`](super::Values). [`LARGE`] if it does not fit.
    pub(super) size: u8,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) c: u32,
}

/// Marks a size that is stored in a separate table.
pub(super) const LARGE: u8 = u8::MAX;

/// The value mentions a variable, so `CLASS<value>` cannot become a record yet.
pub(super) const HAS_VAR: u8 = 1;
/// The value is never concrete.
pub(super) const NOT_CONCRETE: u8 = 2;
/// The value is concrete only if the record fields that it mentions are.
pub(super) const HAS_FIELD: u8 = 4;
/// Resolving the value may have a visible effect: create a record, query which records exist, or report an error.
pub(super) const MAY_ACT: u8 = 8;

impl ValueNode {
    pub(super) fn new(tag: Tag) -> ValueNode {
        ValueNode { tag, op: 0, flags: 0, size: 1, a: 0, b: 0, c: 0 }
    }

    pub(super) fn with_number(tag: Tag, op: u8, number: u64) -> ValueNode {
        ValueNode { op, a: number as u32, b: (number >> 32) as u32, ..ValueNode::new(tag) }
    }

    pub(super) fn with_symbol(tag: Tag, a: u32, b: u32, symbol: Symbol) -> ValueNode {
        ValueNode { a, b, c: symbol.raw(), ..ValueNode::new(tag) }
    }

    pub(super) fn number(self) -> u64 {
        u64::from(self.a) | u64::from(self.b) << 32
    }

    pub(super) fn symbol_c(self) -> Symbol {
        Symbol::from_raw(self.c)
    }

    pub(super) fn value_a(self) -> ValueId {
        ValueId(NonZeroU32::new(self.a).expect("a value id was stored"))
    }

    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.a as usize..self.a as usize + self.b as usize
    }
}

/// Operations whose codes follow the bang operators' codes.
const SPECIAL_OPS: [Op; 8] = [
    Op::Cond,
    Op::Foreach,
    Op::Filter,
    Op::Sort,
    Op::Foldl,
    Op::Element,
    Op::Slice,
    Op::ClosedRange,
];
const FIRST_SPECIAL: u8 = 128;

// A bang operator's code is its number; the upper half is left for the special operations.
const _: () = assert!((BangOp::Xor as u8) < FIRST_SPECIAL);

pub(super) fn encode_op(op: Op) -> u8 {
    if let Op::Bang(bang) = op {
        return bang as u8;
    }
    let index = SPECIAL_OPS.iter().position(|&special| special == op);
    FIRST_SPECIAL + index.expect("all special operations are listed") as u8
}

pub(super) fn decode_op(code: u8) -> Op {
    match code.checked_sub(FIRST_SPECIAL) {
        Some(index) => SPECIAL_OPS[index as usize],
        None => Op::Bang(BangOp::from_code(code).expect("only codes of operators are stored")),
    }
}
