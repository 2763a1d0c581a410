//! Fixed C++ of several lines, written as it stands in the emitter's source.

use std::fmt;

use crate::{CppWriter, append};

/// Writes a [text block](CppWriter::text_block) with values, formatted as by `line!`: the compiler
/// checks their names, and braces of C++ are doubled. A value should be a single line.
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
    /// Writes C++ of several lines: dedented, and indented to the current level.
    ///
    /// The blanks that all lines begin with, that of the closing quote included, are left away, an
    /// empty first line and a last line of blanks too, so that the literal can be indented as the
    /// code around it is. Blank lines stay empty. Whole functions
    /// that are long stand in files of their own, which `w.raw(include_str!("fixed.inc"))` writes
    /// as they are.
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
        self.template(text, &[]);
    }

    /// Writes a [text block](Self::text_block) in which each `$name` or `${name}` stands for the
    /// value of that name. Braces need no escape, which is why a template reads better than a format.
    ///
    /// ```
    /// use tablewright_text::CppWriter;
    ///
    /// let mut w = CppWriter::new();
    /// w.template(
    ///     "
    ///     static bool is$Name(unsigned Opcode) {
    ///       return Opcode < $count;
    ///     }
    ///     ",
    ///     &[("Name", &"Branch"), ("count", &7)],
    /// );
    /// assert_eq!(w.finish(), "static bool isBranch(unsigned Opcode) {\n  return Opcode < 7;\n}\n");
    /// ```
    ///
    /// # Panics
    /// Where the template has a `$name` that `values` does not have: both are literals, so that is
    /// a mistake of the emitter.
    pub fn template(&mut self, text: &str, values: &[(&str, &dyn fmt::Display)]) {
        let text = text.strip_prefix('\n').unwrap_or(text);
        // The closing quote can stand further left than all lines, which are indented then.
        let last_line = text.rsplit_once('\n').map(|(_, last)| last);
        let closing = last_line.filter(|last| last.trim_start().is_empty()).map(str::len);
        let text = text.trim_end_matches(' ');
        let indented = text.lines().filter(|line| !line.trim_start().is_empty());
        let margins = indented.map(|line| line.len() - line.trim_start().len());
        let margin = margins.chain(closing).min().unwrap_or(0);
        for line in text.lines() {
            // Blank lines can be shorter than the margin.
            let Some(line) = line.get(margin..).filter(|line| !line.is_empty()) else {
                self.blank();
                continue;
            };
            self.indentation();
            self.fill_in(line, values);
            self.raw("\n");
        }
    }

    /// What [`text_block!`](crate::text_block!) calls.
    #[doc(hidden)]
    pub fn formatted_text_block(&mut self, text: fmt::Arguments<'_>) {
        match text.as_str() {
            Some(text) => self.text_block(text),
            None => self.text_block(&text.to_string()),
        }
    }

    fn fill_in(&mut self, line: &str, values: &[(&str, &dyn fmt::Display)]) {
        let mut parts = line.split('$');
        self.raw(parts.next().unwrap_or_default());
        for part in parts {
            // Without values it is a block that may have dollar signs of its own.
            if values.is_empty() {
                append!(self, "$", part);
                continue;
            }
            let (name, rest) = placeholder(part);
            match values.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => self.write_fmt(format_args!("{value}")),
                None => panic!("the template's ${name} has a value"),
            }
            self.raw(rest);
        }
    }
}

/// The name that stands behind a dollar sign, and the text behind the name.
fn placeholder(text: &str) -> (&str, &str) {
    if let Some(braced) = text.strip_prefix('{').and_then(|text| text.split_once('}')) {
        return braced;
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split_at(text.find(|c| !is_name(c)).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_block_moves_from_its_own_margin_to_the_level() {
        let mut w = CppWriter::new();
        w.indented(|w| {
            w.text_block(
                "
                if (x) {

                  return '$';
                }
                ",
            );
            w.text_block("one line");
        });
        expect![[r#"
              if (x) {

                return '$';
              }
              one line
        "#]]
        .assert_eq(&w.finish());
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
    fn a_value_takes_the_place_of_its_name_up_to_the_next_character_of_none() {
        let mut w = CppWriter::new();
        let values: [(&str, &dyn fmt::Display); 3] = [("Target", &"Toy"), ("n", &1), ("x", &"y")];
        w.template("$Target::${Target}Reg$n($x)\n", &values);
        assert_eq!(w.finish(), "Toy::ToyReg1(y)\n");
    }

    #[test]
    #[should_panic(expected = "$Missing")]
    fn a_name_without_a_value_is_a_mistake() {
        CppWriter::new().template("$Missing", &[("Given", &1)]);
    }
}
