//! Text in markup.

/// Returns `text` with a backslash before each of `signs`, the ASCII characters with a meaning in
/// the markup, for example in reStructuredText.
///
/// ```
/// assert_eq!(tablewright_text::escape_markup("a*b`", "*`"), r"a\*b\`");
/// ```
pub fn escape_markup(text: &str, signs: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut remainder = text;
    while let Some(at) = remainder.bytes().position(|byte| signs.as_bytes().contains(&byte)) {
        let (before, sign_and_rest) = remainder.split_at(at);
        escaped.push_str(before);
        escaped.push('\\');
        escaped.push_str(&sign_and_rest[..1]);
        remainder = &sign_and_rest[1..];
    }
    escaped.push_str(remainder);
    escaped
}
