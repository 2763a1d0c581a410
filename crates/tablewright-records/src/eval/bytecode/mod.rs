//! Bytecode: open values in a form in which they are computed quickly, once all they mention is
//! known.
//!
//! [Resolving](super::resolve) rebuilds a value, since some of it may stay open. Mostly nothing does:
//! a class's field values mention parameters and other fields, and in a record all of these are
//! known. Such a value is compiled once into instructions, which are run for each record. In
//! particular the body of `!foreach` and the like is run with what is around it still in force, while
//! resolving builds it anew from each set of values around it.
//!
//! **Invariant.** What running bytecode does that can be seen (records that are made, errors that are
//! reported) is what resolving would do, in the same order, or a first part of that. So, where it
//! turns out that something stays open, resolving can start over. This holds since bytecode runs only
//! when all its free names are settled, so that asking for them does nothing, and by what is compiled
//! and what is not: see [`compile`].

mod compile;
mod loops;
mod machine;
mod run;
mod text;

use smallvec::SmallVec;
use tablewright_index::define_index;
use tablewright_syntax::bang::{ArithmeticOp, BangOp, ComparisonOp};
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use crate::ids::{ClassId, TypeId};
use crate::value::{ArgKey, ValueId};

pub(crate) use machine::Machine;

/// A value in instructions.
pub(crate) struct Bytecode {
    id: BytecodeId,
    insts: Vec<Inst>,
    /// The instructions that the operands of others are.
    operands: Vec<InstId>,
    /// For which parameters the arguments of instances are.
    keys: Vec<ArgKey>,
    /// The names it mentions, whose values are in the first slots.
    free: SmallVec<[Symbol; 4]>,
    /// How many slots there are: those of the free names, of variables, and of what is kept.
    slot_count: u16,
    /// Whether its result is the same in a later frame, in which more is known.
    can_wait: bool,
    /// How deep instructions nest.
    depth: u32,
    root: InstId,
}

/// The place of an instruction in its bytecode. Two bytes suffice: see [`compile::MAX_INSTS`].
type InstId = u16;

/// A range of the operands of bytecode, which are instructions or slots.
#[derive(Clone, Copy)]
struct OperandRange {
    start: u16,
    len: u16,
}

/// What to do. An instruction comes after its operands.
#[derive(Clone, Copy)]
enum Inst {
    Const(ValueId),
    Slot(u16),
    /// What is the same each time round a loop: computed the first time, then kept in a slot.
    Keep {
        slot: u16,
        of: InstId,
    },
    Field {
        of: InstId,
        field: Symbol,
        ty: TypeId,
    },
    Bit {
        of: InstId,
        bit: u32,
    },
    If([InstId; 3]),
    /// `!cond` of which only the cases up to the first that holds need be looked at.
    FirstTrue {
        ty: TypeId,
        cases: OperandRange,
    },
    /// `!cond` all of whose conditions, then all of whose values are to be looked at.
    Cond {
        ty: TypeId,
        cases: OperandRange,
    },
    Unary {
        op: BangOp,
        ty: TypeId,
        operand: InstId,
    },
    Binary {
        op: BangOp,
        ty: TypeId,
        operands: [InstId; 2],
    },
    Ternary {
        op: BangOp,
        ty: TypeId,
        operands: [InstId; 3],
    },
    /// An operator on two numbers that makes a third.
    Arithmetic {
        op: ArithmeticOp,
        operands: [InstId; 2],
    },
    Compare {
        op: ComparisonOp,
        operands: [InstId; 2],
    },
    Not(InstId),
    IsA {
        ty: TypeId,
        operand: InstId,
    },
    /// `!strconcat`
    Concat([InstId; 2]),
    /// `!subst` on strings.
    Subst([InstId; 3]),
    Element([InstId; 2]),
    Slice([InstId; 2]),
    ClosedRange([InstId; 2]),
    List {
        element_type: TypeId,
        elements: OperandRange,
    },
    Instance {
        class: ClassId,
        args: OperandRange,
        keys: u16,
        /// Where it is written.
        pos: Pos,
    },
    Foreach {
        ty: TypeId,
        over: InstId,
        body: LoopBody,
    },
    Filter {
        ty: TypeId,
        over: InstId,
        body: LoopBody,
    },
    Foldl {
        start: InstId,
        over: InstId,
        body: LoopBody,
    },
}

/// The body of a loop.
#[derive(Clone, Copy)]
struct LoopBody {
    root: InstId,
    /// The slot of its variable; of `!foldl`, of the first of two.
    variable: u16,
    /// Among the operands, the slots of what is kept while it runs.
    kept: OperandRange,
}

define_index! {
    /// Bytecode of the machine.
    pub(crate) struct BytecodeId;
}
