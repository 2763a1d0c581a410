//! Bang operators. The reference's errors about missing punctuation differ between families of
//! operators.

use super::{GrammarSink, NodeKind, Parse, Parser};
use crate::bang::{BangOp, TypeArg};
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::TokenKind;
use crate::source::Span;
use crate::tree::{
    BangExpr, ComprehensionExpr, ComprehensionOp, CondClause, CondExpr, Expr, ExprKind, FoldlExpr,
    SwitchExpr, TypeExpr,
};

/// Operators whose errors have the same wording.
enum Family {
    /// One argument.
    Unary,
    /// A type and an argument.
    TypeTest,
    /// Three arguments.
    Ternary,
    /// Two arguments and an optional third.
    Substring,
    /// `!range`
    Range,
    /// Two arguments, or any number.
    Binary,
}

fn family(op: BangOp) -> Family {
    // Their number of arguments belongs to another family, but the reference words their errors
    // differently.
    if matches!(op, BangOp::IsA | BangOp::Exists | BangOp::Instances) {
        return Family::TypeTest;
    }
    if matches!(op, BangOp::Substr | BangOp::Find) {
        return Family::Substring;
    }
    if op == BangOp::Range {
        return Family::Range;
    }
    match op.arity().max {
        Some(1) => Family::Unary,
        Some(3) => Family::Ternary,
        _ => Family::Binary,
    }
}

impl<S: GrammarSink> Parser<S> {
    pub(super) fn bang(&mut self, op: BangOp) -> Parse<S, ExprKind> {
        self.known_operator(Some(op))?;
        let span = self.bump();
        let ty = self.operator_type(op)?;
        let base = self.sink.open_list::<Expr>();
        match family(op) {
            Family::Unary => {
                self.expect(TokenKind::LParen, "expected '(' after unary operator")?;
                self.one_value()?;
                self.close(TokenKind::RParen, "expected ')' in unary operator")?;
            }
            Family::TypeTest => self.type_test(op)?,
            Family::Ternary => {
                self.expect(TokenKind::LParen, "expected '(' after ternary operator")?;
                self.one_value()?;
                self.expect(TokenKind::Comma, "expected ',' in ternary operator")?;
                self.one_value()?;
                self.expect(TokenKind::Comma, "expected ',' in ternary operator")?;
                self.one_value()?;
                // The reference writes "binary" here.
                self.close(TokenKind::RParen, "expected ')' in binary operator")?;
            }
            Family::Substring => self.substring(op)?,
            Family::Range => self.range_operator()?,
            Family::Binary => self.binary(op, span)?,
        }
        let args = self.sink.close_list(base);
        Ok(ExprKind::Bang(self.sink.add(BangExpr { op, ty, args })))
    }

    /// Refuses the operator at the token if the release does not have it. `op` is the operator if
    /// its form is regular.
    #[inline]
    fn known_operator(&mut self, op: Option<BangOp>) -> Parse<S, ()> {
        let token = self.token;
        if self.sink.dialect().has_operator(token.kind, self.sink.text(token)) {
            Ok(())
        } else {
            self.unknown_operator(op)
        }
    }

    #[cold]
    fn unknown_operator(&mut self, op: Option<BangOp>) -> Parse<S, ()> {
        let span = self.token.span;
        let message = self.sink.dialect().lexical_message("Unknown operator");
        let mut error = Diagnostic::error(Code::UnknownOperator, span, message);
        let spelling = op.map(|op| format!("!{}", op.name()));
        match spelling.filter(|spelling| spelling != self.sink.text(self.token)) {
            Some(name) => error.did_you_mean(span, Some(&name)),
            None => error.note(None, "the release of LLVM that was named lacks this operator"),
        };
        self.fail(error)
    }

    fn operator_type(&mut self, op: BangOp) -> Parse<S, Option<TypeExpr>> {
        const EXPECTED: &str = "expected type name for operator";
        match op.arity().type_arg {
            TypeArg::None => return Ok(None),
            TypeArg::Optional if !self.at(TokenKind::Less) => return Ok(None),
            TypeArg::Optional | TypeArg::Required => {}
        }
        if !self.at(TokenKind::Less) {
            self.missing(TokenKind::Less, EXPECTED)?;
            return Ok(None);
        }
        self.bump();
        let ty = self.type_expr()?;
        self.expect(TokenKind::Greater, EXPECTED)?;
        Ok(Some(ty))
    }

    fn one_value(&mut self) -> Parse<S, ()> {
        let value = self.value()?;
        self.sink.push(value);
        Ok(())
    }

    fn type_test(&mut self, op: BangOp) -> Parse<S, ()> {
        if !self.eat(TokenKind::LParen) {
            self.missing(TokenKind::LParen, &format!("expected '(' after type of !{}", op.name()))?;
        }
        // The argument of `!instances` may be left out.
        if op.arity().min > 0 || !self.at(TokenKind::RParen) {
            self.one_value()?;
        }
        if self.eat(TokenKind::RParen) {
            return Ok(());
        }
        self.not_closed(TokenKind::RParen, &format!("expected ')' in !{}", op.name()))
    }

    fn substring(&mut self, op: BangOp) -> Parse<S, ()> {
        let name = op.name();
        if !self.eat(TokenKind::LParen) {
            self.missing(TokenKind::LParen, &format!("expected '(' after !{name} operator"))?;
        }
        self.one_value()?;
        if !self.eat(TokenKind::Comma) {
            self.missing(TokenKind::Comma, &format!("expected ',' in !{name} operator"))?;
        }
        self.one_value()?;
        if self.eat(TokenKind::Comma) {
            self.one_value()?;
        }
        if self.eat(TokenKind::RParen) {
            return Ok(());
        }
        self.not_closed(TokenKind::RParen, &format!("expected ')' in !{name} operator"))
    }

    fn range_operator(&mut self) -> Parse<S, ()> {
        self.expect(TokenKind::LParen, "expected '(' after !range operator")?;
        let mut fourth = None;
        self.more_values(TokenKind::RParen, "expected ')' in operator", |count, value| {
            if count == 4 {
                fourth = Some(value.span);
            }
        })?;
        match fourth {
            Some(span) => {
                let message = "expected at most three values of integer";
                self.error_at(Code::OperandCount, span, message)
            }
            None => Ok(()),
        }
    }

    fn binary(&mut self, op: BangOp, span: Span) -> Parse<S, ()> {
        self.expect(TokenKind::LParen, "expected '(' after binary operator")?;
        let mut count = 0;
        self.more_values(TokenKind::RParen, "expected ')' in operator", |number, _| {
            count = number;
        })?;
        // Associative operators, whose number of arguments is unlimited, accept more than two
        // arguments.
        if count < 2 || (count > 2 && op.arity().max.is_some()) {
            let message = "expected two operands to operator";
            return self.error_at(Code::OperandCount, span, message);
        }
        Ok(())
    }

    pub(super) fn cond(&mut self) -> Parse<S, ExprKind> {
        self.bump();
        self.expect(TokenKind::LParen, "expected '(' after !cond operator")?;
        let base = self.sink.open_list::<CondClause>();
        let mut is_empty = true;
        const COMMA: &str = "expected ',' or ')' following a value in !cond operator";
        while !self.at(TokenKind::RParen) {
            is_empty = false;
            let case = S::start(self);
            let when = self.value()?;
            self.expect(TokenKind::Colon, "expected ':'  following a condition in !cond operator")?;
            let value = self.value()?;
            self.sink.finish(case, NodeKind::Case);
            self.sink.push(CondClause { when, value });
            if !self.next_element(TokenKind::RParen, TokenKind::RParen, COMMA)? {
                break;
            }
        }
        self.close(TokenKind::RParen, COMMA)?;
        if is_empty {
            let message = "there should be at least 1 'condition : value' in the !cond operator";
            self.error(Code::OperandCount, message)?;
        }
        let cases = self.sink.close_list(base);
        Ok(ExprKind::Cond(self.sink.add(CondExpr { cases })))
    }

    pub(super) fn switch(&mut self) -> Parse<S, ExprKind> {
        self.known_operator(None)?;
        self.bump();
        self.expect(TokenKind::LParen, "expected '(' after !switch operator")?;
        let key = self.value()?;
        self.expect(TokenKind::Comma, "expected ',' after key in !switch operator")?;
        let base = self.sink.open_list::<CondClause>();
        let mut is_empty = true;
        let default = loop {
            let case = S::start(self);
            let when = self.value()?;
            if self.eat(TokenKind::RParen) {
                break when;
            }
            const COLON: &str = "expected ':' after case key, or ')' to close !switch operator";
            const COMMA: &str = "expected ',' after case value in !switch operator";
            self.expect(TokenKind::Colon, COLON)?;
            let value = self.value()?;
            is_empty = false;
            self.sink.finish(case, NodeKind::Case);
            self.sink.push(CondClause { when, value });
            if !self.eat(TokenKind::Comma) {
                self.missing(TokenKind::Comma, COMMA)?;
                S::skip_in_list(self);
                if !self.eat(TokenKind::Comma) {
                    self.close(TokenKind::RParen, COMMA)?;
                    break value;
                }
            }
        };
        if is_empty {
            let message = "there should be at least 1 'case: value' in the !switch operator";
            self.error(Code::OperandCount, message)?;
        }
        let cases = self.sink.close_list(base);
        Ok(ExprKind::Switch(self.sink.add(SwitchExpr { key, cases, default })))
    }

    pub(super) fn comprehension(&mut self, op: ComprehensionOp) -> Parse<S, ExprKind> {
        const COMMA: &str = "expected ',' in !foreach/!filter";
        self.known_operator(None)?;
        self.bump();
        self.expect(TokenKind::LParen, "expected '(' after !foreach/!filter")?;
        let var = self.ident("first argument of !foreach/!filter must be an identifier")?;
        self.expect(TokenKind::Comma, COMMA)?;
        let sequence = self.value()?;
        self.expect(TokenKind::Comma, COMMA)?;
        let body = self.value()?;
        self.close(TokenKind::RParen, "expected ')' in !foreach/!filter")?;
        let node = ComprehensionExpr { op, var, sequence, body };
        Ok(ExprKind::Comprehension(self.sink.add(node)))
    }

    pub(super) fn foldl(&mut self) -> Parse<S, ExprKind> {
        const COMMA: &str = "expected ',' in !foldl";
        self.bump();
        self.expect(TokenKind::LParen, "expected '(' after !foldl")?;
        let start = self.value()?;
        self.expect(TokenKind::Comma, COMMA)?;
        let list = self.value()?;
        self.expect(TokenKind::Comma, COMMA)?;
        let accumulator = self.ident("third argument of !foldl must be an identifier")?;
        self.expect(TokenKind::Comma, COMMA)?;
        let item = self.ident("fourth argument of !foldl must be an identifier")?;
        self.expect(TokenKind::Comma, COMMA)?;
        let body = self.value()?;
        self.close(TokenKind::RParen, "expected ')' in fold operator")?;
        let node = FoldlExpr { start, list, accumulator, item, body };
        Ok(ExprKind::Foldl(self.sink.add(node)))
    }
}
