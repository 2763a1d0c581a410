//! Lists of statements and body items, the statements that are passed on, and error recovery.

use super::{Reported, Sink, TreeParser};
use crate::diagnostic::Code;
use crate::grammar::{
    GrammarSink, Resume, StatementRecovery, StatementScope, UNCLOSED_LET, is_allowed_in_multiclass,
    resume_in_body, starts_statement,
};
use crate::lexer::{LinePlace, TokenKind};
use crate::source::Pos;
use crate::tree::{BodyItem, ClassStatement, DefStatement, PartList, Statement, StatementEvent};

const NOT_IN_MULTICLASS: &str = "expected 'assert', 'def', 'defm', 'defvar', 'dump', 'foreach', \
                                 'if', or 'let' in multiclass body";

/// The result of reading a part of the input.
type Reading<T> = Result<T, Reported>;

impl TreeParser<'_> {
    /// Reads all statements up to the end of the main file. `one` reads a statement.
    pub(super) fn file(&mut self, mut one: impl FnMut(&mut Self) -> Reading<()>) {
        while !self.at(TokenKind::Eof) {
            let start = self.token.span.lo;
            let result = if starts_statement(self.token.kind) || self.at(TokenKind::KwInclude) {
                one(self)
            } else {
                self.error(Code::UnexpectedStatement, "Unexpected token at top level")
            };
            if result.is_err() {
                // At top level `recover` always finds a statement or the end, because no enclosing
                // block can end first.
                _ = self.recover(start, 0, 0, StatementScope::default());
            }
        }
    }

    /// Reads a whole statement at top level.
    pub(super) fn outermost_statement(&mut self) -> Reading<Option<Statement>> {
        self.statement(StatementScope::default())
    }

    /// Reads a statement at top level or nested only in `let`s, and passes it on. The statements in
    /// a `let` are passed on separately, because a file may consist of a single `let`.
    pub(super) fn pass_on(&mut self, sink: &mut Sink<'_>) -> Reading<()> {
        if self.at(TokenKind::KwInclude) {
            self.pass_include(sink);
            return Ok(());
        }
        self.follow_files(sink);
        let scope = StatementScope::default();
        self.nested(|_| (), |p| p.pass_statement(scope, sink))
    }

    /// Passes on a statement, or the parts of a `let`.
    fn pass_statement(&mut self, scope: StatementScope, sink: &mut Sink<'_>) -> Reading<()> {
        if !self.at(TokenKind::KwLet) {
            let statement = self.statement_of_any_depth(scope);
            let before_error = self.sink.items_before_error.take();
            let Some(statement) = statement? else { return Ok(()) };
            if let Some(broken) = before_error.and_then(|items| self.with_items(statement, items)) {
                self.pass_event(StatementEvent::Broken(broken), sink);
            }
            self.pass_event(StatementEvent::Statement(statement), sink);
            return Ok(());
        }
        let items = self.let_head()?;
        let braced = self.at(TokenKind::LBrace);
        self.pass_event(StatementEvent::LetStart { items, braced }, sink);
        self.in_streamed_let(|p| p.pass_let_body(scope, sink))?;
        self.pass_event(StatementEvent::LetEnd, sink);
        Ok(())
    }

    fn pass_let_body(&mut self, scope: StatementScope, sink: &mut Sink<'_>) -> Reading<()> {
        if !self.at(TokenKind::LBrace) {
            return self.pass_on(sink);
        }
        self.sink.parts.let_braces += 1;
        let brace = self.bump().lo;
        self.each_statement(scope, &mut |p| p.pass_on(sink))?;
        self.follow_files(sink);
        self.sink.parts.let_braces -= 1;
        self.expect_closing(TokenKind::RBrace, UNCLOSED_LET, brace, '{')
    }

    /// Returns a `class` or `def` with `items` as its body; `None` for other statements.
    fn with_items(&mut self, statement: Statement, items: PartList<BodyItem>) -> Option<Statement> {
        if let Statement::Class(id) = statement {
            let class = ClassStatement { body: items, ..self.sink.tree.get(id) };
            Some(Statement::Class(self.sink.tree.add(class)))
        } else if let Statement::Def(id) = statement {
            let def = DefStatement { body: items, ..self.sink.tree.get(id) };
            Some(Statement::Def(self.sink.tree.add(def)))
        } else {
            None
        }
    }

    /// Recovers from an error in the statement that starts at `start`, in a block with `braces`
    /// open braces: skips to the next statement or to the end of the block.
    ///
    /// The first `statements` statements in the lists under construction stay.
    ///
    /// Fails if the block's closing brace seems to be missing. Then the enclosing block recovers.
    fn recover(
        &mut self,
        start: Pos,
        braces: u32,
        statements: usize,
        scope: StatementScope,
    ) -> Reading<()> {
        self.sink.lists.keep_statements(statements);
        self.sink.lists.clear_inner();
        self.no_include();
        // Skipped tokens do not matter, so lexer errors in them are not reported.
        self.sink.input.quiet = true;
        let mut recovery = StatementRecovery::new(braces, scope, self.token.span.lo == start);
        let resume = loop {
            let line = || self.sink.input.line_place(self.token);
            if let Some(resume) = recovery.resume(self.token.kind, self.braces, line) {
                break resume;
            }
            self.skip_one(&mut recovery);
        };
        self.sink.input.quiet = false;
        if resume == Resume::AtMargin {
            // Treats the broken statement's braces as closed.
            self.braces = braces;
        }
        if resume == Resume::Outside { Err(Reported) } else { Ok(()) }
    }

    fn skip_one(&mut self, recovery: &mut StatementRecovery) {
        let kind = self.token.kind;
        self.bump();
        recovery.skipped(kind, self.braces);
    }

    /// Reads statements up to a token that does not start a statement. `one` reads a statement.
    pub(super) fn each_statement(
        &mut self,
        scope: StatementScope,
        one: &mut dyn FnMut(&mut Self) -> Reading<()>,
    ) -> Reading<()> {
        let braces = self.braces;
        while starts_statement(self.token.kind) || self.at(TokenKind::KwInclude) {
            let start = self.token.span.lo;
            let statements = self.sink.open_list::<Statement>();
            if one(self).is_err() {
                self.recover(start, braces, statements, scope)?;
            }
        }
        Ok(())
    }

    /// Reads the items in a body, and its closing brace. Items with errors are left out. `brace` is
    /// the opening brace.
    pub(super) fn items_of_body(&mut self, brace: Pos) -> PartList<BodyItem> {
        let base = self.sink.open_list::<BodyItem>();
        let braces = self.braces;
        let had_errors = self.sink.input.has_errors();
        while !self.at(TokenKind::RBrace) {
            match self.body_item(brace) {
                Ok(item) => self.sink.push(item),
                Err(_) => {
                    if !had_errors && self.sink.items_before_error.is_none() {
                        self.sink.keep_items(base);
                    }
                    if !self.recover_in_body(braces) {
                        break;
                    }
                }
            }
        }
        self.eat(TokenKind::RBrace);
        self.sink.close_list(base)
    }

    /// Skips the rest of a body item with its `;`, or to the end of the body. Returns false if the
    /// body's closing brace is missing.
    fn recover_in_body(&mut self, braces: u32) -> bool {
        self.sink.lists.clear_inner();
        self.sink.input.quiet = true;
        let resume = loop {
            let line = || self.sink.input.line_place(self.token);
            if let Some(resume) = resume_in_body(self.token.kind, self.braces, braces, line) {
                break resume;
            }
            self.bump();
        };
        if resume == Resume::After {
            self.bump();
        } else if resume == Resume::Outside {
            // Treats the missing brace as present, so that the statement at the margin is outside
            // the body.
            self.braces = braces.saturating_sub(1);
        }
        self.sink.input.quiet = false;
        resume != Resume::Outside
    }

    /// Reads the statements of a multiclass, up to its closing brace.
    pub(super) fn multiclass_body(&mut self, brace: Pos) -> Reading<PartList<Statement>> {
        if self.at(TokenKind::RBrace) {
            let reported =
                self.error(Code::EmptyMulticlass, "multiclass must contain at least one def");
            self.bump();
            reported?;
        }
        let scope = StatementScope::MULTICLASS;
        let (braces, base) = (self.braces, self.sink.open_list::<Statement>());
        while !self.at(TokenKind::RBrace) {
            let start = self.token.span.lo;
            let statements = self.sink.open_list::<Statement>();
            let allowed = is_allowed_in_multiclass(self.token.kind);
            let result = if allowed {
                self.statement(scope)
            } else {
                self.not_in_multiclass(brace).map(|()| None)
            };
            match result {
                Ok(statement) => statement.into_iter().for_each(|it| self.sink.push(it)),
                Err(reported) => {
                    // A statement in the first column that no multiclass may contain ends the
                    // multiclass: its closing brace is missing.
                    if !allowed && self.sink.input.line_place(self.token) == LinePlace::Margin {
                        return Err(reported);
                    }
                    self.recover(start, braces, statements, scope)?;
                    if self.at(TokenKind::Eof) {
                        return Err(reported);
                    }
                }
            }
        }
        Ok(self.sink.close_list(base))
    }

    #[cold]
    fn not_in_multiclass(&mut self, brace: Pos) -> Reading<()> {
        if self.at(TokenKind::Eof) || self.sink.input.line_place(self.token) == LinePlace::Margin {
            let note = "this multiclass lacks a closing '}'";
            return self.unclosed(NOT_IN_MULTICLASS, brace, note);
        }
        self.error(Code::UnexpectedStatement, NOT_IN_MULTICLASS)
    }
}
