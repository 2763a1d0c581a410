//! The steps of a record's code, from which the operations of its intrinsics are built.
//!
//! The intrinsics of a record differ in the types of their operands only. A step names the record of a
//! type; for each parameter of the intrinsic the record stands for another type.

use tablewright_index::{IndexVec, define_index};
use tablewright_records::ValueId;

use super::computation::{BuilderId, CalleeId};
use super::type_reader::TypeUseId;
use crate::support::rows::{Row, Rows};

define_index! {
    /// A step.
    pub(super) struct StepId;
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
        /// The type of the address: a record, or a dag.
        pointer: ValueId,
        alignment: u32,
    },
    /// 1 if a scalar has no sign, otherwise 0.
    UnsignedFlag(TypeUseId),
    /// The bits of a scalar.
    BitSize(TypeUseId),
    BuilderCall {
        builder: BuilderId,
        arguments: Row<StepValue>,
    },
    IntrinsicCall {
        callee: CalleeId,
        arguments: Row<StepValue>,
    },
    /// One of two calls with the same arguments: the second where floating-point exceptions matter.
    StrictFpAlternative {
        standard: StepId,
        strict: StepId,
    },
}

/// What a step uses.
#[derive(Clone, Copy)]
pub(super) enum StepValue {
    /// An operand, counted among those that have names.
    Operand(usize),
    Step(StepId),
}

/// The steps of a record, each after those whose values it uses.
#[derive(Default)]
pub(super) struct CodegenSteps {
    pub(super) list: IndexVec<StepId, CodegenStep>,
    pub(super) arguments: Rows<StepValue>,
    /// CodegenSteps and the last steps of the sequences that have to be done after them.
    pub(super) before: Vec<(StepId, StepId)>,
}

impl CodegenSteps {
    pub(super) fn push(&mut self, step: CodegenStep) -> StepId {
        self.list.push(step)
    }

    /// Puts `before` before the sequence that `last` ends.
    pub(super) fn put_before(&mut self, before: StepId, last: StepId) {
        self.before.push((before, last));
    }
}
