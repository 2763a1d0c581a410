//! Compiled decision trees.

use tablewright_index::IndexVec;
use tablewright_target::decoding::decision_tree::{Decision, DecisionId, DecisionTree};
use tablewright_target::decoding::encodings::{EncodingGroup, EncodingId};

use crate::number::low_mask;
use crate::table_syntax::TableWord;

/// The tree for a namespace and a width.
pub(crate) struct DecodeTable {
    pub(crate) namespace: String,
    pub(crate) width: u32,
    pub(crate) nodes: IndexVec<DecisionId, DecoderNode>,
    pub(crate) word: Option<TableWord>,
}

#[derive(PartialEq)]
pub(crate) enum DecoderNode {
    Accept(EncodingId),
    /// A branch on `(word >> shift) & mask`.
    Switch {
        shift: u32,
        mask: u64,
        cases: Vec<(u64, DecisionId)>,
        otherwise: Option<DecisionId>,
    },
    TryFirst {
        first: EncodingId,
        otherwise: DecisionId,
    },
    Conflict,
}

/// Compiles a tree.
pub(crate) fn table(
    group: &EncodingGroup,
    tree: &DecisionTree,
    word: Option<TableWord>,
) -> DecodeTable {
    let encoding = |number: u32| group.encodings[number as usize];
    let node = |decision: &Decision| match decision {
        Decision::Accept(acceptance) => DecoderNode::Accept(encoding(acceptance.encoding)),
        Decision::TryFirst { first, otherwise, .. } => {
            DecoderNode::TryFirst { first: encoding(first.encoding), otherwise: *otherwise }
        }
        Decision::Switch { range, cases, otherwise } => DecoderNode::Switch {
            shift: range.start,
            mask: low_mask(range.len),
            cases: cases.clone(),
            otherwise: *otherwise,
        },
        Decision::Conflict(_) => DecoderNode::Conflict,
    };
    let nodes = tree.decisions().map(node).collect();
    DecodeTable {
        namespace: group.namespace.to_owned(),
        width: group.width,
        nodes: IndexVec::from_raw(nodes),
        word,
    }
}
