//! Tokens of an open text, which may be incomplete or wrong: what the requests about the text itself read. Nothing is
//! included and no branch of a conditional is left out.

use std::ops::Range;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) range: Range<usize>,
}

/// The kinds of [`Token`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// A name or keyword.
    Word,
    Number,
    Str,
    /// `[{ … }]`
    Code,
    Comment,
    /// A line of the preprocessor.
    Directive,
    /// `!name`
    Bang,
    /// `$name`
    Variable,
    /// Any other character.
    Punct(u8),
}

impl Token {
    pub(crate) fn is(&self, punct: u8) -> bool {
        self.kind == TokenKind::Punct(punct)
    }

    pub(crate) fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.range.clone()]
    }

    pub(crate) fn is_word(&self, text: &str, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text(text) == word
    }

    /// Whether it opens a bracket of one of the four kinds. `<` is no operator of the language.
    pub(crate) fn opens(&self) -> bool {
        matches!(self.kind, TokenKind::Punct(b'(' | b'[' | b'{' | b'<'))
    }

    /// Whether it closes a bracket.
    pub(crate) fn closes(&self) -> bool {
        matches!(self.kind, TokenKind::Punct(b')' | b']' | b'}' | b'>'))
    }
}

/// All tokens of a text, comments included.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((kind, end)) = next(text, &mut at) {
        found.push(Token { kind, range: at..end });
        at = end;
    }
    found
}

/// The tokens of a text that mean something to the parser.
pub(crate) fn code_tokens(text: &str) -> Vec<Token> {
    let is_code = |kind| !matches!(kind, TokenKind::Comment | TokenKind::Directive);
    tokens(text).into_iter().filter(|token| is_code(token.kind)).collect()
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn is_word_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The kind and the end of the token after blanks, which `at` is moved over.
fn next(text: &str, at: &mut usize) -> Option<(TokenKind, usize)> {
    let bytes = text.as_bytes();
    while bytes.get(*at).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == 0) {
        *at += 1;
    }
    let start = *at;
    let first = *bytes.get(start)?;
    let second = bytes.get(start + 1).copied().unwrap_or(0);
    let while_part = |from: usize| {
        let rest = bytes[from..].iter();
        from + rest.take_while(|byte| is_word_part(**byte)).count()
    };
    let find =
        |from: usize, end: &str| text[from..].find(end).map(|found| from + found + end.len());
    Some(match (first, second) {
        (b'/', b'/') => (TokenKind::Comment, line_end(bytes, start)),
        (b'/', b'*') => (TokenKind::Comment, comment_end(bytes, start + 2)),
        (b'"', _) => (TokenKind::Str, string_end(bytes, start + 1)),
        (b'[', b'{') => (TokenKind::Code, find(start + 2, "}]").unwrap_or(text.len())),
        (b'#', _) if is_directive(text, start) => (TokenKind::Directive, line_end(bytes, start)),
        (b'!', byte) if is_word_start(byte) => (TokenKind::Bang, while_part(start + 1)),
        (b'$', byte) if is_word_start(byte) => (TokenKind::Variable, while_part(start + 1)),
        (byte, _) if is_word_start(byte) => (TokenKind::Word, while_part(start)),
        // A name may begin with digits.
        (byte, _) if byte.is_ascii_digit() => {
            let end = while_part(start);
            let is_number = bytes[start..end].iter().all(u8::is_ascii_digit)
                || matches!(second, b'x' | b'b') && first == b'0';
            (if is_number { TokenKind::Number } else { TokenKind::Word }, end)
        }
        (byte, _) if byte.is_ascii() => (TokenKind::Punct(byte), start + 1),
        _ => {
            let length = text[start..].chars().next().map_or(1, char::len_utf8);
            (TokenKind::Punct(b'?'), start + length)
        }
    })
}

fn is_directive(text: &str, hash: usize) -> bool {
    let line = text[..hash].rfind('\n').map_or(0, |end| end + 1);
    let directives = ["#ifdef", "#ifndef", "#else", "#endif", "#define"];
    text[line..hash].trim().is_empty()
        && directives.iter().any(|name| text[hash..].starts_with(name))
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    bytes[from..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| from + end)
}

/// The end of a comment; comments nest.
fn comment_end(bytes: &[u8], from: usize) -> usize {
    let (mut depth, mut at) = (1, from);
    while depth > 0 && at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'*')) => (depth, at) = (depth + 1, at + 2),
            (b'*', Some(b'/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

/// The end of a string. One without an end goes to the end of its line.
fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_tokens() {
        let text = "#ifdef X\ndef a#1 : /* x /* y */ */ B<\"s\\\"\", [{ } ]}]>; // ü\nlet !add $b 0x1f 4x \"open\n;";
        let shown: Vec<(TokenKind, &str)> =
            tokens(text).iter().map(|token| (token.kind, token.text(text))).collect();
        let punct = |text: &'static str| (TokenKind::Punct(text.as_bytes()[0]), text);
        let word = |text| (TokenKind::Word, text);
        assert_eq!(
            shown,
            [
                (TokenKind::Directive, "#ifdef X"),
                word("def"),
                word("a"),
                punct("#"),
                (TokenKind::Number, "1"),
                punct(":"),
                (TokenKind::Comment, "/* x /* y */ */"),
                word("B"),
                punct("<"),
                (TokenKind::Str, "\"s\\\"\""),
                punct(","),
                (TokenKind::Code, "[{ } ]}]"),
                punct(">"),
                punct(";"),
                (TokenKind::Comment, "// ü"),
                word("let"),
                (TokenKind::Bang, "!add"),
                (TokenKind::Variable, "$b"),
                (TokenKind::Number, "0x1f"),
                word("4x"),
                (TokenKind::Str, "\"open"),
                punct(";"),
            ]
        );
    }

    #[test]
    fn unfinished_texts_have_tokens() {
        for text in ["/* a", "[{ a", "\"\\", "!", "$", "é", "\"a\\\n\"", "/*/", "0"] {
            let found = tokens(text);
            assert!(found.iter().all(|token| token.range.end <= text.len()), "{text}");
            found.iter().for_each(|token| _ = token.text(text));
        }
    }
}
