//! The parser: builds the tree from the tokens of the preprocessor.
//!
//! Each production of the grammar is a method, which returns its node, or reports an error and
//! returns [`Reported`]. After an error the enclosing statement or body item is given up, and
//! parsing goes on where the next one is likely to start (`recover` in `statement.rs`).

mod file_tree;
mod includes;
mod operator;
mod outline;
mod parts;
mod reads;
mod statement;
mod types;
mod value;

#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::dialect::Dialect;
use crate::include::FileProvider;
use crate::lexer::{self, TokenKind};
use crate::preprocessor::{MacroUse, Preprocessor, Token};
use crate::source::{FileId, Pos, Shift, SourceMap, Span};
use crate::symbol::Interner;
use crate::tree::{
    Arg, BodyItem, DagArg, Expr, Ident, List, Name, ParentRef, StatementEvent, TreePart,
};
use outline::{NoOutline, OutlineRecorder};
use parts::Parts;

pub use file_tree::TreeCache;
pub use outline::{Outline, OutlineBlock, OutlineKind, OutlineList, outline};
pub use reads::{EventRead, PassedReads};

/// How deep values, types and statements may be nested in one another. The parser is recursive, so
/// that deeper input could overflow the stack.
const MAX_DEPTH: usize = 500;

/// The result of [`parse`].
#[derive(Clone)]
pub struct Parsed {
    /// The tree, without the statements that have errors. Its events are statements alone.
    pub tree: TreePart,
    /// The names of the included files in the order of their inclusion, each once.
    pub dependencies: Vec<String>,
}

/// A part of a tree that [`parse_each`] passes on.
pub struct PassedPart<'p> {
    /// The part.
    pub part: Arc<TreePart>,
    /// The file whose names the part mentions. A file has a greater id than those that include it, and when
    /// the first part of a file comes again after that of another one, the other one has ended.
    pub file: FileId,
    /// How far the positions of the part are to be moved.
    pub shift: Shift,
    /// The files opened.
    pub sources: &'p SourceMap,
    /// For each event of the part, what was read when it was complete.
    pub reads: PassedReads<'p>,
}

/// What [`parse_each`] read beside statements.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Read {
    /// The names of the included files in the order of their inclusion, each once.
    pub dependencies: Vec<String>,
    /// The macros in directives, in order.
    pub macro_uses: Vec<MacroUse>,
}

/// The consumer of the parts of [`parse_each`].
pub type Sink<'s> = dyn FnMut(PassedPart<'_>) + 's;

/// What the parser reads from, and what it writes to apart from the tree.
pub struct Input<'s> {
    /// The files. The parser adds those that are included.
    pub sources: &'s mut SourceMap,
    /// The main file.
    pub main: FileId,
    /// Where included files come from.
    pub files: &'s mut dyn FileProvider,
    /// The macros that are defined from the start.
    pub macros: &'s [String],
    /// Errors and warnings are added here. After twenty errors the rest of the input is ignored.
    pub diagnostics: &'s mut Diagnostics,
    /// The forms and words of the release of the language.
    pub dialect: Dialect,
    /// The trees of files that were read before.
    pub trees: Option<&'s TreeCache>,
}

/// Parses the file `main` of `sources` with all it includes, as a single part.
///
/// `macros` are the macros that are defined from the start. Errors and warnings are added to
/// `diagnostics`; after twenty errors the rest of the input is ignored.
pub fn parse(
    sources: &mut SourceMap,
    symbols: &mut Interner,
    main: FileId,
    files: &mut dyn FileProvider,
    macros: &[String],
    diagnostics: &mut Diagnostics,
) -> Parsed {
    let dialect = Dialect::default();
    let input = Input { sources, main, files, macros, diagnostics, dialect, trees: None };
    let mut parser = Parser::new(input, NoOutline);
    parser.symbols = std::mem::take(symbols);
    parser.file(|p| {
        let statement = p.outermost_statement()?;
        p.tree.events.push(StatementEvent::Statement(statement));
        Ok(())
    });
    let tree = parser.tree.split_off();
    *symbols = parser.symbols;
    let (dependencies, _) = parser.input.into_dependencies_and_macros();
    Parsed { tree, dependencies }
}

/// Like [`parse`], but passes the statements on in parts as they are read, and the statements in a
/// `let` one by one. After an error nothing is passed on but what precedes it.
pub fn parse_each(input: Input<'_>, sink: &mut Sink<'_>) -> Read {
    let mut parser = Parser::with_includes(input, NoOutline, true);
    parser.begin_parts();
    parser.file(|p| p.pass_on(sink));
    parser.finish_parts(sink);
    let (dependencies, macro_uses) = parser.input.into_dependencies_and_macros();
    Read { dependencies, macro_uses }
}

/// Whether `name` can be a macro of the preprocessor.
pub fn is_macro_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(|&b| lexer::is_ident_start(b))
        && lexer::ident_end(bytes, 0) == bytes.len()
}

/// The position of the first token at or after `pos` in its file, or the end of the file.
pub fn next_token_pos(sources: &SourceMap, pos: Pos) -> Pos {
    let file = sources.file(sources.file_of(pos));
    let at = sources.offset_in_file(pos);
    let next = match lexer::skip_trivia(file.text.as_bytes(), at) {
        Ok(next) | Err(next) => next,
    };
    file.pos(next)
}

/// What to show of the input for `span`: if it is empty, the token that starts there. It ends with
/// the first line, so that a token of many lines does not fill the screen.
pub fn shown_span(sources: &SourceMap, span: Span) -> Span {
    let file = sources.file(sources.file_of(span.lo));
    let text = file.text.as_bytes();
    let lo = sources.offset_in_file(span.lo);
    if span.hi > span.lo {
        return span;
    }
    let token = lexer::scan(text, lo);
    let line_end = lexer::line_end(text, lo);
    let hi = if token.lo as usize == lo { (token.hi as usize).min(line_end) } else { lo };
    // Inside of a token there may be none, and at the end of the file there is nothing to show.
    Span::new(span.lo, file.pos(hi.max(lo)))
}

/// The error of a production: it was reported.
#[derive(Clone, Copy, Debug)]
struct Reported;

type Parse<T> = Result<T, Reported>;

#[doc(alias = "TGParser")]
struct Parser<'s, O> {
    /// The part of the tree that is being written.
    tree: TreePart,
    parts: Parts,
    /// The names of the file that is being read.
    symbols: Interner,
    input: Preprocessor<'s>,
    /// The next token, which no production has taken yet.
    token: Token,
    /// The end of the token before it.
    prev_end: Pos,
    /// How many braces are open before `token`.
    braces: u32,
    /// How deep productions are nested.
    depth: usize,
    lists: Lists,
    /// The items of a body before the first error of the input, which is in that body.
    items_before_error: Option<List<BodyItem>>,
    /// Scratch space for the contents of string literals.
    buffer: String,
    /// Where the outline goes: a type, so that the parser has no code for an outline that nobody asks for.
    outline: O,
}

/// Lists under construction, as stacks: the elements of an inner list lie on top of those of the
/// outer ones. A finished list is copied to the tree, so that no list has a vector of its own.
///
/// All are empty between statements, and all but `items` also between the items of a body.
#[derive(Default)]
struct Lists {
    items: Vec<BodyItem>,
    parents: Vec<ParentRef>,
    exprs: Vec<Expr>,
    args: Vec<Arg>,
    dag_args: Vec<DagArg>,
}

impl<'s, O: OutlineRecorder> Parser<'s, O> {
    fn new(input: Input<'s>, outline: O) -> Parser<'s, O> {
        Parser::with_includes(input, outline, false)
    }

    /// A parser that carries out the `include`s between statements itself, where it `defers_includes`.
    fn with_includes(input: Input<'s>, outline: O, defers_includes: bool) -> Parser<'s, O> {
        let Input { sources, main, files, macros, diagnostics, dialect, trees } = input;
        let mut input = Preprocessor::new(sources, main, files, macros, diagnostics, dialect);
        if defers_includes {
            input.defer_includes();
        }
        if trees.is_some() {
            input.keep_found_files();
        }
        let token = input.next();
        Parser {
            tree: TreePart::default(),
            parts: Parts::new(trees.cloned()),
            symbols: Interner::default(),
            prev_end: token.span.lo,
            token,
            input,
            braces: 0,
            depth: 0,
            lists: Lists::default(),
            items_before_error: None,
            buffer: String::new(),
            outline,
        }
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// Takes the token and returns its span.
    // Left to itself the compiler calls it once for each token.
    #[inline(always)]
    fn bump(&mut self) -> Span {
        let Token { kind, span } = self.token;
        if kind == TokenKind::LBrace {
            self.braces += 1;
        } else if kind == TokenKind::RBrace {
            // There may be more closing than opening braces in wrong input.
            self.braces = self.braces.saturating_sub(1);
        }
        self.prev_end = span.hi;
        self.token = self.input.next();
        if self.at(TokenKind::KwInclude) {
            self.meet_include(kind);
        }
        span
    }

    /// Takes the token if it is of that kind.
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Takes a token of that kind, or reports `message`.
    fn expect(&mut self, kind: TokenKind, message: &str) -> Parse<Span> {
        if self.at(kind) { Ok(self.bump()) } else { Err(self.missing(kind, message)) }
    }

    /// Reports that a token of that kind is missing before the next one.
    #[cold]
    fn missing(&mut self, kind: TokenKind, message: &str) -> Reported {
        let code = match kind {
            TokenKind::Semi => Code::MissingSemicolon,
            TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen | TokenKind::Greater => {
                Code::UnclosedBracket
            }
            _ => Code::ExpectedToken,
        };
        let found = self.token.span;
        let mut error = Diagnostic::error(code, found, message);
        let ends_line = self.at(TokenKind::Eof) || self.input.starts_line(self.token).0;
        if kind == TokenKind::Semi && ends_line {
            // The line before is the one to change.
            let end = Span::from(self.prev_end);
            error.span = Some(end);
            error.printed_at(found.lo).suggest(end, ";", "add ';' here");
        }
        self.report(error)
    }

    /// Takes the closing bracket of the `bracket` at `opened`, or reports `message` and that bracket.
    fn expect_closing(
        &mut self,
        kind: TokenKind,
        message: &str,
        opened: Pos,
        bracket: char,
    ) -> Parse<()> {
        if self.eat(kind) {
            return Ok(());
        }
        // The second error only helps next to the first, which is left out at an error of the
        // lexer.
        let was_reported = matches!(self.token.kind, TokenKind::Error(_));
        let mut error = Diagnostic::error(Code::UnclosedBracket, self.token.span, message);
        error.label(opened, format!("this '{bracket}' is not closed"));
        let reported = self.report(error);
        if !was_reported {
            let message = format!("to match this '{bracket}'");
            self.input.error(Code::UnclosedBracket, opened, message);
        }
        Err(reported)
    }

    fn ident(&mut self, message: &str) -> Parse<Ident> {
        if !self.at(TokenKind::Ident) {
            let mut error = Diagnostic::error(Code::ExpectedName, self.token.span, message);
            let text = self.input.text(self.token);
            if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase()) {
                error.note(None, format!("'{text}' is a keyword and cannot be a name"));
            }
            return Err(self.report(error));
        }
        // Before `bump`: the preprocessor has the text of the last token only.
        let name = Name::new(self.symbols.intern(self.input.text(self.token)));
        Ok(Ident { name, span: self.bump() })
    }

    /// The text of the token without its first `skip` bytes, as a name.
    fn name_after(&mut self, skip: usize) -> Name {
        Name::new(self.symbols.intern(&self.input.text(self.token)[skip..]))
    }

    /// Reports an error at the token. An error of the lexer was reported when it was read, and one
    /// is enough.
    fn error(&mut self, code: Code, message: &str) -> Reported {
        self.report(Diagnostic::error(code, self.token.span, message))
    }

    /// As [`Self::error`], for an error that knows more.
    fn report(&mut self, mut error: Diagnostic) -> Reported {
        if !matches!(self.token.kind, TokenKind::Error(_)) {
            if let Some(note) = self.note_on_split_number() {
                error.note(None, note);
            }
            self.input.report(error);
        }
        Reported
    }

    /// What to say of a number that ends before the token, with nothing between: `-0b11` is the number `-0` and the
    /// name `b11`, and `0b12` is `0b1` and `2`.
    #[cold]
    fn note_on_split_number(&self) -> Option<String> {
        let is_rest = matches!(self.token.kind, TokenKind::Ident | TokenKind::Int);
        if !is_rest || self.token.span.lo != self.prev_end {
            return None;
        }
        let (sources, end) = (self.input.sources(), self.prev_end);
        let (line, column) = (sources.line_text(end), sources.line_column(end).column as usize - 1);
        let (before, after) = (line.get(..column)?, line.get(column..)?);
        let is_part = |c: char| c.is_ascii_alphanumeric();
        let digits = before.trim_end_matches(is_part).len();
        if !before[digits..].starts_with(|c: char| c.is_ascii_digit())
            || !after.starts_with(is_part)
        {
            return None;
        }
        let sign = before[..digits].ends_with(['-', '+']);
        let number = &before[digits - usize::from(sign)..];
        let rest = &after[..after.find(|c| !is_part(c)).unwrap_or(after.len())];
        let mut note = format!("'{number}{rest}' is read as the number '{number}' and '{rest}'");
        if sign && number.ends_with('0') && rest.starts_with(['b', 'x']) {
            note += ": binary and hexadecimal numbers have no sign";
        }
        Some(note)
    }

    fn error_at(&mut self, code: Code, span: impl Into<Span>, message: &str) -> Reported {
        self.input.error(code, span, message);
        Reported
    }

    /// Runs a production one level deeper.
    #[inline]
    fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = production(self);
        self.depth -= 1;
        result
    }

    #[cold]
    #[inline(never)]
    fn too_deep(&mut self) -> Reported {
        let message = format!("Nested more than {MAX_DEPTH} levels deep");
        self.error(Code::SyntaxLimit, &message)
    }

    /// Moves the expressions under construction from `base` on to the tree.
    fn take_exprs(&mut self, base: usize) -> List<Expr> {
        self.tree.take(&mut self.lists.exprs, base)
    }
}
