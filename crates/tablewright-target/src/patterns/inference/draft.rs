//! Trees that are being read: the part of a pattern that is in work.

use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;

use crate::patterns::forest::{ComplexPatternId, NodeId};

/// How deeply patterns may be nested, fragments included.
pub(crate) const MAX_DEPTH: usize = 512;

/// Trees that are read from a record and belong together: the alternatives of a pattern, or what an
/// instruction does.
#[derive(Clone, Debug)]
#[doc(alias = "TreePattern")]
pub(crate) struct Draft {
    /// The record, which errors are at.
    pub(crate) record: RecordId,
    /// Whether it is matched, and not made.
    pub(crate) is_input: bool,
    pub(crate) trees: Vec<NodeId>,
    /// The names of leaves that stand for arguments, in the order of their uses.
    pub(crate) args: Vec<Option<Symbol>>,
    /// The named nodes, once they were looked for.
    pub(crate) named: Option<NamedNodes>,
    /// Whether a node that can have no type is an error.
    pub(crate) validates: bool,
    /// Whether it stands for any tree of its shape: what register classes, written types and complex patterns
    /// say holds only of the one that was read.
    pub(crate) ignores_registers: bool,
    /// For each operand of a complex pattern, which one it is.
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

    /// A draft of one tree that exists already.
    pub(crate) fn of_tree(record: RecordId, is_input: bool, tree: NodeId) -> Draft {
        Draft { trees: vec![tree], ..Draft::new(record, is_input) }
    }
}
