//! Text in markup.

use crate::{TextSink, append};

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

/// Documentation page markup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DocsMarkup {
    /// reStructuredText.
    ReStructuredText,
    /// Markdown with MyST directives.
    Markdown,
}

impl DocsMarkup {
    /// Writes a heading. A page title has level 1. In reStructuredText, `underline` is repeated below the text.
    pub fn emit_heading(self, text: &str, level: usize, underline: &str, out: &mut impl TextSink) {
        match self {
            DocsMarkup::ReStructuredText => {
                append!(out, text, "\n", underline.repeat(text.len()), "\n");
            }
            DocsMarkup::Markdown => append!(out, "#".repeat(level), " ", text, "\n\n"),
        }
    }

    /// Returns the marks around code.
    pub fn code(self) -> &'static str {
        match self {
            DocsMarkup::ReStructuredText => "``",
            DocsMarkup::Markdown => "`",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_underlined_or_has_its_level() {
        let heading = |markup: DocsMarkup| {
            let mut text = String::new();
            markup.emit_heading("Names", 3, "-", &mut text);
            text
        };
        assert_eq!(heading(DocsMarkup::ReStructuredText), "Names\n-----\n");
        assert_eq!(heading(DocsMarkup::Markdown), "### Names\n\n");
    }
}
