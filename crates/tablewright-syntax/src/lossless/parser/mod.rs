//! The parser of the lossless tree: it finds the nodes of a file among its tokens, and never gives up.
//!
//! Each production of the grammar is a method, which takes what it finds of its parts. Where a part is
//! missing, an error is noted and nothing is taken; lists then skip to where they can go on.
//!
//! The productions see the tokens of the grammar alone. An `include` or a directive between two of them becomes a
//! child of the node that is open there ([`Parser::take_between`]), unless a list of statements or items treats it as
//! one of its own.

mod preprocessing;
mod statement;
mod value;

use super::NodeKind;
use super::build::{BuiltNodes, Mark, NodeBuilder};
use super::scan::ScannedFile;
use crate::lexer::TokenKind;

/// How deep values, types and statements may be nested. What is deeper has no nodes.
const MAX_DEPTH: usize = 500;

/// What the items of a list are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ItemList {
    Statements,
    BodyItems,
    /// The text of a [`NodeKind::SplitBranch`], which may be anything.
    Fragments,
}

struct Parser<'f> {
    file: &'f ScannedFile,
    builder: NodeBuilder,
    /// The first token that is in no node yet, as an index.
    at: usize,
    /// The next token of the grammar. From `at` to here stand `include`s and directives, with what they leave out.
    next: usize,
    /// Where the text ends that is being read: the end of the file, or of a branch.
    limit: usize,
    depth: usize,
}

/// Finds the nodes of a file.
pub(super) fn parse(file: &ScannedFile) -> BuiltNodes {
    // The last token is the end of the file.
    let limit = file.tokens.len() - 1;
    let mut parser =
        Parser { file, builder: NodeBuilder::default(), at: 0, next: 0, limit, depth: 0 };
    parser.settle();
    let mark = parser.builder.start(0);
    loop {
        parser.items(ItemList::Statements);
        if parser.kind() == TokenKind::Eof {
            break;
        }
        // A closing brace without an opening one.
        parser.error("a statement");
        parser.error_node(Parser::bump);
    }
    parser.builder.take_tokens(file.tokens.len());
    parser.builder.finish(mark, NodeKind::File);
    parser.builder.build()
}

impl Parser<'_> {
    /// The kind of the token with this index; the end of what is read is an end of file.
    fn kind_at(&self, index: usize) -> TokenKind {
        if index < self.limit { self.file.tokens[index].kind } else { TokenKind::Eof }
    }

    /// The kind of the next token of the grammar.
    fn kind(&self) -> TokenKind {
        self.kind_at(self.next)
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    /// Takes the next token of the grammar, with what stands before it.
    fn bump(&mut self) {
        self.take_between();
        if self.next < self.limit {
            self.take(self.next + 1);
        }
    }

    /// Takes the tokens up to index `end` without a node of their own.
    fn take(&mut self, end: usize) {
        self.at = end;
        self.builder.take_tokens(end);
        self.settle();
    }

    /// Takes the token if it is of that kind.
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Takes a token of that kind, or notes that it is missing.
    fn expect(&mut self, kind: TokenKind, expected: &'static str) {
        if !self.eat(kind) {
            self.error(expected);
        }
    }

    fn error(&mut self, expected: &'static str) {
        self.builder.error(self.next, expected);
    }

    /// A node starts at the next token of the grammar. What stands before that is outside of it.
    fn start(&mut self) -> Mark {
        self.take_between();
        self.builder.start(self.next)
    }

    fn finish(&mut self, mark: Mark, kind: NodeKind) {
        self.builder.finish(mark, kind);
    }

    /// What `production` takes is a node of that kind.
    fn node(&mut self, kind: NodeKind, production: impl FnOnce(&mut Self)) {
        let mark = self.start();
        production(self);
        self.finish(mark, kind);
    }

    /// What `production` takes should not be there.
    fn error_node(&mut self, production: impl FnOnce(&mut Self)) {
        self.node(NodeKind::Error, production);
    }

    /// Runs a production one level deeper. Below the deepest level a token is skipped instead.
    fn nested(&mut self, production: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH {
            self.error("less nesting");
            self.error_node(Parser::bump);
            return;
        }
        self.depth += 1;
        production(self);
        self.depth -= 1;
    }

    /// A name, which is an identifier.
    fn name(&mut self) {
        if self.at(TokenKind::Ident) {
            self.node(NodeKind::Name, Parser::bump);
        } else {
            self.error("a name");
        }
    }

    /// Skips what cannot stand in a list with brackets, up to a token that may follow. A bracket is skipped with all
    /// that is in it.
    fn skip_in_list(&mut self) {
        if self.ends_list() {
            return;
        }
        self.error_node(|p| {
            while !p.ends_list() {
                p.skip_token();
            }
        });
    }

    /// Whether the token ends or continues a list, or starts what stands outside of it.
    fn ends_list(&self) -> bool {
        let kind = self.kind();
        let ends = matches!(
            kind,
            TokenKind::Comma
                | TokenKind::Semi
                | TokenKind::RBrace
                | TokenKind::RBracket
                | TokenKind::RParen
                | TokenKind::Greater
                | TokenKind::Eof
        );
        ends || starts_outer_statement(kind)
    }

    /// Skips a token, and after an opening bracket up to the closing one on the same level, if that comes before the
    /// end of the item.
    fn skip_token(&mut self) {
        let mut open = 0u32;
        loop {
            match self.kind() {
                TokenKind::Eof => return,
                TokenKind::LBrace | TokenKind::LBracket | TokenKind::LParen => open += 1,
                TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen => {
                    open = open.saturating_sub(1);
                }
                TokenKind::Semi => open = 0,
                kind => {
                    if open > 0 && starts_outer_statement(kind) {
                        return;
                    }
                }
            }
            self.bump();
            if open == 0 {
                return;
            }
        }
    }
}

/// Whether a token of this kind starts a statement.
fn starts_statement(kind: TokenKind) -> bool {
    starts_outer_statement(kind)
        || matches!(
            kind,
            TokenKind::KwAssert | TokenKind::KwDefvar | TokenKind::KwDump | TokenKind::KwLet
        )
}

/// Whether a token of this kind starts a statement that cannot stand in the body of a class or record, nor in a value.
fn starts_outer_statement(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::KwClass
            | TokenKind::KwDef
            | TokenKind::KwDefm
            | TokenKind::KwDefset
            | TokenKind::KwDeftype
            | TokenKind::KwForeach
            | TokenKind::KwIf
            | TokenKind::KwMulticlass
    )
}

/// Whether a token of this kind starts a type.
fn starts_type(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::KwBit
            | TokenKind::KwBits
            | TokenKind::KwCode
            | TokenKind::KwDag
            | TokenKind::KwInt
            | TokenKind::KwList
            | TokenKind::KwString
            | TokenKind::Ident
    )
}
