//! Escapes for bytes that are not UTF-8, in text that is.
//!
//! Descriptions, paths and arguments are bytes, and the reference programs copy them unchanged. In
//! this project text is UTF-8. A byte that is not UTF-8 is replaced by an *escape*: the character
//! U+10FF00 plus the byte, from the last private-use range. Python's `surrogateescape` does the
//! same with surrogates, which UTF-8 does not have. [`escape`] and [`unescape`] are inverse: if a
//! file contains such a character, its bytes are escaped, too.
//!
//! Text is escaped when it is read and unescaped when it is written. Between the two, only code
//! that counts bytes has to consider escapes.

use std::borrow::Cow;

use memchr::memchr;

/// The first byte of each escape. Only the last 65536 code points begin with this byte.
pub const LEAD: u8 = 0xf4;

/// Length of an escape in UTF-8 bytes.
const LEN: usize = 4;

/// Distance from a byte to the character that escapes it.
const OFFSET: u32 = 0x10_ff00;

/// Returns the byte whose escape `bytes` begin with; `None` if they do not begin with an escape.
fn leading_escape(bytes: &[u8]) -> Option<u8> {
    // U+10FF80 to U+10FFFF in UTF-8. The last seven bits belong to the escaped byte.
    match *bytes {
        [LEAD, 0x8f, third @ (0xbe | 0xbf), last, ..] => Some((third << 6) | (last & 0x3f)),
        _ => None,
    }
}

/// Returns the offset of the first escape at or after `from`.
fn find_escape(text: &[u8], mut from: usize) -> Option<usize> {
    loop {
        from += memchr(LEAD, &text[from..])?;
        if leading_escape(&text[from..]).is_some() {
            return Some(from);
        }
        from += 1;
    }
}

fn push_escaped(out: &mut String, bytes: &[u8]) {
    let escapes = bytes.iter().map(|&byte| char::from_u32(OFFSET + u32::from(byte)));
    out.extend(escapes.map(|escape| escape.expect("U+10FFFF is the last of these characters")));
}

/// Converts bytes to text, with an escape for each byte that is not UTF-8.
pub fn escape(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if find_escape(text.as_bytes(), 0).is_none() => return text,
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let mut out = String::with_capacity(bytes.len() + LEN * LEN);
    for chunk in bytes.utf8_chunks() {
        let mut remainder = chunk.valid();
        while let Some(at) = find_escape(remainder.as_bytes(), 0) {
            out.push_str(&remainder[..at]);
            push_escaped(&mut out, &remainder.as_bytes()[at..at + LEN]);
            remainder = &remainder[at + LEN..];
        }
        out.push_str(remainder);
        push_escaped(&mut out, chunk.invalid());
    }
    out
}

/// Converts text back to bytes. Inverse of [`escape`].
pub fn unescape(text: &str) -> Cow<'_, [u8]> {
    let mut remainder = text.as_bytes();
    if !has_escapes(text) {
        return Cow::Borrowed(remainder);
    }
    let mut out = Vec::with_capacity(remainder.len());
    while let Some(at) = find_escape(remainder, 0) {
        out.extend_from_slice(&remainder[..at]);
        out.extend(leading_escape(&remainder[at..]));
        remainder = &remainder[at + LEN..];
    }
    out.extend_from_slice(remainder);
    Cow::Owned(out)
}

/// Whether `text` contains an escape.
pub fn has_escapes(text: &str) -> bool {
    find_escape(text.as_bytes(), 0).is_some()
}

/// Returns the length of `text` in bytes after unescaping. `text` may be cut within a character.
pub fn byte_len(text: &[u8]) -> usize {
    let mut len = text.len();
    let mut from = 0;
    while let Some(at) = find_escape(text, from) {
        len -= LEN - 1;
        from = at + LEN;
    }
    len
}

/// Whether `left` ends and `right` begins with an escape.
///
/// The escaped bytes may form a character together. Then the character has to replace the escapes,
/// or equal bytes would not be equal text: call [`normalize`] on the concatenation.
#[inline]
pub fn escapes_meet(left: &str, right: &str) -> bool {
    left.len() >= LEN
        && left.as_bytes()[left.len() - LEN] == LEAD
        && right.as_bytes().first() == Some(&LEAD)
}

/// Returns the text that [`escape`] would produce for the same bytes.
pub fn normalize(text: &str) -> Cow<'_, str> {
    match unescape(text) {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(bytes) => Cow::Owned(escape(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_come_back() {
        let every: Vec<u8> = (0..=255).collect();
        let cases: [&[u8]; 6] = [
            b"plain",
            "é\u{10ffff}\u{10ff80}\u{10ff7f}\u{100000}".as_bytes(),
            b"caf\xe9 \xff\xc3",
            b"\xf4\x8f\xbe",
            b"\xf4\x8f\xbe\x80\xf4",
            &every,
        ];
        for bytes in cases {
            let text = escape(bytes.to_vec());
            assert_eq!(unescape(&text), bytes, "{text:?}");
            assert_eq!(byte_len(text.as_bytes()), bytes.len(), "{text:?}");
        }
    }

    #[test]
    fn text_without_escapes_is_left_alone() {
        let text = "é \u{10fedc}";
        assert_eq!(escape(text.as_bytes().to_vec()), text);
        assert!(matches!(unescape(text), Cow::Borrowed(_)));
    }

    #[test]
    fn bytes_that_meet_become_a_character() {
        let [left, right] = [b"a\xc3", b"\xa9b"].map(|bytes| escape(bytes.to_vec()));
        assert!(escapes_meet(&left, &right));
        assert!(!escapes_meet(&right, &left));
        assert_eq!(normalize(&(left + &right)), "aéb");
    }
}
