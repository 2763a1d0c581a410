//! Values and types.

use super::{MAX_DEPTH, Parser};
use crate::bang::{BangOp, TypeArg};
use crate::lexer::TokenKind;
use crate::lossless::NodeKind;

/// The place of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueContext {
    Value,
    /// The name of a `def` or `defm`, or the right operand of a `#`: a `{` starts the body and does
    /// not select bits.
    Name,
}

impl Parser<'_> {
    pub(super) fn value(&mut self, context: ValueContext) {
        self.nested(|p| {
            let mark = p.start();
            let Some(kind) = p.simple_value() else { return p.error("a value") };
            p.finish(mark, kind);
            // The loop does not recurse, but each suffix makes the tree one level deeper, and
            // functions that walk it recurse.
            for _ in p.depth..MAX_DEPTH {
                let Some(kind) = p.suffix(context) else { return };
                p.finish(mark, kind);
            }
        });
    }

    /// Reads a suffix, and returns the kind of the node for the value with its suffix.
    fn suffix(&mut self, context: ValueContext) -> Option<NodeKind> {
        match self.kind() {
            TokenKind::LBrace if context == ValueContext::Value => {
                self.range_list(TokenKind::RBrace, "'}'");
                Some(NodeKind::BitRangeValue)
            }
            TokenKind::LBracket => {
                self.range_list(TokenKind::RBracket, "']'");
                Some(NodeKind::SubscriptValue)
            }
            TokenKind::Dot => {
                self.bump();
                self.name();
                Some(NodeKind::FieldValue)
            }
            TokenKind::Hash => {
                self.bump();
                // A name may end in `#`: these tokens follow a name.
                let ends =
                    matches!(self.kind(), TokenKind::Colon | TokenKind::Semi | TokenKind::LBrace);
                if !ends {
                    self.value(ValueContext::Name);
                }
                Some(NodeKind::PasteValue)
            }
            _ => None,
        }
    }

    /// Reads one or more ranges in brackets; the opening bracket is the next token. A slice may end
    /// in a comma.
    pub(super) fn range_list(&mut self, close: TokenKind, expected: &'static str) {
        self.node(NodeKind::RangeList, |p| {
            p.bump();
            loop {
                p.range();
                if !p.eat(TokenKind::Comma) || close == TokenKind::RBracket && p.at(close) {
                    break;
                }
            }
            p.closing(close, expected);
        });
    }

    /// Reads a list's closing bracket, and skips unexpected tokens before it.
    fn closing(&mut self, close: TokenKind, expected: &'static str) {
        if self.eat(close) {
            return;
        }
        self.error(expected);
        self.skip_in_list();
        self.eat(close);
    }

    /// Reads the comma after a list element, and returns whether there is a comma. Skips unexpected
    /// tokens before it.
    fn next_in_list(&mut self, close: TokenKind, expected: &'static str) -> bool {
        if !self.at(close) && !self.at(TokenKind::Comma) {
            self.error(expected);
            self.skip_in_list();
        }
        self.eat(TokenKind::Comma)
    }

    pub(super) fn range(&mut self) {
        self.node(NodeKind::Range, Parser::range_bounds);
    }

    fn range_bounds(&mut self) {
        self.value(ValueContext::Value);
        match self.kind() {
            TokenKind::DotDotDot | TokenKind::Minus => {
                self.bump();
                self.value(ValueContext::Value);
            }
            // `1-5` is lexed as the numbers 1 and -5.
            TokenKind::Int => self.node(NodeKind::Integer, Parser::bump),
            _ => {}
        }
    }

    /// Reads values separated by commas up to a closing bracket. A comma may precede the bracket if
    /// `trailing`.
    fn values(&mut self, close: TokenKind, trailing: bool, expected: &'static str) {
        if !self.at(close) {
            loop {
                self.value(ValueContext::Value);
                if !self.next_in_list(close, expected) || trailing && self.at(close) {
                    break;
                }
            }
        }
        self.expect(close, expected);
    }

    fn simple_value(&mut self) -> Option<NodeKind> {
        let kind = match self.kind() {
            TokenKind::Int | TokenKind::BinaryInt => NodeKind::Integer,
            TokenKind::KwTrue | TokenKind::KwFalse => NodeKind::Boolean,
            TokenKind::Code => NodeKind::CodeValue,
            TokenKind::Question => NodeKind::Unset,
            TokenKind::Str => {
                while self.at(TokenKind::Str) {
                    self.bump();
                }
                return Some(NodeKind::StringValue);
            }
            TokenKind::Ident => {
                if self.kind_at(self.next + 1) != TokenKind::Less {
                    NodeKind::NameValue
                } else {
                    self.name();
                    self.arguments();
                    return Some(NodeKind::InstanceValue);
                }
            }
            TokenKind::LBrace => {
                self.bump();
                self.values(TokenKind::RBrace, false, "'}'");
                return Some(NodeKind::BitsValue);
            }
            TokenKind::LBracket => {
                self.bump();
                self.values(TokenKind::RBracket, true, "']'");
                self.type_in_angles();
                return Some(NodeKind::ListValue);
            }
            TokenKind::LParen => return Some(self.dag()),
            TokenKind::Bang(op) => return Some(self.bang(op)),
            TokenKind::BangCond => return Some(self.cond()),
            TokenKind::BangSwitch => return Some(self.switch()),
            TokenKind::BangForeach | TokenKind::BangFilter | TokenKind::BangSort => {
                return Some(self.comprehension());
            }
            TokenKind::BangFoldl => return Some(self.foldl()),
            _ => return None,
        };
        self.bump();
        Some(kind)
    }

    /// Reads `<arguments>`, if present.
    pub(super) fn arguments(&mut self) {
        if !self.at(TokenKind::Less) {
            return;
        }
        self.node(NodeKind::ArgumentList, Parser::argument_list);
    }

    fn argument_list(&mut self) {
        self.bump();
        if self.eat(TokenKind::Greater) {
            return;
        }
        loop {
            self.node(NodeKind::Argument, |p| {
                p.value(ValueContext::Value);
                if p.eat(TokenKind::Equal) {
                    p.value(ValueContext::Value);
                }
            });
            if !self.next_in_list(TokenKind::Greater, "',' or '>'") {
                break;
            }
        }
        self.expect(TokenKind::Greater, "'>'");
    }

    fn dag(&mut self) -> NodeKind {
        self.bump();
        self.dag_arg();
        if !self.at(TokenKind::RParen) {
            loop {
                self.dag_arg();
                if !self.next_in_list(TokenKind::RParen, "',' or ')'") {
                    break;
                }
            }
        }
        self.expect(TokenKind::RParen, "')'");
        NodeKind::DagValue
    }

    fn dag_arg(&mut self) {
        self.node(NodeKind::DagArg, Parser::dag_value_and_name);
    }

    fn dag_value_and_name(&mut self) {
        if self.at(TokenKind::VarName) {
            return self.node(NodeKind::VariableName, Parser::bump);
        }
        self.value(ValueContext::Value);
        if self.eat(TokenKind::Colon) {
            if self.at(TokenKind::VarName) {
                self.node(NodeKind::VariableName, Parser::bump);
            } else {
                self.error("a variable");
            }
        }
    }

    fn bang(&mut self, op: BangOp) -> NodeKind {
        self.bump();
        match op.arity().type_arg {
            TypeArg::None | TypeArg::Optional => self.type_in_angles(),
            TypeArg::Required => {
                if !self.at(TokenKind::Less) {
                    self.error("a type");
                }
                self.type_in_angles();
            }
        }
        self.expect(TokenKind::LParen, "'('");
        self.values(TokenKind::RParen, false, "')'");
        NodeKind::BangValue
    }

    fn cond(&mut self) -> NodeKind {
        self.bump();
        self.expect(TokenKind::LParen, "'('");
        self.cases();
        NodeKind::CondValue
    }

    fn switch(&mut self) -> NodeKind {
        self.bump();
        self.expect(TokenKind::LParen, "'('");
        self.value(ValueContext::Value);
        self.expect(TokenKind::Comma, "','");
        self.cases();
        NodeKind::SwitchValue
    }

    /// Reads `key: value` cases, separated by commas, up to a closing parenthesis. The last may be
    /// a value alone.
    fn cases(&mut self) {
        while !matches!(self.kind(), TokenKind::RParen | TokenKind::Eof) {
            let mark = self.start();
            self.value(ValueContext::Value);
            if self.eat(TokenKind::Colon) {
                self.value(ValueContext::Value);
                self.finish(mark, NodeKind::Case);
            }
            if !self.next_in_list(TokenKind::RParen, "',' or ')'") {
                break;
            }
        }
        self.expect(TokenKind::RParen, "')'");
    }

    fn comprehension(&mut self) -> NodeKind {
        self.bump();
        self.expect(TokenKind::LParen, "'('");
        self.name();
        self.expect(TokenKind::Comma, "','");
        self.values(TokenKind::RParen, false, "')'");
        NodeKind::ComprehensionValue
    }

    fn foldl(&mut self) -> NodeKind {
        self.bump();
        self.expect(TokenKind::LParen, "'('");
        self.value(ValueContext::Value);
        self.expect(TokenKind::Comma, "','");
        self.value(ValueContext::Value);
        self.expect(TokenKind::Comma, "','");
        self.name();
        self.expect(TokenKind::Comma, "','");
        self.name();
        self.expect(TokenKind::Comma, "','");
        self.values(TokenKind::RParen, false, "')'");
        NodeKind::FoldlValue
    }

    /// Reads `<type>`, if present.
    fn type_in_angles(&mut self) {
        if self.eat(TokenKind::Less) {
            self.type_node();
            self.expect(TokenKind::Greater, "'>'");
        }
    }

    pub(super) fn type_node(&mut self) {
        self.nested(|p| {
            if !super::starts_type(p.kind()) {
                return p.error("a type");
            }
            p.node(NodeKind::Type, Parser::type_tokens);
        });
    }

    fn type_tokens(&mut self) {
        let kind = self.kind();
        self.bump();
        if kind == TokenKind::KwBits {
            self.expect(TokenKind::Less, "'<'");
            self.expect(TokenKind::Int, "a number");
            self.expect(TokenKind::Greater, "'>'");
        } else if kind == TokenKind::KwList {
            self.expect(TokenKind::Less, "'<'");
            self.type_node();
            self.expect(TokenKind::Greater, "'>'");
        }
    }
}
