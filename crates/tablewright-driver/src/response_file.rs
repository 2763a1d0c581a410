//! `@file` on the command line: a file with arguments, which may name more such files.

use std::collections::VecDeque;
use std::path::{PathBuf, absolute};

use tablewright_session::{path_text, read_file, text_path};
use tablewright_text::byte_escape::escape;

use crate::terminal::reason;

/// Maximum number of response files. A few files that name each other twice would expand without end.
const MAX_FILES: usize = 10_000;

/// An argument, and the response files it came through.
struct Pending {
    arg: String,
    through: Vec<PathBuf>,
}

/// Iterates over the values of the option `name` in `args`, in order, before parsing.
pub(crate) fn values_of<'a>(args: &'a [String], name: &'a str) -> impl Iterator<Item = &'a str> {
    let values = args.iter().enumerate().map(move |(index, arg)| {
        let suffix = arg.strip_prefix('-')?.trim_start_matches('-').strip_prefix(name)?;
        let next = || args.get(index + 1).filter(|_| suffix.is_empty()).map(String::as_str);
        suffix.strip_prefix('=').or_else(next)
    });
    values.flatten()
}

/// Replaces each `@file` by the arguments in the file. If the file does not exist, the argument is kept. Paths are
/// relative to the working directory, also inside such files.
pub(crate) fn expand(args: Vec<String>) -> Result<Vec<String>, String> {
    let mut pending: VecDeque<Pending> =
        args.into_iter().map(|arg| Pending { arg, through: Vec::new() }).collect();
    let (mut expanded, mut files) = (Vec::new(), 0);
    while let Some(Pending { arg, through }) = pending.pop_front() {
        let path = arg.strip_prefix('@').map(text_path).filter(|path| path.exists());
        let Some(path) = path.and_then(|path| absolute(path).ok()) else {
            expanded.push(arg);
            continue;
        };
        // A file may be named several times, but not within itself.
        if through.contains(&path) {
            return Err(format!("recursive expansion of: '{}'", path_text(&path)));
        }
        files += 1;
        if files > MAX_FILES {
            return Err(format!("more than {MAX_FILES} response files"));
        }
        let bytes = read_file(&path)
            .map_err(|e| format!("cannot open file '{}': {}", path_text(&path), reason(&e)))?;
        let through: Vec<PathBuf> = through.into_iter().chain([path]).collect();
        // The arguments replace the file name, so they are inserted before the remaining arguments.
        for arg in words(&decode(&bytes)).into_iter().rev() {
            pending.push_front(Pending { arg, through: through.clone() });
        }
    }
    Ok(expanded)
}

/// Returns the text of a response file: UTF-8, or UTF-16 behind its mark, as tools on Windows write it.
fn decode(bytes: &[u8]) -> String {
    let units = |read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> =
            bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        _ => escape(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).to_vec()),
    }
}

/// Splits at white space. Single or double quotes keep words together. A backslash, also within quotes, escapes the
/// next character. An empty quotation is not a word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => word.push(chars.next().unwrap_or('\\')),
            _ if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            _ if quote.is_none() && c.is_ascii_whitespace() => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            _ => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_and_unquoted() {
        for (text, want) in [
            ("a.td -o x\n\t-DX", vec!["a.td", "-o", "x", "-DX"]),
            ("\"x y\"z x'y'\"z\"", vec!["x yz", "xyz"]),
            ("a\\ b \\\"c 'd\\'e' \"f\\\"\"", vec!["a b", "\"c", "d'e", "f\""]),
            ("\"\" '' x", vec!["x"]),
            ("tail\\", vec!["tail\\"]),
            ("\"open end", vec!["open end"]),
            ("# no comment", vec!["#", "no", "comment"]),
        ] {
            assert_eq!(words(text), want, "{text}");
        }
    }

    #[test]
    fn marks_of_encodings_are_dropped() {
        assert_eq!(decode(b"\xef\xbb\xbfa"), "a");
        assert_eq!(decode(b"\xff\xfea\0b\0"), "ab");
        assert_eq!(decode(b"\xfe\xff\0a\0b"), "ab");
    }
}
