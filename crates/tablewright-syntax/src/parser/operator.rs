//! Bang operators. The reference's errors about missing punctuation differ between families of
//! operators.

use super::outline::OutlineRecorder;
use super::{Parse, Parser, Reported};
use crate::bang::{BangOp, TypeArg};
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::TokenKind;
use crate::source::Span;
use crate::tree::{
    BangExpr, ComprehensionExpr, ComprehensionOp, CondClause, CondExpr, ExprKind, FoldlExpr,
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

impl<O: OutlineRecorder> Parser<'_, O> {
    pub(super) fn bang(&mut self, op: BangOp) -> Parse<ExprKind> {
        self.known_operator(Some(op))?;
        let span = self.bump();
        let ty = self.operator_type(op)?;
        let base = self.lists.exprs.len();
        match family(op) {
            Family::Unary => {
                self.expect(TokenKind::LParen, "expected '(' after unary operator")?;
                self.one_value()?;
                self.expect(TokenKind::RParen, "expected ')' in unary operator")?;
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
                self.expect(TokenKind::RParen, "expected ')' in binary operator")?;
            }
            Family::Substring => self.substring(op)?,
            Family::Range => self.range_operator(base)?,
            Family::Binary => self.binary(op, span, base)?,
        }
        let args = self.take_exprs(base);
        Ok(ExprKind::Bang(self.tree.add(BangExpr { op, ty, args })))
    }

    /// Refuses the operator at the token if the release does not have it. `op` is the operator if its form is regular.
    #[inline]
    fn known_operator(&mut self, op: Option<BangOp>) -> Parse<()> {
        let token = self.token;
        if self.input.dialect.has_operator(token.kind, self.input.text(token)) {
            Ok(())
        } else {
            Err(self.unknown_operator(op))
        }
    }

    #[cold]
    fn unknown_operator(&mut self, op: Option<BangOp>) -> Reported {
        let span = self.token.span;
        let message = self.input.dialect.lexical_message("Unknown operator");
        let mut error = Diagnostic::error(Code::UnknownOperator, span, message);
        let spelling = op.map(|op| format!("!{}", op.name()));
        match spelling.filter(|spelling| spelling != self.input.text(self.token)) {
            Some(name) => error.did_you_mean(span, Some(&name)),
            None => error.note(None, "the release of LLVM that was named lacks this operator"),
        };
        self.report(error)
    }

    fn operator_type(&mut self, op: BangOp) -> Parse<Option<TypeExpr>> {
        const EXPECTED: &str = "expected type name for operator";
        match op.arity().type_arg {
            TypeArg::None => return Ok(None),
            TypeArg::Optional if !self.at(TokenKind::Less) => return Ok(None),
            TypeArg::Optional | TypeArg::Required => {}
        }
        self.expect(TokenKind::Less, EXPECTED)?;
        let ty = self.type_expr()?;
        self.expect(TokenKind::Greater, EXPECTED)?;
        Ok(Some(ty))
    }

    fn one_value(&mut self) -> Parse<()> {
        let value = self.value()?;
        self.lists.exprs.push(value);
        Ok(())
    }

    fn type_test(&mut self, op: BangOp) -> Parse<()> {
        if !self.eat(TokenKind::LParen) {
            return Err(self.missing(
                TokenKind::LParen,
                &format!("expected '(' after type of !{}", op.name()),
            ));
        }
        // The argument of `!instances` may be left out.
        if op.arity().min > 0 || !self.at(TokenKind::RParen) {
            self.one_value()?;
        }
        if !self.eat(TokenKind::RParen) {
            return Err(self.missing(TokenKind::RParen, &format!("expected ')' in !{}", op.name())));
        }
        Ok(())
    }

    fn substring(&mut self, op: BangOp) -> Parse<()> {
        let name = op.name();
        if !self.eat(TokenKind::LParen) {
            return Err(
                self.missing(TokenKind::LParen, &format!("expected '(' after !{name} operator"))
            );
        }
        self.one_value()?;
        if !self.eat(TokenKind::Comma) {
            return Err(
                self.missing(TokenKind::Comma, &format!("expected ',' in !{name} operator"))
            );
        }
        self.one_value()?;
        if self.eat(TokenKind::Comma) {
            self.one_value()?;
        }
        if !self.eat(TokenKind::RParen) {
            return Err(
                self.missing(TokenKind::RParen, &format!("expected ')' in !{name} operator"))
            );
        }
        Ok(())
    }

    fn range_operator(&mut self, base: usize) -> Parse<()> {
        self.expect(TokenKind::LParen, "expected '(' after !range operator")?;
        self.more_values()?;
        self.expect(TokenKind::RParen, "expected ')' in operator")?;
        if let Some(fourth) = self.lists.exprs.get(base + 3) {
            let span = fourth.span;
            let message = "expected at most three values of integer";
            return Err(self.error_at(Code::OperandCount, span, message));
        }
        Ok(())
    }

    fn binary(&mut self, op: BangOp, span: Span, base: usize) -> Parse<()> {
        self.expect(TokenKind::LParen, "expected '(' after binary operator")?;
        self.more_values()?;
        self.expect(TokenKind::RParen, "expected ')' in operator")?;
        let count = self.lists.exprs.len() - base;
        // Associative operators, whose number of arguments is unlimited, accept more than two
        // arguments.
        if count < 2 || (count > 2 && op.arity().max.is_some()) {
            let message = "expected two operands to operator";
            return Err(self.error_at(Code::OperandCount, span, message));
        }
        Ok(())
    }

    pub(super) fn cond(&mut self) -> Parse<ExprKind> {
        self.bump();
        self.expect(TokenKind::LParen, "expected '(' after !cond operator")?;
        let mut cases: Vec<CondClause> = Vec::new();
        while !self.at(TokenKind::RParen) {
            let condition = self.value()?;
            self.expect(TokenKind::Colon, "expected ':'  following a condition in !cond operator")?;
            cases.push(CondClause { when: condition, value: self.value()? });
            if !self.eat(TokenKind::Comma) && !self.at(TokenKind::RParen) {
                let message = "expected ',' or ')' following a value in !cond operator";
                return Err(self.missing(TokenKind::RParen, message));
            }
        }
        self.bump();
        if cases.is_empty() {
            let message = "there should be at least 1 'condition : value' in the !cond operator";
            return Err(self.error(Code::OperandCount, message));
        }
        let cases = self.tree.add_all(&cases);
        Ok(ExprKind::Cond(self.tree.add(CondExpr { cases })))
    }

    pub(super) fn switch(&mut self) -> Parse<ExprKind> {
        self.known_operator(None)?;
        self.bump();
        self.expect(TokenKind::LParen, "expected '(' after !switch operator")?;
        let key = self.value()?;
        self.expect(TokenKind::Comma, "expected ',' after key in !switch operator")?;
        let mut cases: Vec<CondClause> = Vec::new();
        let default = loop {
            let case = self.value()?;
            if self.eat(TokenKind::RParen) {
                break case;
            }
            let message = "expected ':' after case key, or ')' to close !switch operator";
            self.expect(TokenKind::Colon, message)?;
            cases.push(CondClause { when: case, value: self.value()? });
            self.expect(TokenKind::Comma, "expected ',' after case value in !switch operator")?;
        };
        if cases.is_empty() {
            let message = "there should be at least 1 'case: value' in the !switch operator";
            return Err(self.error(Code::OperandCount, message));
        }
        let cases = self.tree.add_all(&cases);
        Ok(ExprKind::Switch(self.tree.add(SwitchExpr { key, cases, default })))
    }

    pub(super) fn comprehension(&mut self, op: ComprehensionOp) -> Parse<ExprKind> {
        const COMMA: &str = "expected ',' in !foreach/!filter";
        self.known_operator(None)?;
        self.bump();
        self.expect(TokenKind::LParen, "expected '(' after !foreach/!filter")?;
        let var = self.ident("first argument of !foreach/!filter must be an identifier")?;
        self.expect(TokenKind::Comma, COMMA)?;
        let sequence = self.value()?;
        self.expect(TokenKind::Comma, COMMA)?;
        let body = self.value()?;
        self.expect(TokenKind::RParen, "expected ')' in !foreach/!filter")?;
        let node = ComprehensionExpr { op, var, sequence, body };
        Ok(ExprKind::Comprehension(self.tree.add(node)))
    }

    pub(super) fn foldl(&mut self) -> Parse<ExprKind> {
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
        self.expect(TokenKind::RParen, "expected ')' in fold operator")?;
        let node = FoldlExpr { start, list, accumulator, item, body };
        Ok(ExprKind::Foldl(self.tree.add(node)))
    }
}
