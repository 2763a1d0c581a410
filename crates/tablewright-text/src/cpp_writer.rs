//! A writer for C++: lines, blocks and sections, indented like the emitter's closures.

use std::fmt;
use std::io;

use crate::{TextOutput, TextSink};

/// Columns per nesting level.
const INDENT: usize = 2;

/// Blanks for an indentation.
const BLANKS: &str = "                                ";

/// Writes C++, indented like the nesting of its method calls.
///
/// The writer never wraps a line or trims a blank. It keeps the text in memory ([`CppWriter::new`])
/// or writes it to a file in chunks ([`CppWriter::through`]). An emitter takes `w: &mut CppWriter`
/// in either case; the elided lifetime belongs to the file.
///
/// ```
/// use tablewright_text::{CppWriter, line};
///
/// let mut w = CppWriter::new();
/// w.guarded("GET_COLORS", |w| {
///     w.block("enum Color", ";", |w| {
///         for (i, name) in ["Red", "Green"].iter().enumerate() {
///             line!(w, "{name} = {i},");
///         }
///     });
/// });
/// assert_eq!(
///     w.finish(),
///     "\
/// #ifdef GET_COLORS
/// #undef GET_COLORS
/// enum Color {
///   Red = 0,
///   Green = 1,
/// };
/// #endif // GET_COLORS
///
/// "
/// );
/// ```
pub struct CppWriter<'a> {
    out: TextOutput<'a>,
    level: usize,
}

/// Writes a formatted, indented line: `line!(w, "{name} = {value},")`. Without a format it writes
/// an empty line.
#[macro_export]
macro_rules! line {
    // The standard macro with the same name. Other macros may use it in a module that imports this
    // macro.
    () => {
        ::core::line!()
    };
    ($w:expr) => {
        $w.blank()
    };
    ($w:expr, $($format:tt)+) => {
        $w.line(::std::format_args!($($format)+))
    };
}

impl Default for CppWriter<'static> {
    fn default() -> CppWriter<'static> {
        CppWriter::new()
    }
}

impl CppWriter<'static> {
    /// Creates a writer that keeps its text in memory until [`finish`](Self::finish) returns it.
    pub fn new() -> CppWriter<'static> {
        CppWriter { out: TextOutput::in_memory(), level: 0 }
    }

    /// Returns the text.
    pub fn finish(self) -> String {
        self.out.text
    }
}

impl CppWriter<'_> {
    /// Runs `emit` and writes its text to `file` in chunks. A large file is never in memory as a
    /// whole.
    ///
    /// ```
    /// use tablewright_text::{CppWriter, line};
    ///
    /// let mut file = Vec::new();
    /// CppWriter::through(&mut file, |w| line!(w, "int x = {};", 1))?;
    /// assert_eq!(file, b"int x = 1;\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Failures to write to the file.
    pub fn through(
        file: &mut dyn io::Write,
        emit: impl FnOnce(&mut CppWriter<'_>),
    ) -> io::Result<()> {
        let mut w = CppWriter { out: TextOutput::new(file), level: 0 };
        emit(&mut w);
        w.out.finish()
    }

    /// Writes an indented line. See [`line!`].
    pub fn line(&mut self, line: fmt::Arguments<'_>) {
        self.indentation();
        self.out.write_fmt(line);
        self.out.push('\n');
    }

    /// Writes lines of text. Each line is indented unless it is empty.
    ///
    /// ```
    /// use tablewright_text::CppWriter;
    ///
    /// let mut w = CppWriter::new();
    /// w.block("void f()", "", |w| w.lines("g();\n\nh();"));
    /// assert_eq!(w.finish(), "void f() {\n  g();\n\n  h();\n}\n");
    /// ```
    pub fn lines(&mut self, text: &str) {
        let mut start = 0;
        let ends = memchr::memchr_iter(b'\n', text.as_bytes());
        let trimmed_len = text.len() - usize::from(text.ends_with('\n'));
        let ends = ends
            .take_while(|&end| end < trimmed_len)
            .chain((!text.is_empty()).then_some(trimmed_len));
        for end in ends {
            let mut line = &text[start..end];
            if end < text.len() {
                line = line.strip_suffix('\r').unwrap_or(line);
            }
            start = end + 1;
            if !line.is_empty() {
                self.indentation();
                self.out.push_str(line);
            }
            self.out.push('\n');
        }
    }

    /// Writes an empty line.
    pub fn blank(&mut self) {
        self.out.push('\n');
    }

    /// Writes text unchanged, without indentation or a line end.
    #[inline]
    pub fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes formatted text without indentation or a line end. `write!` calls this function.
    pub fn write_fmt(&mut self, text: fmt::Arguments<'_>) {
        self.out.write_fmt(text);
    }

    /// Indents the text that `body` writes.
    pub fn indented(&mut self, body: impl FnOnce(&mut CppWriter)) {
        self.level += 1;
        body(self);
        self.level -= 1;
    }

    /// Writes `body` one level further left.
    pub(crate) fn outdented(&mut self, body: impl FnOnce(&mut CppWriter)) {
        let level = self.level;
        self.level = level.saturating_sub(1);
        body(self);
        self.level = level;
    }

    /// Writes `head {`, the indented body, and `}` followed by `tail`, for example `";"` after a
    /// type.
    pub fn block(
        &mut self,
        head: impl fmt::Display,
        tail: &str,
        body: impl FnOnce(&mut CppWriter),
    ) {
        self.line(format_args!("{head} {{"));
        self.indented(body);
        self.line(format_args!("}}{tail}"));
    }

    /// Writes a section between `#ifdef macro_name` and `#endif`, and undefines the macro in it. A
    /// file includes the generated file for this section.
    pub fn guarded(&mut self, macro_name: &str, body: impl FnOnce(&mut CppWriter)) {
        self.out.write_fmt(format_args!("#ifdef {macro_name}\n#undef {macro_name}\n"));
        body(self);
        self.out.write_fmt(format_args!("#endif // {macro_name}\n\n"));
    }

    /// Writes a section between `#ifdef macro_name` and `#endif`. The macro stays defined, since
    /// several sections may depend on it.
    pub fn if_defined(&mut self, macro_name: &str, body: impl FnOnce(&mut CppWriter)) {
        self.out.write_fmt(format_args!("#ifdef {macro_name}\n"));
        body(self);
        self.out.write_fmt(format_args!("#endif // {macro_name}\n\n"));
    }

    /// Writes a namespace. Its contents are not indented. `a::b` opens nested namespaces.
    pub fn namespace(&mut self, name: &str, body: impl FnOnce(&mut CppWriter)) {
        for part in name.split("::") {
            self.out.write_fmt(format_args!("namespace {part} {{\n"));
        }
        body(self);
        for part in name.rsplit("::") {
            self.out.write_fmt(format_args!("}} // end namespace {part}\n"));
        }
    }

    /// Writes an unnamed `enum` with `names`, numbered from zero.
    pub fn enumeration(&mut self, names: impl IntoIterator<Item = impl fmt::Display>) {
        self.block("enum", ";", |w| {
            for (i, name) in names.into_iter().enumerate() {
                line!(w, "{name} = {i},");
            }
        });
    }

    pub(crate) fn indentation(&mut self) {
        let mut left = INDENT * self.level;
        while left > 0 {
            let width = left.min(BLANKS.len());
            self.out.push_str(&BLANKS[..width]);
            left -= width;
        }
    }
}

impl TextSink for CppWriter<'_> {
    #[inline]
    fn push_str(&mut self, text: &str) {
        self.out.push_str(text);
    }

    #[inline]
    fn push(&mut self, character: char) {
        self.out.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn what_is_nested_is_indented() {
        let mut w = CppWriter::new();
        w.namespace("llvm::Toy", |w| {
            w.block("int f(int x)", "", |w| {
                w.block("switch (x)", "", |w| {
                    line!(w, "case {}: return {:#x};", 1, 255);
                    w.raw("#define ODD\n");
                    line!(w);
                });
                write!(w, "a{}", 1);
                w.raw("b\n");
            });
            w.enumeration(["A", "B"]);
        });
        expect![[r#"
            namespace llvm {
            namespace Toy {
            int f(int x) {
              switch (x) {
                case 1: return 0xff;
            #define ODD

              }
            a1b
            }
            enum {
              A = 0,
              B = 1,
            };
            } // end namespace Toy
            } // end namespace llvm
        "#]]
        .assert_eq(&w.finish());
    }

    #[test]
    fn a_macro_that_several_parts_depend_on_stays_defined() {
        let mut w = CppWriter::new();
        w.if_defined("GET_A", |w| line!(w, "int a;"));
        assert_eq!(w.finish(), "#ifdef GET_A\nint a;\n#endif // GET_A\n\n");
    }
}
