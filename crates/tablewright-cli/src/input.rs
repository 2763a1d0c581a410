//! Reading the main file and what it includes.

use std::fs;
use std::io::{self, Read};

use tablewright_syntax::{FileProvider, IncludedFile};

/// The text of a main file, and the name it goes by.
pub(crate) struct MainFile {
    pub(crate) name: String,
    pub(crate) text: String,
    /// Said of the file where it is not quite text.
    pub(crate) warning: Option<String>,
}

/// Reads the file at `path`, or standard input where that is `-`.
pub(crate) fn read_main(path: &str) -> io::Result<MainFile> {
    let (name, bytes) = if path == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        ("<stdin>".to_owned(), bytes)
    } else {
        (path.to_owned(), fs::read(path)?)
    };
    let (text, warning) = to_text(&name, bytes);
    Ok(MainFile { name, text, warning })
}

/// Finds included files: at the path as it stands, then below each include directory in order.
pub(crate) struct IncludeSearch<'a> {
    dirs: &'a [String],
    /// Said of files that are not quite text, in order.
    pub(crate) warnings: Vec<String>,
}

impl<'a> IncludeSearch<'a> {
    pub(crate) fn new(dirs: &'a [String]) -> IncludeSearch<'a> {
        IncludeSearch { dirs, warnings: Vec::new() }
    }
}

impl FileProvider for IncludeSearch<'_> {
    fn include(&mut self, path: &str) -> Option<IncludedFile> {
        let below = self.dirs.iter().map(|dir| below(dir, path));
        let (name, bytes) = std::iter::once(path.to_owned())
            .chain(below)
            .find_map(|name| fs::read(&name).ok().map(|bytes| (name, bytes)))?;
        let (text, warning) = to_text(&name, bytes);
        self.warnings.extend(warning);
        Some(IncludedFile { name, text })
    }
}

/// `path` below `dir`. A leading `/` in it does not lead out of the directory.
fn below(dir: &str, path: &str) -> String {
    match (dir.is_empty() || dir.ends_with('/'), path.strip_prefix('/')) {
        (true, Some(rest)) if !dir.is_empty() => format!("{dir}{rest}"),
        (true, _) | (false, Some(_)) => format!("{dir}{path}"),
        (false, None) => format!("{dir}/{path}"),
    }
}

/// Text of `bytes`; what is not UTF-8 is replaced, and a warning names the first line of it.
fn to_text(name: &str, bytes: Vec<u8>) -> (String, Option<String>) {
    let error = match String::from_utf8(bytes) {
        Ok(text) => return (text, None),
        Err(error) => error,
    };
    let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line = 1 + good.iter().filter(|&&b| b == b'\n').count();
    let column = 1 + good.iter().rev().take_while(|&&b| b != b'\n').count();
    let warning =
        format!("{name}:{line}:{column}: warning: not UTF-8; the bytes are read as U+FFFD\n");
    (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(warning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_put_together_as_they_are_shown() {
        for (dir, path, want) in [
            ("foo", "a.td", "foo/a.td"),
            ("foo/", "a.td", "foo/a.td"),
            ("foo", "/a.td", "foo/a.td"),
            ("foo/", "/a.td", "foo/a.td"),
            ("", "a.td", "a.td"),
            ("./x", "../a.td", "./x/../a.td"),
        ] {
            assert_eq!(below(dir, path), want);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced_and_reported() {
        let (text, warning) = to_text("a.td", b"// \n// \xe9t\xe9\n".to_vec());
        assert_eq!(text, "// \n// \u{fffd}t\u{fffd}\n");
        let want = "a.td:2:4: warning: not UTF-8; the bytes are read as U+FFFD\n";
        assert_eq!(warning.as_deref(), Some(want));
        assert_eq!(to_text("a.td", "é".into()).1, None);
    }
}
