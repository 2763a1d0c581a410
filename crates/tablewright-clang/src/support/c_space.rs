//! White space in C.

/// Whether C's `isspace` accepts the character.
pub(crate) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

/// Removes surrounding white space.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}
