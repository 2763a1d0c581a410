//! Statements, the bodies of classes and records, and error recovery.

use super::outline::{OutlineKind, OutlineRecorder};
use super::value::ValuePlace;
use super::{Parse, Parser, Reported, Sink};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::OuterLetBits;
use crate::lexer::TokenKind;
use crate::source::Pos;
use crate::tree::{
    Assert, BodyItem, ClassStatement, DefStatement, Defm, Defset, Deftype, Defvar, DumpStatement,
    Expr, Foreach, ForeachSource, Id, Ident, IfStatement, Let, LetItem, LetMode,
    MulticlassStatement, ParameterDecl, ParentRef, PartList, RangePiece, Statement, StatementBlock,
    StatementEvent,
};

/// The constructs around a statement, which decide the statements allowed in it.
#[derive(Clone, Copy, Default)]
struct StatementScope {
    in_multiclass: bool,
    /// In a `foreach` or an `if`.
    in_loop: bool,
}

const NOT_A_STATEMENT: &str =
    "Expected assert, class, def, defm, defset, dump, foreach, if, or let";
const NOT_IN_MULTICLASS: &str = "expected 'assert', 'def', 'defm', 'defvar', 'dump', 'foreach', \
                                 'if', or 'let' in multiclass body";
const UNCLOSED_LET: &str = "expected '}' at end of top level let command";
const SEMICOLON_NOTE: &str = "Semicolon ignored; remove to eliminate this error";

type StatementBody = (PartList<ParentRef>, PartList<BodyItem>);

fn starts_statement(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::KwAssert
            | TokenKind::KwClass
            | TokenKind::KwDef
            | TokenKind::KwDefm
            | TokenKind::KwDefset
            | TokenKind::KwDeftype
            | TokenKind::KwDefvar
            | TokenKind::KwDump
            | TokenKind::KwForeach
            | TokenKind::KwIf
            | TokenKind::KwLet
            | TokenKind::KwMulticlass
    )
}

/// Returns whether the token starts a statement that is not allowed in a class body or record body.
fn starts_outer_statement(kind: TokenKind) -> bool {
    starts_statement(kind)
        && !matches!(
            kind,
            TokenKind::KwAssert | TokenKind::KwDefvar | TokenKind::KwDump | TokenKind::KwLet
        )
}

impl<O: OutlineRecorder> Parser<'_, O> {
    /// Reads all statements up to the end of the main file. `one` reads a statement.
    pub(super) fn file(&mut self, mut one: impl FnMut(&mut Self) -> Parse<()>) {
        while !self.at(TokenKind::Eof) {
            let start = self.token.span.lo;
            let result = if starts_statement(self.token.kind) || self.at(TokenKind::KwInclude) {
                one(self)
            } else {
                Err(self.error(Code::UnexpectedStatement, "Unexpected token at top level"))
            };
            if result.is_err() {
                // At top level `recover` always finds a statement or the end, because no enclosing
                // block can end first.
                _ = self.recover(start, 0, StatementScope::default());
            }
        }
    }

    /// Reads a whole statement at top level.
    pub(super) fn outermost_statement(&mut self) -> Parse<Statement> {
        self.statement(StatementScope::default())
    }

    /// Reads a statement at top level or nested only in `let`s, and passes it on. The statements in
    /// a `let` are passed on separately, because a file may consist of a single `let`.
    pub(super) fn pass_on(&mut self, sink: &mut Sink<'_>) -> Parse<()> {
        if self.at(TokenKind::KwInclude) {
            self.pass_include(sink);
            return Ok(());
        }
        self.follow_files(sink);
        let scope = StatementScope::default();
        self.nested(|p| p.pass_statement(scope, sink))
    }

    /// Passes on a statement, or the parts of a `let`.
    fn pass_statement(&mut self, scope: StatementScope, sink: &mut Sink<'_>) -> Parse<()> {
        if !self.at(TokenKind::KwLet) {
            let statement = self.statement_of_any_depth(scope);
            let before_error = self.items_before_error.take();
            let statement = statement?;
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

    fn pass_let_body(&mut self, scope: StatementScope, sink: &mut Sink<'_>) -> Parse<()> {
        if !self.at(TokenKind::LBrace) {
            return self.pass_on(sink);
        }
        self.parts.let_braces += 1;
        let brace = self.bump().lo;
        self.each_statement(scope, &mut |p| p.pass_on(sink))?;
        self.follow_files(sink);
        self.parts.let_braces -= 1;
        self.expect_closing(TokenKind::RBrace, UNCLOSED_LET, brace, '{')
    }

    /// Returns a `class` or `def` with `items` as its body; `None` for other statements.
    fn with_items(&mut self, statement: Statement, items: PartList<BodyItem>) -> Option<Statement> {
        match statement {
            Statement::Class(id) => {
                let class = ClassStatement { body: items, ..self.tree.get(id) };
                Some(Statement::Class(self.tree.add(class)))
            }
            Statement::Def(id) => {
                let def = DefStatement { body: items, ..self.tree.get(id) };
                Some(Statement::Def(self.tree.add(def)))
            }
            Statement::Assert(_)
            | Statement::Defm(_)
            | Statement::Defset(_)
            | Statement::Deftype(_)
            | Statement::Defvar(_)
            | Statement::Dump(_)
            | Statement::Foreach(_)
            | Statement::If(_)
            | Statement::Let(_)
            | Statement::Multiclass(_) => None,
        }
    }

    /// Recovers from an error in the statement that starts at `start`, in a block with `braces`
    /// open braces: skips to the next statement or to the end of the block.
    ///
    /// Fails if the block's closing brace seems to be missing. Then the enclosing block recovers.
    fn recover(&mut self, start: Pos, braces: u32, scope: StatementScope) -> Parse<()> {
        self.clear_lists();
        self.no_include();
        // Skipped tokens do not matter, so lexer errors in them are not reported.
        self.input.quiet = true;
        // Whether the last token ended a statement, so that the next token may start another, even
        // in the middle of a line.
        let mut fresh = false;
        if self.token.span.lo == start && !self.at(TokenKind::Eof) {
            // The statement has consumed no token yet: without this call parsing would not advance.
            fresh = self.skip_one(braces);
        }
        let result = loop {
            let kind = self.token.kind;
            if kind == TokenKind::Eof
                || (kind == TokenKind::RBrace && self.braces == braces && braces > 0)
            {
                break Ok(());
            }
            if starts_statement(kind) {
                let (first, at_margin) = self.input.starts_line(self.token);
                if self.braces <= braces && (first || fresh) {
                    break Ok(());
                }
                // By convention only outermost statements start in the first column. If braces are
                // open there, a closing brace is missing.
                if at_margin && starts_outer_statement(kind) {
                    let outermost = matches!(kind, TokenKind::KwClass | TokenKind::KwMulticlass);
                    if outermost && (scope.in_loop || scope.in_multiclass) {
                        break Err(Reported);
                    }
                    // Treats the broken statement's braces as closed.
                    self.braces = braces;
                    break Ok(());
                }
            }
            fresh = self.skip_one(braces);
        };
        self.input.quiet = false;
        result
    }

    /// Skips a token and returns whether it ends a statement.
    fn skip_one(&mut self, braces: u32) -> bool {
        let kind = self.token.kind;
        self.bump();
        matches!(kind, TokenKind::Semi | TokenKind::RBrace) && self.braces <= braces
    }

    /// Drops list elements that an error left unfinished.
    fn clear_lists(&mut self) {
        self.lists.parents.clear();
        self.lists.exprs.clear();
        self.lists.args.clear();
        self.lists.dag_args.clear();
    }

    fn statement(&mut self, scope: StatementScope) -> Parse<Statement> {
        self.nested(|p| p.statement_of_any_depth(scope))
    }

    fn statement_of_any_depth(&mut self, scope: StatementScope) -> Parse<Statement> {
        let kind = self.token.kind;
        let enclosing = if scope.in_multiclass { "multiclass" } else { "foreach loop" };
        if scope.in_multiclass || scope.in_loop {
            let what = match kind {
                TokenKind::KwClass => Some("class"),
                TokenKind::KwMulticlass => Some("multiclass"),
                // `defset` is allowed in `foreach`, but not in a multiclass.
                TokenKind::KwDefset if scope.in_multiclass => Some("defset"),
                _ => None,
            };
            if let Some(what) = what {
                let message = format!("{what} is not allowed inside {enclosing}");
                return Err(self.error(Code::UnexpectedStatement, &message));
            }
        }
        let keyword = self.token.span.lo;
        let bodies = self.outline_bodies();
        let statement = match kind {
            TokenKind::KwAssert => Statement::Assert(self.assert()?),
            TokenKind::KwClass => Statement::Class(self.class()?),
            TokenKind::KwDef => Statement::Def(self.def()?),
            TokenKind::KwDefm => Statement::Defm(self.defm()?),
            TokenKind::KwDefset => Statement::Defset(self.defset(scope)?),
            TokenKind::KwDeftype => Statement::Deftype(self.deftype()?),
            TokenKind::KwDefvar => Statement::Defvar(self.defvar()?),
            TokenKind::KwDump => Statement::Dump(self.dump()?),
            TokenKind::KwForeach => Statement::Foreach(self.foreach(keyword, scope)?),
            TokenKind::KwIf => Statement::If(self.if_statement(keyword, scope)?),
            TokenKind::KwLet => Statement::Let(self.let_statement(scope)?),
            TokenKind::KwMulticlass => Statement::Multiclass(self.multiclass()?),
            _ => return Err(self.error(Code::UnexpectedStatement, NOT_A_STATEMENT)),
        };
        self.outline_statement(bodies, keyword);
        Ok(statement)
    }

    /// Reads statements up to a token that does not start a statement. `one` reads a statement.
    fn each_statement(
        &mut self,
        scope: StatementScope,
        one: &mut dyn FnMut(&mut Self) -> Parse<()>,
    ) -> Parse<()> {
        let (braces, base) = (self.braces, self.outline_base());
        while starts_statement(self.token.kind) || self.at(TokenKind::KwInclude) {
            let start = self.token.span.lo;
            if one(self).is_err() {
                self.recover(start, braces, scope)?;
            } else {
                self.outline_item(start);
            }
        }
        self.outline_list(OutlineKind::Statements, base, None);
        Ok(())
    }

    /// Reads `{ statements }` or a single statement. `one` reads a statement.
    fn in_block(
        &mut self,
        scope: StatementScope,
        unclosed: &str,
        one: &mut dyn FnMut(&mut Self) -> Parse<()>,
    ) -> Parse<()> {
        if !self.at(TokenKind::LBrace) {
            let start = self.prev_end;
            one(self)?;
            self.outline_body(start, self.prev_end);
            return Ok(());
        }
        let brace = self.bump();
        self.each_statement(scope, one)?;
        self.outline_body(brace.hi, self.token.span.lo);
        let brace = brace.lo;
        self.expect_closing(TokenKind::RBrace, unclosed, brace, '{')
    }

    fn block(&mut self, scope: StatementScope, unclosed: &str) -> Parse<StatementBlock> {
        let braced = self.at(TokenKind::LBrace);
        let mut statements = Vec::new();
        self.in_block(scope, unclosed, &mut |p| {
            statements.push(p.statement(scope)?);
            Ok(())
        })?;
        Ok(StatementBlock { braced, statements: self.tree.add_all(&statements) })
    }

    fn class(&mut self) -> Parse<Id<ClassStatement>> {
        self.bump();
        let name = self.ident("expected class name after 'class' keyword")?;
        let params = self.template_params()?;
        let (parents, body) = self.record_body()?;
        Ok(self.tree.add(ClassStatement { name, params, parents, body }))
    }

    fn template_params(&mut self) -> Parse<Option<PartList<ParameterDecl>>> {
        if !self.eat(TokenKind::Less) {
            return Ok(None);
        }
        let (base, bracket) = (self.outline_base(), self.prev_end);
        let mut params = Vec::new();
        loop {
            let start = self.token.span.lo;
            params.push(self.declaration()?);
            self.outline_item(start);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Greater, "expected '>' at end of template argument list")?;
        self.outline_list(OutlineKind::Parameters, base, Some(bracket));
        Ok(Some(self.tree.add_all(&params)))
    }

    fn declaration(&mut self) -> Parse<ParameterDecl> {
        let is_field = self.eat(TokenKind::KwField);
        let ty = self.type_expr()?;
        let name = self.ident("Expected identifier in declaration")?;
        let (base, equal) = (self.outline_base(), self.token.span.lo);
        let value = if self.eat(TokenKind::Equal) { Some(self.value()?) } else { None };
        if value.is_some() {
            self.outline_item(equal);
            self.outline_list(OutlineKind::Initializers, base, None);
        }
        Ok(ParameterDecl { is_field, ty, name, value })
    }

    fn def(&mut self) -> Parse<Id<DefStatement>> {
        let keyword = self.bump().lo;
        let pos = if self.at(TokenKind::Ident) { self.token.span.lo } else { keyword };
        let name = self.object_name()?;
        let (parents, body) = self.record_body()?;
        Ok(self.tree.add(DefStatement { keyword, name, pos, parents, body }))
    }

    fn object_name(&mut self) -> Parse<Option<Expr>> {
        match self.token.kind {
            TokenKind::Colon | TokenKind::Semi | TokenKind::LBrace => Ok(None),
            _ => self.value_in(ValuePlace::Name).map(Some),
        }
    }

    fn record_body(&mut self) -> Parse<StatementBody> {
        let parents = if self.eat(TokenKind::Colon) {
            const NAME: &str = "expected name for ClassID";
            self.parents(NAME, NAME)?
        } else {
            PartList::default()
        };
        if self.eat(TokenKind::Semi) {
            return Ok((parents, PartList::default()));
        }
        let brace = self
            .expect(TokenKind::LBrace, "Expected '{' to start body or ';' for declaration only")?;
        let items = self.body_items(brace.lo);
        self.end_body("A class or def body should not end with a semicolon");
        Ok((parents, items))
    }

    /// Reports and skips a semicolon that is not needed. Parsing continues, because the intent is
    /// clear.
    pub(super) fn spurious_semicolon(&mut self, message: &str) {
        let mut error = Diagnostic::error(Code::ExtraSemicolon, self.token.span, message);
        error.note(None, SEMICOLON_NOTE);
        self.input.report(error);
        self.bump();
    }

    /// Reads names of classes or multiclasses with their arguments. `first` is the message for a
    /// missing first name, and `other` for any other missing name.
    fn parents(&mut self, first: &str, other: &str) -> Parse<PartList<ParentRef>> {
        let base = self.lists.parents.len();
        let (outlined, colon) = (self.outline_base(), self.prev_end);
        let mut message = first;
        loop {
            let parent = self.parent(message)?;
            self.outline_item(parent.span.lo);
            self.lists.parents.push(parent);
            if !self.eat(TokenKind::Comma) {
                break;
            }
            message = other;
        }
        self.outline_list(OutlineKind::Parents, outlined, Some(colon));
        Ok(self.tree.take(&mut self.lists.parents, base))
    }

    fn parent(&mut self, message: &str) -> Parse<ParentRef> {
        let name = self.ident(message)?;
        let args = if self.eat(TokenKind::Less) { self.arguments()? } else { PartList::default() };
        let span = crate::source::Span::new(name.span.lo, self.prev_end);
        Ok(ParentRef { name, args, span })
    }

    /// Reads the items in a body, and its closing brace. Items with errors are left out. `brace` is
    /// the opening brace.
    fn body_items(&mut self, brace: Pos) -> PartList<BodyItem> {
        let base = self.lists.items.len();
        let (braces, outlined) = (self.braces, self.outline_base());
        let had_errors = self.input.has_errors();
        while !self.at(TokenKind::RBrace) {
            let start = self.token.span.lo;
            match self.body_item(brace) {
                Ok(item) => {
                    self.lists.items.push(item);
                    self.outline_item(start);
                }
                Err(_) => {
                    if !had_errors && self.items_before_error.is_none() {
                        let items = self.tree.add_all(&self.lists.items[base..]);
                        self.items_before_error = Some(items);
                    }
                    if !self.recover_in_body(braces) {
                        break;
                    }
                }
            }
        }
        self.outline_list(OutlineKind::BodyItems, outlined, None);
        self.eat(TokenKind::RBrace);
        self.tree.take(&mut self.lists.items, base)
    }

    /// Skips the rest of a body item with its `;`, or to the end of the body. Returns false if the
    /// body's closing brace is missing.
    fn recover_in_body(&mut self, braces: u32) -> bool {
        self.clear_lists();
        self.input.quiet = true;
        let goes_on = loop {
            let kind = self.token.kind;
            match kind {
                TokenKind::Eof => break false,
                TokenKind::RBrace if self.braces <= braces => break true,
                TokenKind::Semi if self.braces <= braces => {
                    self.bump();
                    break true;
                }
                _ => {}
            }
            if starts_outer_statement(kind) && self.input.starts_line(self.token).1 {
                // Treats the missing brace as present, so that the statement at the margin is
                // outside the body.
                self.braces = braces.saturating_sub(1);
                break false;
            }
            self.bump();
        };
        self.input.quiet = false;
        goes_on
    }

    fn body_item(&mut self, brace: Pos) -> Parse<BodyItem> {
        Ok(match self.token.kind {
            kind if kind == TokenKind::Eof || starts_outer_statement(kind) => {
                // The same message as for a missing type, because a field would start here.
                let message = "Unknown token when expecting a type";
                return Err(self.unclosed(message, brace, "this body lacks a closing '}'"));
            }
            TokenKind::KwAssert => BodyItem::Assert(self.assert()?),
            TokenKind::KwDefvar => BodyItem::Defvar(self.defvar()?),
            TokenKind::KwDump => BodyItem::Dump(self.dump()?),
            TokenKind::KwLet => BodyItem::Let(self.body_let(brace)?),
            _ => {
                let declaration = self.declaration()?;
                self.expect(TokenKind::Semi, "expected ';' after declaration")?;
                BodyItem::Field(self.tree.add(declaration))
            }
        })
    }

    /// Reports `message` at the token, and the brace whose block probably ends before it.
    #[cold]
    fn unclosed(&mut self, message: &str, brace: Pos, note: &str) -> Reported {
        let mut error = Diagnostic::error(Code::UnclosedBracket, self.token.span, message);
        error.note(Some(brace), note);
        self.report(error)
    }

    fn body_let(&mut self, brace: Pos) -> Parse<Id<LetItem>> {
        self.bump();
        let (mode, name) = self.let_target("expected field identifier after let")?;
        let bits = self.bits_in_braces()?;
        self.expect(TokenKind::Equal, "expected '=' in let expression")?;
        let value = self.value()?;
        const SEMICOLON: &str = "expected ';' after let expression";
        if self.at(TokenKind::KwIn) {
            // A `let … in` is a statement, so the surrounding body probably ends before it.
            return Err(self.unclosed(SEMICOLON, brace, "this body is still open"));
        }
        self.expect(TokenKind::Semi, SEMICOLON)?;
        Ok(self.tree.add(LetItem { mode, name, bits, value }))
    }

    /// Reads the bits in braces that a `let` selects.
    fn bits_in_braces(&mut self) -> Parse<Option<PartList<RangePiece>>> {
        const UNCLOSED: &str = "expected '}' at end of bit list";
        self.let_bits(TokenKind::LBrace, TokenKind::RBrace, UNCLOSED, '{')
    }

    /// Reads the bits in angle brackets that a `let … in` selects.
    fn bits_in_angles(&mut self) -> Parse<Option<PartList<RangePiece>>> {
        const UNCLOSED: &str = "expected '>' at end of range list";
        self.let_bits(TokenKind::Less, TokenKind::Greater, UNCLOSED, '<')
    }

    fn let_bits(
        &mut self,
        open: TokenKind,
        close: TokenKind,
        unclosed: &str,
        bracket: char,
    ) -> Parse<Option<PartList<RangePiece>>> {
        let pos = self.token.span.lo;
        if !self.eat(open) {
            return Ok(None);
        }
        let ranges = self.ranges()?;
        self.expect_closing(close, unclosed, pos, bracket)?;
        self.no_include();
        Ok(Some(ranges))
    }

    fn let_statement(&mut self, scope: StatementScope) -> Parse<Id<Let>> {
        let items = self.let_head()?;
        let body = self.block(scope, UNCLOSED_LET)?;
        Ok(self.tree.add(Let { items, body }))
    }

    /// Reads from `let` to `in`.
    fn let_head(&mut self) -> Parse<PartList<LetItem>> {
        self.bump();
        let (mut items, base) = (Vec::new(), self.outline_base());
        loop {
            let start = self.token.span.lo;
            items.push(self.let_item()?);
            self.outline_item(start);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.outline_list(OutlineKind::LetItems, base, None);
        self.expect(TokenKind::KwIn, "expected 'in' at end of top-level 'let'")?;
        Ok(self.tree.add_all(&items))
    }

    fn let_item(&mut self) -> Parse<LetItem> {
        let (mode, name) = self.let_target("expected identifier in let definition")?;
        let bits = match self.input.dialect.outer_let_bits {
            OuterLetBits::Angles => self.bits_in_angles()?,
            OuterLetBits::Braces => self.bits_in_braces()?,
            OuterLetBits::Both if self.at(TokenKind::LBrace) => self.bits_in_braces()?,
            OuterLetBits::Both => self.bits_in_angles()?,
        };
        self.expect(TokenKind::Equal, "expected '=' in let expression")?;
        Ok(LetItem { mode, name, bits, value: self.value()? })
    }

    /// Reads the field in a `let`, after `append` or `prepend`. These two words are keywords only
    /// if a field's name follows, since a field may have such a name.
    fn let_target(&mut self, missing: &str) -> Parse<(LetMode, Ident)> {
        let mode = match self.input.text(self.token) {
            "append" => LetMode::Append,
            "prepend" => LetMode::Prepend,
            _ => LetMode::Replace,
        };
        let name = self.ident(missing)?;
        let has_mode = mode != LetMode::Replace && self.input.dialect.has_let_append;
        if !has_mode || !self.at(TokenKind::Ident) {
            return Ok((LetMode::Replace, name));
        }
        Ok((mode, self.ident(missing)?))
    }

    fn multiclass(&mut self) -> Parse<Id<MulticlassStatement>> {
        self.bump();
        let name = self.ident("expected identifier after multiclass for name")?;
        let params = self.template_params()?;
        let parents = if self.eat(TokenKind::Colon) {
            const NAME: &str = "expected name for MultiClassID";
            self.parents(NAME, NAME)?
        } else {
            PartList::default()
        };
        // As in the reference, only a multiclass with parents may have `;` instead of a body.
        let body: PartList<Statement> = if !parents.is_empty() && self.eat(TokenKind::Semi) {
            PartList::default()
        } else {
            let brace = self.expect(TokenKind::LBrace, "expected '{' in multiclass definition")?;
            self.multiclass_body(brace.lo)?
        };
        Ok(self.tree.add(MulticlassStatement { name, params, parents, body }))
    }

    fn multiclass_body(&mut self, brace: Pos) -> Parse<PartList<Statement>> {
        if self.at(TokenKind::RBrace) {
            let reported =
                self.error(Code::EmptyMulticlass, "multiclass must contain at least one def");
            self.bump();
            return Err(reported);
        }
        let scope = StatementScope { in_multiclass: true, in_loop: false };
        let (braces, base) = (self.braces, self.outline_base());
        let mut statements = Vec::new();
        while !self.at(TokenKind::RBrace) {
            let start = self.token.span.lo;
            let allowed = starts_statement(self.token.kind)
                && !matches!(
                    self.token.kind,
                    TokenKind::KwClass
                        | TokenKind::KwDefset
                        | TokenKind::KwDeftype
                        | TokenKind::KwMulticlass
                );
            let result = if allowed {
                self.statement(scope)
            } else if self.at(TokenKind::Eof) || self.input.starts_line(self.token).1 {
                let note = "this multiclass lacks a closing '}'";
                Err(self.unclosed(NOT_IN_MULTICLASS, brace, note))
            } else {
                Err(self.error(Code::UnexpectedStatement, NOT_IN_MULTICLASS))
            };
            match result {
                Ok(statement) => {
                    statements.push(statement);
                    self.outline_item(start);
                }
                Err(reported) => {
                    // A statement in the first column that no multiclass may contain ends the
                    // multiclass: its closing brace is missing.
                    if !allowed && self.input.starts_line(self.token).1 {
                        return Err(reported);
                    }
                    self.recover(start, braces, scope)?;
                    if self.at(TokenKind::Eof) {
                        return Err(reported);
                    }
                }
            }
        }
        self.outline_list(OutlineKind::Statements, base, None);
        self.bump();
        self.end_body("A multiclass body should not end with a semicolon");
        Ok(self.tree.add_all(&statements))
    }

    fn defm(&mut self) -> Parse<Id<Defm>> {
        let keyword = self.bump().lo;
        let name = self.object_name()?;
        self.expect(TokenKind::Colon, "expected ':' after defm identifier")?;
        let parents = self.parents("expected name for MultiClassID", "expected identifier")?;
        self.expect(TokenKind::Semi, "expected ';' at end of defm")?;
        Ok(self.tree.add(Defm { keyword, name, parents }))
    }

    fn defset(&mut self, scope: StatementScope) -> Parse<Id<Defset>> {
        self.bump();
        let ty = self.type_expr()?;
        let name = self.ident("expected identifier")?;
        self.expect(TokenKind::Equal, "expected '='")?;
        let brace = self.expect(TokenKind::LBrace, "expected '{'")?.lo;
        let mut body = Vec::new();
        self.each_statement(scope, &mut |p| {
            body.push(p.statement(scope)?);
            Ok(())
        })?;
        self.expect_closing(TokenKind::RBrace, "expected '}' at end of defset", brace, '{')?;
        let body = self.tree.add_all(&body);
        Ok(self.tree.add(Defset { ty, name, body }))
    }

    fn deftype(&mut self) -> Parse<Id<Deftype>> {
        self.bump();
        let name = self.ident("expected identifier")?;
        self.expect(TokenKind::Equal, "expected '='")?;
        let ty = self.type_expr()?;
        self.expect(TokenKind::Semi, "expected ';'")?;
        Ok(self.tree.add(Deftype { name, ty }))
    }

    fn defvar(&mut self) -> Parse<Id<Defvar>> {
        self.bump();
        let name = self.ident("expected identifier")?;
        self.expect(TokenKind::Equal, "expected '='")?;
        let value = self.value()?;
        self.expect(TokenKind::Semi, "expected ';'")?;
        Ok(self.tree.add(Defvar { name, value }))
    }

    fn assert(&mut self) -> Parse<Id<Assert>> {
        self.bump();
        let condition = self.value()?;
        self.expect(TokenKind::Comma, "expected ',' in assert statement")?;
        let message = self.value()?;
        self.expect(TokenKind::Semi, "expected ';'")?;
        Ok(self.tree.add(Assert { condition, message }))
    }

    fn dump(&mut self) -> Parse<Id<DumpStatement>> {
        let keyword = self.bump().lo;
        let message = self.value()?;
        self.expect(TokenKind::Semi, "expected ';'")?;
        Ok(self.tree.add(DumpStatement { keyword, message }))
    }

    fn foreach(&mut self, keyword: Pos, scope: StatementScope) -> Parse<Id<Foreach>> {
        self.bump();
        let (var, source) = match self.foreach_declaration() {
            Ok(declaration) => declaration,
            Err(reported) => {
                // The reference reports two errors here, the second at the current token.
                self.error(Code::LoopList, "expected declaration in for");
                return Err(reported);
            }
        };
        // The reference's wording for a missing `in`.
        self.expect(TokenKind::KwIn, "Unknown tok")?;
        let scope = StatementScope { in_loop: true, ..scope };
        let body = self.block(scope, "expected '}' at end of foreach command")?;
        Ok(self.tree.add(Foreach { keyword, var, source, body }))
    }

    fn foreach_declaration(&mut self) -> Parse<(crate::tree::Ident, ForeachSource)> {
        let var = self.ident("Expected identifier in foreach declaration")?;
        self.expect(TokenKind::Equal, "Expected '=' in foreach declaration")?;
        let source = if self.eat(TokenKind::LBrace) {
            let ranges = self.ranges()?;
            self.expect(TokenKind::RBrace, "expected '}' at end of bit range list")?;
            self.no_include();
            ForeachSource::Ranges(ranges)
        } else {
            ForeachSource::Value(self.range()?)
        };
        Ok((var, source))
    }

    fn if_statement(&mut self, keyword: Pos, scope: StatementScope) -> Parse<Id<IfStatement>> {
        self.bump();
        let condition = self.value()?;
        // The reference's wording for a missing `then`.
        self.expect(TokenKind::KwThen, "Unknown tok")?;
        let scope = StatementScope { in_loop: true, ..scope };
        let then_block = self.block(scope, "expected '}' at end of 'then' clause")?;
        self.no_include();
        let else_block = if self.eat(TokenKind::KwElse) {
            Some(self.block(scope, "expected '}' at end of 'else' clause")?)
        } else {
            self.parts.if_end = Some(self.prev_end);
            None
        };
        Ok(self.tree.add(IfStatement { keyword, condition, then_block, else_block }))
    }
}
