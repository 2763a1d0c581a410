//! JSON text of strings and numbers.
//!
//! It replaces `serde_json`, because the bytes must have one particular format, including key order
//! and escapes, and because hundreds of megabytes are mostly copied from prepared text.

use tablewright_text::{TextOutput, TextSink, byte_escape};

/// Appends a string in quotes.
pub(crate) fn push_string(out: &mut impl TextSink, text: &str) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

/// Size in bytes of the text that [`JsonString`] gathers before escaping it.
const CHUNK: usize = 1 << 16;

/// The contents of a string that is appended in parts, so that a long string is never in memory as
/// a whole.
pub(crate) struct JsonString<'a, 'o> {
    /// Text that is not escaped yet, since escaping is fast for long texts.
    gathered: &'a mut String,
    out: &'a mut TextOutput<'o>,
}

impl<'a, 'o> JsonString<'a, 'o> {
    /// Begins a string, and uses the memory of `gathered`.
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
        // Single characters lie between strings, whose length is checked.
        self.gathered.push(character);
    }
}

fn push_escaped(out: &mut impl TextSink, text: &str) {
    let readable;
    let text = if text.as_bytes().contains(&byte_escape::LEAD) {
        // JSON is UTF-8; the reference replaces invalid bytes by U+FFFD.
        readable = String::from_utf8_lossy(&byte_escape::unescape(text)).into_owned();
        &readable
    } else {
        text
    };
    let mut remainder = text;
    while let Some(at) = first_escaped(remainder.as_bytes()) {
        out.push_str(&remainder[..at]);
        push_escape(out, remainder.as_bytes()[at]);
        remainder = &remainder[at + 1..];
    }
    out.push_str(remainder);
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
    // Whole blocks are tested without a branch for each byte, so that the compiler can test many
    // bytes at once.
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
