//! Statements, and the bodies of classes and records.

use super::value::ValueContext;
use super::{ItemList, Parser, starts_outer_statement, starts_statement, starts_type};
use crate::lexer::TokenKind;
use crate::lossless::NodeKind;

impl Parser<'_> {
    /// Reads items up to a closing brace or the end.
    pub(super) fn items(&mut self, list: ItemList) {
        loop {
            if self.item_of_preprocessor(list) {
                continue;
            }
            match self.kind() {
                TokenKind::Eof => return,
                TokenKind::RBrace if list != ItemList::Fragments => return,
                kind => match list {
                    ItemList::Statements if starts_statement(kind) => self.statement(),
                    // The body's closing brace is probably missing, and the statement was intended
                    // to follow it.
                    ItemList::BodyItems if starts_outer_statement(kind) => return,
                    ItemList::BodyItems => self.body_item(),
                    ItemList::Fragments => self.fragment(),
                    ItemList::Statements => self.skip_to_statement(),
                },
            }
        }
    }

    /// Skips to the next statement or the end of the block.
    fn skip_to_statement(&mut self) {
        self.error("a statement");
        self.error_node(|p| {
            while !matches!(p.kind(), TokenKind::Eof | TokenKind::RBrace)
                && !starts_statement(p.kind())
            {
                p.skip_token();
            }
        });
    }

    /// Reads a part of a branch. A branch may start or end in the middle of a construct.
    fn fragment(&mut self) {
        let kind = self.kind();
        if starts_statement(kind) {
            return self.statement();
        }
        let is_declaration = kind == TokenKind::KwField
            || starts_type(kind) && kind != TokenKind::Ident
            || kind == TokenKind::Ident && self.kind_at(self.next + 1) == TokenKind::Ident;
        if is_declaration {
            return self.body_item();
        }
        let before = self.at;
        self.value(ValueContext::Value);
        if self.at == before {
            self.bump();
        }
    }

    fn statement(&mut self) {
        self.nested(Parser::statement_here);
    }

    /// Reads a statement without a check of the depth.
    fn statement_here(&mut self) {
        let mark = self.start();
        let kind = self.kind();
        self.bump();
        let node = match kind {
            TokenKind::KwAssert => self.assert(),
            TokenKind::KwClass => self.class(),
            TokenKind::KwDef => self.def(),
            TokenKind::KwDefm => self.defm(),
            TokenKind::KwDefset => self.defset(),
            TokenKind::KwDeftype => self.deftype(),
            TokenKind::KwDefvar => self.defvar(),
            TokenKind::KwDump => self.dump(),
            TokenKind::KwForeach => self.foreach(),
            TokenKind::KwIf => self.if_statement(),
            TokenKind::KwLet => self.let_statement(),
            TokenKind::KwMulticlass => self.multiclass(),
            _ => NodeKind::Error,
        };
        self.finish(mark, node);
    }

    /// Reads the `;` at the end of a statement or item, and skips unexpected tokens before it.
    fn semicolon(&mut self) {
        if self.eat(TokenKind::Semi) {
            return;
        }
        self.error("';'");
        let ends = |p: &Self| {
            matches!(p.kind(), TokenKind::Eof | TokenKind::Semi | TokenKind::RBrace)
                || starts_statement(p.kind())
        };
        if !ends(self) {
            self.error_node(|p| {
                while !ends(p) {
                    p.skip_token();
                }
            });
        }
        self.eat(TokenKind::Semi);
    }

    fn class(&mut self) -> NodeKind {
        self.name();
        self.parameters();
        self.parents();
        self.record_body();
        NodeKind::Class
    }

    fn def(&mut self) -> NodeKind {
        self.object_name();
        self.parents();
        self.record_body();
        NodeKind::Def
    }

    fn defm(&mut self) -> NodeKind {
        self.object_name();
        if !self.at(TokenKind::Colon) {
            self.error("':'");
        }
        self.parents();
        self.semicolon();
        NodeKind::Defm
    }

    fn object_name(&mut self) {
        if !matches!(self.kind(), TokenKind::Colon | TokenKind::Semi | TokenKind::LBrace) {
            self.value(ValueContext::Name);
        }
    }

    /// Reads `<declarations>`, if present.
    fn parameters(&mut self) {
        if !self.at(TokenKind::Less) {
            return;
        }
        self.node(NodeKind::ParameterList, Parser::parameter_list);
    }

    fn parameter_list(&mut self) {
        self.bump();
        loop {
            let mark = self.start();
            self.declaration();
            self.finish(mark, NodeKind::Parameter);
            self.skip_in_list();
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Greater, "'>'");
    }

    /// Reads `field? type NAME = value`.
    fn declaration(&mut self) {
        self.eat(TokenKind::KwField);
        self.type_node();
        self.name();
        if self.eat(TokenKind::Equal) {
            self.value(ValueContext::Value);
        }
    }

    /// Reads `: parents`, if present.
    fn parents(&mut self) {
        if !self.at(TokenKind::Colon) {
            return;
        }
        self.node(NodeKind::ParentList, Parser::parent_list);
    }

    fn parent_list(&mut self) {
        self.bump();
        loop {
            self.node(NodeKind::ParentRef, |p| {
                p.name();
                p.arguments();
            });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
    }

    /// Reads `;`, or items in braces.
    fn record_body(&mut self) {
        if !self.at(TokenKind::LBrace) {
            return self.semicolon();
        }
        self.node(NodeKind::Body, |p| {
            p.bump();
            p.items(ItemList::BodyItems);
            p.expect(TokenKind::RBrace, "'}'");
        });
        self.no_semicolon();
    }

    /// Reads a `;` after a body. It is an error, after which parsing can continue normally.
    fn no_semicolon(&mut self) {
        if self.at(TokenKind::Semi) {
            self.error("no ';' after a body");
            self.bump();
        }
    }

    fn body_item(&mut self) {
        let mark = self.start();
        let kind = match self.kind() {
            TokenKind::KwAssert => {
                self.bump();
                self.assert()
            }
            TokenKind::KwDefvar => {
                self.bump();
                self.defvar()
            }
            TokenKind::KwDump => {
                self.bump();
                self.dump()
            }
            TokenKind::KwLet => {
                self.bump();
                self.let_target();
                self.expect(TokenKind::Equal, "'='");
                self.value(ValueContext::Value);
                self.semicolon();
                NodeKind::BodyLet
            }
            kind if kind == TokenKind::KwField || starts_type(kind) => {
                self.declaration();
                self.semicolon();
                NodeKind::Field
            }
            _ => {
                self.error("a field");
                self.skip_token();
                NodeKind::Error
            }
        };
        self.finish(mark, kind);
    }

    /// Reads `mode NAME{bits}` or `mode NAME<bits>`. The words `append` and `prepend` are modes if
    /// a name follows.
    fn let_target(&mut self) {
        if self.at(TokenKind::Ident) && self.kind_at(self.next + 1) == TokenKind::Ident {
            self.bump();
        }
        self.name();
        match self.kind() {
            TokenKind::LBrace => self.range_list(TokenKind::RBrace, "'}'"),
            TokenKind::Less => self.range_list(TokenKind::Greater, "'>'"),
            _ => {}
        }
    }

    fn let_statement(&mut self) -> NodeKind {
        loop {
            self.node(NodeKind::LetItem, |p| {
                p.let_target();
                p.expect(TokenKind::Equal, "'='");
                p.value(ValueContext::Value);
            });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::KwIn, "'in'");
        self.block();
        NodeKind::Let
    }

    /// Reads `{ statements }`, or a single statement.
    fn block(&mut self) {
        self.node(NodeKind::Block, |p| {
            if p.at(TokenKind::LBrace) {
                p.braces();
            } else if starts_statement(p.kind()) {
                p.statement();
            } else {
                p.error("a statement");
            }
        });
    }

    fn braces(&mut self) {
        self.bump();
        self.items(ItemList::Statements);
        self.expect(TokenKind::RBrace, "'}'");
    }

    fn multiclass(&mut self) -> NodeKind {
        self.name();
        self.parameters();
        self.parents();
        if self.at(TokenKind::LBrace) {
            self.node(NodeKind::Block, Parser::braces);
            self.no_semicolon();
        } else {
            self.semicolon();
        }
        NodeKind::Multiclass
    }

    fn defset(&mut self) -> NodeKind {
        self.type_node();
        self.name();
        self.expect(TokenKind::Equal, "'='");
        if self.at(TokenKind::LBrace) {
            self.node(NodeKind::Block, Parser::braces);
        } else {
            self.error("'{'");
        }
        NodeKind::Defset
    }

    fn deftype(&mut self) -> NodeKind {
        self.name();
        self.expect(TokenKind::Equal, "'='");
        self.type_node();
        self.semicolon();
        NodeKind::Deftype
    }

    fn defvar(&mut self) -> NodeKind {
        self.name();
        self.expect(TokenKind::Equal, "'='");
        self.value(ValueContext::Value);
        self.semicolon();
        NodeKind::Defvar
    }

    fn assert(&mut self) -> NodeKind {
        self.value(ValueContext::Value);
        self.expect(TokenKind::Comma, "','");
        self.value(ValueContext::Value);
        self.semicolon();
        NodeKind::Assert
    }

    fn dump(&mut self) -> NodeKind {
        self.value(ValueContext::Value);
        self.semicolon();
        NodeKind::Dump
    }

    fn foreach(&mut self) -> NodeKind {
        self.name();
        self.expect(TokenKind::Equal, "'='");
        if self.at(TokenKind::LBrace) {
            self.range_list(TokenKind::RBrace, "'}'");
        } else {
            self.range();
        }
        self.expect(TokenKind::KwIn, "'in'");
        self.block();
        NodeKind::Foreach
    }

    fn if_statement(&mut self) -> NodeKind {
        self.value(ValueContext::Value);
        self.expect(TokenKind::KwThen, "'then'");
        self.block();
        if self.eat(TokenKind::KwElse) {
            self.block();
        }
        NodeKind::If
    }
}
