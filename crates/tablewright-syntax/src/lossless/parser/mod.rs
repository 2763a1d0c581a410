//! The lossless tree's parser: finds the nodes among a file's tokens, regardless of errors.
//!
//! Each grammar production is a method that consumes the parts it finds. If a part is missing, it
//! adds an error and consumes nothing; lists then skip to the next token at which they can
//! continue.
//!
//! Productions see grammar tokens only. An `include` or directive between two of them becomes a
//! child of the open node ([`Parser::add_preprocessor_nodes`]), unless a list of statements or
//! items treats it as an item.

mod preprocessing;
mod statement;
mod value;

use super::NodeKind;
use super::build::{BuiltNodes, LosslessMark, NodeBuilder};
use super::scan::ScannedFile;
use crate::lexer::TokenKind;

/// Maximum nesting depth of values, types and statements. Deeper text is skipped.
const MAX_DEPTH: usize = 500;

/// The kind of items in a list.
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
    /// Index of the first token that belongs to no node yet.
    at: usize,
    /// Index of the next grammar token. The tokens from `at` to `next` are `include`s and
    /// directives, and the text that these exclude.
    next: usize,
    /// End of the text being read: of the file, or of a branch.
    limit: usize,
    depth: usize,
}

/// Finds the nodes in a file.
pub(super) fn parse(file: &ScannedFile) -> BuiltNodes {
    // The last token is the end of the file.
    let limit = file.tokens.len() - 1;
    let mut parser =
        Parser { file, builder: NodeBuilder::default(), at: 0, next: 0, limit, depth: 0 };
    parser.find_next_token();
    let mark = parser.builder.start(0);
    loop {
        parser.items(ItemList::Statements);
        if parser.kind() == TokenKind::Eof {
            break;
        }
        // A closing brace without an opening brace.
        parser.error("a statement");
        parser.error_node(Parser::bump);
    }
    parser.builder.take_tokens(file.tokens.len());
    parser.builder.finish(mark, NodeKind::File);
    parser.builder.build()
}

impl Parser<'_> {
    /// Returns the kind of the token at `index`; `Eof` from the limit on.
    fn kind_at(&self, index: usize) -> TokenKind {
        if index < self.limit { self.file.tokens[index].kind } else { TokenKind::Eof }
    }

    /// Returns the kind of the next grammar token.
    fn kind(&self) -> TokenKind {
        self.kind_at(self.next)
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    /// Consumes the next grammar token, and the `include`s and directives before it.
    fn bump(&mut self) {
        self.add_preprocessor_nodes();
        if self.next < self.limit {
            self.take(self.next + 1);
        }
    }

    /// Consumes the tokens before index `end` without a node for them.
    fn take(&mut self, end: usize) {
        self.at = end;
        self.builder.take_tokens(end);
        self.find_next_token();
    }

    /// Consumes the next token if it has that kind, and returns whether it did.
    fn eat(&mut self, kind: TokenKind) -> bool {
        let is_present = self.at(kind);
        if is_present {
            self.bump();
        }
        is_present
    }

    /// Consumes a token with that kind, or adds an error.
    fn expect(&mut self, kind: TokenKind, expected: &'static str) {
        if !self.eat(kind) {
            self.error(expected);
        }
    }

    fn error(&mut self, expected: &'static str) {
        self.builder.error(self.next, expected);
    }

    /// Starts a node at the next grammar token. The `include`s and directives before it stay
    /// outside.
    fn start(&mut self) -> LosslessMark {
        self.add_preprocessor_nodes();
        self.builder.start(self.next)
    }

    fn finish(&mut self, mark: LosslessMark, kind: NodeKind) {
        self.builder.finish(mark, kind);
    }

    /// Wraps the tokens that `production` consumes in a node.
    fn node(&mut self, kind: NodeKind, production: impl FnOnce(&mut Self)) {
        let mark = self.start();
        production(self);
        self.finish(mark, kind);
    }

    /// Wraps the tokens that `production` consumes in an error node.
    fn error_node(&mut self, production: impl FnOnce(&mut Self)) {
        self.node(NodeKind::Error, production);
    }

    /// Runs a production one level deeper. At the deepest level it skips a token instead.
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

    /// Reads a name, which is an identifier.
    fn name(&mut self) {
        if self.at(TokenKind::Ident) {
            self.node(NodeKind::Name, Parser::bump);
        } else {
            self.error("a name");
        }
    }

    /// Skips tokens that do not belong in a bracketed list, up to a token that may follow. An
    /// opening bracket is skipped together with its contents.
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

    /// Returns whether the next token ends or continues a list, or starts a statement outside it.
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

    /// Skips a token. After an opening bracket it also skips to the closing bracket on the same
    /// level, but not past the end of the item.
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

/// Returns whether a token with this kind starts a statement.
fn starts_statement(kind: TokenKind) -> bool {
    starts_outer_statement(kind)
        || matches!(
            kind,
            TokenKind::KwAssert | TokenKind::KwDefvar | TokenKind::KwDump | TokenKind::KwLet
        )
}

/// Returns whether a token with this kind starts a statement that is allowed neither in a class
/// body or record body nor in a value.
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

/// Returns whether a token with this kind starts a type.
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
