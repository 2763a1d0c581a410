//! The lexer: finds the next token at or after an offset in a file.
//!
//! It reads bytes and keeps no state. Its caller, the preprocessor, carries out `include` and the
//! directives, and reports the errors. Tokens carry only their text: the parser converts the text
//! of a number or string when it needs the value.

use crate::bang::BangOp;
use crate::code::Code;

pub(crate) mod directive;

pub use directive::Directive;

/// The kind of a token.
#[doc(alias("TGLexer", "TokKind"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// The end of the file, with the blanks and comments before it.
    Eof,
    /// Bytes that form no token. The preprocessor reports the error when it reads them.
    Error(LexError),
    /// An identifier.
    Ident,
    /// A decimal or hexadecimal number, with its sign.
    Int,
    /// A binary number, such as `0b01`.
    BinaryInt,
    /// A string literal, with its quotes.
    Str,
    /// A code literal, `[{ … }]`.
    Code,
    /// A dag variable, such as `$src`.
    VarName,
    /// An operator with the regular syntax.
    Bang(BangOp),
    /// `!cond`
    BangCond,
    /// `!foreach`
    BangForeach,
    /// `!filter`
    BangFilter,
    /// `!foldl`
    BangFoldl,
    /// `!sort`
    BangSort,
    /// `!switch`
    BangSwitch,
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `[`
    LBracket,
    /// `]`
    RBracket,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `:`
    Colon,
    /// `;`
    Semi,
    /// `,`
    Comma,
    /// `.`
    Dot,
    /// `...`
    DotDotDot,
    /// `=`
    Equal,
    /// `?`
    Question,
    /// `#`
    Hash,
    /// `assert`
    KwAssert,
    /// `bit`
    KwBit,
    /// `bits`
    KwBits,
    /// `class`
    KwClass,
    /// `code`
    KwCode,
    /// `dag`
    KwDag,
    /// `def`
    KwDef,
    /// `defm`
    KwDefm,
    /// `defset`
    KwDefset,
    /// `deftype`
    KwDeftype,
    /// `defvar`
    KwDefvar,
    /// `dump`
    KwDump,
    /// `else`
    KwElse,
    /// `false`
    KwFalse,
    /// `field`
    KwField,
    /// `foreach`
    KwForeach,
    /// `if`
    KwIf,
    /// `in`
    KwIn,
    /// `include`
    KwInclude,
    /// `int`
    KwInt,
    /// `let`
    KwLet,
    /// `list`
    KwList,
    /// `multiclass`
    KwMulticlass,
    /// `string`
    KwString,
    /// `then`
    KwThen,
    /// `true`
    KwTrue,
    /// A preprocessor directive: the `#` and its word. Only lossless trees have this token. The
    /// lexer reads `Hash`, because it does not know whether the `#` starts its line.
    Directive(Directive),
    /// Text other than a comment that follows a directive in its line.
    DirectiveExcess,
}

/// The reason why bytes form no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LexError {
    /// A byte that cannot start a token.
    UnexpectedCharacter,
    /// A NUL byte, which counts as white space.
    Nul,
    /// `..`
    TwoDots,
    /// `$` without a name.
    VariableName,
    /// `!` without a name.
    BangName,
    /// `!` with a name other than an operator's.
    UnknownBang,
    /// A block comment without an end.
    UnterminatedComment,
    /// A code literal without an end.
    UnterminatedCode,
    /// A string without an end.
    EofInString,
    /// A string with a line break.
    NewlineInString,
    /// A backslash at the end of a line, in a string.
    EscapedNewline,
    /// A backslash followed by a character that does not form an escape.
    UnknownEscape,
}

impl LexError {
    pub(crate) fn code(self) -> Code {
        match self {
            LexError::UnexpectedCharacter
            | LexError::Nul
            | LexError::TwoDots
            | LexError::VariableName
            | LexError::BangName => Code::NotAToken,
            LexError::UnknownBang => Code::UnknownOperator,
            LexError::UnterminatedComment
            | LexError::UnterminatedCode
            | LexError::EofInString
            | LexError::NewlineInString => Code::UnterminatedLiteral,
            LexError::EscapedNewline | LexError::UnknownEscape => Code::InvalidEscape,
        }
    }

    pub(crate) fn message(self) -> &'static str {
        match self {
            LexError::UnexpectedCharacter => "Unexpected character",
            LexError::Nul => "NUL character is invalid in source; treated as space",
            LexError::TwoDots => "Invalid '..' punctuation",
            LexError::VariableName => "Invalid variable name",
            LexError::BangName => "Invalid \"!operator\"",
            LexError::UnknownBang => "Unknown operator",
            LexError::UnterminatedComment => "Unterminated comment!",
            LexError::UnterminatedCode => "Unterminated code block",
            LexError::EofInString => "End of file in string literal",
            LexError::NewlineInString => "End of line in string literal",
            LexError::EscapedNewline => "escaped newlines not supported in tblgen",
            LexError::UnknownEscape => "invalid escape in string literal",
        }
    }
}

/// A token in a file: its kind and its byte range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scanned {
    pub(crate) kind: TokenKind,
    pub(crate) lo: u32,
    pub(crate) hi: u32,
    /// Offset at which an error is reported; equal to `lo` for other tokens.
    pub(crate) error_at: u32,
}

// Bits in the entries of `CLASS`.
const IDENT_START: u8 = 1;
const IDENT: u8 = 2;
const LETTER: u8 = 4;

/// Each byte's character classes. A table lookup is one load without a branch.
const CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        if c.is_ascii_alphabetic() {
            table[byte] = IDENT_START | IDENT | LETTER;
        } else if c == b'_' {
            table[byte] = IDENT_START | IDENT;
        } else if c.is_ascii_digit() {
            table[byte] = IDENT;
        }
        byte += 1;
    }
    table
};

pub(crate) fn is_ident_start(byte: u8) -> bool {
    CLASS[usize::from(byte)] & IDENT_START != 0
}

/// Returns the end of the bytes that start at `at` and belong to `class`.
fn run(text: &[u8], at: usize, class: u8) -> usize {
    let tail = &text[at..];
    at + tail.iter().position(|&b| CLASS[usize::from(b)] & class == 0).unwrap_or(tail.len())
}

pub(crate) fn ident_end(text: &[u8], at: usize) -> usize {
    run(text, at, IDENT)
}

/// Returns the offset of the first byte at or after `at` that `is_wanted` accepts, or the end of
/// the text.
///
/// It tests sixteen bytes at a time first. The compiler uses vector instructions for this if
/// `is_wanted` does not branch; so callers write `|`, not `||`.
#[inline]
fn find(text: &[u8], mut at: usize, is_wanted: impl Fn(u8) -> bool) -> usize {
    while let Some(bytes) = text[at..].first_chunk::<16>() {
        let mut any = 0;
        for &byte in bytes {
            any |= u8::from(is_wanted(byte));
        }
        if any != 0 {
            break;
        }
        at += bytes.len();
    }
    let tail = &text[at..];
    at + tail.iter().position(|&b| is_wanted(b)).unwrap_or(tail.len())
}

/// Returns the end of the line that contains `at`, before its line break.
pub(crate) fn line_end(text: &[u8], at: usize) -> usize {
    find(text, at, |b| (b == b'\n') | (b == b'\r'))
}

/// The place of a token in its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LinePlace {
    /// The first column.
    Margin,
    /// After blanks only.
    First,
    /// After other text.
    Inside,
}

/// Returns the place of the token at `at` in its line.
pub(crate) fn line_place(text: &[u8], at: usize) -> LinePlace {
    let before = &text[..at];
    let indent = before.iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let is_first = match before.len().checked_sub(indent + 1) {
        None => true,
        Some(at) => matches!(before[at], b'\n' | b'\r'),
    };
    if !is_first {
        LinePlace::Inside
    } else if indent == 0 {
        LinePlace::Margin
    } else {
        LinePlace::First
    }
}

/// Returns the end of the block comment that starts at `at`; `None` if it never ends. Comments
/// nest.
pub(crate) fn block_comment_end(text: &[u8], at: usize) -> Option<usize> {
    let mut depth = 1usize;
    let mut at = at + 2;
    while depth > 0 {
        at = find(text, at, |b| (b == b'*') | (b == b'/'));
        match (*text.get(at)?, text.get(at + 1)) {
            (b'*', Some(b'/')) => {
                depth -= 1;
                at += 2;
            }
            (b'/', Some(b'*')) => {
                depth += 1;
                at += 2;
            }
            _ => at += 1,
        }
    }
    Some(at)
}

/// Skips white space and comments. The error is the start of a comment without an end.
pub(crate) fn skip_trivia(text: &[u8], mut at: usize) -> Result<usize, usize> {
    loop {
        match text.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
            Some(b'/') => match text.get(at + 1) {
                Some(b'/') => at = line_end(text, at),
                Some(b'*') => at = block_comment_end(text, at).ok_or(at)?,
                _ => return Ok(at),
            },
            _ => return Ok(at),
        }
    }
}

/// Reads the first token at or after `at`.
pub(crate) fn scan(text: &[u8], at: usize) -> Scanned {
    let lo = match skip_trivia(text, at) {
        Ok(lo) => lo,
        Err(lo) => return error(LexError::UnterminatedComment, lo, text.len(), lo),
    };
    let Some(&first) = text.get(lo) else { return token(TokenKind::Eof, lo, lo) };
    if CLASS[usize::from(first)] & IDENT_START != 0 {
        let hi = ident_end(text, lo);
        return token(keyword(&text[lo..hi]), lo, hi);
    }
    match first {
        b'0'..=b'9' => number_or_ident(text, lo),
        // A sign before a digit belongs to the number, also in `1-5` (see `range` in the parser).
        b'+' | b'-' if text.get(lo + 1).is_some_and(u8::is_ascii_digit) => {
            token(TokenKind::Int, lo, digits_end(text, lo + 1))
        }
        b'"' => string(text, lo),
        b'[' if text.get(lo + 1) == Some(&b'{') => code(text, lo),
        b'$' => variable_name(text, lo),
        b'!' => bang(text, lo),
        b'.' => dots(text, lo),
        _ => punctuation(first, lo),
    }
}

fn token(kind: TokenKind, lo: usize, hi: usize) -> Scanned {
    // `SourceMap::add` refuses files beyond its limit, so offsets fit into 32 bits.
    let (lo, hi) = (lo as u32, hi as u32);
    Scanned { kind, lo, hi, error_at: lo }
}

/// Returns an error token for the bytes from `lo` to `hi`, to be reported at `at`.
fn error(error: LexError, lo: usize, hi: usize, at: usize) -> Scanned {
    Scanned { error_at: at as u32, ..token(TokenKind::Error(error), lo, hi) }
}

fn punctuation(first: u8, lo: usize) -> Scanned {
    let kind = match first {
        b'-' => TokenKind::Minus,
        b'+' => TokenKind::Plus,
        b'{' => TokenKind::LBrace,
        b'}' => TokenKind::RBrace,
        b'[' => TokenKind::LBracket,
        b']' => TokenKind::RBracket,
        b'(' => TokenKind::LParen,
        b')' => TokenKind::RParen,
        b'<' => TokenKind::Less,
        b'>' => TokenKind::Greater,
        b':' => TokenKind::Colon,
        b';' => TokenKind::Semi,
        b',' => TokenKind::Comma,
        b'=' => TokenKind::Equal,
        b'?' => TokenKind::Question,
        b'#' => TokenKind::Hash,
        0 => TokenKind::Error(LexError::Nul),
        _ => TokenKind::Error(LexError::UnexpectedCharacter),
    };
    token(kind, lo, lo + 1)
}

fn dots(text: &[u8], lo: usize) -> Scanned {
    match text.get(lo + 1..) {
        Some([b'.', b'.', ..]) => token(TokenKind::DotDotDot, lo, lo + 3),
        Some([b'.', ..]) => error(LexError::TwoDots, lo, lo + 2, lo),
        _ => token(TokenKind::Dot, lo, lo + 1),
    }
}

fn digits_end(text: &[u8], at: usize) -> usize {
    let tail = &text[at..];
    at + tail.iter().position(|b| !b.is_ascii_digit()).unwrap_or(tail.len())
}

/// Reads a number or an identifier that starts with a digit, such as `8i`. Digits do not start an
/// identifier if their letter and the byte after it look like a binary or hexadecimal number, even
/// if the digits are not `0`.
fn number_or_ident(text: &[u8], lo: usize) -> Scanned {
    let digits = digits_end(text, lo);
    let after = text.get(digits).copied();
    let could_be_number = match after {
        Some(b'b') => matches!(text.get(digits + 1), Some(b'0' | b'1')),
        Some(b'x') => text.get(digits + 1).is_some_and(u8::is_ascii_hexdigit),
        _ => false,
    };
    if !could_be_number {
        if after.is_some_and(is_ident_start) {
            return token(TokenKind::Ident, lo, ident_end(text, digits));
        }
        return token(TokenKind::Int, lo, digits);
    }
    // `10b1` is the number 10 and the name `b1`.
    if &text[lo..digits] != b"0" {
        return token(TokenKind::Int, lo, digits);
    }
    let body = &text[digits + 1..];
    if after == Some(b'b') {
        let len = body.iter().position(|b| !matches!(b, b'0' | b'1')).unwrap_or(body.len());
        return token(TokenKind::BinaryInt, lo, digits + 1 + len);
    }
    let len = body.iter().position(|b| !b.is_ascii_hexdigit()).unwrap_or(body.len());
    token(TokenKind::Int, lo, digits + 1 + len)
}

fn string(text: &[u8], lo: usize) -> Scanned {
    let mut at = lo + 1;
    loop {
        let ends = |b| (b == b'"') | (b == b'\\') | (b == b'\n') | (b == b'\r');
        at = find(text, at, ends);
        let Some(&found) = text.get(at) else {
            return error(LexError::EofInString, lo, text.len(), lo + 1);
        };
        match found {
            b'"' => return token(TokenKind::Str, lo, at + 1),
            b'\\' => match text.get(at + 1) {
                // ProgRef, "Literals", lists only these escapes.
                Some(b'\\' | b'\'' | b'"' | b't' | b'n') => at += 2,
                Some(b'\n' | b'\r') => {
                    return error(LexError::EscapedNewline, lo, at + 1, at + 1);
                }
                Some(_) => {
                    return error(LexError::UnknownEscape, lo, line_end(text, at), at + 1);
                }
                None => return error(LexError::EofInString, lo, text.len(), lo + 1),
            },
            _ => return error(LexError::NewlineInString, lo, at, lo + 1),
        }
    }
}

/// Reads a code literal, `[{ … }]`. At a brace without `]` the reference also skips the byte after
/// it. So `}}]` does not end the literal, but `}}}]` does.
fn code(text: &[u8], lo: usize) -> Scanned {
    let mut at = find(text, lo + 2, |b| b == b'}');
    while at < text.len() {
        if text.get(at + 1) == Some(&b']') {
            return token(TokenKind::Code, lo, at + 2);
        }
        // The byte after the brace is skipped, even if it is a brace.
        at = find(text, text.len().min(at + 2), |b| b == b'}');
    }
    error(LexError::UnterminatedCode, lo, text.len(), lo)
}

fn variable_name(text: &[u8], lo: usize) -> Scanned {
    if !text.get(lo + 1).copied().is_some_and(is_ident_start) {
        return error(LexError::VariableName, lo, lo + 1, lo);
    }
    token(TokenKind::VarName, lo, ident_end(text, lo + 1))
}

fn bang(text: &[u8], lo: usize) -> Scanned {
    // Operator names have letters only: in `!add1` the name ends at the digit.
    let hi = run(text, lo + 1, LETTER);
    let name = &text[lo + 1..hi];
    let kind = match name {
        b"" => return error(LexError::BangName, lo, lo + 1, lo),
        b"cond" => TokenKind::BangCond,
        b"foreach" => TokenKind::BangForeach,
        b"filter" => TokenKind::BangFilter,
        b"foldl" => TokenKind::BangFoldl,
        b"sort" => TokenKind::BangSort,
        b"switch" => TokenKind::BangSwitch,
        // Deprecated names that descriptions still use.
        b"getop" => TokenKind::Bang(BangOp::GetDagOp),
        b"setop" => TokenKind::Bang(BangOp::SetDagOp),
        _ => match std::str::from_utf8(name).ok().and_then(BangOp::from_name) {
            Some(op) => TokenKind::Bang(op),
            None => return error(LexError::UnknownBang, lo, hi, lo),
        },
    };
    token(kind, lo, hi)
}

/// Returns the keyword spelled `word`, or `Ident`.
fn keyword(word: &[u8]) -> TokenKind {
    match word {
        b"assert" => TokenKind::KwAssert,
        b"bit" => TokenKind::KwBit,
        b"bits" => TokenKind::KwBits,
        b"class" => TokenKind::KwClass,
        b"code" => TokenKind::KwCode,
        b"dag" => TokenKind::KwDag,
        b"def" => TokenKind::KwDef,
        b"defm" => TokenKind::KwDefm,
        b"defset" => TokenKind::KwDefset,
        b"deftype" => TokenKind::KwDeftype,
        b"defvar" => TokenKind::KwDefvar,
        b"dump" => TokenKind::KwDump,
        b"else" => TokenKind::KwElse,
        b"false" => TokenKind::KwFalse,
        b"field" => TokenKind::KwField,
        b"foreach" => TokenKind::KwForeach,
        b"if" => TokenKind::KwIf,
        b"in" => TokenKind::KwIn,
        b"include" => TokenKind::KwInclude,
        b"int" => TokenKind::KwInt,
        b"let" => TokenKind::KwLet,
        b"list" => TokenKind::KwList,
        b"multiclass" => TokenKind::KwMulticlass,
        b"string" => TokenKind::KwString,
        b"then" => TokenKind::KwThen,
        b"true" => TokenKind::KwTrue,
        _ => TokenKind::Ident,
    }
}

/// Appends the contents of a string literal to `out`. The literal includes its quotes; the lexer
/// has checked the escapes.
pub(crate) fn unescape(literal: &str, out: &mut String) {
    let mut remainder = &literal[1..literal.len() - 1];
    loop {
        let at = find(remainder.as_bytes(), 0, |b| b == b'\\');
        out.push_str(&remainder[..at]);
        let Some(&escaped) = remainder.as_bytes().get(at + 1) else { return };
        match escaped {
            b't' => out.push('\t'),
            b'n' => out.push('\n'),
            other => out.push(char::from(other)),
        }
        remainder = &remainder[at + 2..];
    }
}

#[cfg(test)]
mod tests;
