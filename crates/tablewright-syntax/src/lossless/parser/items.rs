//! Lists of statements and body items, and the tokens that are skipped after an error.

use super::{FileParser, ItemList};
use crate::diagnostic::Code;
use crate::grammar::{
    StatementScope, is_allowed_in_multiclass, starts_item, starts_outer_statement,
    starts_statement, starts_type,
};
use crate::lexer::TokenKind;
use crate::lossless::NodeKind;

impl FileParser<'_> {
    /// Reads items up to a closing brace or the end. Returns whether an error in an item ended the
    /// list: its closing brace is missing.
    pub(super) fn items(&mut self, list: ItemList) -> bool {
        let is_outermost = self.sink.open.is_empty();
        self.open_items(list);
        let is_cut = loop {
            if let Some(ends_list) = self.end_wrong_item() {
                if ends_list {
                    break true;
                }
                continue;
            }
            if self.item_of_preprocessor(list) {
                continue;
            }
            self.start_item();
            match self.token.kind {
                TokenKind::Eof => break false,
                TokenKind::RBrace if list != ItemList::Fragments => {
                    if is_outermost {
                        self.failed(Code::UnexpectedStatement);
                    } else if !self.is_item_wrong() {
                        break false;
                    }
                    self.error_node(|p| _ = p.bump());
                }
                kind if list == ItemList::BodyItems && starts_outer_statement(kind) => {
                    if !self.outer_statement() {
                        break false;
                    }
                }
                _ => self.item(list),
            }
        };
        self.close_items();
        is_cut
    }

    /// Reads a statement in a body. The body's closing brace is probably missing, and the statement
    /// was intended to follow it. Returns false if the body ends before the statement.
    fn outer_statement(&mut self) -> bool {
        if self.sink.recovery.is_none() {
            self.failed(Code::UnclosedBracket);
        }
        if !self.is_item_wrong() {
            return false;
        }
        if !self.at(TokenKind::Eof) {
            _ = self.statement(StatementScope::default());
        }
        true
    }

    fn item(&mut self, list: ItemList) {
        let kind = self.token.kind;
        match list {
            ItemList::Statements(scope) if starts_statement(kind) => _ = self.statement(scope),
            ItemList::InMulticlass if starts_statement(kind) => {
                if !is_allowed_in_multiclass(kind) {
                    self.failed(Code::UnexpectedStatement);
                }
                _ = self.statement(StatementScope::MULTICLASS);
            }
            ItemList::Statements(_) | ItemList::InMulticlass => self.skip_to_statement(),
            ItemList::BodyItems if starts_item(kind) => _ = self.body_item(self.prev_end),
            ItemList::BodyItems => {
                self.failed(Code::ExpectedType);
                self.error_node(FileParser::skip_with_contents);
            }
            ItemList::Fragments => self.fragment(),
        }
    }

    /// Skips to the next statement or the end of the block.
    fn skip_to_statement(&mut self) {
        self.failed(Code::UnexpectedStatement);
        self.error_node(|p| {
            while !matches!(p.token.kind, TokenKind::Eof | TokenKind::RBrace)
                && !starts_statement(p.token.kind)
            {
                p.skip_with_contents();
            }
        });
    }

    /// Reads a part of a branch. A branch may start or end in the middle of a construct.
    fn fragment(&mut self) {
        let kind = self.token.kind;
        if starts_statement(kind) {
            _ = self.statement(StatementScope::default());
            return;
        }
        let is_declaration = kind == TokenKind::KwField
            || starts_type(kind) && kind != TokenKind::Ident
            || kind == TokenKind::Ident
                && self.sink.kind_at(self.sink.next + 1) == TokenKind::Ident;
        if is_declaration {
            _ = self.body_item(self.prev_end);
            return;
        }
        let before = self.sink.at;
        _ = self.value();
        if self.sink.at == before {
            self.bump();
        }
    }

    /// Wraps the tokens that `skip` consumes in an error node.
    pub(super) fn error_node(&mut self, skip: impl FnOnce(&mut Self)) {
        let mark = self.start_node();
        skip(self);
        self.sink.builder.finish(mark, NodeKind::Error);
    }

    /// Skips tokens up to one for which `ends` holds.
    fn skip_until(&mut self, ends: impl Fn(TokenKind) -> bool) {
        if !ends(self.token.kind) {
            self.error_node(|p| {
                while !ends(p.token.kind) {
                    p.skip_with_contents();
                }
            });
        }
    }

    /// Skips tokens that do not belong in a bracketed list, up to a token that may follow. An
    /// opening bracket is skipped together with its contents.
    pub(super) fn skip_to_element_end(&mut self) {
        self.skip_until(ends_element);
    }

    /// Skips the tokens before the `;` of a statement or item.
    pub(super) fn skip_to_item_end(&mut self) {
        self.skip_until(|kind| {
            matches!(kind, TokenKind::Eof | TokenKind::Semi | TokenKind::RBrace)
                || starts_statement(kind)
        });
    }

    /// Skips a token. After an opening bracket it also skips to the closing bracket on the same
    /// level, but not past the end of the item.
    fn skip_with_contents(&mut self) {
        let mut open = 0u32;
        loop {
            match self.token.kind {
                TokenKind::Eof => return,
                TokenKind::LBrace | TokenKind::LBracket | TokenKind::LParen => open += 1,
                TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen => {
                    open = open.saturating_sub(1);
                }
                TokenKind::Semi => open = 0,
                kind => {
                    if open > 0 && starts_outer_statement(kind) {
                        return;
                    }
                }
            }
            self.bump();
            if open == 0 {
                return;
            }
        }
    }
}

/// Returns whether a token ends or continues a list, or starts a statement outside it.
fn ends_element(kind: TokenKind) -> bool {
    let ends = matches!(
        kind,
        TokenKind::Comma
            | TokenKind::Semi
            | TokenKind::RBrace
            | TokenKind::RBracket
            | TokenKind::RParen
            | TokenKind::Greater
            | TokenKind::Eof
    );
    ends || starts_outer_statement(kind)
}
