//! Values: literals, names, lists, dags, suffixes and the paste operator.

use super::outline::{OutlineKind, OutlineRecorder};
use super::{MAX_DEPTH, Parse, Parser, Reported};
use crate::bang::BangOp;
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::{self, TokenKind};
use crate::source::Span;
use crate::tree::{
    BinaryInt, BitRangeExpr, BitsExpr, ComprehensionOp, DagArgSyntax, DagExpr, Expr, ExprKind,
    FieldExpr, Ident, InstanceExpr, ListExpr, NameSyntax, PartList, PasteExpr, RangePiece,
    SourceText, SubscriptExpr, TemplateArg,
};

/// Size in bytes from which a literal's contents stay in the file.
const LONG_LITERAL: usize = 64;

/// Help for `(i32:shl $a, $b)`.
const NAME_AFTER_COLON_NOTE: &str = "`:` is followed by a name such as `$dst`; a type is an operator around the node, as in `(i32 (shl …))`";

/// The place of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValuePlace {
    Value,
    /// The name of a `def` or `defm`, or the right operand of a `#`: a `{` starts the body and does
    /// not select bits.
    Name,
}

impl<O: OutlineRecorder> Parser<'_, O> {
    pub(super) fn value(&mut self) -> Parse<Expr> {
        self.value_in(ValuePlace::Value)
    }

    pub(super) fn value_in(&mut self, mode: ValuePlace) -> Parse<Expr> {
        self.nested(|p| {
            let first = p.simple_value()?;
            let value = p.suffixes(first, mode)?;
            if mode == ValuePlace::Value {
                p.outline_value(value.span);
            }
            Ok(value)
        })
    }

    fn suffixes(&mut self, mut value: Expr, mode: ValuePlace) -> Parse<Expr> {
        let mut depth = self.depth;
        loop {
            let kind = match self.token.kind {
                TokenKind::LBrace if mode == ValuePlace::Value => self.bit_range(value)?,
                TokenKind::LBracket => self.subscript(value)?,
                TokenKind::Dot => {
                    self.bump();
                    let field = self.ident("expected field identifier after '.'")?;
                    ExprKind::Field(self.tree.add(FieldExpr { value, field }))
                }
                TokenKind::Hash => self.paste(value)?,
                _ => return Ok(value),
            };
            value = Expr { kind, span: Span::new(value.span.lo, self.prev_end) };
            // The loop does not recurse, but each suffix makes the tree one level deeper, and
            // functions that walk it recurse.
            depth += 1;
            if depth > MAX_DEPTH {
                return Err(self.too_deep());
            }
        }
    }

    fn bit_range(&mut self, value: Expr) -> Parse<ExprKind> {
        let brace = self.bump().lo;
        let ranges = self.ranges()?;
        self.expect(TokenKind::RBrace, "expected '}' at end of bit range list")?;
        self.no_include();
        Ok(ExprKind::BitRange(self.tree.add(BitRangeExpr { value, brace, ranges })))
    }

    fn subscript(&mut self, value: Expr) -> Parse<ExprKind> {
        self.bump();
        let mut elements = vec![self.range()?];
        let mut trailing_comma = false;
        while self.eat(TokenKind::Comma) {
            if self.at(TokenKind::RBracket) {
                trailing_comma = true;
                break;
            }
            elements.push(self.range()?);
        }
        self.expect(TokenKind::RBracket, "expected ']' at end of list slice")?;
        let elements = self.tree.add_all(&elements);
        let node = SubscriptExpr { value, elements, trailing_comma };
        Ok(ExprKind::Subscript(self.tree.add(node)))
    }

    fn paste(&mut self, left: Expr) -> Parse<ExprKind> {
        let operator = self.bump().lo;
        let right = match self.token.kind {
            // A name may end in `#` (ProgRef, "The paste operator"): these tokens follow a name.
            TokenKind::Colon | TokenKind::Semi | TokenKind::LBrace => None,
            _ => Some(self.value_in(ValuePlace::Name)?),
        };
        Ok(ExprKind::Paste(self.tree.add(PasteExpr { left, operator, right })))
    }

    /// Reads one or more ranges, separated by commas.
    pub(super) fn ranges(&mut self) -> Parse<PartList<RangePiece>> {
        let mut ranges = vec![self.range()?];
        while self.eat(TokenKind::Comma) {
            ranges.push(self.range()?);
        }
        Ok(self.tree.add_all(&ranges))
    }

    pub(super) fn range(&mut self) -> Parse<RangePiece> {
        let first = self.value()?;
        let last = match self.token.kind {
            TokenKind::DotDotDot | TokenKind::Minus => {
                self.bump();
                let Ok(last) = self.value() else {
                    // The reference reports this error after the value's own error.
                    return Err(
                        self.error(Code::InvalidRange, "expected integer value as end of range")
                    );
                };
                Some(last)
            }
            // The lexer reads `1-5` as the integers 1 and -5, so the range ends at the negated
            // second integer. This is also why the reference takes `1 5` as a range to -5.
            TokenKind::Int => {
                let lo = self.token.span;
                let last = self.int_literal()?.wrapping_neg();
                Some(Expr { kind: ExprKind::Int(self.tree.add(last)), span: lo })
            }
            _ => None,
        };
        Ok(RangePiece { first, last })
    }

    fn simple_value(&mut self) -> Parse<Expr> {
        let start = self.token.span;
        let kind = match self.token.kind {
            TokenKind::Int => {
                let value = self.int_literal()?;
                ExprKind::Int(self.tree.add(value))
            }
            TokenKind::KwTrue | TokenKind::KwFalse => {
                let value = i64::from(self.at(TokenKind::KwTrue));
                self.bump();
                ExprKind::Int(self.tree.add(value))
            }
            TokenKind::BinaryInt => self.binary_literal()?,
            TokenKind::Str => self.string_literal(),
            TokenKind::Code => self.code_literal(),
            TokenKind::Question => {
                self.bump();
                ExprKind::Unset
            }
            TokenKind::Ident => self.name_or_instance()?,
            TokenKind::LBrace => self.bits_init()?,
            TokenKind::LBracket => self.list()?,
            TokenKind::LParen => self.dag()?,
            TokenKind::Bang(op) => self.bang(op)?,
            TokenKind::BangCond => self.cond()?,
            TokenKind::BangSwitch => self.switch()?,
            TokenKind::BangForeach => self.comprehension(ComprehensionOp::Foreach)?,
            TokenKind::BangFilter => self.comprehension(ComprehensionOp::Filter)?,
            TokenKind::BangSort => self.comprehension(ComprehensionOp::Sort)?,
            TokenKind::BangFoldl => self.foldl()?,
            _ => {
                let message = "Unknown or reserved token when parsing a value";
                return Err(self.error(Code::ExpectedValue, message));
            }
        };
        Ok(Expr { kind, span: Span::new(start.lo, self.prev_end) })
    }

    /// Reads an integer token. Numbers from 2^63 to 2^64-1 wrap to negative numbers.
    pub(super) fn int_literal(&mut self) -> Parse<i64> {
        let text = self.input.text(self.token);
        let value = if let Some(digits) = text.strip_prefix("0x") {
            u64::from_str_radix(digits, 16).ok().map(u64::cast_signed)
        } else if text.starts_with('-') {
            text.parse::<i64>().ok()
        } else {
            text.parse::<u64>().ok().map(u64::cast_signed)
        };
        match value {
            Some(value) => {
                self.bump();
                Ok(value)
            }
            None => Err(self.number_too_large()),
        }
    }

    /// Reads a binary number. A number with more than 64 digits becomes a list of bits, because
    /// [`BinaryInt`] holds 64; all digits except the last 64 must be zero.
    fn binary_literal(&mut self) -> Parse<ExprKind> {
        let digits = &self.input.text(self.token)[2..];
        let Ok(value) = u64::from_str_radix(digits, 2) else {
            return Err(self.number_too_large());
        };
        let count = digits.len();
        let span = self.bump();
        let low = BinaryInt { value, width: count.min(64) as u32 };
        let low = ExprKind::BinaryInt(self.tree.add(low));
        if count <= 64 {
            return Ok(low);
        }
        // Bits are written from the highest down, so the zeros come first.
        let zero = Expr { kind: ExprKind::Int(self.tree.add(0)), span };
        let mut bits = vec![zero; count - 64];
        bits.push(Expr { kind: low, span });
        let bits = self.tree.add_all(&bits);
        Ok(ExprKind::BitsInit(self.tree.add(BitsExpr { bits })))
    }

    fn number_too_large(&mut self) -> Reported {
        let message = self.input.dialect.lexical_message("Number out of range");
        self.error(Code::NumberTooLarge, &message)
    }

    fn code_literal(&mut self) -> ExprKind {
        let text = self.input.text(self.token);
        // The contents between `[{` and `}]`; the lexer has checked that both exist.
        let text = &text[2..text.len() - 2];
        let literal = if text.len() >= LONG_LITERAL {
            let start = self.token.span.lo.offset(2);
            let text = SourceText { start, len: text.len() as u32 };
            ExprKind::LongCode(self.tree.add(text))
        } else {
            ExprKind::Code(NameSyntax::new(self.symbols.intern(text)))
        };
        self.bump();
        literal
    }

    fn string_literal(&mut self) -> ExprKind {
        let token = self.token;
        let quoted = self.input.text(token).len();
        self.buffer.clear();
        while self.at(TokenKind::Str) {
            // Adjacent string literals are one string (ProgRef, "Simple values").
            lexer::unescape(self.input.text(self.token), &mut self.buffer);
            self.bump();
        }
        // A literal that is as long as its contents with quotes is free of escapes.
        let is_verbatim = self.prev_end == token.span.hi && self.buffer.len() + 2 == quoted;
        if is_verbatim && self.buffer.len() >= LONG_LITERAL {
            let start = token.span.lo.offset(1);
            let text = SourceText { start, len: self.buffer.len() as u32 };
            return ExprKind::LongStr(self.tree.add(text));
        }
        ExprKind::Str(NameSyntax::new(self.symbols.intern(&self.buffer)))
    }

    fn name_or_instance(&mut self) -> Parse<ExprKind> {
        let class = self.ident("expected identifier")?;
        if !self.eat(TokenKind::Less) {
            return Ok(ExprKind::Name(class.name));
        }
        let args = self.arguments()?;
        Ok(ExprKind::Instance(self.tree.add(InstanceExpr { class, args })))
    }

    /// Reads template arguments after `<`, and the closing `>`.
    pub(super) fn arguments(&mut self) -> Parse<PartList<TemplateArg>> {
        let (base, outlined) = (self.lists.args.len(), self.outline_base());
        if self.eat(TokenKind::Greater) {
            return Ok(PartList::default());
        }
        loop {
            let start = self.token.span.lo;
            let arg = self.argument()?;
            self.outline_item(start);
            if arg.name.is_none()
                && self.lists.args[base..].last().is_some_and(|a| a.name.is_some())
            {
                // The arguments are kept in spite of the error, because the intent is clear.
                let message = "Positional argument should be put before named argument";
                self.error_at(Code::ArgumentOrder, arg.value.span, message);
            }
            self.lists.args.push(arg);
            if self.eat(TokenKind::Greater) {
                break;
            }
            self.expect(TokenKind::Comma, "Expected comma before next argument")?;
        }
        self.outline_list(OutlineKind::Arguments, outlined, None);
        Ok(self.tree.take(&mut self.lists.args, base))
    }

    fn argument(&mut self) -> Parse<TemplateArg> {
        let value = self.value()?;
        if !self.at(TokenKind::Equal) {
            return Ok(TemplateArg { name: None, value });
        }
        // The name is parsed as a value first, because only the `=` after it shows that it is a
        // name.
        let name =
            if let ExprKind::Name(name) | ExprKind::Str(name) | ExprKind::Code(name) = value.kind {
                name
            } else if let ExprKind::LongStr(text) | ExprKind::LongCode(text) = value.kind {
                let SourceText { start, len } = self.tree.get(text);
                NameSyntax::new(self.symbols.intern(self.input.sources().text(start, len)))
            } else {
                let message = "The name of named argument should be a valid identifier";
                return Err(self.error_at(Code::ArgumentOrder, value.span, message));
            };
        self.bump();
        let name = Some(Ident { name, span: value.span });
        Ok(TemplateArg { name, value: self.value()? })
    }

    fn bits_init(&mut self) -> Parse<ExprKind> {
        self.bump();
        let base = self.lists.exprs.len();
        if !self.at(TokenKind::RBrace) {
            self.more_values()?;
        }
        self.expect(TokenKind::RBrace, "expected '}' at end of bit list value")?;
        self.no_include();
        let bits = self.take_exprs(base);
        Ok(ExprKind::BitsInit(self.tree.add(BitsExpr { bits })))
    }

    /// Adds one or more values, separated by commas, to the list under construction.
    pub(super) fn more_values(&mut self) -> Parse<()> {
        loop {
            let value = self.value()?;
            self.lists.exprs.push(value);
            if !self.eat(TokenKind::Comma) {
                return Ok(());
            }
        }
    }

    fn list(&mut self) -> Parse<ExprKind> {
        self.bump();
        let (base, outlined) = (self.lists.exprs.len(), self.outline_base());
        if !self.at(TokenKind::RBracket) {
            loop {
                let value = self.value()?;
                self.outline_item(value.span.lo);
                self.lists.exprs.push(value);
                // A list may end in a comma.
                if !self.eat(TokenKind::Comma) || self.at(TokenKind::RBracket) {
                    break;
                }
            }
        }
        self.outline_list(OutlineKind::Elements, outlined, None);
        self.expect(TokenKind::RBracket, "expected ']' at end of list value")?;
        let elements = self.take_exprs(base);
        let element_type = if self.eat(TokenKind::Less) {
            let ty = self.type_expr()?;
            self.expect(TokenKind::Greater, "expected '>' at end of list element type")?;
            Some(ty)
        } else {
            None
        };
        Ok(ExprKind::List(self.tree.add(ListExpr { elements, element_type })))
    }

    fn dag(&mut self) -> Parse<ExprKind> {
        self.bump();
        match self.token.kind {
            TokenKind::Ident
            | TokenKind::Question
            // The reference accepts only these operators as a dag's operator.
            | TokenKind::Bang(BangOp::Cast | BangOp::GetDagOp)
            | TokenKind::LBracket => {}
            _ => return Err(self.error(Code::ExpectedName, "expected identifier in dag init")),
        }
        let operator = self.value()?;
        let operator_name = self.variable_after_colon("expected variable name in dag operator")?;
        let (base, outlined) = (self.lists.dag_args.len(), self.outline_base());
        if !self.at(TokenKind::RParen) {
            loop {
                let start = self.token.span.lo;
                let arg = self.dag_arg()?;
                self.outline_item(start);
                self.lists.dag_args.push(arg);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.outline_list(OutlineKind::DagArgs, outlined, None);
        self.expect(TokenKind::RParen, "expected ')' in dag init")?;
        let args = self.tree.take(&mut self.lists.dag_args, base);
        Ok(ExprKind::Dag(self.tree.add(DagExpr { operator, operator_name, args })))
    }

    fn dag_arg(&mut self) -> Parse<DagArgSyntax> {
        if self.at(TokenKind::VarName) {
            let name = Some(self.name_after(1));
            self.bump();
            return Ok(DagArgSyntax { value: None, name });
        }
        let value = Some(self.value()?);
        let name = self.variable_after_colon("expected variable name in dag literal")?;
        Ok(DagArgSyntax { value, name })
    }

    fn variable_after_colon(&mut self, message: &str) -> Parse<Option<NameSyntax>> {
        if !self.eat(TokenKind::Colon) {
            return Ok(None);
        }
        if !self.at(TokenKind::VarName) {
            let mut error = Diagnostic::error(Code::ExpectedName, self.token.span, message);
            error.note(None, NAME_AFTER_COLON_NOTE);
            return Err(self.report(error));
        }
        let name = self.name_after(1);
        self.bump();
        Ok(Some(name))
    }
}
