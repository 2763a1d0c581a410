//! Bytes that are not UTF-8, within text that is.
//!
//! Descriptions, paths and arguments are bytes, and the reference programs pass them on as they
//! are. Here text is UTF-8. A byte that is not becomes an *escape*: the character U+10FF00 plus the
//! byte, of the last private-use range (Python's `surrogateescape` does the same with surrogates,
//! which UTF-8 does not have). [`escape`] and [`unescape`] are inverse: also such a character in a
//! file is escaped, byte for byte.
//!
//! Text is escaped where it is read and unescaped where it is written; between the two only what
//! counts bytes has to know of escapes.

use std::borrow::Cow;

use memchr::memchr;

/// The first byte of each escape, which no other character begins with but the last 65536 code
/// points.
pub const LEAD: u8 = 0xf4;

/// How many bytes of UTF-8 an escape takes.
const LEN: usize = 4;

/// What the number of an escape's character is above its byte.
const OFFSET: u32 = 0x10_ff00;

/// The byte that `bytes` begin with the escape of.
fn leading_escape(bytes: &[u8]) -> Option<u8> {
    // U+10FF80 to U+10FFFF in UTF-8: the last seven bits are those of the byte.
    match *bytes {
        [LEAD, 0x8f, third @ (0xbe | 0xbf), last, ..] => Some((third << 6) | (last & 0x3f)),
        _ => None,
    }
}

/// The offset of the first escape at or after `from`.
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

/// Text with an escape in place of each byte that is not UTF-8.
pub fn escape(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if find_escape(text.as_bytes(), 0).is_none() => return text,
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let mut out = String::with_capacity(bytes.len() + LEN * LEN);
    for chunk in bytes.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(at) = find_escape(rest.as_bytes(), 0) {
            out.push_str(&rest[..at]);
            push_escaped(&mut out, &rest.as_bytes()[at..at + LEN]);
            rest = &rest[at + LEN..];
        }
        out.push_str(rest);
        push_escaped(&mut out, chunk.invalid());
    }
    out
}

/// The bytes that text stands for.
pub fn unescape(text: &str) -> Cow<'_, [u8]> {
    let mut rest = text.as_bytes();
    if !has_escapes(text) {
        return Cow::Borrowed(rest);
    }
    let mut out = Vec::with_capacity(rest.len());
    while let Some(at) = find_escape(rest, 0) {
        out.extend_from_slice(&rest[..at]);
        out.extend(leading_escape(&rest[at..]));
        rest = &rest[at + LEN..];
    }
    out.extend_from_slice(rest);
    Cow::Owned(out)
}

/// Whether there is an escape in `text`.
pub fn has_escapes(text: &str) -> bool {
    find_escape(text.as_bytes(), 0).is_some()
}

/// How many bytes `text`, or a part of one, stands for.
pub fn byte_len(text: &[u8]) -> usize {
    let mut len = text.len();
    let mut from = 0;
    while let Some(at) = find_escape(text, from) {
        len -= LEN - 1;
        from = at + LEN;
    }
    len
}

/// Whether escapes meet where `right` follows `left`. Together they may be a character, in whose
/// place they must not stand: equal bytes are equal text. [`normalize`] puts it right.
#[inline]
pub fn escapes_meet(left: &str, right: &str) -> bool {
    left.len() >= LEN
        && left.as_bytes()[left.len() - LEN] == LEAD
        && right.as_bytes().first() == Some(&LEAD)
}

/// The text with the same bytes that [`escape`] would make.
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
