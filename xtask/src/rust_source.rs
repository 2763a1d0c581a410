//! Rust source as tokens, for structure checks. Comments and blanks are left out, so that only code
//! counts. A literal is a single token, so that its text never looks like code.

use std::io;
use std::path::{Path, PathBuf};

use xtask_support::files::{files_below, has_extension};

/// A name, a literal, a lifetime, `::`, `->` or `=>`, or another character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RustSourceToken<'a> {
    pub(crate) line: usize,
    pub(crate) text: &'a str,
}

impl RustSourceToken<'_> {
    pub(crate) fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_') && !self.is_literal()
    }

    fn is_literal(&self) -> bool {
        self.text.ends_with(['"', '\'', '#']) && self.text.len() > 1
    }
}

/// Returns the Rust files below `dir`, ordered by path, without test files.
pub(crate) fn production_files(dir: &Path) -> io::Result<Vec<PathBuf>> {
    files_below(dir, &|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        !is_test(&name) && (path.is_dir() || has_extension(path, "rs"))
    })
}

/// Returns whether a file or folder with this name contains only tests.
fn is_test(name: &str) -> bool {
    name == "tests" || name.ends_with("_tests") || name == "test_support"
}

/// Returns a file's text without the unit tests at its end.
pub(crate) fn without_tests(text: &str) -> &str {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    &text[..end]
}

/// Returns the tokens of `text` in order. Text other than Rust has some tokens, too.
pub(crate) fn tokens(text: &str) -> Vec<RustSourceToken<'_>> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while !rest.is_empty() {
        let (length, is_token) = match blank_length(rest) {
            0 => (token_length(rest), true),
            length => (length, false),
        };
        let (token, after) = rest.split_at(length);
        if is_token {
            tokens.push(RustSourceToken { line, text: token });
        }
        line += token.matches('\n').count();
        rest = after;
    }
    tokens
}

/// Returns the length of a blank or a comment at the start of `text`; 0 if there is none.
fn blank_length(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return block_comment_length(text);
    }
    text.len() - text.trim_start().len()
}

/// Returns the length of a block comment. Block comments nest.
fn block_comment_length(text: &str) -> usize {
    let mut depth = 0;
    let mut offset = 0;
    while offset < text.len() {
        let tail = &text.as_bytes()[offset..];
        if tail.starts_with(b"/*") {
            (depth, offset) = (depth + 1, offset + 2);
        } else if tail.starts_with(b"*/") {
            (depth, offset) = (depth - 1, offset + 2);
            if depth == 0 {
                break;
            }
        } else {
            offset += 1;
        }
    }
    offset
}

/// Returns the length of the token at the start of `text`, never an empty text.
fn token_length(text: &str) -> usize {
    let name = text.find(|c: char| !is_of_name(c)).unwrap_or(text.len());
    let (prefix, tail) = text.split_at(name);
    match prefix {
        "" | "b" | "c" if tail.starts_with('"') => return name + quoted_length(tail, '"'),
        "b" if tail.starts_with('\'') => return name + quoted_length(tail, '\''),
        "r" | "br" | "cr" => {
            if let Some(length) = raw_string_length(tail) {
                return name + length;
            }
        }
        _ => {}
    }
    if name > 0 {
        return name;
    }
    if text.starts_with('\'') {
        return quote_length(text);
    }
    let is_pair = ["::", "->", "=>"].iter().any(|pair| text.starts_with(pair));
    if is_pair { 2 } else { text.chars().next().map_or(1, char::len_utf8) }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the length of a character literal or a lifetime.
fn quote_length(text: &str) -> usize {
    let mut ahead = text.chars().skip(1);
    let is_lifetime = ahead.next().is_some_and(is_of_name) && ahead.next() != Some('\'');
    if is_lifetime {
        1 + text[1..].find(|c: char| !is_of_name(c)).unwrap_or(text.len() - 1)
    } else {
        quoted_length(text, '\'')
    }
}

/// Returns the length of a literal between two `quote`s, in which a backslash escapes the next
/// character.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut chars = text.char_indices().skip(1);
    while let Some((offset, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == quote {
            return offset + 1;
        }
    }
    text.len()
}

/// Returns the length of a raw string after its prefix: `"…"`, `#"…"#` and so on.
fn raw_string_length(text: &str) -> Option<usize> {
    let hashes = text.len() - text.trim_start_matches('#').len();
    let body = text[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", &text[..hashes]);
    Some(body.find(&end).map_or(text.len(), |length| hashes + 1 + length + end.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        tokens(source).iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_are_left_out_also_nested_ones() {
        assert_eq!(texts("a // b\nc /* d /* e */ f */ g"), ["a", "c", "g"]);
    }

    #[test]
    fn a_literal_is_one_token() {
        assert_eq!(
            texts(r#"f("a // \" b", 'x', '\'')"#),
            ["f", "(", r#""a // \" b""#, ",", "'x'", ",", r"'\''", ")"]
        );
        assert_eq!(texts(r##"r#"a "b" "# b"c""##), [r##"r#"a "b" "#"##, "b\"c\""]);
    }

    #[test]
    fn lifetimes_are_no_characters() {
        assert_eq!(texts("&'a str"), ["&", "'a", "str"]);
    }

    #[test]
    fn lines_are_counted_through_comments_and_strings() {
        let lines: Vec<usize> = tokens("a\n/* \n */ \"\n\" b").iter().map(|t| t.line).collect();
        assert_eq!(lines, [1, 3, 4]);
    }
}
