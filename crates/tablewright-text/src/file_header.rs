//! The comment at the top of generated files.

use crate::CppWriter;

const WIDTH: usize = 80;
const LEFT: &str = "|* ";
const RIGHT: &str = " *|";
/// Number of characters in a comment line.
const INNER: usize = WIDTH - LEFT.len() - RIGHT.len();

impl CppWriter<'_> {
    /// Writes a comment with the file's description and, if there is a `source`, the file name in
    /// its path.
    ///
    /// A description that is too long continues on the next line, if necessary within a word.
    pub fn file_header(&mut self, description: &str, source: Option<&str>) {
        let rule = |left: &str, right: &str| {
            format!("{left}{}{right}\n", "-".repeat(WIDTH - left.len() - right.len()))
        };
        let text = |text: &str| format!("{LEFT}{text:<INNER$}{RIGHT}\n");
        self.raw(&rule("/*===- TableGen'erated file ", "*- C++ -*-===*\\"));
        self.raw(&text(""));
        let description: Vec<char> = description.chars().collect();
        for part in description.chunks(INNER) {
            self.raw(&text(&part.iter().collect::<String>()));
        }
        if description.is_empty() {
            self.raw(&text(""));
        }
        self.raw(&text(""));
        self.raw(&text("Automatically generated file, do not edit!"));
        if let Some(source) = source.filter(|s| !s.is_empty()) {
            let file = source.rsplit('/').next().unwrap_or(source);
            self.raw(&text(&format!("From: {file}")));
        }
        self.raw(&text(""));
        self.raw(&rule("\\*===", "===*/"));
        self.blank();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(description: &str, source: Option<&str>, expected: Expect) {
        let mut w = CppWriter::new();
        w.file_header(description, source);
        expected.assert_eq(&w.finish());
    }

    #[test]
    fn every_line_is_as_wide() {
        check(
            "Toy Tables",
            Some("lib/Target/Toy.td"),
            expect![[r#"
                /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
                |*                                                                            *|
                |* Toy Tables                                                                 *|
                |*                                                                            *|
                |* Automatically generated file, do not edit!                                 *|
                |* From: Toy.td                                                               *|
                |*                                                                            *|
                \*===----------------------------------------------------------------------===*/

            "#]],
        );
    }

    #[test]
    fn long_descriptions_go_on_in_the_next_line() {
        check(
            "Tables of a toy target whose description is far too long for a single line of it",
            None,
            expect![[r#"
                /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
                |*                                                                            *|
                |* Tables of a toy target whose description is far too long for a single line *|
                |*  of it                                                                     *|
                |*                                                                            *|
                |* Automatically generated file, do not edit!                                 *|
                |*                                                                            *|
                \*===----------------------------------------------------------------------===*/

            "#]],
        );
    }
}
