//! Multi-line C++ with placeholders for values.

use crate::{CppWriter, Segment, TemplateSyntax, TextSink};

impl CppWriter<'_> {
    /// Writes a [text block](Self::text_block). `$name` and `${name}` are replaced by the value
    /// with this name, `$$` by a dollar. Use it for C++ with many braces, which `text_block!` would
    /// double.
    ///
    /// A name without a value is replaced by nothing. A value is written unchanged, even with
    /// several lines.
    ///
    /// ```
    /// use tablewright_text::CppWriter;
    ///
    /// let mut w = CppWriter::new();
    /// w.fill_block(
    ///     "
    ///     bool is$name(int x) {
    ///       return x == $value;
    ///     }
    ///     ",
    ///     &[("name", "Seven"), ("value", "7")],
    /// );
    /// assert_eq!(w.finish(), "bool isSeven(int x) {\n  return x == 7;\n}\n");
    /// ```
    pub fn fill_block(&mut self, text: &str, values: &[(&str, &str)]) {
        self.dedented_lines(text, |w, line| {
            for segment in TemplateSyntax::DOLLAR.segments(line) {
                match segment {
                    Segment::Text(text) => w.push_str(text),
                    Segment::Hole { name, .. } => {
                        let value = values.iter().find(|(listed, _)| *listed == name);
                        debug_assert!(value.is_some(), "{name} has no value");
                        w.push_str(value.map_or("", |(_, value)| value));
                    }
                    Segment::Malformed(error) => debug_assert!(false, "{error}"),
                }
            }
        });
    }
}
