//! Types.

use super::{GrammarSink, NodeKind, Parse, Parser};
use crate::diagnostic::Code;
use crate::lexer::TokenKind;
use crate::tree::{TypeExpr, TypeSyntax};

impl<S: GrammarSink> Parser<S> {
    pub(crate) fn type_expr(&mut self) -> Parse<S, TypeExpr> {
        self.nested(Self::absent_type, Self::type_of_any_depth)
    }

    fn type_of_any_depth(&mut self) -> Parse<S, TypeExpr> {
        let mark = S::start(self);
        let start = self.token.span;
        let kind = match self.token.kind {
            TokenKind::KwBit => TypeSyntax::Bit,
            TokenKind::KwInt => TypeSyntax::Int,
            TokenKind::KwString => TypeSyntax::String,
            TokenKind::KwCode => TypeSyntax::Code,
            TokenKind::KwDag => TypeSyntax::Dag,
            TokenKind::Ident => TypeSyntax::Named(self.sink.intern(self.token, 0)),
            TokenKind::KwBits => return self.bits_type(mark),
            TokenKind::KwList => return self.list_type(mark),
            _ => {
                self.error(Code::ExpectedType, "Unknown token when expecting a type")?;
                return Ok(self.absent_type());
            }
        };
        self.bump();
        self.sink.finish(mark, NodeKind::Type);
        Ok(TypeExpr { kind, span: start })
    }

    fn bits_type(&mut self, mark: S::Mark) -> Parse<S, TypeExpr> {
        const EXPECTED: &str = "expected integer in bits<n> type";
        let start = self.bump();
        self.expect(TokenKind::Less, "expected '<' after bits type")?;
        let number = self.token.span;
        let width = if self.at(TokenKind::Int) {
            self.int_literal()?
        } else {
            self.error(Code::ExpectedType, EXPECTED)?;
            0
        };
        let width = match u32::try_from(width) {
            Ok(width) => width,
            Err(_) => {
                self.error_at(Code::ExpectedType, number, EXPECTED)?;
                0
            }
        };
        let end = self.expect(TokenKind::Greater, "expected '>' at end of bits<n> type")?;
        self.sink.finish(mark, NodeKind::Type);
        Ok(TypeExpr { kind: TypeSyntax::Bits(width), span: start.to(end) })
    }

    fn list_type(&mut self, mark: S::Mark) -> Parse<S, TypeExpr> {
        let start = self.bump();
        self.expect(TokenKind::Less, "expected '<' after list type")?;
        let element = self.type_expr()?;
        let end = self.expect(TokenKind::Greater, "expected '>' at end of list<ty> type")?;
        self.sink.finish(mark, NodeKind::Type);
        Ok(TypeExpr { kind: TypeSyntax::List(self.sink.add(element)), span: start.to(end) })
    }
}
