//! The grammar's sink: nodes are kinds and token ranges, and every part of a wrong statement is read.

use std::convert::Infallible;

use super::{FileParser, FileSink, ItemList, expected_part, token_name};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::LanguageDialect;
use crate::grammar::{GrammarSink, NodeKind, Parse, Parser, StatementScope, absent_name};
use crate::lexer::TokenKind;
use crate::lossless::build::LosslessMark;
use crate::preprocessor::PreprocessorToken;
use crate::source::Pos;
use crate::tree::{
    BodyItem, ExprKind, Id, ListNode, NameSyntax, PartList, PartNode, SourceText, Statement,
};

impl GrammarSink for FileSink<'_> {
    type Stop = Infallible;
    type Mark = LosslessMark;

    fn dialect(&self) -> LanguageDialect {
        LanguageDialect::default()
    }

    fn text(&self, token: PreprocessorToken) -> &str {
        let start = Pos::from_offset(0);
        let range =
            token.span.lo.bytes_from(start) as usize..token.span.hi.bytes_from(start) as usize;
        self.text.get(range).unwrap_or_default()
    }

    fn advance(parser: &mut Parser<Self>) {
        parser.add_preprocessor_nodes();
        if parser.sink.next < parser.sink.limit {
            parser.take(parser.sink.next + 1);
        }
    }

    fn start(parser: &mut Parser<Self>) -> LosslessMark {
        parser.start_node()
    }

    fn finish(&mut self, mark: LosslessMark, kind: NodeKind) {
        self.builder.finish(mark, kind);
    }

    fn add<T: PartNode>(&mut self, _: T) -> Id<T> {
        Id::placeholder()
    }

    fn open_list<T: ListNode>(&mut self) -> usize {
        0
    }

    fn push<T: ListNode>(&mut self, _: T) {}

    fn close_list<T: ListNode>(&mut self, _: usize) -> PartList<T> {
        PartList::default()
    }

    fn intern(&mut self, _: PreprocessorToken, _: usize) -> NameSyntax {
        absent_name()
    }

    fn intern_text(&mut self, _: Id<SourceText>) -> NameSyntax {
        absent_name()
    }

    fn string_literal(parser: &mut Parser<Self>) -> ExprKind {
        while parser.at(TokenKind::Str) {
            parser.bump();
        }
        ExprKind::Str(absent_name())
    }

    fn code_literal(parser: &mut Parser<Self>) -> ExprKind {
        parser.bump();
        ExprKind::Code(absent_name())
    }

    fn report(parser: &mut Parser<Self>, error: Diagnostic) {
        let code = error.code.unwrap_or(Code::ExpectedToken);
        parser.add_error(parser.sink.next, expected_part(code));
    }

    fn report_earlier(parser: &mut Parser<Self>, error: Diagnostic) {
        let index = error.span.map_or(parser.sink.next, |span| parser.sink.index_of(span.lo));
        let code = error.code.unwrap_or(Code::ExpectedToken);
        parser.add_error(index, expected_part(code));
    }

    fn report_missing(parser: &mut Parser<Self>, kind: TokenKind, _: &str) {
        parser.add_error(parser.sink.next, token_name(kind));
    }

    fn report_missing_body(parser: &mut Parser<Self>, _: &str) {
        parser.add_error(parser.sink.next, token_name(TokenKind::Semi));
    }

    fn report_unclosed(parser: &mut Parser<Self>, kind: TokenKind, _: &str, _: Pos, _: char) {
        parser.add_error(parser.sink.next, token_name(kind));
    }

    fn stop(parser: &mut Parser<Self>) -> Parse<Self, ()> {
        parser.begin_recovery();
        Ok(())
    }

    fn statements(
        parser: &mut Parser<Self>,
        scope: StatementScope,
    ) -> Parse<Self, PartList<Statement>> {
        parser.items(ItemList::Statements(scope));
        Ok(PartList::default())
    }

    fn multiclass_statements(
        parser: &mut Parser<Self>,
        _: Pos,
    ) -> Parse<Self, PartList<Statement>> {
        // An `include` may have the statements.
        let is_empty = parser.at(TokenKind::RBrace) && parser.sink.at == parser.sink.next;
        if is_empty && parser.sink.recovery.is_none() {
            parser.add_error(parser.sink.next, expected_part(Code::EmptyMulticlass));
            parser.bump();
            parser.begin_recovery();
            return Ok(PartList::default());
        }
        parser.items(ItemList::InMulticlass);
        Ok(PartList::default())
    }

    fn body_items(parser: &mut Parser<Self>, _: Pos) -> PartList<BodyItem> {
        let is_cut = parser.items(ItemList::BodyItems);
        if !is_cut && !parser.eat(TokenKind::RBrace) {
            parser.add_error(parser.sink.next, token_name(TokenKind::RBrace));
        }
        PartList::default()
    }

    fn skip_in_list(parser: &mut Parser<Self>) {
        parser.skip_to_element_end();
    }

    fn skip_to_semicolon(parser: &mut Parser<Self>) {
        parser.skip_to_item_end();
    }

    fn skip_token(parser: &mut Parser<Self>) {
        parser.error_node(|p: &mut FileParser<'_>| _ = p.bump());
    }
}
