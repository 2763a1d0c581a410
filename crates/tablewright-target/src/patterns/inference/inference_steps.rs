//! A record of what inference does: which rule narrowed which value.
//!
//! In: each rule that is about to be applied, and each value whose types change. Out: the steps in order.
//! Nothing is recorded unless it was asked for.

use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;

use crate::instructions::InstructionId;
use crate::patterns::forest::{FragmentId, NodeId};
use crate::patterns::types::type_sets::TypeSetId;

/// The rule that narrows types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// A type is written in the pattern: `(i32 GPR:$a)`.
    Stated,
    /// What a fragment is replaced by has the types that were known of its use.
    Use(FragmentId),
    /// A leaf has the type of its record.
    Leaf(RecordId),
    /// A number is an integer.
    Number,
    /// The record of a complex pattern states a type.
    ComplexPattern(RecordId),
    /// A constraint of the type profile of a node, by its index.
    Constraint { node: NodeId, index: usize },
    /// A result of an intrinsic.
    IntrinsicResult { node: NodeId, index: usize },
    /// The leaf that says which intrinsic it is.
    IntrinsicNumber,
    /// A parameter of an intrinsic.
    IntrinsicParam { node: NodeId, index: usize },
    /// An output of an instruction, by the index of its operand.
    Output { instruction: InstructionId, operand: usize },
    /// The first register that an instruction changes besides its outputs.
    ImplicitDef(InstructionId),
    /// An operand of an instruction, by its index.
    Operand { instruction: InstructionId, operand: usize },
    /// `INSERT_SUBREG` has the type of its first operand.
    InsertSubreg,
    /// Nodes of the same name have the same type.
    SameName(Symbol),
    /// What is made has the type of what is matched of the same name.
    MatchedName(Symbol),
    /// What is made takes the place of what is matched, so that both have the same type.
    Root,
    /// Instructions agree on several types, of which the first is taken.
    FirstType,
}

/// A value whose types were narrowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) node: NodeId,
    /// Which value of the node.
    pub(crate) value: usize,
    pub(crate) before: TypeSetId,
    pub(crate) after: TypeSetId,
    pub(crate) rule: Rule,
}

/// What was recorded.
#[derive(Debug)]
struct Recorded {
    rule: Rule,
    changes: Vec<Change>,
}

/// Records changes, if it was asked to.
#[derive(Default, Debug)]
pub(crate) struct Recorder(Option<Box<Recorded>>);

impl Recorder {
    /// Starts with an empty list.
    pub(crate) fn start(&mut self) {
        self.0 = Some(Box::new(Recorded { rule: Rule::Stated, changes: Vec::new() }));
    }

    /// Stops, and returns what was recorded.
    pub(crate) fn stop(&mut self) -> Vec<Change> {
        self.0.take().map_or_else(Vec::new, |recorded| recorded.changes)
    }

    /// Names the rule that the next changes are due to.
    #[inline]
    pub(crate) fn because(&mut self, rule: Rule) {
        if let Some(recorded) = &mut self.0 {
            recorded.rule = rule;
        }
    }

    /// Records a change. Out of line, since most steps of inference change nothing.
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
            recorded.changes.push(Change { node, value, before, after, rule });
        }
    }
}
