//! The compatible renderer: diagnostics as text that tools and tests match on.

use std::error::Error;
use std::fmt::{self, Write};

use memchr::{memchr2, memrchr2};
use tablewright_text::byte_escape::byte_len;

use crate::diagnostic::{Diagnostic, Excerpt, Severity};
use crate::source::{Pos, SourceMap};

const BOLD: &str = "\x1b[1m";
const RESET: &str = "\x1b[0m";
const GREEN: &str = "\x1b[0;1;32m";

/// A severity's word and color.
#[derive(Clone, Copy)]
struct RenderedLabel {
    word: &'static str,
    color: &'static str,
}

const NOTE: RenderedLabel = RenderedLabel { word: "note: ", color: "\x1b[0;1;30m" };

fn label(severity: Severity) -> RenderedLabel {
    match severity {
        Severity::Verbatim | Severity::UnlabeledWarning => RenderedLabel { word: "", color: "" },
        Severity::Error | Severity::ToleratedError => {
            RenderedLabel { word: "error: ", color: "\x1b[0;1;31m" }
        }
        Severity::Warning => RenderedLabel { word: "warning: ", color: "\x1b[0;1;35m" },
        Severity::Note | Severity::CompatibleNote => NOTE,
    }
}

/// Returns the text for `diagnostic` with its notes and its suggestion: the stack of `include`s,
/// `FILE:LINE:COL`, the message, the line and a caret below it.
pub fn render(sources: &SourceMap, diagnostic: &Diagnostic, color: bool) -> String {
    with_headline(sources, diagnostic, &diagnostic.message, color)
}

/// Uses the plainer headline, if set.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words().trim_end();
        match &self.carried.0 {
            Some(sources) => f.write_str(with_headline(sources, self, words, false).trim_end()),
            None => f.write_str(words),
        }
    }
}

impl Error for Diagnostic {}

fn with_headline(
    sources: &SourceMap,
    diagnostic: &Diagnostic,
    headline: &str,
    color: bool,
) -> String {
    if diagnostic.severity == Severity::Verbatim {
        return diagnostic.message.clone();
    }
    let mut out = String::new();
    let first = label(diagnostic.severity);
    match diagnostic.shown.as_ref().and_then(|shown| shown.excerpt.as_ref()) {
        Some(excerpt) => message_in_text(&mut out, excerpt, first, headline, color),
        None => message(&mut out, sources, first, diagnostic.pos(), headline, color),
    }
    for note in &diagnostic.notes {
        match &note.excerpt {
            Some(excerpt) => message_in_text(&mut out, excerpt, NOTE, &note.message, color),
            None => message(&mut out, sources, NOTE, note.pos, &note.message, color),
        }
    }
    if let Some(suggestion) = &diagnostic.suggestion {
        // The headline's position is not repeated.
        let elsewhere = Some(suggestion.span.lo).filter(|&lo| diagnostic.pos() != Some(lo));
        message(&mut out, sources, NOTE, elsewhere, &suggestion.message, color);
    }
    out
}

fn message(
    out: &mut String,
    sources: &SourceMap,
    label: RenderedLabel,
    pos: Option<Pos>,
    text: &str,
    color: bool,
) {
    let paint = |code: &'static str| if color { code } else { "" };
    let Some(pos) = pos else {
        word(out, label, color);
        out.push_str(text);
        out.push('\n');
        return;
    };
    included_from(out, sources, pos);
    let at = sources.line_column(pos);
    let (line, mut column) = line_around(sources, pos);
    let file = &sources.file(at.file).name;
    let printed_column = byte_len(&line.as_bytes()[..column]) + 1;
    // Unlike the line number, the column counts from the last carriage return, as in the reference.
    _ = write!(out, "{}{file}:{}:{}: {}", paint(BOLD), at.line, printed_column, paint(RESET));
    word(out, label, color);
    _ = writeln!(out, "{}{text}", paint(BOLD));
    out.push_str(paint(RESET));
    line_with_caret(out, line, &mut column, color);
}

/// Writes the same for a text that is in no file.
fn message_in_text(
    out: &mut String,
    excerpt: &Excerpt,
    label: RenderedLabel,
    text: &str,
    color: bool,
) {
    let paint = |code: &'static str| if color { code } else { "" };
    word(out, label, color);
    _ = writeln!(out, "{}{text}", paint(BOLD));
    out.push_str(paint(RESET));
    line_with_caret(out, &excerpt.line, &mut excerpt.column.min(excerpt.line.len()), color);
}

fn word(out: &mut String, label: RenderedLabel, color: bool) {
    let paint = |code: &'static str| if color { code } else { "" };
    out.push_str(paint(label.color));
    out.push_str(label.word);
    out.push_str(paint(RESET));
}

/// Writes a line, and a caret below the byte at `column`.
fn line_with_caret(out: &mut String, line: &str, column: &mut usize, color: bool) {
    let paint = |code: &'static str| if color { code } else { "" };
    let line = excerpt(line, column);
    expand_tabs(out, line);
    out.push('\n');
    // The terminal width of other characters is unknown, so the caret is left out.
    if line.is_ascii() {
        out.push_str(paint(GREEN));
        caret(out, line, *column);
        out.push('\n');
        out.push_str(paint(RESET));
    }
}

/// Writes the files that include the file at `pos`, the outermost first.
fn included_from(out: &mut String, sources: &SourceMap, pos: Pos) {
    let mut includes = Vec::new();
    let mut inner = pos;
    while let Some(include) = sources.file(sources.file_of(inner)).included_from {
        includes.push(include);
        inner = include;
    }
    // The search went from the inside out; the outermost file is printed first.
    for include in includes.into_iter().rev() {
        let at = sources.line_column(include);
        _ = writeln!(out, "Included from {}:{}:", sources.file(at.file).name, at.line);
    }
}

/// Returns the line at `pos` and the offset in it. A carriage return ends a line here, although it
/// does not affect line numbers.
fn line_around(sources: &SourceMap, pos: Pos) -> (&str, usize) {
    let text = &sources.file(sources.file_of(pos)).text;
    let at = sources.offset_in_file(pos);
    let bytes = text.as_bytes();
    let start = memrchr2(b'\n', b'\r', &bytes[..at]).map_or(0, |n| n + 1);
    // Only a part of a long line is shown.
    let is_long = at - start > LONGEST_LINE;
    let last = if is_long { bytes.len().min(at + EXCERPT) } else { bytes.len() };
    let end = memchr2(b'\n', b'\r', &bytes[at..last]).map_or(last, |n| at + n);
    let end = (end..=bytes.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(bytes.len());
    (&text[start..end], at - start)
}

/// Maximum length in bytes of a line that is shown whole.
const LONGEST_LINE: usize = 4096;

/// Number of bytes on each side of the position that are shown from a longer line.
const EXCERPT: usize = 80;

/// Returns the part of a line that is shown, and updates the offset in it. Otherwise a thousand
/// messages about a line with a megabyte would have a gigabyte.
fn excerpt<'t>(line: &'t str, column: &mut usize) -> &'t str {
    if line.len() <= LONGEST_LINE {
        return line;
    }
    let is_boundary = |&at: &usize| line.is_char_boundary(at);
    let start = (0..=column.saturating_sub(EXCERPT)).rev().find(is_boundary).unwrap_or(0);
    let end = (*column + EXCERPT..line.len()).find(is_boundary).unwrap_or(line.len());
    *column -= start;
    &line[start..end]
}

const TAB: usize = 8;

fn expand_tabs(out: &mut String, line: &str) {
    let mut column = 0;
    for piece in line.split_inclusive('\t') {
        let (text, tab) = piece.strip_suffix('\t').map_or((piece, false), |text| (text, true));
        out.push_str(text);
        column += text.len();
        if tab {
            let width = TAB - column % TAB;
            out.extend(std::iter::repeat_n(' ', width));
            column += width;
        }
    }
}

/// Writes the caret below the byte at `column`; below a tab it is as wide as the tab.
fn caret(out: &mut String, line: &str, column: usize) {
    let mut width = 0;
    for byte in line[..column].bytes() {
        width += if byte == b'\t' { TAB - width % TAB } else { 1 };
    }
    out.extend(std::iter::repeat_n(' ', width));
    let carets = if line[column..].starts_with('\t') { TAB - width % TAB } else { 1 };
    out.extend(std::iter::repeat_n('^', carets));
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, at: usize, color: bool, expected: Expect) {
        let mut sources = SourceMap::new();
        let main = sources.add("t.td".into(), text.into(), None).expect("small");
        let pos = Some(sources.file(main).pos(at));
        let mut diagnostic = Diagnostic::new(Severity::Error, pos, "wrong");
        diagnostic.note(None, "more");
        let text = render(&sources, &diagnostic, color);
        expected.assert_eq(&text.replace('\x1b', "ESC"));
    }

    #[test]
    fn an_offset_of_a_text_in_no_file() {
        let mut diagnostic = Diagnostic::new(Severity::Error, None, "wrong");
        diagnostic.in_text("first\n\tsecond line\nthird", 14).note_in_text("first", 9, "more");
        let expected = expect![[r#"
            error: wrong
                    second line
                           ^
            note: more
            first
                 ^
        "#]];
        expected.assert_eq(&render(&SourceMap::new(), &diagnostic, false));
    }

    #[test]
    fn plain_text() {
        check(
            "def a b;\n",
            6,
            false,
            expect![[r#"
            t.td:1:7: error: wrong
            def a b;
                  ^
            note: more
        "#]],
        );
        check(
            "def a",
            5,
            false,
            expect![[r#"
            t.td:1:6: error: wrong
            def a
                 ^
            note: more
        "#]],
        );
        check(
            "def a\n",
            6,
            false,
            expect![[r#"
            t.td:2:1: error: wrong

            ^
            note: more
        "#]],
        );
        check(
            "def a\r\nb",
            4,
            false,
            expect![[r#"
            t.td:1:5: error: wrong
            def a
                ^
            note: more
        "#]],
        );
    }

    #[test]
    fn tabs_are_eight_wide_and_carets_below_them_too() {
        check(
            "\tdef\ta\tb",
            7,
            false,
            expect![[r#"
            t.td:1:8: error: wrong
                    def     a       b
                                    ^
            note: more
        "#]],
        );
        check(
            "x = \"\tabc",
            5,
            false,
            expect![[r#"
            t.td:1:6: error: wrong
            x = "   abc
                 ^^^
            note: more
        "#]],
        );
    }

    #[test]
    fn nothing_points_below_what_may_be_wide() {
        check(
            "def \"ä\" b;",
            9,
            false,
            expect![[r#"
            t.td:1:10: error: wrong
            def "ä" b;
            note: more
        "#]],
        );
    }

    #[test]
    fn carriage_returns_end_lines_but_are_not_counted() {
        check(
            "a\rb c\rd",
            4,
            false,
            expect![[r#"
            t.td:1:3: error: wrong
            b c
              ^
            note: more
        "#]],
        );
    }

    #[test]
    fn colors() {
        check(
            "def a b;",
            6,
            true,
            expect![[r#"
            ESC[1mt.td:1:7: ESC[0mESC[0;1;31merror: ESC[0mESC[1mwrong
            ESC[0mdef a b;
            ESC[0;1;32m      ^
            ESC[0mESC[0;1;30mnote: ESC[0mmore
        "#]],
        );
        let warning = Diagnostic::new(Severity::Warning, None, "w");
        let text = render(&SourceMap::new(), &warning, true).replace('\x1b', "ESC");
        assert_eq!(text, "ESC[0;1;35mwarning: ESC[0mw\n");
        let asked_for = Diagnostic::new(Severity::Verbatim, None, "a: b\n");
        assert_eq!(render(&SourceMap::new(), &asked_for, true), "a: b\n");
    }
}
