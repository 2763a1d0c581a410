//! Text in C++ string literals.

use std::fmt::{self, Write};

/// Shows text as it stands between the quotes of a C++ string literal: quotes and backslashes are
/// escaped, and every byte that is no printable ASCII character, in octal where there is no short
/// form.
///
/// ```
/// use tablewright_text::Escaped;
///
/// assert_eq!(Escaped("a \"b\"\n\u{7f}").to_string(), r#"a \"b\"\n\177"#);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0.bytes() {
            match byte {
                b'\\' => f.write_str("\\\\")?,
                b'"' => f.write_str("\\\"")?,
                b'\t' => f.write_str("\\t")?,
                b'\n' => f.write_str("\\n")?,
                b' '..=b'~' => f.write_char(char::from(byte))?,
                _ => write!(f, "\\{byte:03o}")?,
            }
        }
        Ok(())
    }
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
