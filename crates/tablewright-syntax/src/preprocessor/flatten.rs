//! A file and its includes joined into one text, which has the parser's tokens.

use super::{Event, Preprocessor};
use crate::diagnostic::Diagnostics;
use crate::dialect::LanguageDialect;
use crate::include::FileProvider;
use crate::lexer::{self, TokenKind};
use crate::source::{FileId, Pos, SourceMap, Span};

/// The text besides tokens that [`flatten`] keeps.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flattening {
    /// Whether comments are kept. Comments in excluded text are always dropped.
    pub keeps_comments: bool,
    /// Whether to add comments with the origin of the text, `// file: PATH:LINE`: at the start of
    /// each file, and after each `include`.
    pub marks_files: bool,
}

/// Returns the text of the file `main` with each `include` replaced by the included text, and
/// without preprocessor directives and the text that they exclude. It has the same tokens, so it
/// evaluates to the same records. Line breaks stay, but adjacent empty lines become one.
///
/// Included files are added to `sources`, and errors in includes, directives and tokens to
/// `diagnostics`. `macros` are defined at the start.
pub fn flatten(
    sources: &mut SourceMap,
    main: FileId,
    files: &mut dyn FileProvider,
    macros: &[String],
    diagnostics: &mut Diagnostics,
    flattening: Flattening,
) -> String {
    let mut text =
        FlatText { flattening, out: String::new(), open: Vec::new(), ends_in_comment: false };
    text.open_file(sources, main);
    let dialect = LanguageDialect::default();
    let mut input = Preprocessor::new(sources, main, files, macros, diagnostics, dialect);
    input.events = Some(Vec::new());
    loop {
        let token = input.next();
        for event in input.events.replace(Vec::new()).unwrap_or_default() {
            match event {
                Event::Removed(span) => text.skip(input.sources(), span),
                Event::Opened(file) => text.open_file(input.sources(), file),
                Event::Closed => text.close_file(input.sources()),
            }
        }
        text.token(input.sources(), token.span);
        if token.kind == TokenKind::Eof {
            break;
        }
    }
    text.end_line();
    text.out
}

/// The text so far.
struct FlatText {
    flattening: Flattening,
    out: String,
    /// The open files, each with the offset up to which it was copied.
    open: Vec<(FileId, usize)>,
    /// Whether the text ends in a line comment.
    ends_in_comment: bool,
}

/// Returns a position's offset in its file, rounded up to a character boundary. Only lexer errors
/// lie inside characters.
fn offset_in_file(sources: &SourceMap, pos: Pos) -> usize {
    let text = &sources.file(sources.file_of(pos)).text;
    let offset = sources.offset_in_file(pos);
    (offset..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

impl FlatText {
    fn open_file(&mut self, sources: &SourceMap, file: FileId) {
        self.end_line();
        self.open.push((file, 0));
        self.mark(sources);
    }

    fn close_file(&mut self, sources: &SourceMap) {
        if let Some(&(file, _)) = self.open.last() {
            self.trivia_to(sources, sources.file(file).text.len());
        }
        self.end_line();
        self.open.pop();
        self.mark(sources);
    }

    /// Adds a comment with the origin of the next text.
    fn mark(&mut self, sources: &SourceMap) {
        let Some(&(file, copied)) = self.open.last() else { return };
        if self.flattening.marks_files {
            let line = sources.line_column(sources.file(file).pos(copied)).line;
            self.out.push_str(&format!("// file: {}:{line}\n", sources.file(file).name));
        }
    }

    /// Copies the text before `span`, and leaves `span` out.
    fn skip(&mut self, sources: &SourceMap, span: Span) {
        self.trivia_to(sources, offset_in_file(sources, span.lo));
        if let Some((_, copied)) = self.open.last_mut() {
            *copied = offset_in_file(sources, span.hi);
        }
    }

    fn token(&mut self, sources: &SourceMap, span: Span) {
        let (lo, hi) = (offset_in_file(sources, span.lo), offset_in_file(sources, span.hi));
        self.trivia_to(sources, lo);
        if self.ends_in_comment {
            self.end_line();
        }
        if let Some((file, copied)) = self.open.last_mut() {
            self.out.push_str(&sources.file(*file).text[lo..hi]);
            *copied = hi;
        }
    }

    /// Copies white space and comments up to an offset in the innermost file.
    fn trivia_to(&mut self, sources: &SourceMap, end: usize) {
        let Some((file, copied)) = self.open.last_mut() else { return };
        let text = &sources.file(*file).text;
        let mut trivia = &text[*copied..end.max(*copied)];
        *copied = end;
        while !trivia.is_empty() {
            let bytes = trivia.as_bytes();
            let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0);
            let spaces = bytes.iter().take_while(|byte| is_space(byte)).count();
            if spaces > 0 {
                self.white_space(&trivia[..spaces]);
                trivia = &trivia[spaces..];
                continue;
            }
            let is_line_comment = bytes.starts_with(b"//");
            let length = if is_line_comment {
                lexer::line_end(bytes, 0)
            } else if bytes.starts_with(b"/*") {
                lexer::block_comment_end(bytes, 0).unwrap_or(bytes.len())
            } else {
                // Bytes that form no token; they were reported.
                bytes.len()
            };
            self.comment(&trivia[..length], is_line_comment);
            trivia = &trivia[length..];
        }
    }

    fn comment(&mut self, text: &str, is_line_comment: bool) {
        if self.flattening.keeps_comments {
            self.out.push_str(text);
            self.ends_in_comment = is_line_comment;
        } else if !self.out.is_empty() && !self.out.ends_with([' ', '\t', '\n']) {
            // Keeps the tokens on both sides apart.
            self.out.push(' ');
        }
    }

    fn white_space(&mut self, text: &str) {
        let Some(last_line) = text.rfind('\n') else {
            // The white space followed text that was left out.
            if self.out.is_empty() || self.out.ends_with('\n') {
                return;
            }
            self.out.push_str(&text.replace(['\r', '\0'], " "));
            return;
        };
        let breaks = text.bytes().filter(|&byte| byte == b'\n').count();
        self.end_line();
        if breaks > 1 && !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
        self.out.push_str(&text[last_line + 1..].replace(['\r', '\0'], " "));
    }

    /// Ends the line, unless it is empty.
    fn end_line(&mut self) {
        self.ends_in_comment = false;
        let kept = self.out.trim_end_matches([' ', '\t']).len();
        self.out.truncate(kept);
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::parser::tests::Files;

    fn check(flattening: Flattening, expected: Expect) {
        let main = "// First.\nclass A; // After.\n#ifdef X\n// Inside.\nclass X;\n#else\nclass Y;\n\
                    #endif // End.\n\n\n\ninclude \"b.td\" def a/**/b;\n";
        let mut sources = SourceMap::new();
        let main = sources.add("a.td".into(), main.into(), None).expect("it is small");
        let mut files = Files(&[("b.td", "/* B */ class B {\n  int x = 1;\n}\n// Last.")]);
        let mut diagnostics = Diagnostics::new();
        let macros = ["X".to_owned()];
        let text = flatten(&mut sources, main, &mut files, &macros, &mut diagnostics, flattening);
        assert!(!diagnostics.has_errors());
        expected.assert_eq(&text);
    }

    #[test]
    fn tokens_stay_and_directives_go() {
        check(
            Flattening::default(),
            expect![[r#"
                class A;
                class X;

                class B {
                  int x = 1;
                }
                def a b;
            "#]],
        );
    }

    /// Each byte in a wrong character is a separate error; the text keeps the character.
    #[test]
    fn characters_that_are_no_tokens_are_copied() {
        let mut sources = SourceMap::new();
        let main = sources.add("a.td".into(), "class §A;\n€".into(), None).expect("it is small");
        let (mut files, mut diagnostics) = (Files(&[]), Diagnostics::new());
        let flattening = Flattening::default();
        let text = flatten(&mut sources, main, &mut files, &[], &mut diagnostics, flattening);
        assert!(text.starts_with("class §A;\n€"), "{text}");
        assert!(diagnostics.has_errors());
    }

    #[test]
    fn comments_and_marks_are_kept_on_request() {
        check(
            Flattening { keeps_comments: true, marks_files: true },
            expect![[r#"
                // file: a.td:1
                // First.
                class A; // After.
                // Inside.
                class X;

                // file: dir/b.td:1
                /* B */ class B {
                  int x = 1;
                }
                // Last.
                // file: a.td:12
                def a/**/b;
            "#]],
        );
    }
}
