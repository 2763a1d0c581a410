//! Building the nodes of a tree from the leaves up.

use tablewright_index::IndexVec;

use super::{NodeData, NodeId, NodeKind, SyntaxError, TokenId};

/// The nodes of a tree, and what is wrong in it.
pub(super) struct BuiltNodes {
    pub(super) nodes: IndexVec<NodeId, NodeData>,
    pub(super) errors: Vec<SyntaxError>,
}

/// Where a node starts that is not complete yet.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    /// How many nodes without a parent there were.
    pending: usize,
    first_token: u32,
}

/// Nodes under construction.
#[derive(Default)]
pub(super) struct NodeBuilder {
    nodes: Vec<NodeData>,
    /// Complete nodes whose parents are not. The children of a node are the last ones when it is finished, so that
    /// they come to stand together.
    pending: Vec<NodeData>,
    errors: Vec<SyntaxError>,
    /// After the last token that is in a node.
    end: u32,
}

impl NodeBuilder {
    /// A node starts at the token with index `first_token`.
    pub(super) fn start(&self, first_token: usize) -> Mark {
        Mark { pending: self.pending.len(), first_token: first_token as u32 }
    }

    /// The tokens up to index `end` are in nodes.
    pub(super) fn take_tokens(&mut self, end: usize) {
        self.end = self.end.max(end as u32);
    }

    /// The node that started at `mark` ends after the last token that was taken. Another node can start at the same
    /// mark afterwards: it becomes the parent of this one.
    pub(super) fn finish(&mut self, mark: Mark, kind: NodeKind) {
        let first_child = self.nodes.len() as u32;
        let children = self.pending.drain(mark.pending..);
        let child_count = children.len() as u32;
        self.nodes.extend(children);
        let token_count = self.end.saturating_sub(mark.first_token);
        let first_token = mark.first_token;
        self.pending.push(NodeData { kind, first_token, token_count, first_child, child_count });
    }

    /// The grammar does not go on at the token with index `at`. One error for each token is kept.
    pub(super) fn error(&mut self, at: usize, expected: &'static str) {
        let token = TokenId::from_index(at);
        if self.errors.last().is_none_or(|last| last.token != token) {
            self.errors.push(SyntaxError { token, expected });
        }
    }

    /// How many errors there are.
    pub(super) fn error_count(&self) -> usize {
        self.errors.len()
    }

    /// Forgets the errors after the first `count`.
    pub(super) fn forget_errors(&mut self, count: usize) {
        self.errors.truncate(count);
    }

    /// All nodes. The last one that was finished is the root.
    pub(super) fn build(self) -> BuiltNodes {
        let NodeBuilder { mut nodes, pending, errors, end: _ } = self;
        nodes.extend(pending);
        BuiltNodes { nodes: IndexVec::from_raw(nodes), errors }
    }
}
