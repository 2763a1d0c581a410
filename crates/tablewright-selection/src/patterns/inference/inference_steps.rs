//! A log for inference steps: each rule and the value that it narrowed.
//!
//! In: each rule before it is applied, and each value whose types change. Out: the steps in order. Nothing is recorded
//! unless the recorder is on.

use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::InstructionId;

use crate::patterns::forest::{FragmentId, NodeId};
use crate::patterns::types::type_sets::TypeSetId;

/// The rule that narrows types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InferenceRule {
    /// A type is written in the pattern: `(i32 GPR:$a)`.
    Stated,
    /// A fragment's replacement has the types known at its use.
    Use(FragmentId),
    /// A leaf has its record's type.
    Leaf(RecordId),
    /// A number is an integer.
    Number,
    /// A complex pattern's record states a type.
    ComplexPattern(RecordId),
    /// A constraint in a node's type profile, by index.
    Constraint { node: NodeId, index: usize },
    /// An intrinsic result.
    IntrinsicResult { node: NodeId, index: usize },
    /// The leaf that identifies the intrinsic.
    IntrinsicNumber,
    /// An intrinsic parameter.
    IntrinsicParam { node: NodeId, index: usize },
    /// An instruction output, by operand index.
    Output { instruction: InstructionId, operand: usize },
    /// The first register that an instruction changes besides its outputs.
    ImplicitDef(InstructionId),
    /// An instruction operand, by its index.
    Operand { instruction: InstructionId, operand: usize },
    /// `INSERT_SUBREG` has its first operand's type.
    InsertSubreg,
    /// Nodes with the same name have the same type.
    SameName(Symbol),
    /// A created value has the same type as the matched value with its name.
    MatchedName(Symbol),
    /// The created root replaces the matched root, so both have the same type.
    Root,
    /// Instructions agree on several types, and the first is chosen.
    FirstType,
}

/// A value whose types were narrowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InferenceChange {
    pub(crate) node: NodeId,
    /// The value index in the node.
    pub(crate) value: usize,
    pub(crate) before: TypeSetId,
    pub(crate) after: TypeSetId,
    pub(crate) rule: InferenceRule,
}

/// The recorded steps.
#[derive(Debug)]
struct RecordedSteps {
    rule: InferenceRule,
    changes: Vec<InferenceChange>,
}

/// A change recorder, on or off.
#[derive(Default, Debug)]
pub(crate) struct InferenceRecorder(Option<Box<RecordedSteps>>);

impl InferenceRecorder {
    /// Starts with an empty list.
    pub(crate) fn start(&mut self) {
        self.0 = Some(Box::new(RecordedSteps { rule: InferenceRule::Stated, changes: Vec::new() }));
    }

    /// Stops recording, and returns the recorded changes.
    pub(crate) fn stop(&mut self) -> Vec<InferenceChange> {
        self.0.take().map_or_else(Vec::new, |recorded| recorded.changes)
    }

    /// Names the rule that the next changes are due to.
    #[inline]
    pub(crate) fn because(&mut self, rule: InferenceRule) {
        if let Some(recorded) = &mut self.0 {
            recorded.rule = rule;
        }
    }

    /// Records a change. Out of line, since most inference steps change nothing.
    #[cold]
    pub(crate) fn changed(
        &mut self,
        node: NodeId,
        value: usize,
        before: TypeSetId,
        after: TypeSetId,
    ) {
        if let Some(recorded) = &mut self.0 {
            let rule = recorded.rule;
            recorded.changes.push(InferenceChange { node, value, before, after, rule });
        }
    }
}
