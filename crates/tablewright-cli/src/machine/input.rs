//! Bytes from text: as llvm-mc takes them, as objdump prints them, or as words.

use std::io;

use tablewright_machine::ByteOrder;
use tablewright_session::read_limited;
use tablewright_session::{read_file, text_path};

/// Bytes that belong together: a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ByteLine {
    /// Line number, from one.
    pub(crate) line: usize,
    pub(crate) bytes: Vec<u8>,
}

/// A token that is neither a byte nor a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct InvalidToken {
    pub(crate) line: usize,
    pub(crate) token: String,
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(name: &str) -> io::Result<Vec<u8>> {
    if name == "-" {
        return read_limited(io::stdin().lock());
    }
    read_file(&text_path(name))
}

/// Reads the bytes in a text. Two digits are a byte. More digits are a word in the byte order of the target.
pub(crate) fn parse(text: &str, order: ByteOrder) -> Result<Vec<ByteLine>, InvalidToken> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let (line, is_dump) = dumped(line);
        let mut bytes = Vec::new();
        let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']');
        for token in line.split(is_separator).filter(|token| !token.is_empty()) {
            match word(token, order) {
                Some(word) => bytes.extend(word),
                // The instruction follows the bytes.
                None if is_dump => break,
                None => return Err(InvalidToken { line: number, token: token.to_owned() }),
            }
        }
        if !bytes.is_empty() {
            lines.push(ByteLine { line: number, bytes });
        }
    }
    Ok(lines)
}

/// Returns the bytes in a line: without comments, and without the address and text of a dump.
fn dumped(line: &str) -> (&str, bool) {
    // llvm-mc prints `# encoding: [0x13,0x05]`.
    if let Some((_, encoding)) = line.split_once("encoding: [") {
        return (encoding.split(']').next().unwrap_or_default(), false);
    }
    let line = line.split(['#', ';']).next().unwrap_or_default();
    match line.split_once(':') {
        Some((address, rest)) if is_hex(address.trim()) => {
            let rest = rest.trim_start();
            (rest.split('\t').next().unwrap_or_default(), true)
        }
        // Headings such as `00000000 <main>:` have no bytes.
        Some(_) => ("", true),
        None => (line, false),
    }
}

fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the bytes of a token.
fn word(token: &str, order: ByteOrder) -> Option<Vec<u8>> {
    let digits = token.strip_prefix("0x").or_else(|| token.strip_prefix("0X")).unwrap_or(token);
    if !is_hex(digits) || digits.len() > 32 || !digits.len().is_multiple_of(2) && digits.len() != 1
    {
        return None;
    }
    let number = u128::from_str_radix(digits, 16).ok()?;
    let bytes = number.to_be_bytes();
    let mut bytes = bytes[16 - digits.len().div_ceil(2)..].to_vec();
    if order == ByteOrder::Little {
        bytes.reverse();
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&[u8]]) {
        let lines = parse(text, ByteOrder::Little).expect("it is valid");
        let bytes: Vec<&[u8]> = lines.iter().map(|line| &line.bytes[..]).collect();
        assert_eq!(bytes, expected, "{text}");
    }

    #[test]
    fn bytes_are_as_llvm_mc_takes_and_prints_them() {
        check("0x13 0x05 0x15 0x00 # a comment\n\n0x05,0x05", &[&[0x13, 5, 0x15, 0], &[5, 5]]);
        check("[0x13,0x05]", &[&[0x13, 5]]);
        check("\taddi a0, a0, 1   # encoding: [0x13,0x05,0x15,0x00]", &[&[0x13, 5, 0x15, 0]]);
    }

    #[test]
    fn dumps_have_addresses_and_text() {
        check("       0: 13 05 15 00  \taddi\ta0, a0, 1", &[&[0x13, 5, 0x15, 0]]);
        check("00000000 <foo>:\n   4: 00150513     \taddi\ta0, a0, 1", &[&[0x13, 5, 0x15, 0]]);
        check("   4: 13 05 15 00 add a, b", &[&[0x13, 5, 0x15, 0]]);
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
        let error = parse("13\nxyz", ByteOrder::Little).expect_err("it is invalid");
        assert_eq!(error, InvalidToken { line: 2, token: "xyz".to_owned() });
        assert!(parse("123", ByteOrder::Little).is_err());
    }
}
