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
    /// Writes lines, indented as deeply as the writer is. The indentation that all lines share is
    /// that of the source and is taken away first; so are a line break at the beginning and a last
    /// line of nothing but blanks. Values formatted into the text should be single lines.
    pub fn text_block(&mut self, text: fmt::Arguments<'_>) {
        match text.as_str() {
            Some(text) => self.dedented(text),
            None => self.dedented(&text.to_string()),
        }
    }

    fn dedented(&mut self, text: &str) {
        let text = text.strip_prefix('\n').unwrap_or(text);
        let text = text.trim_end_matches(' ');
        let text = text.strip_suffix('\n').unwrap_or(text);
        let margin = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let lines = text.split('\n');
        let margin = lines.clone().filter(|line| !line.trim().is_empty()).map(margin).min();
        for line in lines {
            match line.get(margin.unwrap_or(0)..) {
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
    fn empty_lines_stay_empty() {
        check(|w| text_block!(w, "\n    a\n\n    b\n\n    "), "  a\n\n  b\n\n");
    }
}
