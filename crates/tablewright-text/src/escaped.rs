//! Text in C++ string literals.

use std::fmt;

use crate::sink::Formatted;
use crate::{Append, TextSink, append, byte_escape};

/// Displays text as it appears between the quotes in a C++ string literal. Quotes, backslashes and
/// all bytes except printable ASCII are escaped: with a short form such as `\n`, or else in octal.
///
/// ```
/// use tablewright_text::Escaped;
///
/// assert_eq!(Escaped("a \"b\"\n\u{7f}é.").to_string(), r#"a \"b\"\n\177\303\251."#);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl Escaped<'_> {
    fn write_to(self, out: &mut impl fmt::Write) -> fmt::Result {
        let mut remainder = self.0;
        while let Some(at) = remainder.bytes().position(|byte| IS_ESCAPED[usize::from(byte)]) {
            let byte = remainder.as_bytes()[at];
            out.write_str(&remainder[..at])?;
            match byte {
                b'\\' => out.write_str("\\\\")?,
                b'"' => out.write_str("\\\"")?,
                b'\t' => out.write_str("\\t")?,
                b'\n' => out.write_str("\\n")?,
                _ => {
                    // All bytes in a multi-byte character are escaped.
                    let end = at + remainder[at..].chars().next().map_or(1, char::len_utf8);
                    for byte in byte_escape::unescape(&remainder[at..end]).iter() {
                        write!(out, "\\{byte:03o}")?;
                    }
                    remainder = &remainder[end..];
                    continue;
                }
            }
            remainder = &remainder[at + 1..];
        }
        out.write_str(remainder)
    }
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

impl Append for Escaped<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        self.write_to(&mut Formatted(out)).expect("a sink takes any text");
    }
}

/// Shows text with quotes and bytes that are not printable ASCII characters as two hexadecimal digits. Some files of
/// LLVM contain strings in this form, which their readers decode.
///
/// ```
/// use tablewright_text::HexEscaped;
///
/// assert_eq!(HexEscaped("a \"b\"\n\\é").to_string(), r"a \22b\22\0A\\\C3\A9");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct HexEscaped<'a>(pub &'a str);

impl fmt::Display for HexEscaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &byte in byte_escape::unescape(self.0).iter() {
            match byte {
                b'\\' => f.write_str("\\\\")?,
                b'"' => f.write_str("\\22")?,
                b' '..=b'~' => fmt::Write::write_char(f, char::from(byte))?,
                _ => write!(f, "\\{byte:02X}")?,
            }
        }
        Ok(())
    }
}

impl Append for HexEscaped<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        out.write_fmt(format_args!("{self}"));
    }
}

/// Whether each byte is escaped.
const IS_ESCAPED: [bool; 256] = {
    let mut is_escaped = [true; 256];
    let mut byte = b' ';
    while byte <= b'~' {
        is_escaped[byte as usize] = byte == b'\\' || byte == b'"';
        byte += 1;
    }
    is_escaped
};

/// Displays text as a C++ string literal, and `None` as a null pointer.
#[derive(Clone, Copy, Debug)]
pub struct Literal<'a>(pub Option<&'a str>);

impl fmt::Display for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(text) => write!(f, "\"{}\"", Escaped(text)),
            None => f.write_str("nullptr"),
        }
    }
}

impl Append for Literal<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.0 {
            Some(literal) => append!(out, '"', Escaped(literal), '"'),
            None => out.push_str("nullptr"),
        }
    }
}
