//! Tokens that start and end constructs, and lists that continue after an error.

use super::{GrammarSink, Parse, Parser, StatementScope};
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::{LinePlace, TokenKind};
use crate::source::Pos;

/// Returns whether a token with this kind starts a statement.
pub(crate) fn starts_statement(kind: TokenKind) -> bool {
    starts_outer_statement(kind)
        || matches!(
            kind,
            TokenKind::KwAssert | TokenKind::KwDefvar | TokenKind::KwDump | TokenKind::KwLet
        )
}

/// Returns whether a token with this kind starts a statement that is allowed neither in a class
/// body or record body nor in a value.
pub(crate) fn starts_outer_statement(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::KwClass
            | TokenKind::KwDef
            | TokenKind::KwDefm
            | TokenKind::KwDefset
            | TokenKind::KwDeftype
            | TokenKind::KwForeach
            | TokenKind::KwIf
            | TokenKind::KwMulticlass
    )
}

/// Returns whether a token with this kind starts a type.
pub(crate) fn starts_type(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::KwBit
            | TokenKind::KwBits
            | TokenKind::KwCode
            | TokenKind::KwDag
            | TokenKind::KwInt
            | TokenKind::KwList
            | TokenKind::KwString
            | TokenKind::Ident
    )
}

/// Returns whether a token with this kind starts an item in the body of a class or record.
pub(crate) fn starts_item(kind: TokenKind) -> bool {
    starts_type(kind)
        || matches!(
            kind,
            TokenKind::KwAssert
                | TokenKind::KwDefvar
                | TokenKind::KwDump
                | TokenKind::KwField
                | TokenKind::KwLet
        )
}

/// Returns whether a token with this kind starts a statement that is allowed directly in a
/// multiclass.
pub(crate) fn is_allowed_in_multiclass(kind: TokenKind) -> bool {
    starts_statement(kind)
        && !matches!(
            kind,
            TokenKind::KwClass
                | TokenKind::KwDefset
                | TokenKind::KwDeftype
                | TokenKind::KwMulticlass
        )
}

/// The place at which a list continues after an error in one of its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resume {
    /// The list continues with this token.
    Here,
    /// The list continues with this token, and the braces that are still open count as closed.
    AtMargin,
    /// The list continues after this token.
    After,
    /// The list ends before this token, because its closing brace seems to be missing.
    Outside,
}

/// Recovery from an error in a statement: skips to the next statement or the end of the block.
pub(crate) struct StatementRecovery {
    /// Number of braces open in the block.
    braces: u32,
    scope: StatementScope,
    /// Whether the last token ended a statement, so that the next token may start another, even in
    /// the middle of a line.
    follows_end: bool,
    /// Whether no token of the wrong statement has been consumed. The list would not advance if it continued here.
    is_unread: bool,
}

impl StatementRecovery {
    pub(crate) fn new(braces: u32, scope: StatementScope, is_unread: bool) -> StatementRecovery {
        StatementRecovery { braces, scope, follows_end: false, is_unread }
    }

    /// Returns whether the list continues at a token before which `braces` braces are open. `line`
    /// returns the token's place in its line.
    pub(crate) fn resume(
        &self,
        kind: TokenKind,
        braces: u32,
        line: impl FnOnce() -> LinePlace,
    ) -> Option<Resume> {
        if self.is_unread && kind != TokenKind::Eof {
            return None;
        }
        let ends_block = kind == TokenKind::RBrace && braces == self.braces && braces > 0;
        if kind == TokenKind::Eof || ends_block {
            return Some(Resume::Here);
        }
        if !starts_statement(kind) {
            return None;
        }
        let place = line();
        if braces <= self.braces && (place != LinePlace::Inside || self.follows_end) {
            return Some(Resume::Here);
        }
        // By convention only outermost statements start in the first column. If braces are open
        // there, a closing brace is missing.
        if place != LinePlace::Margin || !starts_outer_statement(kind) {
            return None;
        }
        let is_outermost = matches!(kind, TokenKind::KwClass | TokenKind::KwMulticlass);
        let is_nested = self.scope.in_loop || self.scope.in_multiclass;
        Some(if is_outermost && is_nested { Resume::Outside } else { Resume::AtMargin })
    }

    /// Notes a skipped token, after which `braces` braces are open.
    pub(crate) fn skipped(&mut self, kind: TokenKind, braces: u32) {
        self.is_unread = false;
        self.follows_end =
            matches!(kind, TokenKind::Semi | TokenKind::RBrace) && braces <= self.braces;
    }
}

/// Returns whether the list of a body's items continues at a token after an error in an item. The
/// body has `body_braces` open braces, and `braces` are open before the token. `line` returns
/// the token's place in its line.
pub(crate) fn resume_in_body(
    kind: TokenKind,
    braces: u32,
    body_braces: u32,
    line: impl FnOnce() -> LinePlace,
) -> Option<Resume> {
    match kind {
        TokenKind::Eof => Some(Resume::Outside),
        TokenKind::RBrace if braces <= body_braces => Some(Resume::Here),
        TokenKind::Semi if braces <= body_braces => Some(Resume::After),
        _ => {
            (starts_outer_statement(kind) && line() == LinePlace::Margin).then_some(Resume::Outside)
        }
    }
}

impl<S: GrammarSink> Parser<S> {
    /// Consumes the comma after a list element, and returns whether the list continues. The list
    /// ends at `close`. Any other token is an error with `message`, as if a token of the kind
    /// `missing` were missing.
    #[inline]
    pub(super) fn next_element(
        &mut self,
        close: TokenKind,
        missing: TokenKind,
        message: &str,
    ) -> Parse<S, bool> {
        if self.eat(TokenKind::Comma) {
            return Ok(true);
        }
        if self.at(close) {
            return Ok(false);
        }
        self.missing(missing, message)?;
        S::skip_in_list(self);
        Ok(self.eat(TokenKind::Comma))
    }

    /// Consumes the bracket that closes a list, or reports `message`.
    #[inline]
    pub(super) fn close(&mut self, kind: TokenKind, message: &str) -> Parse<S, ()> {
        if self.eat(kind) { Ok(()) } else { self.not_closed(kind, message) }
    }

    /// Reports that a list does not end here, and reads further elements.
    #[cold]
    pub(super) fn not_closed(&mut self, kind: TokenKind, message: &str) -> Parse<S, ()> {
        self.missing(kind, message)?;
        loop {
            S::skip_in_list(self);
            if !self.eat(TokenKind::Comma) {
                break;
            }
            if !self.at(kind) {
                self.value()?;
            }
        }
        self.eat(kind);
        Ok(())
    }

    /// Consumes the bracket that closes `bracket` at `opened`; reports `message` and the opening
    /// bracket if it is missing.
    pub(crate) fn expect_closing(
        &mut self,
        kind: TokenKind,
        message: &str,
        opened: Pos,
        bracket: char,
    ) -> Parse<S, ()> {
        if self.eat(kind) {
            return Ok(());
        }
        S::report_unclosed(self, kind, message, opened, bracket);
        S::stop(self)?;
        S::skip_in_list(self);
        self.eat(kind);
        Ok(())
    }

    /// Consumes the `;` at the end of a statement or item, or reports `message`.
    #[inline]
    pub(super) fn semicolon(&mut self, message: &str) -> Parse<S, ()> {
        if self.eat(TokenKind::Semi) { Ok(()) } else { self.no_semicolon(message) }
    }

    #[cold]
    fn no_semicolon(&mut self, message: &str) -> Parse<S, ()> {
        self.missing(TokenKind::Semi, message)?;
        S::skip_to_semicolon(self);
        self.eat(TokenKind::Semi);
        Ok(())
    }

    /// Reports and skips a semicolon that is not needed. Parsing continues, because the intent is
    /// clear.
    pub(crate) fn spurious_semicolon(&mut self, message: &str) {
        let mut error = Diagnostic::error(Code::ExtraSemicolon, self.token.span, message);
        error.note(None, "Semicolon ignored; remove to eliminate this error");
        S::report(self, error);
        self.bump();
    }

    /// Reports `message` at the token, and the brace whose block probably ends before it.
    #[cold]
    pub(crate) fn unclosed(&mut self, message: &str, brace: Pos, note: &str) -> Parse<S, ()> {
        let mut error = Diagnostic::error(Code::UnclosedBracket, self.token.span, message);
        error.note(Some(brace), note);
        self.fail(error)
    }
}
