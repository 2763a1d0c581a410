//! Statements, and the items in bodies of classes and records.

use super::recovery::starts_outer_statement;
use super::value::ValuePlace;
use super::{GrammarSink, NodeKind, Parse, Parser, StatementScope};
use crate::diagnostic::Code;
use crate::dialect::OuterLetBits;
use crate::lexer::TokenKind;
use crate::source::{Pos, Span};
use crate::tree::{
    Assert, BodyItem, ClassStatement, DefStatement, Defm, Defset, Deftype, Defvar, DumpStatement,
    Expr, Foreach, ForeachSource, Id, Ident, IfStatement, Let, LetItem, LetMode,
    MulticlassStatement, ParameterDecl, ParentRef, PartList, RangePiece, Statement, StatementBlock,
};

const NOT_A_STATEMENT: &str =
    "Expected assert, class, def, defm, defset, dump, foreach, if, or let";
pub(crate) const UNCLOSED_LET: &str = "expected '}' at end of top level let command";
/// The message for a `;` after the body of a class or record.
const NO_SEMICOLON: &str = "A class or def body should not end with a semicolon";
const NO_SEMICOLON_IN_MULTICLASS: &str = "A multiclass body should not end with a semicolon";

type StatementBody = (PartList<ParentRef>, PartList<BodyItem>);

impl<S: GrammarSink> Parser<S> {
    /// Reads a statement. `None`: the next token does not start a statement.
    pub(crate) fn statement(&mut self, scope: StatementScope) -> Parse<S, Option<Statement>> {
        self.nested(|_| None, |p| p.statement_of_any_depth(scope))
    }

    pub(crate) fn statement_of_any_depth(
        &mut self,
        scope: StatementScope,
    ) -> Parse<S, Option<Statement>> {
        if scope.in_multiclass || scope.in_loop {
            self.allow_in(scope)?;
        }
        let mark = S::start(self);
        let (statement, node) = match self.token.kind {
            TokenKind::KwAssert => (Statement::Assert(self.assert()?), NodeKind::Assert),
            TokenKind::KwClass => (Statement::Class(self.class()?), NodeKind::Class),
            TokenKind::KwDef => (Statement::Def(self.def()?), NodeKind::Def),
            TokenKind::KwDefm => (Statement::Defm(self.defm()?), NodeKind::Defm),
            TokenKind::KwDefset => (Statement::Defset(self.defset(scope)?), NodeKind::Defset),
            TokenKind::KwDeftype => (Statement::Deftype(self.deftype()?), NodeKind::Deftype),
            TokenKind::KwDefvar => (Statement::Defvar(self.defvar()?), NodeKind::Defvar),
            TokenKind::KwDump => (Statement::Dump(self.dump()?), NodeKind::Dump),
            TokenKind::KwForeach => (Statement::Foreach(self.foreach(scope)?), NodeKind::Foreach),
            TokenKind::KwIf => (Statement::If(self.if_statement(scope)?), NodeKind::If),
            TokenKind::KwLet => (Statement::Let(self.let_statement(scope)?), NodeKind::Let),
            TokenKind::KwMulticlass => {
                (Statement::Multiclass(self.multiclass()?), NodeKind::Multiclass)
            }
            _ => {
                self.error(Code::UnexpectedStatement, NOT_A_STATEMENT)?;
                return Ok(None);
            }
        };
        self.sink.finish(mark, node);
        Ok(Some(statement))
    }

    /// Refuses a statement that is not allowed in `scope`.
    fn allow_in(&mut self, scope: StatementScope) -> Parse<S, ()> {
        let what = match self.token.kind {
            TokenKind::KwClass => "class",
            TokenKind::KwMulticlass => "multiclass",
            // `defset` is allowed in `foreach`, but not in a multiclass.
            TokenKind::KwDefset if scope.in_multiclass => "defset",
            _ => return Ok(()),
        };
        let enclosing = if scope.in_multiclass { "multiclass" } else { "foreach loop" };
        let message = format!("{what} is not allowed inside {enclosing}");
        self.error(Code::UnexpectedStatement, &message)
    }

    /// Reads `{ statements }`, or a single statement.
    fn block(&mut self, scope: StatementScope, unclosed: &str) -> Parse<S, StatementBlock> {
        if self.at(TokenKind::LBrace) {
            let statements = self.statements_in_braces(scope, unclosed)?;
            return Ok(StatementBlock { braced: true, statements });
        }
        let mark = S::start(self);
        let base = self.sink.open_list::<Statement>();
        if let Some(statement) = self.statement(scope)? {
            self.sink.push(statement);
        }
        self.sink.finish(mark, NodeKind::Block);
        Ok(StatementBlock { braced: false, statements: self.sink.close_list(base) })
    }

    fn statements_in_braces(
        &mut self,
        scope: StatementScope,
        unclosed: &str,
    ) -> Parse<S, PartList<Statement>> {
        let mark = S::start(self);
        let brace = self.bump().lo;
        let statements = S::statements(self, scope)?;
        self.expect_closing(TokenKind::RBrace, unclosed, brace, '{')?;
        self.sink.finish(mark, NodeKind::Block);
        Ok(statements)
    }

    fn class(&mut self) -> Parse<S, Id<ClassStatement>> {
        self.bump();
        let name = self.ident("expected class name after 'class' keyword")?;
        let params = self.template_params()?;
        let (parents, body) = self.record_body()?;
        Ok(self.sink.add(ClassStatement { name, params, parents, body }))
    }

    fn template_params(&mut self) -> Parse<S, Option<PartList<ParameterDecl>>> {
        const CLOSE: &str = "expected '>' at end of template argument list";
        if !self.at(TokenKind::Less) {
            return Ok(None);
        }
        let mark = S::start(self);
        self.bump();
        let base = self.sink.open_list::<ParameterDecl>();
        loop {
            let parameter = S::start(self);
            let declaration = self.declaration()?;
            self.sink.finish(parameter, NodeKind::Parameter);
            self.sink.push(declaration);
            if !self.next_element(TokenKind::Greater, TokenKind::Greater, CLOSE)? {
                break;
            }
        }
        self.close(TokenKind::Greater, CLOSE)?;
        self.sink.finish(mark, NodeKind::ParameterList);
        Ok(Some(self.sink.close_list(base)))
    }

    fn declaration(&mut self) -> Parse<S, ParameterDecl> {
        let is_field = self.eat(TokenKind::KwField);
        let ty = self.type_expr()?;
        let name = self.ident("Expected identifier in declaration")?;
        let value = if self.eat(TokenKind::Equal) { Some(self.value()?) } else { None };
        Ok(ParameterDecl { is_field, ty, name, value })
    }

    fn def(&mut self) -> Parse<S, Id<DefStatement>> {
        let keyword = self.bump().lo;
        let pos = if self.at(TokenKind::Ident) { self.token.span.lo } else { keyword };
        let name = self.object_name()?;
        let (parents, body) = self.record_body()?;
        Ok(self.sink.add(DefStatement { keyword, name, pos, parents, body }))
    }

    fn object_name(&mut self) -> Parse<S, Option<Expr>> {
        match self.token.kind {
            TokenKind::Colon | TokenKind::Semi | TokenKind::LBrace => Ok(None),
            _ => self.value_in(ValuePlace::Name).map(Some),
        }
    }

    /// Reads the parents, and the body or the `;` in its place.
    fn record_body(&mut self) -> Parse<S, StatementBody> {
        const NAME: &str = "expected name for ClassID";
        let parents =
            if self.at(TokenKind::Colon) { self.parents(NAME, NAME)? } else { PartList::default() };
        if self.eat(TokenKind::Semi) {
            return Ok((parents, PartList::default()));
        }
        if !self.at(TokenKind::LBrace) {
            const BODY: &str = "Expected '{' to start body or ';' for declaration only";
            self.no_body(BODY)?;
            return Ok((parents, PartList::default()));
        }
        let mark = S::start(self);
        let brace = self.bump().lo;
        let items = S::body_items(self, brace);
        self.sink.finish(mark, NodeKind::Body);
        self.end_body(NO_SEMICOLON);
        Ok((parents, items))
    }

    /// Reports that a body is missing.
    #[cold]
    fn no_body(&mut self, message: &str) -> Parse<S, ()> {
        S::report_missing_body(self, message);
        S::stop(self)?;
        S::skip_to_semicolon(self);
        self.eat(TokenKind::Semi);
        Ok(())
    }

    /// Reports a `;` after a body, or tells the sink about the end of the body.
    fn end_body(&mut self, message: &'static str) {
        if self.at(TokenKind::Semi) {
            self.spurious_semicolon(message);
        } else {
            S::end_body(self, message);
        }
    }

    /// Reads names of classes or multiclasses with their arguments, after a colon. `first` is the
    /// message for a missing first name, and `other` for any other missing name.
    fn parents(&mut self, first: &str, other: &str) -> Parse<S, PartList<ParentRef>> {
        let mark = S::start(self);
        self.bump();
        let base = self.sink.open_list::<ParentRef>();
        let mut message = first;
        loop {
            let parent = self.parent(message)?;
            self.sink.push(parent);
            if !self.eat(TokenKind::Comma) {
                break;
            }
            message = other;
        }
        self.sink.finish(mark, NodeKind::ParentList);
        Ok(self.sink.close_list(base))
    }

    fn parent(&mut self, message: &str) -> Parse<S, ParentRef> {
        let mark = S::start(self);
        let name = self.ident(message)?;
        let args = if self.at(TokenKind::Less) { self.arguments()? } else { PartList::default() };
        self.sink.finish(mark, NodeKind::ParentRef);
        Ok(ParentRef { name, args, span: Span::new(name.span.lo, self.prev_end) })
    }

    /// Reads an item in a body. `brace` opens the body.
    pub(crate) fn body_item(&mut self, brace: Pos) -> Parse<S, BodyItem> {
        let mark = S::start(self);
        let (item, node) = match self.token.kind {
            kind if kind == TokenKind::Eof || starts_outer_statement(kind) => {
                // The same message as for a missing type, because a field would start here.
                let message = "Unknown token when expecting a type";
                self.unclosed(message, brace, "this body lacks a closing '}'")?;
                (self.field()?, NodeKind::Field)
            }
            TokenKind::KwAssert => (BodyItem::Assert(self.assert()?), NodeKind::Assert),
            TokenKind::KwDefvar => (BodyItem::Defvar(self.defvar()?), NodeKind::Defvar),
            TokenKind::KwDump => (BodyItem::Dump(self.dump()?), NodeKind::Dump),
            TokenKind::KwLet => (BodyItem::Let(self.body_let(brace)?), NodeKind::BodyLet),
            _ => (self.field()?, NodeKind::Field),
        };
        self.sink.finish(mark, node);
        Ok(item)
    }

    fn field(&mut self) -> Parse<S, BodyItem> {
        let declaration = self.declaration()?;
        self.semicolon("expected ';' after declaration")?;
        Ok(BodyItem::Field(self.sink.add(declaration)))
    }

    fn body_let(&mut self, brace: Pos) -> Parse<S, Id<LetItem>> {
        self.bump();
        let (mode, name) = self.let_target("expected field identifier after let")?;
        let bits = self.bits_in_braces()?;
        self.expect(TokenKind::Equal, "expected '=' in let expression")?;
        let value = self.value()?;
        const SEMICOLON: &str = "expected ';' after let expression";
        if self.at(TokenKind::KwIn) {
            // A `let … in` is a statement, so the surrounding body probably ends before it.
            self.unclosed(SEMICOLON, brace, "this body is still open")?;
        }
        self.semicolon(SEMICOLON)?;
        Ok(self.sink.add(LetItem { mode, name, bits, value }))
    }

    /// Reads the bits in braces that a `let` selects.
    fn bits_in_braces(&mut self) -> Parse<S, Option<PartList<RangePiece>>> {
        const UNCLOSED: &str = "expected '}' at end of bit list";
        self.let_bits(TokenKind::LBrace, TokenKind::RBrace, UNCLOSED, '{')
    }

    /// Reads the bits in angle brackets that a `let … in` selects.
    fn bits_in_angles(&mut self) -> Parse<S, Option<PartList<RangePiece>>> {
        const UNCLOSED: &str = "expected '>' at end of range list";
        self.let_bits(TokenKind::Less, TokenKind::Greater, UNCLOSED, '<')
    }

    fn let_bits(
        &mut self,
        open: TokenKind,
        close: TokenKind,
        unclosed: &str,
        bracket: char,
    ) -> Parse<S, Option<PartList<RangePiece>>> {
        if !self.at(open) {
            return Ok(None);
        }
        let mark = S::start(self);
        let pos = self.bump().lo;
        let ranges = self.ranges()?;
        self.expect_closing(close, unclosed, pos, bracket)?;
        self.sink.finish(mark, NodeKind::RangeList);
        S::no_include(self);
        Ok(Some(ranges))
    }

    fn let_statement(&mut self, scope: StatementScope) -> Parse<S, Id<Let>> {
        let items = self.let_head()?;
        let body = self.block(scope, UNCLOSED_LET)?;
        Ok(self.sink.add(Let { items, body }))
    }

    /// Reads from `let` to `in`.
    pub(crate) fn let_head(&mut self) -> Parse<S, PartList<LetItem>> {
        self.bump();
        let base = self.sink.open_list::<LetItem>();
        loop {
            let item = self.let_item()?;
            self.sink.push(item);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::KwIn, "expected 'in' at end of top-level 'let'")?;
        Ok(self.sink.close_list(base))
    }

    fn let_item(&mut self) -> Parse<S, LetItem> {
        let mark = S::start(self);
        let (mode, name) = self.let_target("expected identifier in let definition")?;
        let bits = match self.sink.dialect().outer_let_bits {
            OuterLetBits::Angles => self.bits_in_angles()?,
            OuterLetBits::Braces => self.bits_in_braces()?,
            OuterLetBits::Both if self.at(TokenKind::LBrace) => self.bits_in_braces()?,
            OuterLetBits::Both => self.bits_in_angles()?,
        };
        self.expect(TokenKind::Equal, "expected '=' in let expression")?;
        let value = self.value()?;
        self.sink.finish(mark, NodeKind::LetItem);
        Ok(LetItem { mode, name, bits, value })
    }

    /// Reads the field in a `let`, after `append` or `prepend`. These two words are keywords only
    /// if a field's name follows, since a field may have such a name.
    fn let_target(&mut self, missing: &str) -> Parse<S, (LetMode, Ident)> {
        let mode = match self.sink.text(self.token) {
            "append" => LetMode::Append,
            "prepend" => LetMode::Prepend,
            _ => return Ok((LetMode::Replace, self.ident(missing)?)),
        };
        let mark = S::start(self);
        let name = self.ident_token();
        if self.sink.dialect().has_let_append && self.at(TokenKind::Ident) {
            return Ok((mode, self.ident(missing)?));
        }
        self.sink.finish(mark, NodeKind::Name);
        Ok((LetMode::Replace, name))
    }

    fn multiclass(&mut self) -> Parse<S, Id<MulticlassStatement>> {
        const NAME: &str = "expected name for MultiClassID";
        self.bump();
        let name = self.ident("expected identifier after multiclass for name")?;
        let params = self.template_params()?;
        let has_parents = self.at(TokenKind::Colon);
        let parents = if has_parents { self.parents(NAME, NAME)? } else { PartList::default() };
        let mut body: PartList<Statement> = PartList::default();
        // As in the reference, only a multiclass with parents may have `;` instead of a body.
        if self.at(TokenKind::LBrace) {
            let mark = S::start(self);
            let brace = self.bump().lo;
            body = S::multiclass_statements(self, brace)?;
            self.expect(TokenKind::RBrace, "expected '}'")?;
            self.sink.finish(mark, NodeKind::Block);
            self.end_body(NO_SEMICOLON_IN_MULTICLASS);
        } else if !(has_parents && self.eat(TokenKind::Semi)) {
            self.no_body("expected '{' in multiclass definition")?;
        }
        Ok(self.sink.add(MulticlassStatement { name, params, parents, body }))
    }

    fn defm(&mut self) -> Parse<S, Id<Defm>> {
        let keyword = self.bump().lo;
        let name = self.object_name()?;
        let parents = if self.at(TokenKind::Colon) {
            self.parents("expected name for MultiClassID", "expected identifier")?
        } else {
            self.missing(TokenKind::Colon, "expected ':' after defm identifier")?;
            PartList::default()
        };
        self.semicolon("expected ';' at end of defm")?;
        Ok(self.sink.add(Defm { keyword, name, parents }))
    }

    fn defset(&mut self, scope: StatementScope) -> Parse<S, Id<Defset>> {
        self.bump();
        let ty = self.type_expr()?;
        let name = self.ident("expected identifier")?;
        self.expect(TokenKind::Equal, "expected '='")?;
        let body = if self.at(TokenKind::LBrace) {
            self.statements_in_braces(scope, "expected '}' at end of defset")?
        } else {
            self.missing(TokenKind::LBrace, "expected '{'")?;
            PartList::default()
        };
        Ok(self.sink.add(Defset { ty, name, body }))
    }

    fn deftype(&mut self) -> Parse<S, Id<Deftype>> {
        self.bump();
        let name = self.ident("expected identifier")?;
        self.expect(TokenKind::Equal, "expected '='")?;
        let ty = self.type_expr()?;
        self.semicolon("expected ';'")?;
        Ok(self.sink.add(Deftype { name, ty }))
    }

    fn defvar(&mut self) -> Parse<S, Id<Defvar>> {
        self.bump();
        let name = self.ident("expected identifier")?;
        self.expect(TokenKind::Equal, "expected '='")?;
        let value = self.value()?;
        self.semicolon("expected ';'")?;
        Ok(self.sink.add(Defvar { name, value }))
    }

    fn assert(&mut self) -> Parse<S, Id<Assert>> {
        self.bump();
        let condition = self.value()?;
        self.expect(TokenKind::Comma, "expected ',' in assert statement")?;
        let message = self.value()?;
        self.semicolon("expected ';'")?;
        Ok(self.sink.add(Assert { condition, message }))
    }

    fn dump(&mut self) -> Parse<S, Id<DumpStatement>> {
        let keyword = self.bump().lo;
        let message = self.value()?;
        self.semicolon("expected ';'")?;
        Ok(self.sink.add(DumpStatement { keyword, message }))
    }

    fn foreach(&mut self, scope: StatementScope) -> Parse<S, Id<Foreach>> {
        let keyword = self.bump().lo;
        let (var, source) = match self.foreach_declaration() {
            Ok(declaration) => declaration,
            Err(stop) => {
                // The reference reports two errors here, the second at the current token.
                self.error(Code::LoopList, "expected declaration in for")?;
                return Err(stop);
            }
        };
        // The reference's wording for a missing `in`.
        self.expect(TokenKind::KwIn, "Unknown tok")?;
        let scope = StatementScope { in_loop: true, ..scope };
        let body = self.block(scope, "expected '}' at end of foreach command")?;
        Ok(self.sink.add(Foreach { keyword, var, source, body }))
    }

    fn foreach_declaration(&mut self) -> Parse<S, (Ident, ForeachSource)> {
        let var = self.ident("Expected identifier in foreach declaration")?;
        self.expect(TokenKind::Equal, "Expected '=' in foreach declaration")?;
        let source = if self.at(TokenKind::LBrace) {
            ForeachSource::Ranges(self.ranges_in_braces()?.1)
        } else {
            ForeachSource::Value(self.range()?)
        };
        Ok((var, source))
    }

    fn if_statement(&mut self, scope: StatementScope) -> Parse<S, Id<IfStatement>> {
        let keyword = self.bump().lo;
        let condition = self.value()?;
        // The reference's wording for a missing `then`.
        self.expect(TokenKind::KwThen, "Unknown tok")?;
        let scope = StatementScope { in_loop: true, ..scope };
        let then_block = self.block(scope, "expected '}' at end of 'then' clause")?;
        S::no_include(self);
        let else_block = if self.eat(TokenKind::KwElse) {
            Some(self.block(scope, "expected '}' at end of 'else' clause")?)
        } else {
            S::end_if(self);
            None
        };
        Ok(self.sink.add(IfStatement { keyword, condition, then_block, else_block }))
    }
}
