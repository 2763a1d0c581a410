//! Bytes from text: as llvm-mc takes and prints them, as objdump prints them, as C and assembly write them, or as
//! words.

use std::fmt;

use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::syntax::ByteOrder;

/// Bytes that belong together: a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByteLine {
    /// Line number, from one.
    pub line: usize,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A line's bytes and words, as hexadecimal digits without `0x`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexLine<'t> {
    /// Line number, from one.
    pub line: usize,
    /// Whether the line has an address, so that it has a single instruction.
    pub is_dump: bool,
    /// The digits of each byte or word.
    pub tokens: Vec<&'t str>,
}

/// A token that is neither a byte nor a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidToken {
    /// Line number, from one.
    pub line: usize,
    /// The token.
    pub token: String,
    /// Whether the token is a part of an `encoding:` comment.
    pub is_in_encoding: bool,
}

impl fmt::Display for InvalidToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: '{}' is not a byte or a word", self.line, self.token)
    }
}

impl InvalidToken {
    /// Returns the error for the command line.
    pub fn diagnostic(&self) -> Diagnostic {
        let mut error = Diagnostic::error_anywhere(Code::Usage, self.to_string());
        if self.is_in_encoding {
            error.note(None, "a letter marks bits that a linker writes; replace it by a byte");
        }
        error
    }
}

/// Reads the bytes in a text. Two digits are a byte. More digits are a word in the byte order of the target.
///
/// # Errors
/// If a token is neither a byte nor a word.
pub fn parse(text: &str, order: ByteOrder) -> Result<Vec<ByteLine>, InvalidToken> {
    let mut lines = Vec::new();
    for HexLine { line, tokens, .. } in hex_lines(text)? {
        let mut bytes = Vec::new();
        for token in tokens {
            let invalid = || InvalidToken { line, token: token.to_owned(), is_in_encoding: false };
            let mut own = bytes_of(token).ok_or_else(invalid)?;
            if order == ByteOrder::Little {
                own.reverse();
            }
            bytes.append(&mut own);
        }
        lines.push(ByteLine { line, bytes });
    }
    Ok(lines)
}

/// Reads the bytes and words in a text. Lines without any are left out.
///
/// # Errors
/// If a token is neither a byte nor a word.
pub fn hex_lines(text: &str) -> Result<Vec<HexLine<'_>>, InvalidToken> {
    let mut lines = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let (text, form) = dumped(text);
        let is_dump = form == LineForm::Dump;
        let is_separator =
            |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}' | '"' | '\'');
        // C writes bytes in strings as `\x13\x05`.
        let parts = text.split(is_separator).flat_map(|part| part.split('\\'));
        let mut tokens: Vec<&str> = Vec::new();
        for token in parts.filter(|&part| !part.is_empty() && part != ".byte") {
            match digits(token, form) {
                // All groups of digits in a dump are equally long. The instruction follows them.
                Some(digits)
                    if !is_dump || tokens.first().is_none_or(|it| it.len() == digits.len()) =>
                {
                    tokens.push(digits);
                }
                Some(_) | None if is_dump => break,
                Some(_) | None => {
                    let is_in_encoding = form == LineForm::Encoding;
                    return Err(InvalidToken { line, token: token.to_owned(), is_in_encoding });
                }
            }
        }
        if !tokens.is_empty() {
            lines.push(HexLine { line, is_dump, tokens });
        }
    }
    Ok(lines)
}

/// Returns the bytes for hexadecimal digits, the highest byte first.
pub fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    if digits.len() == 1 {
        return Some(vec![u8::from_str_radix(digits, 16).ok()?]);
    }
    if !digits.len().is_multiple_of(2) || !is_hex(digits) {
        return None;
    }
    let pairs = (0..digits.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok()).collect()
}

/// The form of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineForm {
    /// An `encoding:` comment from llvm-mc, which has `0x` before each byte.
    Encoding,
    /// An address, bytes and an instruction.
    Dump,
    Plain,
}

/// Returns the bytes in a line: without comments, and without the address and text of a dump.
fn dumped(line: &str) -> (&str, LineForm) {
    // llvm-mc prints `# encoding: [0x13,0x05]`, with the comment marker of the target.
    if let Some((_, encoding)) = line.split_once("encoding: [") {
        return (encoding.split(']').next().unwrap_or_default(), LineForm::Encoding);
    }
    let line = line.split(['#', ';']).next().unwrap_or_default();
    let line = line.split("//").next().unwrap_or_default();
    match line.split_once(':') {
        Some((address, rest)) if is_hex(without_prefix(address.trim())) => {
            let rest = rest.trim_start();
            (rest.split('\t').next().unwrap_or_default(), LineForm::Dump)
        }
        // Headings such as `00000000 <main>:` have no bytes.
        Some(_) => ("", LineForm::Dump),
        None => (line, LineForm::Plain),
    }
}

fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn without_prefix(token: &str) -> &str {
    token.strip_prefix("0x").or_else(|| token.strip_prefix("0X")).unwrap_or(token)
}

/// Returns a token's hexadecimal digits, if it has nothing else.
fn digits(token: &str, form: LineForm) -> Option<&str> {
    let digits = without_prefix(token.strip_prefix('x').unwrap_or(token));
    let is_fixup = form == LineForm::Encoding && digits.len() == token.len();
    (is_hex(digits) && !is_fixup).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&[u8]]) {
        let lines = parse(text, ByteOrder::Little).expect("it is valid");
        let bytes: Vec<&[u8]> = lines.iter().map(|line| &line.bytes[..]).collect();
        assert_eq!(bytes, expected, "{text}");
    }

    fn check_invalid(text: &str, line: usize, token: &str) {
        let error = parse(text, ByteOrder::Little).expect_err("it is invalid");
        assert_eq!((error.line, &*error.token), (line, token), "{text}");
    }

    #[test]
    fn bytes_are_as_llvm_mc_takes_and_prints_them() {
        check("0x13 0x05 0x15 0x00 # a comment\n\n0x05,0x05", &[&[0x13, 5, 0x15, 0], &[5, 5]]);
        check("[0x13,0x05]", &[&[0x13, 5]]);
        check("\taddi a0, a0, 1   # encoding: [0x13,0x05,0x15,0x00]", &[&[0x13, 5, 0x15, 0]]);
        check("add x0, x0 // encoding: [0x13,0x05]", &[&[0x13, 5]]);
    }

    #[test]
    fn bytes_are_as_c_and_assembly_write_them() {
        check(".byte 0x13, 0x05", &[&[0x13, 5]]);
        check("{0x13, 0x05,} // two", &[&[0x13, 5]]);
        check(r#""\x13\x05""#, &[&[0x13, 5]]);
    }

    #[test]
    fn dumps_have_addresses_and_text() {
        check("       0: 13 05 15 00  \taddi\ta0, a0, 1", &[&[0x13, 5, 0x15, 0]]);
        check("00000000 <foo>:\n   4: 00150513     \taddi\ta0, a0, 1", &[&[0x13, 5, 0x15, 0]]);
        check("   4: 13 05 15 00 add a, b", &[&[0x13, 5, 0x15, 0]]);
        check("0x4: 13 05 15 00 add a, b", &[&[0x13, 5, 0x15, 0]]);
        check("8: 00150513 fade a, b", &[&[0x13, 5, 0x15, 0]]);
    }

    #[test]
    fn more_than_two_digits_are_a_word() {
        check("00150513", &[&[0x13, 5, 0x15, 0]]);
        check("0x0505", &[&[5, 5]]);
        let big = parse("00150513", ByteOrder::Big).expect("it is valid");
        assert_eq!(big[0].bytes, [0, 0x15, 5, 0x13]);
    }

    #[test]
    fn other_tokens_are_errors() {
        check_invalid("13\nxyz", 2, "xyz");
        check_invalid("123", 1, "123");
        check_invalid("# encoding: [0xe8,A,A,A,A]", 1, "A");
        check_invalid("# encoding: [0x13,0b101AAAAA]", 1, "0b101AAAAA");
    }
}
