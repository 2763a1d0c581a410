//! The parser: builds the tree from the preprocessor's tokens.
//!
//! Each grammar production is a method. It returns its node, or reports an error and returns
//! [`Reported`]. After an error the parser discards the enclosing statement or body item, and
//! continues at the next likely start (`recover` in `statement.rs`).

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
use crate::dialect::LanguageDialect;
use crate::include::FileProvider;
use crate::lexer::{self, TokenKind};
use crate::preprocessor::{MacroUse, Preprocessor, PreprocessorToken};
use crate::source::{FileId, Pos, Shift, SourceMap, Span};
use crate::symbol::Interner;
use crate::tree::{
    BodyItem, DagArgSyntax, Expr, Ident, NameSyntax, ParentRef, PartList, StatementEvent,
    TemplateArg, TreePart,
};
use outline::{NoOutline, OutlineRecorder};
use parts::ParserParts;

pub use file_tree::TreeCache;
pub use outline::{Outline, OutlineBlock, OutlineKind, OutlineList, outline};
pub use reads::{EventRead, PassedReads};

/// Maximum nesting depth of values, types and statements. The parser is recursive, so deeper input
/// could overflow the stack.
const MAX_DEPTH: usize = 500;

/// The result of [`parse`].
#[derive(Clone)]
pub struct Parsed {
    /// The tree, without the statements that have errors. Its events are only statements.
    pub tree: TreePart,
    /// Names of the included files, ordered by their first inclusion.
    pub dependencies: Vec<String>,
}

/// A part of the tree, passed on by [`parse_each`].
pub struct PassedPart<'p> {
    /// The part.
    pub part: Arc<TreePart>,
    /// The file whose names the part mentions. A file has a greater id than the files that include
    /// it. If the parts from one file continue after parts from a second file, the second file has
    /// ended.
    pub file: FileId,
    /// Distance by which the part's positions have to move.
    pub shift: Shift,
    /// The files opened so far.
    pub sources: &'p SourceMap,
    /// For each event, the input that had been read when it was complete.
    pub reads: PassedReads<'p>,
}

/// Information that [`parse_each`] returns besides statements.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Read {
    /// Names of the included files, ordered by their first inclusion.
    pub dependencies: Vec<String>,
    /// The macros in directives, in order.
    pub macro_uses: Vec<MacroUse>,
}

/// A function that receives the parts from [`parse_each`].
pub type Sink<'s> = dyn FnMut(PassedPart<'_>) + 's;

/// The parser's input, and its output apart from the tree.
pub struct Input<'s> {
    /// The files. The parser adds included files.
    pub sources: &'s mut SourceMap,
    /// The main file.
    pub main: FileId,
    /// Provider for included files.
    pub files: &'s mut dyn FileProvider,
    /// Macros that are defined at the start.
    pub macros: &'s [String],
    /// Receives errors and warnings. After twenty errors the rest of the input is ignored.
    pub diagnostics: &'s mut Diagnostics,
    /// Syntax and wording for the selected release.
    pub dialect: LanguageDialect,
    /// Trees of files that were read before.
    pub trees: Option<&'s TreeCache>,
}

/// Parses the file `main` in `sources` and its includes as a single part.
///
/// `macros` are defined at the start. Errors and warnings are added to `diagnostics`; after twenty
/// errors the rest of the input is ignored.
pub fn parse(
    sources: &mut SourceMap,
    symbols: &mut Interner,
    main: FileId,
    files: &mut dyn FileProvider,
    macros: &[String],
    diagnostics: &mut Diagnostics,
) -> Parsed {
    let dialect = LanguageDialect::default();
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

/// Parses like [`parse`], but passes statements on in parts as they are read. Statements in a `let`
/// are passed on separately. After an error, only text before the error is passed on.
pub fn parse_each(input: Input<'_>, sink: &mut Sink<'_>) -> Read {
    let mut parser = Parser::with_includes(input, NoOutline, true);
    parser.begin_parts();
    parser.file(|p| p.pass_on(sink));
    parser.finish_parts(sink);
    let (dependencies, macro_uses) = parser.input.into_dependencies_and_macros();
    Read { dependencies, macro_uses }
}

/// Returns whether `name` is a valid macro name.
pub fn is_macro_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(|&b| lexer::is_ident_start(b))
        && lexer::ident_end(bytes, 0) == bytes.len()
}

/// Returns the position of the first token at or after `pos` in its file, or the end of the file.
pub fn next_token_pos(sources: &SourceMap, pos: Pos) -> Pos {
    let file = sources.file(sources.file_of(pos));
    let at = sources.offset_in_file(pos);
    let next = match lexer::skip_trivia(file.text.as_bytes(), at) {
        Ok(next) | Err(next) => next,
    };
    file.pos(next)
}

/// Returns the text to show for `span`: for an empty span, the token that starts there. It ends
/// with the first line, so that a long token does not fill the screen.
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
    // `span` may lie inside a token, where no token starts, or at the end of the file, where there
    // is nothing to show.
    Span::new(span.lo, file.pos(hi.max(lo)))
}

/// A production's error, which has been reported.
#[derive(Clone, Copy, Debug)]
struct Reported;

type Parse<T> = Result<T, Reported>;

#[doc(alias = "TGParser")]
struct Parser<'s, O> {
    /// The part of the tree being written.
    tree: TreePart,
    parts: ParserParts,
    /// The names in the current file.
    symbols: Interner,
    input: Preprocessor<'s>,
    /// The next token, which no production has consumed yet.
    token: PreprocessorToken,
    /// End of the previous token.
    prev_end: Pos,
    /// Number of braces open before `token`.
    braces: u32,
    /// Nesting depth of productions.
    depth: usize,
    lists: Lists,
    /// The items of a body before the input's first error; set if the error is in that body.
    items_before_error: Option<PartList<BodyItem>>,
    /// Scratch space for the contents of string literals.
    buffer: String,
    /// The outline's recorder. It is a type parameter, so that a parser without an outline is
    /// compiled without this code.
    outline: O,
}

/// Lists under construction, as stacks: an inner list's elements lie above the outer lists'
/// elements. A finished list is copied to the tree, so that no list needs its own vector.
///
/// All are empty between statements, and all but `items` also between body items.
#[derive(Default)]
struct Lists {
    items: Vec<BodyItem>,
    parents: Vec<ParentRef>,
    exprs: Vec<Expr>,
    args: Vec<TemplateArg>,
    dag_args: Vec<DagArgSyntax>,
}

impl<'s, O: OutlineRecorder> Parser<'s, O> {
    fn new(input: Input<'s>, outline: O) -> Parser<'s, O> {
        Parser::with_includes(input, outline, false)
    }

    /// Creates a parser. With `defers_includes` it carries out the `include`s between statements
    /// itself.
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
            parts: ParserParts::new(trees.cloned()),
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

    /// Consumes the token and returns its span.
    // Without the attribute the compiler would emit a call for each token.
    #[inline(always)]
    fn bump(&mut self) -> Span {
        let PreprocessorToken { kind, span } = self.token;
        if kind == TokenKind::LBrace {
            self.braces += 1;
        } else if kind == TokenKind::RBrace {
            // Wrong input may have more closing than opening braces.
            self.braces = self.braces.saturating_sub(1);
        }
        self.prev_end = span.hi;
        self.token = self.input.next();
        if self.at(TokenKind::KwInclude) {
            self.meet_include(kind);
        }
        span
    }

    /// Consumes the token if it has that kind, and returns whether it did.
    fn eat(&mut self, kind: TokenKind) -> bool {
        let is_present = self.at(kind);
        if is_present {
            self.bump();
        }
        is_present
    }

    /// Consumes a token with that kind, or reports `message`.
    fn expect(&mut self, kind: TokenKind, message: &str) -> Parse<Span> {
        if self.at(kind) { Ok(self.bump()) } else { Err(self.missing(kind, message)) }
    }

    /// Reports that a token with that kind is missing before the next token.
    #[cold]
    fn missing(&mut self, kind: TokenKind, message: &str) -> Reported {
        let code = match kind {
            TokenKind::Semi => Code::MissingSemicolon,
            TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen | TokenKind::Greater => {
                Code::UnclosedBracket
            }
            _ => Code::ExpectedToken,
        };
        let actual = self.token.span;
        let mut error = Diagnostic::error(code, actual, message);
        let ends_line = self.at(TokenKind::Eof) || self.input.starts_line(self.token).0;
        if kind == TokenKind::Semi && ends_line {
            // The correction belongs to the previous line.
            let end = Span::from(self.prev_end);
            error.span = Some(end);
            error.printed_at(actual.lo).suggest(end, ";", "add ';' here");
        }
        self.report(error)
    }

    /// Consumes the bracket that closes `bracket` at `opened`; reports `message` and the opening
    /// bracket if it is missing.
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
        // The second error is useful only next to the first, which is left out after a lexer error.
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
        // Before `bump`: the preprocessor has only the last token's text.
        let name = NameSyntax::new(self.symbols.intern(self.input.text(self.token)));
        Ok(Ident { name, span: self.bump() })
    }

    /// Interns the token's text without its first `skip` bytes.
    fn name_after(&mut self, skip: usize) -> NameSyntax {
        NameSyntax::new(self.symbols.intern(&self.input.text(self.token)[skip..]))
    }

    /// Reports an error at the token. A lexer error was already reported when the token was read,
    /// so it is not reported again.
    fn error(&mut self, code: Code, message: &str) -> Reported {
        self.report(Diagnostic::error(code, self.token.span, message))
    }

    /// Reports an error at the token, like [`Self::error`], but with details.
    fn report(&mut self, mut error: Diagnostic) -> Reported {
        if !matches!(self.token.kind, TokenKind::Error(_)) {
            if let Some(note) = self.note_on_split_number() {
                error.note(None, note);
            }
            self.input.report(error);
        }
        Reported
    }

    /// Explains a number that ends directly before the token: `-0b11` is the number `-0` and the
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
        let suffix = &after[..after.find(|c| !is_part(c)).unwrap_or(after.len())];
        let mut note =
            format!("'{number}{suffix}' is read as the number '{number}' and '{suffix}'");
        if sign && number.ends_with('0') && suffix.starts_with(['b', 'x']) {
            note += ": binary and hexadecimal numbers cannot have a sign";
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

    /// Moves the expressions from index `base` on to the tree.
    fn take_exprs(&mut self, base: usize) -> PartList<Expr> {
        self.tree.take(&mut self.lists.exprs, base)
    }
}
