//! Construction of tree nodes from the leaves up.

use tablewright_index::IndexVec;

use super::{NodeData, NodeId, NodeKind, SyntaxError, TokenId};

/// A tree's nodes and its syntax errors.
pub(super) struct BuiltNodes {
    pub(super) nodes: IndexVec<NodeId, NodeData>,
    pub(super) errors: Vec<SyntaxError>,
}

/// The start of a node that is not complete yet.
#[derive(Clone, Copy)]
pub(super) struct LosslessMark {
    /// Number of complete nodes without a parent at that point.
    pending: usize,
    first_token: u32,
}

/// Nodes under construction.
#[derive(Default)]
pub(super) struct NodeBuilder {
    nodes: Vec<NodeData>,
    /// Complete nodes without a parent. A node takes its children from the end, so that they become
    /// adjacent.
    pending: Vec<NodeData>,
    errors: Vec<SyntaxError>,
    /// Index after the last token that belongs to a node.
    end: u32,
}

impl NodeBuilder {
    /// Starts a node at the token with index `first_token`.
    pub(super) fn start(&self, first_token: usize) -> LosslessMark {
        LosslessMark { pending: self.pending.len(), first_token: first_token as u32 }
    }

    /// Counts the tokens before index `end` as part of nodes.
    pub(super) fn take_tokens(&mut self, end: usize) {
        self.end = self.end.max(end as u32);
    }

    /// Ends the node that started at `mark`, after the last counted token. If another node then
    /// starts at the same mark, it becomes the parent.
    pub(super) fn finish(&mut self, mark: LosslessMark, kind: NodeKind) {
        let first_child = self.nodes.len() as u32;
        let children = self.pending.drain(mark.pending..);
        let child_count = children.len() as u32;
        self.nodes.extend(children);
        let token_count = self.end.saturating_sub(mark.first_token);
        let first_token = mark.first_token;
        self.pending.push(NodeData { kind, first_token, token_count, first_child, child_count });
    }

    /// Adds an error at the token with index `at`, which the grammar does not allow. Only the first
    /// error at a token is kept.
    pub(super) fn error(&mut self, at: usize, expected: &'static str) {
        let token = TokenId::from_index(at);
        if self.errors.last().is_none_or(|last| last.token != token) {
            self.errors.push(SyntaxError { token, expected });
        }
    }

    /// Returns the number of errors.
    pub(super) fn error_count(&self) -> usize {
        self.errors.len()
    }

    /// Removes all errors except the first `count`.
    pub(super) fn forget_errors(&mut self, count: usize) {
        self.errors.truncate(count);
    }

    /// Returns all nodes. The node that was finished last is the root.
    pub(super) fn build(self) -> BuiltNodes {
        let NodeBuilder { mut nodes, pending, mut errors, end: _ } = self;
        // An error may be reported after a later error.
        errors.sort_by_key(|error| error.token.index());
        nodes.extend(pending);
        BuiltNodes { nodes: IndexVec::from_raw(nodes), errors }
    }
}
