//! Trees in work: nodes whose types may be unknown, and mistakes in them.

use std::fmt;

use tablewright_records::FieldError;
use tablewright_target::value_types::ValueType;

use super::{GraphPayload, LoadExtension};
use crate::patterns::forest::SdNodeId;

/// A mistake in a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeError {
    /// Offset in the text, in bytes.
    pub offset: usize,
    /// The reason.
    pub message: String,
}

impl TreeError {
    pub(super) fn new(offset: usize, message: String) -> TreeError {
        TreeError { offset, message }
    }

    /// Wraps an error in a record that the tree mentions.
    pub(super) fn in_record(offset: usize, error: &FieldError) -> TreeError {
        TreeError { offset, message: error.to_string() }
    }
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TreeError {}

/// Facts that fragments state about a memory access.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct MemoryFacts {
    pub(super) ty: Option<ValueType>,
    pub(super) extension: LoadExtension,
    pub(super) is_truncating: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum DraftKind {
    Node(SdNodeId, MemoryFacts),
    Leaf(String, GraphPayload),
    Constant { number: i64, opcode: &'static str },
}

/// A node whose types may be unknown.
#[derive(Clone, Debug)]
pub(super) struct DraftNode {
    pub(super) kind: DraftKind,
    pub(super) operands: Vec<DraftValue>,
    /// The types of the results, without a chain.
    pub(super) types: Vec<Option<ValueType>>,
    pub(super) offset: usize,
    /// The operator or leaf, for messages.
    pub(super) label: String,
}

/// A draft node's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DraftValue {
    pub(super) node: usize,
    pub(super) result: usize,
}
