//! Nodes and tokens, each with a reference to the tree.

use std::fmt;
use std::ops::Range;

use super::{LosslessTree, NodeData, NodeId, NodeKind, Pieces, TokenId, TokenKind};
use crate::lexer::Directive;

/// A node in a tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t LosslessTree,
    id: NodeId,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.id == other.id
    }
}

impl Eq for Node<'_> {}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.kind(), self.range())
    }
}

impl<'t> Node<'t> {
    pub(super) fn new(tree: &'t LosslessTree, id: NodeId) -> Node<'t> {
        Node { tree, id }
    }

    fn data(self) -> NodeData {
        self.tree.nodes[self.id]
    }

    /// Returns the tree that contains the node.
    pub fn tree(self) -> &'t LosslessTree {
        self.tree
    }

    /// Returns the id in the tree.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// Returns the kind.
    pub fn kind(self) -> NodeKind {
        self.data().kind
    }

    /// Returns the children in order.
    pub fn children(self) -> Children<'t> {
        let NodeData { first_child, child_count, .. } = self.data();
        Children {
            tree: self.tree,
            at: first_child as usize,
            end: (first_child + child_count) as usize,
        }
    }

    /// Returns the first child with that kind.
    pub fn child(self, kind: NodeKind) -> Option<Node<'t>> {
        self.children().find(|child| child.kind() == kind)
    }

    /// Returns all tokens, including the children's.
    pub fn tokens(self) -> Tokens<'t> {
        let NodeData { first_token, token_count, .. } = self.data();
        Tokens::new(self.tree, first_token as usize, (first_token + token_count) as usize)
    }

    /// Returns the tokens that belong to no child.
    pub fn own_tokens(self) -> impl Iterator<Item = Token<'t>> {
        let mut children = self.children().filter(|child| child.data().token_count > 0).peekable();
        self.tokens().filter(move |token| {
            let index = token.id.index();
            while let Some(child) = children.peek() {
                let NodeData { first_token, token_count, .. } = child.data();
                if index < (first_token + token_count) as usize {
                    return index < first_token as usize;
                }
                children.next();
            }
            true
        })
    }

    /// Returns the first own token with that kind.
    pub fn own_token(self, kind: TokenKind) -> Option<Token<'t>> {
        self.own_tokens().find(|token| token.kind() == kind)
    }

    /// Returns the first token; `None` for a node without text, such as an empty branch.
    pub fn first_token(self) -> Option<Token<'t>> {
        self.tokens().next()
    }

    /// Returns the last token.
    pub fn last_token(self) -> Option<Token<'t>> {
        self.tokens().next_back()
    }

    /// Returns the byte range from the first token's text to the last token's.
    pub fn range(self) -> Range<usize> {
        let NodeData { first_token, token_count, .. } = self.data();
        let start = self.tree.tokens[first_token as usize].lo as usize;
        if token_count == 0 {
            return start..start;
        }
        start..self.tree.token_range((first_token + token_count - 1) as usize).end
    }

    /// Returns the text without the blanks and comments around it.
    pub fn text(self) -> &'t str {
        &self.tree.text[self.range()]
    }

    /// Returns the directive, if the node is a directive.
    pub fn directive(self) -> Option<Directive> {
        match self.first_token()?.kind() {
            TokenKind::Directive(directive) if self.kind() == NodeKind::Directive => {
                Some(directive)
            }
            _ => None,
        }
    }
}

/// A node's children.
#[derive(Clone)]
pub struct Children<'t> {
    tree: &'t LosslessTree,
    at: usize,
    end: usize,
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        (self.at < self.end).then(|| {
            self.at += 1;
            Node::new(self.tree, NodeId::from_index(self.at - 1))
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.at, Some(self.end - self.at))
    }
}

impl DoubleEndedIterator for Children<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        (self.at < self.end).then(|| {
            self.end -= 1;
            Node::new(self.tree, NodeId::from_index(self.end))
        })
    }
}

impl ExactSizeIterator for Children<'_> {}

/// A token in a tree.
#[derive(Clone, Copy)]
pub struct Token<'t> {
    tree: &'t LosslessTree,
    id: TokenId,
}

impl fmt::Debug for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.kind(), self.text())
    }
}

impl<'t> Token<'t> {
    pub(super) fn new(tree: &'t LosslessTree, id: TokenId) -> Token<'t> {
        Token { tree, id }
    }

    /// Returns the id in the tree.
    pub fn id(self) -> TokenId {
        self.id
    }

    /// Returns the kind.
    pub fn kind(self) -> TokenKind {
        self.tree.token_data(self.id).kind
    }

    /// Returns the byte range of the token's text in the file.
    pub fn range(self) -> Range<usize> {
        self.tree.token_range(self.id.index())
    }

    /// Returns the token's text.
    pub fn text(self) -> &'t str {
        &self.tree.text[self.range()]
    }

    /// Returns the blanks and comments between the previous token and this one.
    pub fn leading(self) -> Pieces<'t> {
        let data = self.tree.token_data(self.id);
        let (start, lo) = (data.start as usize, data.lo as usize);
        Pieces::new(&self.tree.text[start..lo], start)
    }

    /// Returns the text between the previous token and this one.
    pub fn leading_text(self) -> &'t str {
        let data = self.tree.token_data(self.id);
        &self.tree.text[data.start as usize..data.lo as usize]
    }

    /// Returns the next token.
    pub fn next(self) -> Option<Token<'t>> {
        let index = self.id.index() + 1;
        (index < self.tree.tokens.len()).then(|| Token::new(self.tree, TokenId::from_index(index)))
    }

    /// Returns the previous token.
    pub fn previous(self) -> Option<Token<'t>> {
        let index = self.id.index().checked_sub(1)?;
        Some(Token::new(self.tree, TokenId::from_index(index)))
    }
}

/// Consecutive tokens in a tree.
#[derive(Clone)]
pub struct Tokens<'t> {
    tree: &'t LosslessTree,
    at: usize,
    end: usize,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(tree: &'t LosslessTree, at: usize, end: usize) -> Tokens<'t> {
        Tokens { tree, at, end }
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        (self.at < self.end).then(|| {
            self.at += 1;
            Token::new(self.tree, TokenId::from_index(self.at - 1))
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.at, Some(self.end - self.at))
    }
}

impl DoubleEndedIterator for Tokens<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        (self.at < self.end).then(|| {
            self.end -= 1;
            Token::new(self.tree, TokenId::from_index(self.end))
        })
    }
}

impl ExactSizeIterator for Tokens<'_> {}
