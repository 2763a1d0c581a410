//! What C counts as space.

/// Whether `isspace` of C says so.
pub(crate) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

/// The text without space around it.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}
