//! Programs: open values in a form in which they are computed quickly, once all they mention is
//! known.
//!
//! [Resolving](super::resolve) rebuilds a value, since some of it may stay open. Mostly nothing does:
//! a class's field values mention parameters and other fields, and in a record all of these are
//! known. Such a value is compiled once into steps, which are run for each record. In particular
//! the body of `!foreach` and the like is run with what is around it still in force, while resolving
//! builds it anew from each set of values around it.
//!
//! **Invariant.** What running a program does that can be seen (records that are made, faults that
//! are reported) is what resolving would do, in the same order, or a first part of that. So, where
//! it turns out that something stays open, resolving can start over. This holds since a program runs
//! only when all its free names are settled, so that asking for them does nothing, and by what is
//! compiled and what is not: see [`compile`].

mod compile;
mod run;
mod text;

use std::cell::RefCell;

use smallvec::SmallVec;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::symbol::Symbol;

use crate::record::{ClassId, ShapeId};
use crate::types::TypeId;
use crate::value::{ArgKey, ValueId};
use tablewright_index::define_index;

/// A value in steps.
pub(crate) struct Program {
    steps: Vec<Step>,
    /// The steps that the operands of others are.
    operands: Vec<StepId>,
    /// For which parameters the arguments of instances are.
    keys: Vec<ArgKey>,
    /// The names it mentions, whose values are in the first slots.
    free: SmallVec<[Symbol; 4]>,
    /// How many slots there are: those of the free names, of variables, and of what is kept.
    slot_count: u16,
    /// Whether it comes to the same in a later pass, in which more is known.
    can_wait: bool,
    /// How deep steps nest.
    depth: u32,
    root: StepId,
    /// Where the free names were last found, as this is mostly where they are the next time.
    places: RefCell<Places>,
}

/// The slots of free names in a shape.
struct Places {
    shape: ShapeId,
    slots: SmallVec<[Option<u32>; 4]>,
}

/// The place of a step in its program.
type StepId = u16;

/// A row of a program's operands, or of its slots.
#[derive(Clone, Copy)]
struct Row {
    start: u16,
    len: u16,
}

/// What to do. A step comes after its operands.
#[derive(Clone, Copy)]
enum Step {
    Known(ValueId),
    Slot(u16),
    /// What is the same each time round a loop: computed the first time, then kept in a slot.
    Keep {
        slot: u16,
        of: StepId,
    },
    Field {
        of: StepId,
        field: Symbol,
        ty: TypeId,
    },
    Bit {
        of: StepId,
        bit: u32,
    },
    If([StepId; 3]),
    /// `!cond` of which only the cases up to the first that holds need be looked at.
    FirstTrue {
        ty: TypeId,
        cases: Row,
    },
    /// `!cond` all of whose conditions, then all of whose values are to be looked at.
    Cond {
        ty: TypeId,
        cases: Row,
    },
    One {
        op: BangOp,
        ty: TypeId,
        operand: StepId,
    },
    Two {
        op: BangOp,
        ty: TypeId,
        operands: [StepId; 2],
    },
    Three {
        op: BangOp,
        ty: TypeId,
        operands: [StepId; 3],
    },
    /// An operator on two numbers that makes a third.
    Calculate {
        op: BangOp,
        operands: [StepId; 2],
    },
    Compare {
        op: BangOp,
        operands: [StepId; 2],
    },
    Not(StepId),
    IsA {
        ty: TypeId,
        operand: StepId,
    },
    /// `!strconcat`
    Concat([StepId; 2]),
    /// `!subst` on strings.
    Subst([StepId; 3]),
    Element([StepId; 2]),
    Slice([StepId; 2]),
    ClosedRange([StepId; 2]),
    List {
        element_type: TypeId,
        elements: Row,
    },
    Instance {
        class: ClassId,
        args: Row,
        keys: u16,
    },
    Foreach {
        ty: TypeId,
        over: StepId,
        body: Body,
    },
    Filter {
        ty: TypeId,
        over: StepId,
        body: Body,
    },
    Foldl {
        start: StepId,
        over: StepId,
        body: Body,
    },
}

/// The body of a loop.
#[derive(Clone, Copy)]
struct Body {
    step: StepId,
    /// The slot of its variable; of `!foldl`, of the first of two.
    variable: u16,
    /// Among the operands, the slots of what is kept while it runs.
    kept: Row,
}

define_index! {
    /// A program.
    pub(crate) struct ProgramId;
}

/// How often a value is resolved before it is compiled: many are met but a few times.
const WORTH_IT: u8 = 4;

/// What is known of how to compute a value.
#[derive(Clone, Copy, Default)]
pub(crate) enum Plan {
    /// It was not asked for before.
    #[default]
    Unknown,
    /// It was asked for so many times.
    Met(u8),
    /// It can only be resolved.
    Resolve,
    Run(ProgramId),
}
