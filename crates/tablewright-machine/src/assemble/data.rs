//! Numbers and texts as bytes.

use crate::expression::escape;
use crate::syntax::ByteOrder;

/// Returns a number's bytes; `None` if it has more.
pub(super) fn number_bytes(number: i64, size: usize, order: ByteOrder) -> Option<Vec<u8>> {
    let bits = (size * 8) as u32;
    if bits < u64::BITS {
        let rest = number >> (bits - 1);
        // The number may have a sign or none.
        if rest != 0 && rest != -1 && number >> bits != 0 {
            return None;
        }
    }
    let little = i128::from(number).to_le_bytes();
    let bytes = little.get(..size)?;
    Some(match order {
        ByteOrder::Little => bytes.to_vec(),
        ByteOrder::Big => bytes.iter().rev().copied().collect(),
    })
}

/// Returns the bytes of a quoted text, and the rest after it.
pub(super) fn quoted(text: &str) -> Option<(Vec<u8>, &str)> {
    let mut bytes = Vec::new();
    let mut characters = text.strip_prefix('"')?.chars();
    loop {
        match characters.next()? {
            '"' => return Some((bytes, characters.as_str())),
            '\\' => {
                let rest = characters.as_str();
                let octal =
                    rest.len() - rest.trim_start_matches(|c| ('0'..='7').contains(&c)).len();
                if octal > 0 {
                    let digits = &rest[..octal.min(3)];
                    bytes.push(u16::from_str_radix(digits, 8).ok()? as u8);
                    characters = rest[digits.len()..].chars();
                } else {
                    let character = escape(characters.next())?;
                    bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
            }
            other => bytes.extend(other.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_with_or_without_a_sign() {
        let bytes = |number, size| number_bytes(number, size, ByteOrder::Little);
        assert_eq!(bytes(255, 1), Some(vec![255]));
        assert_eq!(bytes(-128, 1), Some(vec![128]));
        assert_eq!(bytes(256, 1), None);
        assert_eq!(bytes(-129, 1), None);
        assert_eq!(number_bytes(258, 2, ByteOrder::Big), Some(vec![1, 2]));
        assert_eq!(bytes(-1, 8), Some(vec![255; 8]));
    }

    #[test]
    fn texts_have_escapes() {
        assert_eq!(quoted("\"a\\n\\101\\\"\", 1"), Some((b"a\nA\"".to_vec(), ", 1")));
        assert_eq!(quoted("\"a"), None);
    }
}
