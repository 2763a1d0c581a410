//! Tokens that start and end constructs, and lists that continue after an error.

use super::{GrammarSink, Parse, Parser};
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::TokenKind;
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
    fn not_closed(&mut self, kind: TokenKind, message: &str) -> Parse<S, ()> {
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
        // The second error is useful only next to the first, which is left out after a lexer error.
        let was_reported = matches!(self.token.kind, TokenKind::Error(_));
        let mut error = Diagnostic::error(Code::UnclosedBracket, self.token.span, message);
        error.label(opened, format!("this '{bracket}' is not closed"));
        S::report(self, error);
        if !was_reported {
            let message = format!("to match this '{bracket}'");
            S::report_opening(self, Diagnostic::error(Code::UnclosedBracket, opened, message));
        }
        S::stop()?;
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
