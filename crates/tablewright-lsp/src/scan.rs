//! The syntax tree of an open text, which may be incomplete or invalid, and its tokens. Tokens have
//! only a few kinds and include comments. Nothing is included, and all branches of conditionals are
//! kept.

use std::ops::Range;

use tablewright::syntax::lossless::{self, LosslessTree, PieceKind};

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) range: Range<usize>,
}

/// The kind of a [`Token`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// A name or keyword.
    Word,
    Number,
    Str,
    /// `[{ … }]`
    Code,
    Comment,
    /// A preprocessor line.
    Directive,
    /// `!name`
    Bang,
    /// `$name`
    Variable,
    /// `...`
    Ellipsis,
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

    /// Whether it opens a bracket of the four kinds. `<` is always a bracket, since the language
    /// does not use it as an operator.
    pub(crate) fn opens(&self) -> bool {
        matches!(self.kind, TokenKind::Punct(b'(' | b'[' | b'{' | b'<'))
    }

    /// Whether it closes a bracket.
    pub(crate) fn closes(&self) -> bool {
        matches!(self.kind, TokenKind::Punct(b')' | b']' | b'}' | b'>'))
    }
}

/// Parses a text. If the text is too long, returns the tree of an empty text.
pub(crate) fn tree(text: &str) -> LosslessTree {
    let tree = LosslessTree::new(text).or_else(|_| LosslessTree::new(""));
    tree.expect("an empty text has a tree")
}

/// Returns all tokens of a text, including comments.
pub(crate) fn tokens(tree: &LosslessTree) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    for token in tree.tokens() {
        let mut is_after_line_break = false;
        for piece in token.leading() {
            match piece.kind {
                PieceKind::Blanks => {}
                PieceKind::LineBreak => is_after_line_break = true,
                PieceKind::LineComment | PieceKind::BlockComment => {
                    let range = piece.offset..piece.offset + piece.text.len();
                    found.push(Token { kind: TokenKind::Comment, range });
                }
            }
        }
        let kind = kind_of(token);
        match found.last_mut() {
            // The rest of the line belongs to the directive.
            Some(last) if last.kind == TokenKind::Directive && !is_after_line_break => {
                last.range.end = token.range().end;
            }
            _ => found.extend(kind.map(|kind| Token { kind, range: token.range() })),
        }
    }
    found
}

/// Returns the tokens of a text without comments and directives.
pub(crate) fn code_tokens(tree: &LosslessTree) -> Vec<Token> {
    let is_code = |kind| !matches!(kind, TokenKind::Comment | TokenKind::Directive);
    tokens(tree).into_iter().filter(|token| is_code(token.kind)).collect()
}

/// Returns the kind of a token; `None` for the end of the text.
fn kind_of(token: lossless::Token<'_>) -> Option<TokenKind> {
    use tablewright::syntax::TokenKind as Lexed;
    let text = token.text();
    let first = *text.as_bytes().first()?;
    let second = text.as_bytes().get(1).copied().unwrap_or(0);
    let kind = token.kind();
    if matches!(kind, Lexed::Directive(_)) {
        return Some(TokenKind::Directive);
    }
    if matches!(kind, Lexed::Int | Lexed::BinaryInt) {
        return Some(TokenKind::Number);
    }
    Some(match first {
        b'"' => TokenKind::Str,
        b'[' if second == b'{' => TokenKind::Code,
        b'!' if is_word_part(second) => TokenKind::Bang,
        b'$' if is_word_part(second) => TokenKind::Variable,
        // The lexer does not recognize an unterminated comment.
        b'/' if second == b'*' => TokenKind::Comment,
        b'.' if second == b'.' => TokenKind::Ellipsis,
        first if is_word_part(first) => TokenKind::Word,
        first if first.is_ascii() => TokenKind::Punct(first),
        _ => TokenKind::Punct(b'?'),
    })
}

fn is_word_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_tokens() {
        let text = "#ifdef X\ndef a#1 : /* x /* y */ */ B<\"s\\\"\", [{ } ]}]>; // ü\nlet !add $b 0x1f 4x \"open\n;";
        let shown: Vec<(TokenKind, &str)> =
            tokens(&tree(text)).iter().map(|token| (token.kind, token.text(text))).collect();
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
            let found = tokens(&tree(text));
            assert!(found.iter().all(|token| token.range.end <= text.len()), "{text}");
            found.iter().for_each(|token| _ = token.text(text));
        }
    }
}
