//! Assembly strings divided into tokens.
//!
//! In: a variant's string, for example `add $dst, [$src]`, and the characters that separate tokens.
//! Out: the tokens. Operand references keep their spelling: `$dst` or `${dst}`.

use super::parser::TokenCharacters;

/// A token in an assembly string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AsmToken<'t> {
    pub(super) text: &'t str,
    /// Whether separators or string ends surround the token. Only such a token can be a register
    /// name.
    pub(super) is_isolated: bool,
}

/// The reason why a string cannot be divided into tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenError {
    /// `\` at the end.
    NothingEscaped,
    /// `${` without `}`.
    OpenReference,
}

/// Divides `text` into tokens, which are added to `tokens`.
pub(super) fn tokenize<'t>(
    text: &'t str,
    characters: &TokenCharacters,
    tokens: &mut Vec<AsmToken<'t>>,
) -> Result<(), TokenError> {
    let mut scan = TokenScanner { text, tokens, start: 0, is_inside: false, is_isolated: true };
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let next = at + character.len_utf8();
        if characters.breaks.contains(character) {
            scan.begin_at_break(at);
        } else if characters.tokenizing.contains(character) {
            scan.single(at, next);
        } else if characters.separators.contains(character) {
            scan.end_token(at);
            (scan.start, scan.is_isolated) = (next, true);
        } else if character == '\\' {
            let escaped = text[next..].chars().next().ok_or(TokenError::NothingEscaped)?;
            at = scan.escaped(at, next, next + escaped.len_utf8());
            continue;
        } else if character == '$' {
            at = scan.reference(at)?;
            continue;
        } else {
            scan.is_inside = true;
        }
        at = next;
    }
    if scan.is_inside && scan.start != text.len() {
        scan.push(text.len(), scan.is_isolated);
    }
    Ok(())
}

struct TokenScanner<'a, 't> {
    text: &'t str,
    tokens: &'a mut Vec<AsmToken<'t>>,
    /// The start of the current token.
    start: usize,
    /// Whether a token is being read.
    is_inside: bool,
    /// Whether the current token can still be isolated.
    is_isolated: bool,
}

impl TokenScanner<'_, '_> {
    /// Adds the text up to `end` as a token.
    fn push(&mut self, end: usize, is_isolated: bool) {
        self.tokens.push(AsmToken { text: &self.text[self.start..end], is_isolated });
    }

    /// Ends the current token. Returns whether there was a token.
    fn end_token(&mut self, at: usize) -> bool {
        let was_inside = std::mem::take(&mut self.is_inside);
        if was_inside {
            self.push(at, self.is_isolated);
        }
        was_inside
    }

    /// Handles a character that starts a token. Neither the preceding token nor the new token is
    /// isolated.
    fn begin_at_break(&mut self, at: usize) {
        if self.is_inside {
            self.push(at, false);
            (self.start, self.is_isolated) = (at, false);
        }
        self.is_inside = true;
    }

    /// Handles a character that is a token by itself.
    fn single(&mut self, at: usize, next: usize) {
        if self.end_token(at) {
            self.is_isolated = false;
        }
        self.start = at;
        self.push(next, self.is_isolated);
        (self.start, self.is_isolated) = (next, true);
    }

    /// Handles a backslash at `at`. The character between `from` and `to` is a token. Returns the
    /// next position.
    fn escaped(&mut self, at: usize, from: usize, to: usize) -> usize {
        if self.is_inside {
            self.push(at, false);
            (self.is_inside, self.is_isolated) = (false, false);
        }
        self.start = from;
        self.push(to, self.is_isolated);
        (self.start, self.is_isolated) = (to, false);
        to
    }

    /// Handles a dollar sign. Braces delimit a reference `${name}`. Otherwise it is read like any
    /// other token. Returns the next position.
    fn reference(&mut self, at: usize) -> Result<usize, TokenError> {
        if self.end_token(at) {
            self.is_isolated = false;
        }
        if !self.text[at + 1..].starts_with('{') {
            self.start = at;
            return Ok(at + 1);
        }
        let end = self.text[at..].find('}').ok_or(TokenError::OpenReference)? + at + 1;
        self.start = at;
        self.push(end, self.is_isolated);
        (self.start, self.is_isolated) = (end, false);
        Ok(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens between bars, those that are isolated in angle brackets.
    fn shown(text: &str, breaks: &str) -> Result<String, TokenError> {
        let characters = TokenCharacters {
            tokenizing: "[]*!".to_owned(),
            separators: " \t,".to_owned(),
            breaks: breaks.to_owned(),
        };
        let mut tokens = Vec::new();
        tokenize(text, &characters, &mut tokens)?;
        let one = |token: &AsmToken<'_>| {
            if token.is_isolated { format!("<{}>", token.text) } else { token.text.to_owned() }
        };
        Ok(tokens.iter().map(one).collect::<Vec<_>>().join(" | "))
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(shown(text, "").as_deref(), Ok(expected), "{text}");
    }

    #[test]
    fn separators_are_no_tokens() {
        check("add\t$dst, r0", "<add> | <$dst> | <r0>");
        check(" , ", "");
    }

    #[test]
    fn some_characters_are_tokens_by_themselves() {
        check("ld $a, [$b]", "<ld> | <$a> | <[> | <$b> | ]");
        check("b *x", "<b> | <*> | <x>");
    }

    #[test]
    fn an_escaped_character_is_a_token() {
        check("x\\{y\\}", "x | { | <y> | }".replace("<y>", "y").as_str());
        check("\\{$a\\}", "<{> | $a | }");
    }

    #[test]
    fn braces_end_a_reference() {
        check("mov${cc}.w $a$b", "<mov> | ${cc} | .w | <$a> | $b");
        check("$", "");
    }

    #[test]
    fn break_characters_begin_tokens() {
        assert_eq!(shown("fadd.s.x $a", ".").as_deref(), Ok("fadd | .s | .x | <$a>"));
        assert_eq!(shown("fadd .s", ".").as_deref(), Ok("<fadd> | <.s>"));
    }

    #[test]
    fn strings_may_be_malformed() {
        assert_eq!(shown("a\\", ""), Err(TokenError::NothingEscaped));
        assert_eq!(shown("a ${b", ""), Err(TokenError::OpenReference));
    }
}
