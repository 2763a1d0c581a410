//! Blocks of fixed text of a few lines, written as they will stand in the file.

use std::fmt;

use crate::CppWriter;

/// Writes formatted lines, indented together: see [`CppWriter::text_block`].
///
/// ```
/// use tablewright_text::{CppWriter, text_block};
///
/// let mut w = CppWriter::new();
/// let limit = 3;
/// w.block("struct Checker", ";", |w| {
///     text_block!(
///         w,
///         "
///         bool check(unsigned N) {{
///           return N < {limit};
///         }}
///         "
///     );
/// });
/// assert_eq!(
///     w.finish(),
///     "struct Checker {\n  bool check(unsigned N) {\n    return N < 3;\n  }\n};\n"
/// );
/// ```
#[macro_export]
macro_rules! text_block {
    ($w:expr, $($format:tt)+) => {
        $w.text_block(::std::format_args!($($format)+))
    };
}

impl CppWriter {
    /// Writes lines, indented as deeply as the writer is. Of the text in the source, the line break
    /// after the opening quote and the last line, of nothing but the closing quote, do not count;
    /// but for the indentation of the latter. What all lines share of that is taken away.
    ///
    /// Values formatted into the text should be single lines.
    pub fn text_block(&mut self, text: fmt::Arguments<'_>) {
        match text.as_str() {
            Some(text) => self.dedented(text),
            None => self.dedented(&text.to_string()),
        }
    }

    fn dedented(&mut self, text: &str) {
        let text = text.strip_prefix('\n').unwrap_or(text);
        let indentation = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let lines = text.trim_end_matches(' ').split('\n').filter(|line| !line.is_empty());
        let mut margin = lines.map(indentation).min().unwrap_or(0);
        let mut body = text;
        if let Some((lines, last)) = text.rsplit_once('\n')
            && indentation(last) == last.len()
        {
            body = lines;
            margin = margin.min(last.len());
        }
        for line in body.split('\n') {
            match line.get(margin..) {
                None | Some("") => self.blank(),
                Some(line) => self.line(format_args!("{line}")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{CppWriter, text_block};

    fn check(write: impl FnOnce(&mut CppWriter), expected: &str) {
        let mut w = CppWriter::new();
        w.indented(write);
        assert_eq!(w.finish(), expected);
    }

    #[test]
    fn the_margin_of_the_source_is_taken_away() {
        check(
            |w| {
                text_block!(
                    w,
                    "
                    if (A) {{
                      return {};
                    }}
                    ",
                    1
                );
            },
            "  if (A) {\n    return 1;\n  }\n",
        );
    }

    #[test]
    fn the_closing_quote_can_be_the_outermost() {
        check(
            |w| {
                text_block!(
                    w,
                    "
                        return A;
                      }}
                    "
                );
            },
            "      return A;\n    }\n",
        );
    }

    #[test]
    fn empty_lines_stay_empty() {
        check(|w| text_block!(w, "\n    a\n\n    b\n\n    "), "  a\n\n  b\n\n");
    }
}
