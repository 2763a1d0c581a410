//! Fixed multi-line C++ in the emitter's source.

use std::fmt;

use crate::CppWriter;

/// Writes a [text block](CppWriter::text_block) with values, formatted like `line!`. The compiler
/// checks their names; C++ braces are doubled. A value should be a single line.
///
/// ```
/// use tablewright_text::{CppWriter, text_block};
///
/// let mut w = CppWriter::new();
/// let target = "Toy";
/// text_block!(
///     w,
///     "
///     static bool is{target}Branch(unsigned Opcode) {{
///       return Opcode < {};
///     }}
///     ",
///     7
/// );
/// assert_eq!(
///     w.finish(),
///     "static bool isToyBranch(unsigned Opcode) {\n  return Opcode < 7;\n}\n"
/// );
/// ```
#[macro_export]
macro_rules! text_block {
    ($w:expr, $($format:tt)+) => {
        $w.formatted_text_block(::std::format_args!($($format)+))
    };
}

impl CppWriter<'_> {
    /// Writes multi-line C++: removes the common indentation, and indents to the current level.
    ///
    /// The literal can be indented like the code around it. The common indentation includes the
    /// line of the closing quote. An empty first line and a last line of blanks are left out. Blank
    /// lines stay empty. Put a long function without values into a separate file and write it with
    /// `w.raw(include_str!("fixed.inc"))`.
    ///
    /// ```
    /// use tablewright_text::CppWriter;
    ///
    /// let mut w = CppWriter::new();
    /// w.block("struct Row", ";", |w| {
    ///     w.text_block(
    ///         "
    ///         bool operator<(unsigned Key) const {
    ///           return this->Key < Key;
    ///         }
    ///         ",
    ///     );
    /// });
    /// assert_eq!(
    ///     w.finish(),
    ///     "\
    /// struct Row {
    ///   bool operator<(unsigned Key) const {
    ///     return this->Key < Key;
    ///   }
    /// };
    /// "
    /// );
    /// ```
    pub fn text_block(&mut self, text: &str) {
        self.dedented_lines(text, |w, line| w.raw(line));
    }

    /// Calls `write` for each text block line, without the common indentation, at the current
    /// level.
    pub(crate) fn dedented_lines(&mut self, text: &str, mut write: impl FnMut(&mut Self, &str)) {
        let text = text.strip_prefix('\n').unwrap_or(text);
        // The closing quote can be further left than all lines. Then these are indented.
        let last_line = text.rsplit_once('\n').map(|(_, last)| last);
        let closing = last_line.filter(|last| last.trim_start().is_empty()).map(str::len);
        let text = text.trim_end_matches(' ');
        let indented = text.lines().filter(|line| !line.trim_start().is_empty());
        let margins = indented.map(|line| line.len() - line.trim_start().len());
        let margin = margins.chain(closing).min().unwrap_or(0);
        for line in text.lines() {
            // Blank lines can be shorter than the common indentation.
            let Some(line) = line.get(margin..).filter(|line| !line.is_empty()) else {
                self.blank();
                continue;
            };
            self.indentation();
            write(self, line);
            self.raw("\n");
        }
    }

    /// Called by [`text_block!`](crate::text_block!).
    #[doc(hidden)]
    pub fn formatted_text_block(&mut self, text: fmt::Arguments<'_>) {
        match text.as_str() {
            Some(text) => self.text_block(text),
            None => self.text_block(&text.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_moves_from_its_own_margin_to_the_level() {
        let mut w = CppWriter::new();
        w.indented(|w| {
            w.text_block(
                "
                if (x) {

                  return 1;
                }
                ",
            );
            w.text_block("one line");
        });
        // Compared without `expect!`, which would remove the common indentation.
        assert_eq!(w.finish(), "  if (x) {\n\n    return 1;\n  }\n  one line\n");
    }

    #[test]
    fn the_closing_quote_can_be_the_outermost() {
        let mut w = CppWriter::new();
        w.text_block(
            "
                return A;
              }
            ",
        );
        assert_eq!(w.finish(), "    return A;\n  }\n");
    }

    #[test]
    fn an_empty_line_before_the_closing_quote_is_written() {
        let mut w = CppWriter::new();
        w.text_block(
            "
            #endif

            ",
        );
        assert_eq!(w.finish(), "#endif\n\n");
    }

    #[test]
    fn values_are_filled_in_by_name() {
        let (target, count) = ("Toy", 7);
        let mut w = CppWriter::new();
        text_block!(w, "{target}::{target}Reg{count}({x}) {{}}\n", x = 'y');
        assert_eq!(w.finish(), "Toy::ToyReg7(y) {}\n");
    }
}
