//! The values of `--decode`: words, and bytes in the forms that disassemblers print.

use std::io;

use clap::ArgMatches;
use tablewright_backend::Failure;
use tablewright_inspect::encoding::TargetEncodings;
use tablewright_machine::ByteOrder;
use tablewright_machine::byte_text::{self, HexLine, InvalidToken};
use tablewright_records::TextSink;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::DECODE;
use crate::byte_args;
use crate::inspect::all;

/// Something to decode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum DecodeInput {
    /// An encoding in hexadecimal digits, the highest first, as the user wrote it: `00a60000`.
    Word(String),
    /// Bytes in memory order.
    Bytes(Vec<u8>),
}

/// Reads the values of `--decode`, and the bytes after the last. `-` is replaced by standard input.
pub(super) fn read(args: &ArgMatches) -> io::Result<Result<Vec<DecodeInput>, InvalidToken>> {
    let mut arguments = all(args, DECODE);
    if let Some(last) = arguments.last_mut() {
        byte_args::append(last, byte_args::more(args));
    }
    for argument in &mut arguments {
        if argument == "-" {
            *argument = io::read_to_string(io::stdin())?;
        }
    }
    Ok(from_texts(&arguments))
}

/// Parses the values of `--decode`.
///
/// # Errors
/// If a token is neither a byte nor a word.
pub(super) fn from_texts(texts: &[String]) -> Result<Vec<DecodeInput>, InvalidToken> {
    let mut inputs = Vec::new();
    for text in texts {
        inputs.extend(parse(text)?);
    }
    Ok(inputs)
}

fn parse(text: &str) -> Result<Vec<DecodeInput>, InvalidToken> {
    let trimmed = text.trim();
    // A single word is read later, since its form depends on the target.
    if trimmed.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Ok(vec![DecodeInput::Word(trimmed.to_owned())]);
    }
    let mut inputs = Vec::new();
    for line in byte_text::hex_lines(text)? {
        add_line(&line, &mut inputs)?;
    }
    Ok(inputs)
}

fn add_line(line: &HexLine<'_>, inputs: &mut Vec<DecodeInput>) -> Result<(), InvalidToken> {
    // Two digits alone on a line are a word with leading zeros.
    let is_alone = !line.is_dump && line.tokens.len() == 1;
    let are_words = is_alone || line.tokens.iter().all(|token| token.len() > 2);
    if are_words && !line.is_dump {
        inputs.extend(line.tokens.iter().map(|token| DecodeInput::Word((*token).to_owned())));
        return Ok(());
    }
    if are_words {
        // An instruction of several parts, for example `f3af 8000`.
        inputs.push(DecodeInput::Word(format!("0x{}", line.tokens.concat())));
        return Ok(());
    }
    let mut bytes = Vec::new();
    for token in &line.tokens {
        let (line, token) = (line.line, (*token).to_owned());
        let own = byte_text::bytes_of(&token);
        bytes.extend(own.ok_or(InvalidToken { line, token, is_in_encoding: false })?);
    }
    inputs.push(DecodeInput::Bytes(bytes));
    Ok(())
}

/// Returns the inputs for a target that reads bytes, as digits in memory order.
pub(super) fn byte_digits(inputs: &[DecodeInput]) -> Vec<String> {
    let digits = |input: &DecodeInput| match input {
        DecodeInput::Word(word) => word.clone(),
        DecodeInput::Bytes(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    inputs.iter().map(digits).collect()
}

/// Returns the inputs for a target that reads words: bytes are split in words for the target's tables.
///
/// # Errors
/// If bytes are too few for an instruction.
pub(super) fn words(
    inputs: &[DecodeInput],
    target: &TargetEncodings<'_>,
    order: ByteOrder,
) -> Result<Vec<String>, Failure> {
    let mut words = Vec::new();
    for input in inputs {
        match input {
            DecodeInput::Word(word) => words.push(word.clone()),
            DecodeInput::Bytes(bytes) => split(bytes, target, order, &mut words)?,
        }
    }
    Ok(words)
}

/// Splits bytes in words. A word is as long as the first table that has an instruction for it, the narrowest first. If
/// no table has, the word is as long as possible.
fn split(
    bytes: &[u8],
    target: &TargetEncodings<'_>,
    order: ByteOrder,
    words: &mut Vec<String>,
) -> Result<(), Failure> {
    let sizes: Vec<usize> = target.widths().iter().map(|&width| width as usize / 8).collect();
    let mut rest = bytes;
    while !rest.is_empty() {
        let fitting = sizes.iter().copied().filter(|&size| size > 0 && size <= rest.len());
        let (mut size, mut word) = (0, String::new());
        for fits in fitting {
            (size, word) = (fits, word_of(&rest[..fits], order));
            if target.has_instruction(&word, size as u32 * 8)? {
                break;
            }
        }
        if size == 0 {
            let needed = sizes.iter().find(|&&size| size > 0).copied().unwrap_or_default();
            let message =
                format!("an instruction has at least {needed} bytes, found {}", rest.len());
            return Err(Diagnostic::error_anywhere(Code::Usage, message).into());
        }
        words.push(word);
        rest = &rest[size..];
    }
    Ok(())
}

fn word_of(bytes: &[u8], order: ByteOrder) -> String {
    let mut bytes = bytes.to_vec();
    if order == ByteOrder::Little {
        bytes.reverse();
    }
    let mut word = "0x".to_owned();
    for byte in bytes {
        write!(word, "{byte:02x}");
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> DecodeInput {
        DecodeInput::Word(text.to_owned())
    }

    fn check(text: &str, expected: &[DecodeInput]) {
        assert_eq!(parse(text).as_deref(), Ok(expected), "{text}");
    }

    #[test]
    fn several_bytes_are_in_memory_order() {
        let bytes = [DecodeInput::Bytes(vec![0x48, 0x89, 0xe5])];
        for text in
            ["48 89 e5", "0x48,0x89,0xe5", "[0x48, 0x89,0xe5]", "movq # encoding: [0x48,0x89,0xe5]"]
        {
            check(text, &bytes);
        }
        check("   0: 48 89 e5   \tmovq", &bytes);
    }

    #[test]
    fn more_digits_are_words() {
        check("0x9002a008", &[word("0x9002a008")]);
        check("f000 0x1207\n1207", &[word("f000"), word("1207"), word("1207")]);
        check("   0: f3af 8000  \tnop", &[word("0xf3af8000")]);
        check("90", &[word("90")]);
        check("13\n2003", &[word("13"), word("2003")]);
    }

    #[test]
    fn other_texts_are_errors() {
        assert!(parse("48 xy").is_err());
        assert!(parse("48 123").is_err());
    }
}
