//! Steps in a record's code, from which its intrinsics' operations are built.
//!
//! A record's intrinsics differ only in their operand types. A step names a type's record, which
//! represents a different type for each parameter of the intrinsic.

use tablewright_index::{IndexVec, define_index};
use tablewright_records::ValueId;

use super::computation::{BuilderId, CalleeId};
use super::type_reader::TypeUseId;
use crate::support::rows::{OutputRow, OutputRows};

define_index! {
    /// A step.
    pub(super) struct MveStepId;
}

#[derive(Clone, Copy)]
pub(super) enum CodegenStep {
    Number(u32),
    Type(TypeUseId),
    Cast {
        ty: TypeUseId,
        of: StepValue,
    },
    Address {
        of: StepValue,
        /// The type of the address: a record or a dag.
        pointer: ValueId,
        alignment: u32,
    },
    /// 1 if a scalar is unsigned, otherwise 0.
    UnsignedFlag(TypeUseId),
    /// A scalar's size in bits.
    BitSize(TypeUseId),
    BuilderCall {
        builder: BuilderId,
        arguments: OutputRow<StepValue>,
    },
    IntrinsicCall {
        callee: CalleeId,
        arguments: OutputRow<StepValue>,
    },
    /// Alternative calls with the same arguments. The second is used for strict floating-point.
    StrictFpAlternative {
        standard: MveStepId,
        strict: MveStepId,
    },
}

/// An input of a step.
#[derive(Clone, Copy)]
pub(super) enum StepValue {
    /// An operand, as an index into the named operands.
    Operand(usize),
    Step(MveStepId),
}

/// A record's steps, each after the steps whose values it uses.
#[derive(Default)]
pub(super) struct CodegenSteps {
    pub(super) list: IndexVec<MveStepId, CodegenStep>,
    pub(super) arguments: OutputRows<StepValue>,
    /// Pairs (A, B): step A must precede the sequence that ends with step B.
    pub(super) before: Vec<(MveStepId, MveStepId)>,
}

impl CodegenSteps {
    pub(super) fn push(&mut self, step: CodegenStep) -> MveStepId {
        self.list.push(step)
    }

    /// Inserts `before` at the start of the sequence that ends with `last`.
    pub(super) fn put_before(&mut self, before: MveStepId, last: MveStepId) {
        self.before.push((before, last));
    }
}
