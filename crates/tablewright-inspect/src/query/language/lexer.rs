//! The lexer for conditions and paths.

use std::ops::Range;

use crate::query::error::{QueryError, QueryPart};

/// A token with its position.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct QueryToken {
    pub(super) kind: QueryTokenKind,
    pub(super) span: Range<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum QueryTokenKind {
    /// A name or keyword.
    Word(String),
    /// A name in backquotes. It is never a keyword.
    QuotedName(String),
    Int(i64),
    Text(String),
    Mark(QueryMark),
    End,
}

/// Punctuation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum QueryMark {
    Period,
    Ellipsis,
    Comma,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Minus,
    Plus,
    Star,
    Question,
    Dollar,
}

/// The marks with their texts. A mark precedes its own prefixes.
const MARKS: [(&str, QueryMark); 21] = [
    ("...", QueryMark::Ellipsis),
    (".", QueryMark::Period),
    (",", QueryMark::Comma),
    ("(", QueryMark::LeftParen),
    (")", QueryMark::RightParen),
    ("[", QueryMark::LeftBracket),
    ("]", QueryMark::RightBracket),
    ("{", QueryMark::LeftBrace),
    ("}", QueryMark::RightBrace),
    ("==", QueryMark::Equal),
    ("=", QueryMark::Equal),
    ("!=", QueryMark::NotEqual),
    ("<=", QueryMark::LessOrEqual),
    ("<", QueryMark::Less),
    (">=", QueryMark::GreaterOrEqual),
    (">", QueryMark::Greater),
    ("-", QueryMark::Minus),
    ("+", QueryMark::Plus),
    ("*", QueryMark::Star),
    ("?", QueryMark::Question),
    ("$", QueryMark::Dollar),
];

impl QueryMark {
    pub(super) fn text(self) -> &'static str {
        MARKS.iter().rev().find(|(_, mark)| *mark == self).map_or("", |(text, _)| text)
    }
}

/// Operators from other languages, with their names here.
const FOREIGN: [(&str, &str); 4] = [("&&", "and"), ("||", "or"), ("!", "not"), ("~", "matches")];

/// Splits `text` into tokens, with an end token.
///
/// # Errors
/// If a character does not begin a token, or a token is malformed.
pub(super) fn tokens(part: QueryPart, text: &str) -> Result<Vec<QueryToken>, QueryError> {
    let mut lexer = Lexer { part, text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next()?;
        let is_end = token.kind == QueryTokenKind::End;
        tokens.push(token);
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    part: QueryPart,
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn error(&self, span: Range<usize>, message: String) -> QueryError {
        QueryError::syntax(self.part, self.text, span, message)
    }

    fn next(&mut self) -> Result<QueryToken, QueryError> {
        self.at += self.rest().len() - self.rest().trim_start().len();
        let start = self.at;
        let Some(first) = self.rest().chars().next() else {
            return Ok(QueryToken { kind: QueryTokenKind::End, span: start..start });
        };
        let kind = match first {
            '"' | '\'' => self.string(first)?,
            '`' => self.quoted_name()?,
            '0'..='9' => self.number_or_word()?,
            first if is_word(first) => QueryTokenKind::Word(self.word().to_owned()),
            _ => self.mark(first)?,
        };
        Ok(QueryToken { kind, span: start..self.at })
    }

    /// Consumes a name or number.
    fn word(&mut self) -> &'t str {
        let remainder = self.rest();
        let word = &remainder[..remainder.find(|c| !is_word(c)).unwrap_or(remainder.len())];
        self.at += word.len();
        word
    }

    fn mark(&mut self, first: char) -> Result<QueryTokenKind, QueryError> {
        let remainder = self.rest();
        if let Some((text, mark)) = MARKS.iter().find(|(text, _)| remainder.starts_with(text)) {
            self.at += text.len();
            return Ok(QueryTokenKind::Mark(*mark));
        }
        let foreign = FOREIGN.iter().find(|(text, _)| remainder.starts_with(text));
        let len = foreign.map_or(first.len_utf8(), |(text, _)| text.len());
        let span = self.at..self.at + len;
        let mut error = self.error(span, format!("'{}' means nothing here", &remainder[..len]));
        error.suggestion = foreign.map(|(_, word)| (*word).to_owned());
        Err(error)
    }

    /// Scans a number, or a name that begins with a digit, as record names may.
    fn number_or_word(&mut self) -> Result<QueryTokenKind, QueryError> {
        let start = self.at;
        let word = self.word();
        let radix = match word.as_bytes() {
            [b'0', b'x' | b'X', _, ..] => 16,
            [b'0', b'b' | b'B', _, ..] => 2,
            _ => 10,
        };
        let digits = if radix == 10 { word } else { &word[2..] };
        if !digits.chars().all(|c| c.is_digit(radix)) {
            return Ok(QueryTokenKind::Word(word.to_owned()));
        }
        // With a base, a number can use all 64 bits, as in TableGen.
        let number = match radix {
            10 => digits.parse::<i64>().ok(),
            _ => u64::from_str_radix(digits, radix).ok().map(|number| number as i64),
        };
        let too_large =
            || self.error(start..self.at, format!("'{word}' does not fit into 64 bits"));
        number.map(QueryTokenKind::Int).ok_or_else(too_large)
    }

    fn quoted_name(&mut self) -> Result<QueryTokenKind, QueryError> {
        let start = self.at;
        let Some(len) = self.rest()[1..].find('`') else {
            let span = start..self.text.len();
            return Err(self.error(span, "the name lacks a closing '`'".to_owned()));
        };
        let name = self.rest()[1..=len].to_owned();
        self.at += len + 2;
        Ok(QueryTokenKind::QuotedName(name))
    }

    /// Scans a string. A backslash is an escape only before a quote or a backslash and in `\n` and
    /// `\t`. Otherwise it is kept, so that a regular expression needs no doubled backslashes.
    fn string(&mut self, quote: char) -> Result<QueryTokenKind, QueryError> {
        let start = self.at;
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1).peekable();
        while let Some((i, c)) = chars.next() {
            if c == quote {
                self.at = start + i + 1;
                return Ok(QueryTokenKind::Text(text));
            }
            let escaped = chars.peek().filter(|_| c == '\\').map(|&(_, next)| next);
            let meant = match escaped {
                Some('n') => Some('\n'),
                Some('t') => Some('\t'),
                Some(next @ ('"' | '\'' | '\\')) => Some(next),
                _ => None,
            };
            if meant.is_some() {
                chars.next();
            }
            text.push(meant.unwrap_or(c));
        }
        Err(self.error(start..self.text.len(), format!("the string lacks a closing {quote}")))
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
