//! The lossless tree of one file: its whole text, as tokens and as nodes.
//!
//! The evaluator's tree ([`crate::tree`]) joins all files, and has only the text that the
//! preprocessor lets through. The lossless tree covers a single file completely, for tools that
//! change, format or explain it: comments, blanks, `include`s, directives, excluded branches and
//! syntax errors. It owns its text and consists of a few vectors without pointers. Any text up to 1
//! GiB has a tree.
//!
//! # Tokens
//!
//! A [`Token`] includes the blanks and comments before it ([`Token::leading`]), so all tokens
//! together are the file's text ([`LosslessTree::text`]). The last token is an empty
//! [`TokenKind::Eof`]. A NUL byte counts as a blank, as in the lexer. Other wrong bytes are tokens
//! with the kind [`TokenKind::Error`].
//!
//! # Nodes
//!
//! A [`Node`] has a kind, a token range, and its children in order. It starts and ends with a
//! grammar token; blanks and comments before its first token lie outside. Tokens that belong to the
//! node but to none of its children are its own: keywords and brackets, for example. The structs in
//! [`views`] name a node's parts.
//!
//! Text that the grammar does not allow is in [`NodeKind::Error`] nodes. Missing parts are left
//! out. [`LosslessTree::errors`] lists the tokens at which [`crate::parse`] reports an error. After an
//! error the rest of the statement or item has nodes, but no further errors.
//!
//! # Includes and directives
//!
//! An `include` is a [`NodeKind::Include`] node, a child of the surrounding node; the included file
//! has its own tree. A preprocessor line is a [`NodeKind::Directive`] node.
//!
//! Conditionals may start and end between any two tokens. There are two forms:
//!
//! - A conditional among statements or body items, each of whose branches holds whole statements or
//!   items, is a [`NodeKind::Conditional`] node. Its children are the directives and, after each
//!   `#ifdef`, `#ifndef` and `#else`, a [`NodeKind::Branch`] with the statements. A branch counts
//!   as whole if its brackets are balanced and its last token ends a statement.
//! - Any other conditional is *split*. Its first branch is read as part of the surrounding text, as
//!   if the condition were true; its nodes and the [`NodeKind::Directive`]s are children of the
//!   surrounding nodes. The text from `#else` to `#endif` is a [`NodeKind::SplitBranch`], read
//!   separately: as statements and items if tokens start such, otherwise as values. Unexpected text
//!   in it is not an error.
//!
//! [`LosslessTree::conditionals`] lists both forms. The reference reads no tokens in an excluded
//! branch, so it may hold text other than TableGen; here such text becomes [`TokenKind::Error`]
//! tokens, each at most a line long. A directive in a code literal belongs to the literal, although
//! the reference would find it in an excluded branch.
//!
//! # Sources
//!
//! The productions are those of [`crate::parse`], with the forms from all releases. A form that the
//! selected release lacks is not an error here.

mod build;
mod node;
mod parser;
mod scan;
mod trivia;
pub mod views;

#[cfg(test)]
mod tests;

use std::ops::Range;

use tablewright_index::{IndexVec, define_index};

pub use crate::grammar::NodeKind;
pub use crate::lexer::TokenKind;
pub use node::{Children, Node, Token, Tokens};
pub use trivia::{Piece, PieceKind, Pieces};

define_index! {
    /// A token in a [`LosslessTree`].
    pub struct TokenId;
    /// A node in a [`LosslessTree`]. The numbers of a node's children are consecutive and lower
    /// than its own.
    pub struct NodeId;
}

/// A token's kind and offsets. It ends at the start of the next token.
#[derive(Clone, Copy, Debug)]
struct TokenData {
    kind: TokenKind,
    /// Offset of the blanks and comments before the token.
    start: u32,
    /// Offset of the token's text.
    lo: u32,
}

/// A node's kind, tokens and children.
#[derive(Clone, Copy, Debug)]
struct NodeData {
    kind: NodeKind,
    first_token: u32,
    token_count: u32,
    first_child: u32,
    child_count: u32,
}

/// A syntax error in a file. It tells tools whether a tree is incomplete and at which token;
/// [`crate::parse`] reports the messages that people read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The token that the grammar does not allow.
    pub token: TokenId,
    /// The text that the grammar would have allowed there, such as "a statement".
    pub expected: &'static str,
}

/// A conditional's directives, by their first tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConditionalTokens {
    /// The `#ifdef` or `#ifndef`.
    pub opening: TokenId,
    /// The `#else`; `None` if there is none.
    pub alternative: Option<TokenId>,
    /// The `#endif`; `None` if it is missing.
    pub end: Option<TokenId>,
}

/// A file's text with its tokens and nodes: see the [module](self).
#[derive(Clone, Debug)]
pub struct LosslessTree {
    text: String,
    tokens: Vec<TokenData>,
    /// A node's children are adjacent, and precede the node. The last node is the file.
    nodes: IndexVec<NodeId, NodeData>,
    conditionals: Vec<ConditionalTokens>,
    errors: Vec<SyntaxError>,
}

/// The error if a text is longer than 1 GiB: a tree's offsets have four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the file is larger than 1 GiB")
    }
}

impl std::error::Error for TooLong {}

/// Maximum text length in bytes, the same as in a [`SourceMap`](crate::source::SourceMap).
const MAX_TEXT: usize = 1 << 30;

impl LosslessTree {
    /// Builds the tree for a text.
    ///
    /// # Errors
    /// If the text is longer than 1 GiB.
    pub fn new(text: impl Into<String>) -> Result<LosslessTree, TooLong> {
        let text = text.into();
        if text.len() > MAX_TEXT {
            return Err(TooLong);
        }
        let scanned = scan::scan_file(&text);
        let built = parser::parse(&scanned, &text);
        Ok(LosslessTree {
            text,
            tokens: scanned.tokens,
            nodes: built.nodes,
            conditionals: scanned.conditionals,
            errors: built.errors,
        })
    }

    /// Returns the file's text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the node that covers the whole file.
    pub fn root(&self) -> Node<'_> {
        Node::new(self, NodeId::from_index(self.nodes.len() - 1))
    }

    /// Returns the node with this id.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node::new(self, id)
    }

    /// Returns the token with this id.
    pub fn token(&self, id: TokenId) -> Token<'_> {
        Token::new(self, id)
    }

    /// Returns all tokens in order.
    pub fn tokens(&self) -> Tokens<'_> {
        Tokens::new(self, 0, self.tokens.len())
    }

    /// Returns the conditionals, ordered by their ends; those without an end come last.
    pub fn conditionals(&self) -> &[ConditionalTokens] {
        &self.conditionals
    }

    /// Returns the syntax errors in order.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// Returns the token that contains the byte at `offset`, in its text or in the blanks and
    /// comments before it.
    pub fn token_at(&self, offset: usize) -> Token<'_> {
        let after = self.tokens.partition_point(|token| token.start as usize <= offset);
        // The first token starts at zero.
        self.token(TokenId::from_index(after.saturating_sub(1)))
    }

    /// Returns the innermost node whose text contains the byte at `offset`, or the root if there is
    /// none.
    pub fn node_at(&self, offset: usize) -> Node<'_> {
        let mut node = self.root();
        'descend: loop {
            for child in node.children() {
                let range = child.range();
                if range.start <= offset && offset < range.end {
                    node = child;
                    continue 'descend;
                }
            }
            return node;
        }
    }

    fn token_data(&self, id: TokenId) -> TokenData {
        self.tokens[id.index()]
    }

    /// Returns the byte range of a token's text.
    fn token_range(&self, index: usize) -> Range<usize> {
        let end = self.tokens.get(index + 1).map_or(self.text.len(), |next| next.start as usize);
        self.tokens[index].lo as usize..end
    }
}
