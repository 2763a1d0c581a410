//! The lossless tree's parser: finds the nodes among a file's tokens, regardless of errors.
//!
//! The productions are in [`crate::grammar`], and their sink is a [`FileSink`]. If a part is
//! missing, the sink adds an error and the production continues; lists then skip to the next token
//! at which they can continue.
//!
//! Productions see grammar tokens only. An `include` or directive between two of them becomes a
//! child of the open node ([`FileParser::add_preprocessor_nodes`]), unless a list of statements or
//! items treats it as an item.

mod file_sink;
mod items;
mod preprocessing;
mod recovery;

use super::NodeKind;
use super::build::{BuiltNodes, LosslessMark, NodeBuilder};
use super::scan::ScannedFile;
use crate::diagnostic::Code;
use crate::grammar::{Parser, StatementScope};
use crate::lexer::TokenKind;
use crate::preprocessor::PreprocessorToken;
use crate::source::{Pos, Span};
use recovery::{FileRecovery, OpenItems};

/// The parser of a file.
type FileParser<'f> = Parser<FileSink<'f>>;

/// The kind of items in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ItemList {
    Statements(StatementScope),
    /// The statements directly in a multiclass.
    InMulticlass,
    BodyItems,
    /// The text of a [`NodeKind::SplitBranch`], which may be anything.
    Fragments,
}

/// A file's tokens, and the nodes being built.
struct FileSink<'f> {
    file: &'f ScannedFile,
    text: &'f str,
    builder: NodeBuilder,
    /// Index of the first token that belongs to no node yet.
    at: usize,
    /// Index of the next grammar token. The tokens from `at` to `next` are `include`s and
    /// directives, and the text that these exclude.
    next: usize,
    /// End of the text being read: of the file, or of a branch.
    limit: usize,
    /// The lists being read, the innermost last.
    open: Vec<OpenItems>,
    /// The wrong item being read. Further errors in it are not errors of their own.
    recovery: Option<FileRecovery>,
}

/// Finds the nodes in a file with this text.
pub(super) fn parse(file: &ScannedFile, text: &str) -> BuiltNodes {
    // The last token is the end of the file.
    let limit = file.tokens.len() - 1;
    let builder = NodeBuilder::default();
    let (open, recovery) = (Vec::new(), None);
    let sink = FileSink { file, text, builder, at: 0, next: 0, limit, open, recovery };
    let (prev_end, token) = (Pos::from_offset(0), sink.token_at(0));
    let mut parser = Parser { sink, token, prev_end, braces: 0, depth: 0 };
    parser.find_next_token();
    let mark = parser.sink.builder.start(0);
    parser.items(ItemList::Statements(StatementScope::default()));
    let mut builder = parser.sink.builder;
    builder.take_tokens(file.tokens.len());
    builder.finish(mark, NodeKind::File);
    builder.build()
}

impl FileSink<'_> {
    /// Returns the kind of the token at `index`; `Eof` from the limit on.
    fn kind_at(&self, index: usize) -> TokenKind {
        if index < self.limit { self.file.tokens[index].kind } else { TokenKind::Eof }
    }

    /// Returns the token at `index`, with offsets as positions.
    fn token_at(&self, index: usize) -> PreprocessorToken {
        let start = self.file.tokens[index].lo;
        let end = self.file.tokens.get(index + 1).map_or(start, |next| next.start);
        let span = Span::new(Pos::from_offset(start), Pos::from_offset(end));
        PreprocessorToken { kind: self.kind_at(index), span }
    }

    /// Returns the index of the token that starts at or before `pos`.
    fn index_of(&self, pos: Pos) -> usize {
        let after = self.file.tokens.partition_point(|token| Pos::from_offset(token.lo) <= pos);
        after.saturating_sub(1)
    }
}

impl FileParser<'_> {
    /// Starts a node at the next grammar token. The `include`s and directives before it stay
    /// outside.
    fn start_node(&mut self) -> LosslessMark {
        self.add_preprocessor_nodes();
        self.sink.builder.start(self.sink.next)
    }

    /// Consumes the tokens before index `end` without a node for them.
    fn take(&mut self, end: usize) {
        self.sink.at = end;
        self.sink.builder.take_tokens(end);
        self.find_next_token();
    }

    /// Adds an error at the next token, which ends the item being read.
    fn failed(&mut self, code: Code) {
        self.add_error(self.sink.next, expected_part(code));
        self.begin_recovery();
    }

    /// Adds an error, unless it is in the rest of a wrong item.
    fn add_error(&mut self, index: usize, expected: &'static str) {
        if self.sink.recovery.is_none() {
            self.sink.builder.error(index, expected);
        }
    }
}

/// Returns the text that the grammar would have allowed at an error with this code.
fn expected_part(code: Code) -> &'static str {
    match code {
        Code::ExpectedName => "a name",
        Code::ExpectedValue => "a value",
        Code::ExpectedType => "a type",
        Code::UnexpectedStatement | Code::EmptyMulticlass => "a statement",
        Code::ExtraSemicolon => "no ';' after a body",
        Code::UnclosedBracket => "'}'",
        Code::NumberTooLarge => "a number of 64 bits",
        Code::ArgumentOrder => "positional arguments before named arguments",
        Code::OperandCount => "another number of operands",
        Code::SyntaxLimit => "less nesting",
        _ => "another text",
    }
}

/// Returns the name of a token that is missing.
fn token_name(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::LBrace => "'{'",
        TokenKind::RBrace => "'}'",
        TokenKind::LBracket => "'['",
        TokenKind::RBracket => "']'",
        TokenKind::LParen => "'('",
        TokenKind::RParen => "')'",
        TokenKind::Less => "'<'",
        TokenKind::Greater => "'>'",
        TokenKind::Colon => "':'",
        TokenKind::Semi => "';'",
        TokenKind::Comma => "','",
        TokenKind::Equal => "'='",
        TokenKind::KwIn => "'in'",
        TokenKind::KwThen => "'then'",
        _ => "another token",
    }
}
