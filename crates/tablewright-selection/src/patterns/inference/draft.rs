//! Drafts: pattern trees while they are read.

use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;

use crate::patterns::forest::{ComplexPatternId, NodeId};

/// Maximum pattern nesting depth, including fragments.
pub(crate) const MAX_DEPTH: usize = 512;

/// Trees that are read from a record and belong together: a pattern's alternatives, or an instruction's semantics.
#[derive(Clone, Debug)]
#[doc(alias = "TreePattern")]
pub(crate) struct Draft {
    /// The record at which errors are reported.
    pub(crate) record: RecordId,
    /// Whether the draft is matched (not created).
    pub(crate) is_input: bool,
    pub(crate) trees: Vec<NodeId>,
    /// Names for leaves that represent arguments, in use order.
    pub(crate) args: Vec<Option<Symbol>>,
    /// The named nodes, once they were looked for.
    pub(crate) named: Option<NamedNodes>,
    /// Whether a node without a possible type is an error.
    pub(crate) validates: bool,
    /// Whether the draft represents any tree with its shape. Types from register classes, written types and complex
    /// patterns are then ignored, since they apply only to the tree that was read.
    pub(crate) ignores_registers: bool,
    /// For each complex pattern operand name, the pattern and the operand index.
    pub(crate) complex_operands: Vec<(Symbol, (ComplexPatternId, usize))>,
}

/// Nodes by their names.
pub(crate) type NamedNodes = Vec<(Symbol, Vec<NodeId>)>;

impl Draft {
    pub(crate) fn new(record: RecordId, is_input: bool) -> Draft {
        Draft {
            record,
            is_input,
            trees: Vec::new(),
            args: Vec::new(),
            named: None,
            validates: true,
            ignores_registers: false,
            complex_operands: Vec::new(),
        }
    }

    /// Creates a draft with one existing tree.
    pub(crate) fn from_tree(record: RecordId, is_input: bool, tree: NodeId) -> Draft {
        Draft { trees: vec![tree], ..Draft::new(record, is_input) }
    }
}
