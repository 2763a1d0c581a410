//! JSON text for strings and numbers.
//!
//! This is a separate writer in place of `serde_json`. The bytes must follow a particular format, including key order
//! and escapes, and most of the output, hundreds of megabytes, is copied from text prepared once.

use tablewright_text::{TextOutput, TextSink, byte_escape};

/// Appends a string in quotes.
pub(crate) fn push_string(out: &mut impl TextSink, text: &str) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

/// Text length in bytes that [`JsonString`] gathers before it is escaped.
const CHUNK: usize = 1 << 16;

/// The inside of a string that is appended in parts, so that a long string is never completely in memory.
pub(crate) struct JsonString<'a, 'o> {
    /// Parts that are still to be escaped: escaping is fast for long texts.
    gathered: &'a mut String,
    out: &'a mut TextOutput<'o>,
}

impl<'a, 'o> JsonString<'a, 'o> {
    /// Begins a string, with `gathered` as its buffer.
    pub(crate) fn begin(gathered: &'a mut String, out: &'a mut TextOutput<'o>) -> Self {
        gathered.clear();
        out.push('"');
        JsonString { gathered, out }
    }

    /// Ends the string.
    pub(crate) fn end(self) {
        push_escaped(self.out, self.gathered);
        self.out.push('"');
    }
}

impl TextSink for JsonString<'_, '_> {
    #[inline]
    fn push_str(&mut self, text: &str) {
        self.gathered.push_str(text);
        if self.gathered.len() >= CHUNK {
            push_escaped(self.out, self.gathered);
            self.gathered.clear();
        }
    }

    #[inline]
    fn push(&mut self, character: char) {
        // Single characters are written between strings, and strings are counted.
        self.gathered.push(character);
    }
}

fn push_escaped(out: &mut impl TextSink, text: &str) {
    let readable;
    let text = if text.as_bytes().contains(&byte_escape::LEAD) {
        // JSON is UTF-8, and the reference replaces invalid bytes by U+FFFD.
        readable = String::from_utf8_lossy(&byte_escape::unescape(text)).into_owned();
        &readable
    } else {
        text
    };
    let mut rest = text;
    while let Some(at) = first_escaped(rest.as_bytes()) {
        out.push_str(&rest[..at]);
        push_escape(out, rest.as_bytes()[at]);
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

fn push_escape(out: &mut impl TextSink, byte: u8) {
    match byte {
        b'"' => out.push_str("\\\""),
        b'\\' => out.push_str("\\\\"),
        b'\t' => out.push_str("\\t"),
        b'\n' => out.push_str("\\n"),
        b'\r' => out.push_str("\\r"),
        _ => write!(out, "\\u{byte:04x}"),
    }
}

fn is_escaped(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

/// Returns the offset of the first byte that must be escaped.
fn first_escaped(bytes: &[u8]) -> Option<usize> {
    // Whole blocks are tested without a branch for each byte, so that the compiler can test many bytes at once.
    const BLOCK: usize = 16;
    let mut blocks = bytes.chunks_exact(BLOCK);
    let mut start = 0;
    for block in &mut blocks {
        if block.iter().fold(false, |any, &byte| any | is_escaped(byte)) {
            break;
        }
        start += BLOCK;
    }
    bytes[start..].iter().position(|&byte| is_escaped(byte)).map(|at| start + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_only_where_they_must_be() {
        let cases = [
            ("", r#""""#),
            (
                "plain text that is longer than a block",
                r#""plain text that is longer than a block""#,
            ),
            ("a \"b\" \\ c", r#""a \"b\" \\ c""#),
            ("\t\n\r\u{1}\u{1f}\u{7f}", "\"\\t\\n\\r\\u0001\\u001f\u{7f}\""),
            ("/ ä € 𝄞", "\"/ ä € 𝄞\""),
            (&byte_escape::escape(b"a\xff\xfe\xc3b".to_vec()), "\"a\u{fffd}\u{fffd}\u{fffd}b\""),
            ("0123456789abcdef\n", r#""0123456789abcdef\n""#),
        ];
        for (text, expected) in cases {
            let mut out = String::new();
            push_string(&mut out, text);
            assert_eq!(out, expected);
        }
    }
}
