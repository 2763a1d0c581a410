//! Values: literals, names, lists, dags, suffixes and the paste operator.

use super::{GrammarSink, MAX_DEPTH, NodeKind, Parse, Parser};
use crate::bang::BangOp;
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::TokenKind;
use crate::source::{Pos, Span};
use crate::tree::{
    BinaryInt, BitRangeExpr, BitsExpr, ComprehensionOp, DagArgSyntax, DagExpr, Expr, ExprKind,
    FieldExpr, Ident, InstanceExpr, ListExpr, NameSyntax, PartList, PasteExpr, RangePiece,
    SubscriptExpr, TemplateArg, TypeExpr,
};

/// Help for `(i32:shl $a, $b)`.
const TYPE_OF_NODE: &str = "a type is an operator around the node, as in `(i32 (shl …))`";

/// The place of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValuePlace {
    Value,
    /// The name of a `def` or `defm`, or the right operand of a `#`: a `{` starts the body and does
    /// not select bits.
    Name,
}

impl<S: GrammarSink> Parser<S> {
    pub(crate) fn value(&mut self) -> Parse<S, Expr> {
        self.value_in(ValuePlace::Value)
    }

    pub(super) fn value_in(&mut self, place: ValuePlace) -> Parse<S, Expr> {
        self.nested(Self::absent_value, |p| {
            let mark = S::start(p);
            let first = p.simple_value(mark)?;
            p.suffixes(mark, first, place)
        })
    }

    fn suffixes(&mut self, mark: S::Mark, mut value: Expr, place: ValuePlace) -> Parse<S, Expr> {
        let mut depth = self.depth;
        loop {
            let (kind, node) = match self.token.kind {
                TokenKind::LBrace if place == ValuePlace::Value => {
                    (self.bit_range(value)?, NodeKind::BitRangeValue)
                }
                TokenKind::LBracket => (self.subscript(value)?, NodeKind::SubscriptValue),
                TokenKind::Dot => {
                    self.bump();
                    let field = self.ident("expected field identifier after '.'")?;
                    let field = self.sink.add(FieldExpr { value, field });
                    (ExprKind::Field(field), NodeKind::FieldValue)
                }
                TokenKind::Hash => (self.paste(value)?, NodeKind::PasteValue),
                _ => return Ok(value),
            };
            self.sink.finish(mark, node);
            value = Expr { kind, span: Span::new(value.span.lo, self.prev_end) };
            // The loop does not recurse, but each suffix makes the tree one level deeper, and
            // functions that walk it recurse.
            depth += 1;
            if depth > MAX_DEPTH {
                self.too_deep()?;
                return Ok(value);
            }
        }
    }

    fn bit_range(&mut self, value: Expr) -> Parse<S, ExprKind> {
        let (brace, ranges) = self.ranges_in_braces()?;
        Ok(ExprKind::BitRange(self.sink.add(BitRangeExpr { value, brace, ranges })))
    }

    /// Reads `{ranges}`, and returns the position of the brace.
    pub(super) fn ranges_in_braces(&mut self) -> Parse<S, (Pos, PartList<RangePiece>)> {
        let mark = S::start(self);
        let brace = self.bump().lo;
        let ranges = self.ranges()?;
        self.close(TokenKind::RBrace, "expected '}' at end of bit range list")?;
        self.sink.finish(mark, NodeKind::RangeList);
        S::no_include(self);
        Ok((brace, ranges))
    }

    fn subscript(&mut self, value: Expr) -> Parse<S, ExprKind> {
        let mark = S::start(self);
        self.bump();
        let base = self.sink.open_list::<RangePiece>();
        let mut trailing_comma = false;
        loop {
            let range = self.range()?;
            self.sink.push(range);
            if !self.eat(TokenKind::Comma) {
                break;
            }
            if self.at(TokenKind::RBracket) {
                trailing_comma = true;
                break;
            }
        }
        self.close(TokenKind::RBracket, "expected ']' at end of list slice")?;
        self.sink.finish(mark, NodeKind::RangeList);
        let elements = self.sink.close_list(base);
        let node = SubscriptExpr { value, elements, trailing_comma };
        Ok(ExprKind::Subscript(self.sink.add(node)))
    }

    fn paste(&mut self, left: Expr) -> Parse<S, ExprKind> {
        let operator = self.bump().lo;
        let right = match self.token.kind {
            // A name may end in `#` (ProgRef, "The paste operator"): these tokens follow a name.
            TokenKind::Colon | TokenKind::Semi | TokenKind::LBrace => None,
            _ => Some(self.value_in(ValuePlace::Name)?),
        };
        Ok(ExprKind::Paste(self.sink.add(PasteExpr { left, operator, right })))
    }

    /// Reads one or more ranges, separated by commas.
    pub(super) fn ranges(&mut self) -> Parse<S, PartList<RangePiece>> {
        let base = self.sink.open_list::<RangePiece>();
        loop {
            let range = self.range()?;
            self.sink.push(range);
            if !self.eat(TokenKind::Comma) {
                return Ok(self.sink.close_list(base));
            }
        }
    }

    pub(super) fn range(&mut self) -> Parse<S, RangePiece> {
        let mark = S::start(self);
        let first = self.value()?;
        let last = match self.token.kind {
            TokenKind::DotDotDot | TokenKind::Minus => {
                self.bump();
                match self.value() {
                    Ok(last) => Some(last),
                    Err(stop) => {
                        // The reference reports this error after the value's own error.
                        let message = "expected integer value as end of range";
                        self.error(Code::InvalidRange, message)?;
                        return Err(stop);
                    }
                }
            }
            // The lexer reads `1-5` as the integers 1 and -5, so the range ends at the negated
            // second integer. This is also why the reference takes `1 5` as a range to -5.
            TokenKind::Int => {
                let number = S::start(self);
                let span = self.token.span;
                let last = self.int_literal()?.wrapping_neg();
                self.sink.finish(number, NodeKind::Integer);
                Some(Expr { kind: ExprKind::Int(self.sink.add(last)), span })
            }
            _ => None,
        };
        self.sink.finish(mark, NodeKind::Range);
        Ok(RangePiece { first, last })
    }

    fn simple_value(&mut self, mark: S::Mark) -> Parse<S, Expr> {
        let start = self.token.span;
        let (kind, node) = match self.token.kind {
            TokenKind::Int => {
                let value = self.int_literal()?;
                (ExprKind::Int(self.sink.add(value)), NodeKind::Integer)
            }
            TokenKind::KwTrue | TokenKind::KwFalse => {
                let value = i64::from(self.at(TokenKind::KwTrue));
                self.bump();
                (ExprKind::Int(self.sink.add(value)), NodeKind::Boolean)
            }
            TokenKind::BinaryInt => (self.binary_literal()?, NodeKind::Integer),
            TokenKind::Str => (S::string_literal(self), NodeKind::StringValue),
            TokenKind::Code => (S::code_literal(self), NodeKind::CodeValue),
            TokenKind::Question => {
                self.bump();
                (ExprKind::Unset, NodeKind::Unset)
            }
            TokenKind::Ident => self.name_or_instance(mark)?,
            TokenKind::LBrace => (self.bits_init()?, NodeKind::BitsValue),
            TokenKind::LBracket => (self.list()?, NodeKind::ListValue),
            TokenKind::LParen => (self.dag()?, NodeKind::DagValue),
            TokenKind::Bang(op) => (self.bang(op)?, NodeKind::BangValue),
            TokenKind::BangCond => (self.cond()?, NodeKind::CondValue),
            TokenKind::BangSwitch => (self.switch()?, NodeKind::SwitchValue),
            TokenKind::BangForeach => {
                (self.comprehension(ComprehensionOp::Foreach)?, NodeKind::ComprehensionValue)
            }
            TokenKind::BangFilter => {
                (self.comprehension(ComprehensionOp::Filter)?, NodeKind::ComprehensionValue)
            }
            TokenKind::BangSort => {
                (self.comprehension(ComprehensionOp::Sort)?, NodeKind::ComprehensionValue)
            }
            TokenKind::BangFoldl => (self.foldl()?, NodeKind::FoldlValue),
            _ => {
                let message = "Unknown or reserved token when parsing a value";
                self.error(Code::ExpectedValue, message)?;
                return Ok(self.absent_value());
            }
        };
        self.sink.finish(mark, node);
        Ok(Expr { kind, span: Span::new(start.lo, self.prev_end) })
    }

    /// Reads an integer token. Numbers from 2^63 to 2^64-1 wrap to negative numbers.
    pub(super) fn int_literal(&mut self) -> Parse<S, i64> {
        let text = self.sink.text(self.token);
        let value = if let Some(digits) = text.strip_prefix("0x") {
            u64::from_str_radix(digits, 16).ok().map(u64::cast_signed)
        } else if text.starts_with('-') {
            text.parse::<i64>().ok()
        } else {
            text.parse::<u64>().ok().map(u64::cast_signed)
        };
        let value = match value {
            Some(value) => value,
            None => {
                self.number_too_large()?;
                0
            }
        };
        self.bump();
        Ok(value)
    }

    /// Reads a binary number. A number with more than 64 digits becomes a list of bits, because
    /// [`BinaryInt`] holds 64; all digits except the last 64 must be zero.
    fn binary_literal(&mut self) -> Parse<S, ExprKind> {
        let digits = &self.sink.text(self.token)[2..];
        let (value, count) = (u64::from_str_radix(digits, 2), digits.len());
        let value = match value {
            Ok(value) => value,
            Err(_) => {
                self.number_too_large()?;
                0
            }
        };
        let span = self.bump();
        let low = BinaryInt { value, width: count.min(64) as u32 };
        let low = ExprKind::BinaryInt(self.sink.add(low));
        if count <= 64 {
            return Ok(low);
        }
        // Bits are written from the highest down, so the zeros come first.
        let zero = Expr { kind: ExprKind::Int(self.sink.add(0)), span };
        let base = self.sink.open_list::<Expr>();
        for _ in 64..count {
            self.sink.push(zero);
        }
        self.sink.push(Expr { kind: low, span });
        let bits = self.sink.close_list(base);
        Ok(ExprKind::BitsInit(self.sink.add(BitsExpr { bits })))
    }

    fn number_too_large(&mut self) -> Parse<S, ()> {
        let message = self.sink.dialect().lexical_message("Number out of range");
        self.error(Code::NumberTooLarge, &message)
    }

    fn name_or_instance(&mut self, mark: S::Mark) -> Parse<S, (ExprKind, NodeKind)> {
        let class = self.ident_token();
        if !self.at(TokenKind::Less) {
            return Ok((ExprKind::Name(class.name), NodeKind::NameValue));
        }
        self.sink.finish(mark, NodeKind::Name);
        let args = self.arguments()?;
        let instance = self.sink.add(InstanceExpr { class, args });
        Ok((ExprKind::Instance(instance), NodeKind::InstanceValue))
    }

    /// Reads template arguments; the next token is `<`.
    pub(super) fn arguments(&mut self) -> Parse<S, PartList<TemplateArg>> {
        let mark = S::start(self);
        self.bump();
        let base = self.sink.open_list::<TemplateArg>();
        if !self.eat(TokenKind::Greater) {
            self.more_arguments()?;
        }
        self.sink.finish(mark, NodeKind::ArgumentList);
        Ok(self.sink.close_list(base))
    }

    fn more_arguments(&mut self) -> Parse<S, ()> {
        const COMMA: &str = "Expected comma before next argument";
        let mut follows_named = false;
        loop {
            let arg = self.argument()?;
            if arg.name.is_none() && follows_named {
                // The arguments are kept in spite of the error, because the intent is clear.
                let message = "Positional argument should be put before named argument";
                let error = Diagnostic::error(Code::ArgumentOrder, arg.value.span, message);
                S::report_earlier(self, error);
            }
            follows_named = arg.name.is_some();
            self.sink.push(arg);
            if self.eat(TokenKind::Greater) {
                return Ok(());
            }
            if !self.next_element(TokenKind::Greater, TokenKind::Comma, COMMA)? {
                return self.close(TokenKind::Greater, COMMA);
            }
        }
    }

    fn argument(&mut self) -> Parse<S, TemplateArg> {
        let mark = S::start(self);
        let value = self.value()?;
        if !self.at(TokenKind::Equal) {
            self.sink.finish(mark, NodeKind::Argument);
            return Ok(TemplateArg { name: None, value });
        }
        // The name is parsed as a value first, because only the `=` after it shows that it is a
        // name.
        let name = match value.kind {
            ExprKind::Name(name) | ExprKind::Str(name) | ExprKind::Code(name) => Some(name),
            ExprKind::LongStr(text) | ExprKind::LongCode(text) => Some(self.sink.intern_text(text)),
            _ => {
                let message = "The name of named argument should be a valid identifier";
                self.error_at(Code::ArgumentOrder, value.span, message)?;
                None
            }
        };
        self.bump();
        let name = name.map(|name| Ident { name, span: value.span });
        let value = self.value()?;
        self.sink.finish(mark, NodeKind::Argument);
        Ok(TemplateArg { name, value })
    }

    fn bits_init(&mut self) -> Parse<S, ExprKind> {
        const CLOSE: &str = "expected '}' at end of bit list value";
        self.bump();
        let base = self.sink.open_list::<Expr>();
        if !self.eat(TokenKind::RBrace) {
            self.more_values(TokenKind::RBrace, CLOSE, |_, _| {})?;
        }
        S::no_include(self);
        let bits = self.sink.close_list(base);
        Ok(ExprKind::BitsInit(self.sink.add(BitsExpr { bits })))
    }

    /// Adds one or more values, separated by commas, to the list under construction, and reads the
    /// closing bracket. `each` receives each value with its number, from 1.
    pub(super) fn more_values(
        &mut self,
        close: TokenKind,
        unclosed: &str,
        mut each: impl FnMut(usize, Expr),
    ) -> Parse<S, ()> {
        let mut count = 0;
        loop {
            let value = self.value()?;
            count += 1;
            each(count, value);
            self.sink.push(value);
            if !self.next_element(close, close, unclosed)? {
                return self.close(close, unclosed);
            }
        }
    }

    fn list(&mut self) -> Parse<S, ExprKind> {
        const CLOSE: &str = "expected ']' at end of list value";
        self.bump();
        let base = self.sink.open_list::<Expr>();
        // A list may end in a comma.
        while !self.at(TokenKind::RBracket) {
            let value = self.value()?;
            self.sink.push(value);
            if !self.next_element(TokenKind::RBracket, TokenKind::RBracket, CLOSE)? {
                break;
            }
        }
        self.close(TokenKind::RBracket, CLOSE)?;
        let elements = self.sink.close_list(base);
        let element_type = if self.at(TokenKind::Less) { Some(self.element_type()?) } else { None };
        Ok(ExprKind::List(self.sink.add(ListExpr { elements, element_type })))
    }

    fn element_type(&mut self) -> Parse<S, TypeExpr> {
        self.bump();
        let ty = self.type_expr()?;
        self.expect(TokenKind::Greater, "expected '>' at end of list element type")?;
        Ok(ty)
    }

    fn dag(&mut self) -> Parse<S, ExprKind> {
        const CLOSE: &str = "expected ')' in dag init";
        self.bump();
        match self.token.kind {
            TokenKind::Ident
            | TokenKind::Question
            // The reference accepts only these operators as a dag's operator.
            | TokenKind::Bang(BangOp::Cast | BangOp::GetDagOp)
            | TokenKind::LBracket => {}
            _ => self.error(Code::ExpectedName, "expected identifier in dag init")?,
        }
        let operator = self.dag_arg("expected variable name in dag operator")?;
        let base = self.sink.open_list::<DagArgSyntax>();
        if !self.eat(TokenKind::RParen) {
            loop {
                let arg = self.dag_arg("expected variable name in dag literal")?;
                self.sink.push(arg);
                if !self.next_element(TokenKind::RParen, TokenKind::RParen, CLOSE)? {
                    break;
                }
            }
            self.close(TokenKind::RParen, CLOSE)?;
        }
        let args = self.sink.close_list(base);
        let DagArgSyntax { value, name: operator_name } = operator;
        let operator = value.unwrap_or_else(|| self.absent_value());
        Ok(ExprKind::Dag(self.sink.add(DagExpr { operator, operator_name, args })))
    }

    /// Reads a dag's operator or argument. `message` is for a missing variable after the colon.
    fn dag_arg(&mut self, message: &str) -> Parse<S, DagArgSyntax> {
        let mark = S::start(self);
        let arg = if self.at(TokenKind::VarName) {
            DagArgSyntax { value: None, name: Some(self.variable()) }
        } else {
            let value = Some(self.value()?);
            DagArgSyntax { value, name: self.variable_after_colon(message)? }
        };
        self.sink.finish(mark, NodeKind::DagArg);
        Ok(arg)
    }

    fn variable(&mut self) -> NameSyntax {
        let mark = S::start(self);
        let name = self.sink.intern(self.token, 1);
        self.bump();
        self.sink.finish(mark, NodeKind::VariableName);
        name
    }

    fn variable_after_colon(&mut self, message: &str) -> Parse<S, Option<NameSyntax>> {
        if !self.eat(TokenKind::Colon) {
            return Ok(None);
        }
        if self.at(TokenKind::VarName) {
            return Ok(Some(self.variable()));
        }
        let mut error = Diagnostic::error(Code::ExpectedName, self.token.span, message);
        let name = if self.at(TokenKind::Ident) {
            format!("a name in a dag has a `$`: `:${}`", self.sink.text(self.token))
        } else {
            "`:` is followed by a name such as `$dst`".to_owned()
        };
        error.note(None, format!("{name}; {TYPE_OF_NODE}"));
        self.fail(error)?;
        Ok(None)
    }
}
