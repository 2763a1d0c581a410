//! Types.

use super::outline::OutlineRecorder;
use super::{Parse, Parser};
use crate::diagnostic::Code;
use crate::lexer::TokenKind;
use crate::tree::{TypeExpr, TypeSyntax};

impl<O: OutlineRecorder> Parser<'_, O> {
    pub(super) fn type_expr(&mut self) -> Parse<TypeExpr> {
        self.nested(Self::type_of_any_depth)
    }

    fn type_of_any_depth(&mut self) -> Parse<TypeExpr> {
        let start = self.token.span;
        let kind = match self.token.kind {
            TokenKind::KwBit => TypeSyntax::Bit,
            TokenKind::KwInt => TypeSyntax::Int,
            TokenKind::KwString => TypeSyntax::String,
            TokenKind::KwCode => TypeSyntax::Code,
            TokenKind::KwDag => TypeSyntax::Dag,
            TokenKind::Ident => TypeSyntax::Named(self.name_after(0)),
            TokenKind::KwBits => return self.bits_type(),
            TokenKind::KwList => return self.list_type(),
            _ => return Err(self.error(Code::ExpectedType, "Unknown token when expecting a type")),
        };
        self.bump();
        Ok(TypeExpr { kind, span: start })
    }

    fn bits_type(&mut self) -> Parse<TypeExpr> {
        const EXPECTED: &str = "expected integer in bits<n> type";
        let start = self.bump();
        self.expect(TokenKind::Less, "expected '<' after bits type")?;
        if !self.at(TokenKind::Int) {
            return Err(self.error(Code::ExpectedType, EXPECTED));
        }
        let number = self.token.span;
        let width = self.int_literal()?;
        let Ok(width) = u32::try_from(width) else {
            return Err(self.error_at(Code::ExpectedType, number, EXPECTED));
        };
        let end = self.expect(TokenKind::Greater, "expected '>' at end of bits<n> type")?;
        Ok(TypeExpr { kind: TypeSyntax::Bits(width), span: start.to(end) })
    }

    fn list_type(&mut self) -> Parse<TypeExpr> {
        let start = self.bump();
        self.expect(TokenKind::Less, "expected '<' after list type")?;
        let element = self.type_expr()?;
        let end = self.expect(TokenKind::Greater, "expected '>' at end of list<ty> type")?;
        Ok(TypeExpr { kind: TypeSyntax::List(self.tree.add(element)), span: start.to(end) })
    }
}
