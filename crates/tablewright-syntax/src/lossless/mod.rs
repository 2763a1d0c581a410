//! The lossless tree of one file: all of its text, as tokens and as nodes.
//!
//! The tree that the evaluator reads ([`crate::tree`]) has what the preprocessor lets through, of all files together.
//! This one has everything that stands in one file, for tools that change, format or explain the file: comments,
//! blanks, `include`s, directives with the branches that are not taken, and what is wrong. It owns its text and is a
//! few vectors without pointers. Building it never fails, whatever the text is.
//!
//! # Tokens
//!
//! A [`Token`] has the blanks and comments before it attached ([`Token::leading`]), so that the tokens of a tree, each
//! with what is attached, are the text of the file ([`LosslessTree::text`]). The last one is
//! [`TokenKind::Eof`], which is empty. A NUL byte counts as a blank, as it does in the lexer. The bytes of
//! other mistakes are tokens of the kind [`TokenKind::Error`].
//!
//! # Nodes
//!
//! A [`Node`] is a kind, a range of tokens, and its children in order. It starts and ends with a token of the
//! grammar: what is attached to its first token lies before it. Tokens of a node that are in none of its
//! children are its own, such as keywords and brackets. The structs in [`views`] give the parts of a node names.
//!
//! What the grammar does not allow is in nodes of the kind [`NodeKind::Error`]; where something is
//! missing, nothing stands. Both are listed by [`LosslessTree::errors`].
//!
//! # Includes and directives
//!
//! An `include` is a node [`NodeKind::Include`], a child of the node in which it stands: the included file
//! has a tree of its own. A line of the preprocessor is a node [`NodeKind::Directive`].
//!
//! Conditionals stand between any two tokens. There are two forms:
//!
//! - Where each branch holds whole statements, or whole items of a body, and the conditional stands among such, it is a
//!   node [`NodeKind::Conditional`]. Its children are the directives and, after each `#ifdef`, `#ifndef` and
//!   `#else`, a [`NodeKind::Branch`] with the statements. A branch counts as whole if its brackets are
//!   balanced and its last token ends a statement.
//! - Any other conditional is *split*. The first branch is read as a part of the text around it, as if
//!   its condition held, and its nodes are children of the nodes around it. So are the [`NodeKind::Directive`]s. The
//!   text from `#else` to `#endif` is a [`NodeKind::SplitBranch`], which is read for itself: as statements
//!   and items where tokens start such, and else as values. What does not fit there is no error.
//!
//! [`LosslessTree::conditionals`] lists those of both forms. In a branch that is not taken the reference
//! reads no tokens. So text that is no TableGen at all may stand there; here it gives tokens of the kind
//! [`TokenKind::Error`], which end with their line. A directive in a code literal is a part of that literal,
//! though the reference would find it in a branch that it leaves out.
//!
//! # Sources
//!
//! The grammar is that of ProgRef, in the forms of all releases together: what a release lacks is
//! reported by the parser of [`crate::parse`], and no error here.

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

pub use crate::lexer::TokenKind;
pub use node::{Children, Node, Token, Tokens};
pub use trivia::{Piece, PieceKind, Pieces};

define_index! {
    /// A token of a [`LosslessTree`].
    pub struct TokenId;
    /// A node of a [`LosslessTree`]. The children of a node have numbers one after another, lower than its own.
    pub struct NodeId;
}

/// A token: its kind, and where what is attached to it and its own text start. It ends where the next one starts.
#[derive(Clone, Copy, Debug)]
struct TokenData {
    kind: TokenKind,
    /// The offset of the blanks and comments before the token.
    start: u32,
    /// The offset of its text.
    lo: u32,
}

/// A node: its kind, its tokens and its children.
#[derive(Clone, Copy, Debug)]
struct NodeData {
    kind: NodeKind,
    first_token: u32,
    token_count: u32,
    first_child: u32,
    child_count: u32,
}

/// What a node of a [`LosslessTree`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum NodeKind {
    /// The whole file. It has all tokens.
    File,
    /// Tokens that the grammar does not allow where they stand.
    Error,

    /// `include "file"`
    Include,
    /// A line of the preprocessor.
    Directive,
    /// A conditional whose branches are whole statements or items.
    Conditional,
    /// The statements or items of a branch of a [`NodeKind::Conditional`].
    Branch,
    /// The text after the `#else` of a conditional that is not of that form.
    SplitBranch,

    /// `class NAME parameters parents body`
    Class,
    /// `def name parents body`
    Def,
    /// `defm name parents ;`
    Defm,
    /// `multiclass NAME parameters parents { statements }`
    Multiclass,
    /// `defset type NAME = { statements }`
    Defset,
    /// `deftype NAME = type;`
    Deftype,
    /// `defvar NAME = value;`
    Defvar,
    /// `foreach NAME = values in block`
    Foreach,
    /// `if condition then block else block`
    If,
    /// `let items in block`
    Let,
    /// `assert condition, message;`
    Assert,
    /// `dump message;`
    Dump,

    /// A field in a body: `field? type NAME = value;`
    Field,
    /// `let NAME{bits} = value;` in a body.
    BodyLet,

    /// A name.
    Name,
    /// The template parameters, with their angle brackets.
    ParameterList,
    /// A template parameter: `type NAME = value`.
    Parameter,
    /// The parents, with the colon before them.
    ParentList,
    /// A parent with its arguments.
    ParentRef,
    /// Template arguments, with their angle brackets.
    ArgumentList,
    /// A template argument: `value`, or `name = value`.
    Argument,
    /// The body of a class or record, with its braces.
    Body,
    /// Statements in braces, or a single one without.
    Block,
    /// `mode NAME<bits> = value`, between `let` and `in`.
    LetItem,
    /// Ranges in brackets of any kind.
    RangeList,
    /// `first`, `first...last` or `first-last`.
    Range,

    /// A type.
    Type,

    /// A number.
    Integer,
    /// `true` or `false`
    Boolean,
    /// One string literal or several.
    StringValue,
    /// `[{ … }]`
    CodeValue,
    /// `?`
    Unset,
    /// A name as a value.
    NameValue,
    /// `{ bits }`
    BitsValue,
    /// `[ elements ]<type>`
    ListValue,
    /// `( operator args )`
    DagValue,
    /// The operator or an argument of a dag: `value:$name`, `value` or `$name`.
    DagArg,
    /// `$name`
    VariableName,
    /// `CLASS<args>`
    InstanceValue,
    /// An operator of the regular form: `!op<type>(args)`.
    BangValue,
    /// `!cond(cases)`
    CondValue,
    /// `!switch(key, cases, default)`
    SwitchValue,
    /// `condition: value` in `!cond` or `!switch`.
    Case,
    /// `!foreach`, `!filter` or `!sort`
    ComprehensionValue,
    /// `!foldl(start, list, accumulator, item, body)`
    FoldlValue,
    /// `value{bits}`
    BitRangeValue,
    /// `value[elements]`
    SubscriptValue,
    /// `value.field`
    FieldValue,
    /// `left # right`
    PasteValue,
}

/// Something wrong in the syntax of a file. It serves those who ask whether and where a tree is incomplete; messages
/// for people come from [`crate::parse`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The token at which the grammar does not go on.
    pub token: TokenId,
    /// What would have been allowed there.
    pub expected: &'static str,
}

/// The directives of a conditional, by their first tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConditionalTokens {
    /// The `#ifdef` or `#ifndef`.
    pub opening: TokenId,
    /// The `#else`.
    pub alternative: Option<TokenId>,
    /// The `#endif`; `None` where it is missing.
    pub end: Option<TokenId>,
}

/// The text of a file with its tokens and nodes: see the [module](self).
#[derive(Clone, Debug)]
pub struct LosslessTree {
    text: String,
    tokens: Vec<TokenData>,
    /// The children of a node stand together, before the node. The last one is the file.
    nodes: IndexVec<NodeId, NodeData>,
    conditionals: Vec<ConditionalTokens>,
    errors: Vec<SyntaxError>,
}

/// A text that is too long for a tree: offsets have four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the file is larger than 1 GiB")
    }
}

impl std::error::Error for TooLong {}

/// The longest text of a tree, in bytes. It is that of a [`SourceMap`](crate::source::SourceMap).
const MAX_TEXT: usize = 1 << 30;

impl LosslessTree {
    /// The tree of a text.
    ///
    /// # Errors
    /// Where the text has more than 1 GiB.
    pub fn new(text: impl Into<String>) -> Result<LosslessTree, TooLong> {
        let text = text.into();
        if text.len() > MAX_TEXT {
            return Err(TooLong);
        }
        let scanned = scan::scan_file(&text);
        let built = parser::parse(&scanned);
        Ok(LosslessTree {
            text,
            tokens: scanned.tokens,
            nodes: built.nodes,
            conditionals: scanned.conditionals,
            errors: built.errors,
        })
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The node of the whole file.
    pub fn root(&self) -> Node<'_> {
        Node::new(self, NodeId::from_index(self.nodes.len() - 1))
    }

    /// The node with this id.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node::new(self, id)
    }

    /// The token with this id.
    pub fn token(&self, id: TokenId) -> Token<'_> {
        Token::new(self, id)
    }

    /// All tokens, in order.
    pub fn tokens(&self) -> Tokens<'_> {
        Tokens::new(self, 0, self.tokens.len())
    }

    /// The conditionals, in the order of their ends; those without an end come last.
    pub fn conditionals(&self) -> &[ConditionalTokens] {
        &self.conditionals
    }

    /// What is wrong in the syntax, in order.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// The token to which the byte at `offset` belongs: as its text, or as a blank or comment before it.
    pub fn token_at(&self, offset: usize) -> Token<'_> {
        let after = self.tokens.partition_point(|token| token.start as usize <= offset);
        // The first token starts at zero.
        self.token(TokenId::from_index(after.saturating_sub(1)))
    }

    /// The innermost node that has the byte at `offset` in its text; the whole file where no other has.
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

    /// The offsets of the text of a token.
    fn token_range(&self, index: usize) -> Range<usize> {
        let end = self.tokens.get(index + 1).map_or(self.text.len(), |next| next.start as usize);
        self.tokens[index].lo as usize..end
    }
}
