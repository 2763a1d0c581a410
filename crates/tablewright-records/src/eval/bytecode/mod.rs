//! Bytecode: a form of open values that is fast to compute once all their names have values.
//!
//! [Resolving](super::resolve) rebuilds a value, since some parts may stay open. Usually no part does: the field values
//! of a class mention parameters and other fields, and a record has values for all of them. Such a value is compiled to
//! instructions once, and the instructions run for each record. This matters most for the bodies of `!foreach` and
//! similar operators. Bytecode reads the names around a body from slots, but resolving rebuilds the body for each set
//! of values.
//!
//! **Invariant.** The visible effects of running bytecode (created records, reported errors) are the effects of
//! resolving, in the same order, or a prefix of them. So if a value turns out to stay open, resolving can start over.
//! Two facts ensure this: bytecode runs only when all its free names are settled, so that looking them up has no
//! effect, and only suitable values are compiled (see [`compile`]).

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

pub(crate) use machine::{BytecodeMachine, MachinePoint};

/// A value as instructions.
pub(crate) struct Bytecode {
    id: BytecodeId,
    insts: Vec<Inst>,
    /// Operands: instruction ids and slots.
    operands: Vec<InstId>,
    /// Keys of the parameters to which instances pass arguments.
    keys: Vec<ArgKey>,
    /// Names in the value. Their values occupy the first slots.
    free: SmallVec<[Symbol; 4]>,
    /// Number of slots for free names, variables and kept values.
    slot_count: u16,
    /// Whether the result is the same in a later frame with more known names.
    can_wait: bool,
    /// Maximum nesting depth of the instructions.
    depth: u32,
    root: InstId,
}

/// Index of an instruction in its bytecode. Two bytes suffice: see [`compile::MAX_INSTS`].
type InstId = u16;

/// A range in the bytecode's operands: instructions or slots.
#[derive(Clone, Copy)]
struct EvalOperandRange {
    start: u16,
    len: u16,
}

/// A single instruction. It follows its operands.
#[derive(Clone, Copy)]
enum Inst {
    Const(ValueId),
    Slot(u16),
    /// A value that is the same in each iteration of a loop: computed the first time, then kept in a slot.
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
    /// A `!cond` evaluated up to the first true condition.
    FirstTrue {
        ty: TypeId,
        cases: EvalOperandRange,
    },
    /// A `!cond` that computes all conditions and then all values.
    Cond {
        ty: TypeId,
        cases: EvalOperandRange,
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
    /// An operator on two numbers whose result is a number.
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
        elements: EvalOperandRange,
    },
    Instance {
        class: ClassId,
        args: EvalOperandRange,
        keys: u16,
        /// Source position of the instance.
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
    /// The variable's slot, for `!foldl` the first of two.
    variable: u16,
    /// Range of operands with the slots of values that are kept while the loop runs.
    kept: EvalOperandRange,
}

define_index! {
    /// Bytecode in the machine's table.
    pub(crate) struct BytecodeId;
}
