//! The lexer: from a place in a file to the next token.
//!
//! It works on bytes and keeps no state. Include files, directives and the reporting of faults are
//! the preprocessor's; the values of numbers and strings are cut out by the parser on demand.

use crate::bang::BangOp;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    Eof,
    /// Something that is no token; what is wrong with it was reported when it was read.
    Error(LexFault),
    Ident,
    Int,
    BinaryInt,
    Str,
    Code,
    VarName,
    Bang(BangOp),
    BangCond,
    BangForeach,
    BangFilter,
    BangFoldl,
    Minus,
    Plus,
    LBrace,
    RBrace,
    LBracket,
    RBracket,
    LParen,
    RParen,
    Less,
    Greater,
    Colon,
    Semi,
    Comma,
    Dot,
    DotDotDot,
    Equal,
    Question,
    Hash,
    KwAssert,
    KwBit,
    KwBits,
    KwClass,
    KwCode,
    KwDag,
    KwDef,
    KwDefm,
    KwDefset,
    KwDeftype,
    KwDefvar,
    KwDump,
    KwElse,
    KwFalse,
    KwField,
    KwForeach,
    KwIf,
    KwIn,
    KwInclude,
    KwInt,
    KwLet,
    KwList,
    KwMulticlass,
    KwString,
    KwThen,
    KwTrue,
}

/// Why some bytes are no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LexFault {
    UnexpectedCharacter,
    Nul,
    TwoDots,
    VariableName,
    BangName,
    UnknownBang,
    UnterminatedComment,
    UnterminatedCode,
    EofInString,
    NewlineInString,
    EscapedNewline,
    UnknownEscape,
}

impl LexFault {
    pub(crate) fn message(self) -> &'static str {
        match self {
            LexFault::UnexpectedCharacter => "Unexpected character",
            LexFault::Nul => "NUL character is invalid in source; treated as space",
            LexFault::TwoDots => "Invalid '..' punctuation",
            LexFault::VariableName => "Invalid variable name",
            LexFault::BangName => "Invalid \"!operator\"",
            LexFault::UnknownBang => "Unknown operator",
            LexFault::UnterminatedComment => "Unterminated comment!",
            LexFault::UnterminatedCode => "Unterminated code block",
            LexFault::EofInString => "End of file in string literal",
            LexFault::NewlineInString => "End of line in string literal",
            LexFault::EscapedNewline => "escaped newlines not supported in tblgen",
            LexFault::UnknownEscape => "invalid escape in string literal",
        }
    }
}

/// A token in one file: its kind and the bytes it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scanned {
    pub(crate) kind: TokenKind,
    pub(crate) lo: u32,
    pub(crate) hi: u32,
    /// Where a fault is; `lo` where there is none.
    pub(crate) fault: u32,
}

const IDENT_START: u8 = 1;
const IDENT: u8 = 2;
const LETTER: u8 = 4;

/// What each byte may be part of.
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

/// The end of the run of bytes of a class that starts at `at`.
fn run(text: &[u8], at: usize, class: u8) -> usize {
    let rest = &text[at..];
    at + rest.iter().position(|&b| CLASS[usize::from(b)] & class == 0).unwrap_or(rest.len())
}

pub(crate) fn ident_end(text: &[u8], at: usize) -> usize {
    run(text, at, IDENT)
}

/// The first place from `at` on whose byte is wanted, or else the end. Sixteen bytes at a time are
/// tried first: compilers find vector instructions for that, if `is_wanted` does not branch.
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
    let rest = &text[at..];
    at + rest.iter().position(|&b| is_wanted(b)).unwrap_or(rest.len())
}

/// The end of the line that `at` lies in, before its line break.
pub(crate) fn line_end(text: &[u8], at: usize) -> usize {
    find(text, at, |b| (b == b'\n') | (b == b'\r'))
}

/// The end of the block comment that starts at `at`; comments nest. `None` if it has no end.
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

/// Skips white space and comments; an unterminated comment is given back as its start.
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

/// The first token at or after `at`.
pub(crate) fn scan(text: &[u8], at: usize) -> Scanned {
    let lo = match skip_trivia(text, at) {
        Ok(lo) => lo,
        Err(lo) => return fault(LexFault::UnterminatedComment, lo, text.len(), lo),
    };
    let Some(&first) = text.get(lo) else { return token(TokenKind::Eof, lo, lo) };
    if CLASS[usize::from(first)] & IDENT_START != 0 {
        let hi = ident_end(text, lo);
        return token(keyword(&text[lo..hi]), lo, hi);
    }
    match first {
        b'0'..=b'9' => number_or_ident(text, lo),
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
    let (lo, hi) = (lo as u32, hi as u32);
    Scanned { kind, lo, hi, fault: lo }
}

fn fault(what: LexFault, lo: usize, hi: usize, place: usize) -> Scanned {
    Scanned { kind: TokenKind::Error(what), lo: lo as u32, hi: hi as u32, fault: place as u32 }
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
        0 => TokenKind::Error(LexFault::Nul),
        _ => TokenKind::Error(LexFault::UnexpectedCharacter),
    };
    token(kind, lo, lo + 1)
}

fn dots(text: &[u8], lo: usize) -> Scanned {
    match text.get(lo + 1..) {
        Some([b'.', b'.', ..]) => token(TokenKind::DotDotDot, lo, lo + 3),
        Some([b'.', ..]) => fault(LexFault::TwoDots, lo, lo + 2, lo),
        _ => token(TokenKind::Dot, lo, lo + 1),
    }
}

fn digits_end(text: &[u8], at: usize) -> usize {
    let rest = &text[at..];
    at + rest.iter().position(|b| !b.is_ascii_digit()).unwrap_or(rest.len())
}

/// A run of digits starts a name where a letter follows, unless what follows could be the rest of
/// a binary or hexadecimal number; whether the digits are a mere `0` does not matter for that.
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
            return fault(LexFault::EofInString, lo, text.len(), lo + 1);
        };
        match found {
            b'"' => return token(TokenKind::Str, lo, at + 1),
            b'\\' => match text.get(at + 1) {
                Some(b'\\' | b'\'' | b'"' | b't' | b'n') => at += 2,
                Some(b'\n' | b'\r') => {
                    return fault(LexFault::EscapedNewline, lo, at + 1, at + 1);
                }
                Some(_) => {
                    return fault(LexFault::UnknownEscape, lo, line_end(text, at), at + 1);
                }
                None => return fault(LexFault::EofInString, lo, text.len(), lo + 1),
            },
            _ => return fault(LexFault::NewlineInString, lo, at, lo + 1),
        }
    }
}

/// A code fragment. Braces before the end pair up from the left, so `}}]` does not end it while
/// `}}}]` does.
fn code(text: &[u8], lo: usize) -> Scanned {
    let mut at = find(text, lo + 2, |b| b == b'}');
    while at < text.len() {
        if text.get(at + 1) == Some(&b']') {
            return token(TokenKind::Code, lo, at + 2);
        }
        // What follows a brace was looked at.
        at = find(text, text.len().min(at + 2), |b| b == b'}');
    }
    fault(LexFault::UnterminatedCode, lo, text.len(), lo)
}

fn variable_name(text: &[u8], lo: usize) -> Scanned {
    if !text.get(lo + 1).copied().is_some_and(is_ident_start) {
        return fault(LexFault::VariableName, lo, lo + 1, lo);
    }
    token(TokenKind::VarName, lo, ident_end(text, lo + 1))
}

fn bang(text: &[u8], lo: usize) -> Scanned {
    let hi = run(text, lo + 1, LETTER);
    let name = &text[lo + 1..hi];
    let kind = match name {
        b"" => return fault(LexFault::BangName, lo, lo + 1, lo),
        b"cond" => TokenKind::BangCond,
        b"foreach" => TokenKind::BangForeach,
        b"filter" => TokenKind::BangFilter,
        b"foldl" => TokenKind::BangFoldl,
        // Former names, still in use.
        b"getop" => TokenKind::Bang(BangOp::GetDagOp),
        b"setop" => TokenKind::Bang(BangOp::SetDagOp),
        _ => match std::str::from_utf8(name).ok().and_then(BangOp::from_name) {
            Some(op) => TokenKind::Bang(op),
            None => return fault(LexFault::UnknownBang, lo, hi, lo),
        },
    };
    token(kind, lo, hi)
}

/// The keyword spelt `word`, or else an identifier. The first byte leaves few to compare with.
fn keyword(word: &[u8]) -> TokenKind {
    use TokenKind as T;
    let candidates: &[(&[u8], T)] = match word[0] {
        b'a' => &[(b"assert", T::KwAssert)],
        b'b' => &[(b"bits", T::KwBits), (b"bit", T::KwBit)],
        b'c' => &[(b"class", T::KwClass), (b"code", T::KwCode)],
        b'd' => &[
            (b"def", T::KwDef),
            (b"defm", T::KwDefm),
            (b"dag", T::KwDag),
            (b"defvar", T::KwDefvar),
            (b"defset", T::KwDefset),
            (b"deftype", T::KwDeftype),
            (b"dump", T::KwDump),
        ],
        b'e' => &[(b"else", T::KwElse)],
        b'f' => &[(b"foreach", T::KwForeach), (b"false", T::KwFalse), (b"field", T::KwField)],
        b'i' => {
            &[(b"int", T::KwInt), (b"in", T::KwIn), (b"if", T::KwIf), (b"include", T::KwInclude)]
        }
        b'l' => &[(b"let", T::KwLet), (b"list", T::KwList)],
        b'm' => &[(b"multiclass", T::KwMulticlass)],
        b's' => &[(b"string", T::KwString)],
        b't' => &[(b"true", T::KwTrue), (b"then", T::KwThen)],
        _ => return T::Ident,
    };
    candidates.iter().find(|(text, _)| *text == word).map_or(T::Ident, |&(_, kind)| kind)
}

/// The contents of a string literal, given with its quotes. The lexer has checked the escapes.
pub(crate) fn unescape(literal: &str, out: &mut String) {
    let mut rest = &literal[1..literal.len() - 1];
    loop {
        let at = find(rest.as_bytes(), 0, |b| b == b'\\');
        out.push_str(&rest[..at]);
        let Some(&escaped) = rest.as_bytes().get(at + 1) else { return };
        match escaped {
            b't' => out.push('\t'),
            b'n' => out.push('\n'),
            other => out.push(char::from(other)),
        }
        rest = &rest[at + 2..];
    }
}

#[cfg(test)]
#[path = "lexer_tests.rs"]
mod tests;
