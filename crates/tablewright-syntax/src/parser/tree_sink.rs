//! The sink that stores the tree for evaluation.

use super::parts::ParserParts;
use super::{Input, Reported, TreeParser, TreeSink};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::LanguageDialect;
use crate::grammar::{GrammarSink, NodeKind, Parse, Parser, StatementScope};
use crate::lexer::{self, LinePlace, TokenKind};
use crate::preprocessor::{Preprocessor, PreprocessorToken};
use crate::source::Pos;
use crate::symbol::Interner;
use crate::tree::{
    BodyItem, ExprKind, Id, ListNode, Lists, NameSyntax, PartList, PartNode, SourceText, Statement,
    TreePart,
};

/// Size in bytes from which a literal's contents stay in the file.
const LONG_LITERAL: usize = 64;

impl TreeSink<'_> {
    /// Keeps the body items from index `base` on for the case that the statement is discarded.
    pub(super) fn keep_items(&mut self, base: usize) {
        let items = &BodyItem::stack(&mut self.lists)[base..];
        self.items_before_error = Some(self.tree.add_all(items));
    }
}

impl<'s> TreeParser<'s> {
    /// Creates a parser. With `defers_includes` it carries out the `include`s between statements
    /// itself.
    pub(super) fn for_evaluation(input: Input<'s>, defers_includes: bool) -> TreeParser<'s> {
        let Input { sources, main, files, macros, diagnostics, dialect, trees } = input;
        let mut input = Preprocessor::new(sources, main, files, macros, diagnostics, dialect);
        if defers_includes {
            input.defer_includes();
        }
        if trees.is_some() {
            input.keep_found_files();
        }
        let token = input.next();
        let sink = TreeSink {
            tree: TreePart::default(),
            parts: ParserParts::new(trees.cloned()),
            symbols: Interner::default(),
            input,
            lists: Lists::default(),
            items_before_error: None,
            buffer: String::new(),
        };
        Parser { sink, prev_end: token.span.lo, token, braces: 0, depth: 0 }
    }

    /// Explains a number that ends directly before the token: `-0b11` is the number `-0` and the
    /// name `b11`, and `0b12` is `0b1` and `2`.
    #[cold]
    fn note_on_split_number(&self) -> Option<String> {
        let is_rest = matches!(self.token.kind, TokenKind::Ident | TokenKind::Int);
        if !is_rest || self.token.span.lo != self.prev_end {
            return None;
        }
        let (sources, end) = (self.sink.input.sources(), self.prev_end);
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
}

impl GrammarSink for TreeSink<'_> {
    type Stop = Reported;
    type Mark = ();

    #[inline]
    fn dialect(&self) -> LanguageDialect {
        self.input.dialect
    }

    #[inline]
    fn text(&self, token: PreprocessorToken) -> &str {
        self.input.text(token)
    }

    #[inline(always)]
    fn advance(parser: &mut Parser<Self>) {
        let last = parser.token.kind;
        parser.token = parser.sink.input.next();
        if parser.at(TokenKind::KwInclude) {
            parser.meet_include(last);
        }
    }

    #[inline(always)]
    fn start(_: &mut Parser<Self>) {}

    #[inline(always)]
    fn finish(&mut self, (): (), _: NodeKind) {}

    #[inline(always)]
    fn add<T: PartNode>(&mut self, node: T) -> Id<T> {
        self.tree.add(node)
    }

    #[inline(always)]
    fn open_list<T: ListNode>(&mut self) -> usize {
        T::stack(&mut self.lists).len()
    }

    #[inline(always)]
    fn push<T: ListNode>(&mut self, node: T) {
        T::stack(&mut self.lists).push(node);
    }

    #[inline(always)]
    fn close_list<T: ListNode>(&mut self, base: usize) -> PartList<T> {
        self.tree.take(T::stack(&mut self.lists), base)
    }

    #[inline(always)]
    fn intern(&mut self, token: PreprocessorToken, skip: usize) -> NameSyntax {
        NameSyntax::new(self.symbols.intern(&self.input.text(token)[skip..]))
    }

    fn intern_text(&mut self, text: Id<SourceText>) -> NameSyntax {
        let SourceText { start, len } = self.tree.get(text);
        NameSyntax::new(self.symbols.intern(self.input.sources().text(start, len)))
    }

    fn string_literal(parser: &mut Parser<Self>) -> ExprKind {
        let token = parser.token;
        let quoted = parser.sink.input.text(token).len();
        parser.sink.buffer.clear();
        while parser.at(TokenKind::Str) {
            // Adjacent string literals are one string (ProgRef, "Simple values").
            let TreeSink { input, buffer, .. } = &mut parser.sink;
            lexer::unescape(input.text(parser.token), buffer);
            parser.bump();
        }
        let TreeSink { symbols, tree, buffer, .. } = &mut parser.sink;
        // A literal that is as long as its contents with quotes is free of escapes.
        let is_verbatim = parser.prev_end == token.span.hi && buffer.len() + 2 == quoted;
        if is_verbatim && buffer.len() >= LONG_LITERAL {
            let text = SourceText { start: token.span.lo.offset(1), len: buffer.len() as u32 };
            return ExprKind::LongStr(tree.add(text));
        }
        ExprKind::Str(NameSyntax::new(symbols.intern(buffer)))
    }

    fn code_literal(parser: &mut Parser<Self>) -> ExprKind {
        let TreeSink { input, symbols, tree, .. } = &mut parser.sink;
        let text = input.text(parser.token);
        // The contents between `[{` and `}]`; the lexer has checked that both exist.
        let text = &text[2..text.len() - 2];
        let literal = if text.len() >= LONG_LITERAL {
            let start = parser.token.span.lo.offset(2);
            ExprKind::LongCode(tree.add(SourceText { start, len: text.len() as u32 }))
        } else {
            ExprKind::Code(NameSyntax::new(symbols.intern(text)))
        };
        parser.bump();
        literal
    }

    /// Reports an error at the token. A lexer error was already reported when the token was read,
    /// so it is not reported again.
    #[cold]
    fn report(parser: &mut Parser<Self>, mut error: Diagnostic) {
        if !matches!(parser.token.kind, TokenKind::Error(_)) {
            if let Some(note) = parser.note_on_split_number() {
                error.note(None, note);
            }
            parser.sink.input.report(error);
        }
    }

    #[cold]
    fn report_earlier(parser: &mut Parser<Self>, error: Diagnostic) {
        parser.sink.input.report(error);
    }

    #[cold]
    fn report_unclosed(
        parser: &mut Parser<Self>,
        _: TokenKind,
        message: &str,
        opened: Pos,
        bracket: char,
    ) {
        // The second error is useful only next to the first, which is left out after a lexer error.
        let was_reported = matches!(parser.token.kind, TokenKind::Error(_));
        let mut error = Diagnostic::error(Code::UnclosedBracket, parser.token.span, message);
        error.label(opened, format!("this '{bracket}' is not closed"));
        Self::report(parser, error);
        if !was_reported {
            let message = format!("to match this '{bracket}'");
            parser.sink.input.error(Code::UnclosedBracket, opened, message);
        }
    }

    #[cold]
    fn report_missing(parser: &mut Parser<Self>, kind: TokenKind, message: &str) {
        let code = match kind {
            TokenKind::Semi => Code::MissingSemicolon,
            TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen | TokenKind::Greater => {
                Code::UnclosedBracket
            }
            _ => Code::ExpectedToken,
        };
        let actual = parser.token.span;
        let mut error = Diagnostic::error(code, actual, message);
        let place = || parser.sink.input.line_place(parser.token);
        let ends_line = parser.at(TokenKind::Eof) || place() != LinePlace::Inside;
        if kind == TokenKind::Semi && ends_line {
            // The correction belongs to the previous line.
            let end = crate::source::Span::from(parser.prev_end);
            error.span = Some(end);
            error.printed_at(actual.lo).suggest(end, ";", "add ';' here");
        }
        Self::report(parser, error);
    }

    #[inline(always)]
    fn stop(_: &mut Parser<Self>) -> Parse<Self, ()> {
        Err(Reported)
    }

    fn statements(
        parser: &mut Parser<Self>,
        scope: StatementScope,
    ) -> Parse<Self, PartList<Statement>> {
        let base = parser.sink.open_list::<Statement>();
        parser.each_statement(scope, &mut |p| {
            let statement = p.statement(scope)?;
            statement.into_iter().for_each(|it| p.sink.push(it));
            Ok(())
        })?;
        Ok(parser.sink.close_list(base))
    }

    fn multiclass_statements(
        parser: &mut Parser<Self>,
        brace: Pos,
    ) -> Parse<Self, PartList<Statement>> {
        parser.multiclass_body(brace)
    }

    fn body_items(parser: &mut Parser<Self>, brace: Pos) -> PartList<BodyItem> {
        parser.items_of_body(brace)
    }

    #[inline]
    fn no_include(parser: &mut Parser<Self>) {
        parser.no_include();
    }

    fn end_body(parser: &mut Parser<Self>, message: &'static str) {
        parser.sink.parts.body_end = Some((parser.prev_end, message));
    }

    fn end_if(parser: &mut Parser<Self>) {
        parser.sink.parts.if_end = Some(parser.prev_end);
    }
}
