//! Text in C++ string literals.

use std::fmt;

/// Shows text as it stands between the quotes of a C++ string literal: quotes and backslashes are
/// escaped, and every byte that is no printable ASCII character, in octal where there is no short
/// form.
///
/// ```
/// use tablewright_text::Escaped;
///
/// assert_eq!(Escaped("a \"b\"\n\u{7f}é.").to_string(), r#"a \"b\"\n\177\303\251."#);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(at) = rest.bytes().position(is_escaped) {
            let byte = rest.as_bytes()[at];
            f.write_str(&rest[..at])?;
            match byte {
                b'\\' => f.write_str("\\\\")?,
                b'"' => f.write_str("\\\"")?,
                b'\t' => f.write_str("\\t")?,
                b'\n' => f.write_str("\\n")?,
                _ => {
                    // Of a character of several bytes, all are escaped.
                    let end = at + rest[at..].chars().next().map_or(1, char::len_utf8);
                    for byte in &rest.as_bytes()[at..end] {
                        write!(f, "\\{byte:03o}")?;
                    }
                    rest = &rest[end..];
                    continue;
                }
            }
            rest = &rest[at + 1..];
        }
        f.write_str(rest)
    }
}

fn is_escaped(byte: u8) -> bool {
    !matches!(byte, b' '..=b'~') || byte == b'\\' || byte == b'"'
}

/// Shows text as a C++ string literal; nothing as a null pointer.
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
