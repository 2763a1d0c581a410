//! The syntax tree of an open text, which may be incomplete or invalid, and its tokens. Tokens have
//! only a few kinds and include comments. Nothing is included, and all branches of conditionals are
//! kept.

use std::borrow::Borrow;
use std::ops::Range;

use tablewright_syntax::lossless::{self, LosslessTree, PieceKind};

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ScanToken {
    pub(crate) kind: ScanTokenKind,
    pub(crate) range: Range<usize>,
}

/// The kind of a [`ScanToken`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScanTokenKind {
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

impl ScanToken {
    pub(crate) fn is(&self, punct: u8) -> bool {
        self.kind == ScanTokenKind::Punct(punct)
    }

    pub(crate) fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.range.clone()]
    }

    pub(crate) fn is_word(&self, text: &str, word: &str) -> bool {
        self.kind == ScanTokenKind::Word && self.text(text) == word
    }

    /// Whether it opens a bracket of the four kinds. `<` is always a bracket, since the language
    /// does not use it as an operator.
    pub(crate) fn opens(&self) -> bool {
        matches!(self.kind, ScanTokenKind::Punct(b'(' | b'[' | b'{' | b'<'))
    }

    /// Whether it closes a bracket.
    pub(crate) fn closes(&self) -> bool {
        matches!(self.kind, ScanTokenKind::Punct(b')' | b']' | b'}' | b'>'))
    }
}

/// Returns the tokens from the last to the first, without those in closed brackets. Brackets that are open at the end
/// are included. Each token comes with its index.
pub(crate) fn outside_closed_brackets<T: Borrow<ScanToken>>(
    tokens: &[T],
) -> impl Iterator<Item = (usize, &ScanToken)> {
    let mut depth = 0_usize;
    tokens.iter().map(Borrow::borrow).enumerate().rev().filter(move |(_, token)| {
        let is_outside = depth == 0 && !token.closes();
        if token.closes() {
            depth += 1;
        } else if token.opens() {
            depth = depth.saturating_sub(1);
        }
        is_outside
    })
}

/// Parses a text. If the text is too long, returns the tree of an empty text.
pub(crate) fn tree(text: &str) -> LosslessTree {
    let tree = LosslessTree::new(text).or_else(|_| LosslessTree::new(""));
    tree.expect("an empty text has a tree")
}

/// Returns all tokens of a text, including comments.
pub(crate) fn tokens(tree: &LosslessTree) -> Vec<ScanToken> {
    let mut scan_tokens: Vec<ScanToken> = Vec::new();
    for token in tree.tokens() {
        let mut is_after_line_break = false;
        for piece in token.leading() {
            match piece.kind {
                PieceKind::Blanks => {}
                PieceKind::LineBreak => is_after_line_break = true,
                PieceKind::LineComment | PieceKind::BlockComment => {
                    let range = piece.offset..piece.offset + piece.text.len();
                    scan_tokens.push(ScanToken { kind: ScanTokenKind::Comment, range });
                }
            }
        }
        let kind = kind_of(token);
        match scan_tokens.last_mut() {
            // The rest of the line belongs to the directive.
            Some(last) if last.kind == ScanTokenKind::Directive && !is_after_line_break => {
                last.range.end = token.range().end;
            }
            _ => scan_tokens.extend(kind.map(|kind| ScanToken { kind, range: token.range() })),
        }
    }
    scan_tokens
}

/// Returns the tokens of a text without comments and directives.
pub(crate) fn code_tokens(tree: &LosslessTree) -> Vec<ScanToken> {
    let is_code = |kind| !matches!(kind, ScanTokenKind::Comment | ScanTokenKind::Directive);
    tokens(tree).into_iter().filter(|token| is_code(token.kind)).collect()
}

/// Returns the kind of a token; `None` for the end of the text.
fn kind_of(token: lossless::Token<'_>) -> Option<ScanTokenKind> {
    use tablewright_syntax::TokenKind as Lexed;
    let text = token.text();
    let first = *text.as_bytes().first()?;
    let second = text.as_bytes().get(1).copied().unwrap_or(0);
    let kind = token.kind();
    if matches!(kind, Lexed::Directive(_)) {
        return Some(ScanTokenKind::Directive);
    }
    if matches!(kind, Lexed::Int | Lexed::BinaryInt) {
        return Some(ScanTokenKind::Number);
    }
    Some(match first {
        b'"' => ScanTokenKind::Str,
        b'[' if second == b'{' => ScanTokenKind::Code,
        b'!' if is_word_part(second) => ScanTokenKind::Bang,
        b'$' if is_word_part(second) => ScanTokenKind::Variable,
        // The lexer does not recognize an unterminated comment.
        b'/' if second == b'*' => ScanTokenKind::Comment,
        b'.' if second == b'.' => ScanTokenKind::Ellipsis,
        first if is_word_part(first) => ScanTokenKind::Word,
        first if first.is_ascii() => ScanTokenKind::Punct(first),
        _ => ScanTokenKind::Punct(b'?'),
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
        let kinds_and_texts: Vec<(ScanTokenKind, &str)> =
            tokens(&tree(text)).iter().map(|token| (token.kind, token.text(text))).collect();
        let punct = |text: &'static str| (ScanTokenKind::Punct(text.as_bytes()[0]), text);
        let word = |text| (ScanTokenKind::Word, text);
        assert_eq!(
            kinds_and_texts,
            [
                (ScanTokenKind::Directive, "#ifdef X"),
                word("def"),
                word("a"),
                punct("#"),
                (ScanTokenKind::Number, "1"),
                punct(":"),
                (ScanTokenKind::Comment, "/* x /* y */ */"),
                word("B"),
                punct("<"),
                (ScanTokenKind::Str, "\"s\\\"\""),
                punct(","),
                (ScanTokenKind::Code, "[{ } ]}]"),
                punct(">"),
                punct(";"),
                (ScanTokenKind::Comment, "// ü"),
                word("let"),
                (ScanTokenKind::Bang, "!add"),
                (ScanTokenKind::Variable, "$b"),
                (ScanTokenKind::Number, "0x1f"),
                word("4x"),
                (ScanTokenKind::Str, "\"open"),
                punct(";"),
            ]
        );
    }

    #[test]
    fn closed_brackets_are_left_out() {
        let text = "a(b[c]<d, {e} f";
        let all = code_tokens(&tree(text));
        let outside: Vec<&str> =
            outside_closed_brackets(&all).map(|(_, token)| token.text(text)).collect();
        assert_eq!(outside, ["f", ",", "d", "<", "b", "(", "a"]);
    }

    #[test]
    fn unfinished_texts_have_tokens() {
        for text in ["/* a", "[{ a", "\"\\", "!", "$", "é", "\"a\\\n\"", "/*/", "0"] {
            let scan_tokens = tokens(&tree(text));
            assert!(scan_tokens.iter().all(|token| token.range.end <= text.len()), "{text}");
            scan_tokens.iter().for_each(|token| _ = token.text(text));
        }
    }
}
