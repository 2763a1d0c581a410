//! Finding and reading source files, in memory and on disk.

use std::collections::BTreeMap;
use std::fs;

use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::{FileProvider, IncludedFile};

/// A place where a file is not UTF-8.
pub(crate) struct NotText {
    /// The file.
    name: String,
    /// The first byte that is no text.
    offset: usize,
}

impl NotText {
    /// A warning at the place, once the file is one of `sources`.
    pub(crate) fn warning(&self, sources: &SourceMap) -> Diagnostic {
        let file = sources.files().iter().find(|file| file.name == self.name);
        let pos = file.map(|file| file.pos(self.offset));
        Diagnostic::new(Severity::Warning, pos, "not UTF-8; what is no text is read as U+FFFD")
    }
}

/// The text of `bytes`, the contents of the file `name`. What is not UTF-8 is replaced.
pub(crate) fn to_text(name: &str, bytes: Vec<u8>) -> (String, Option<NotText>) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            (text, Some(NotText { name: name.to_owned(), offset }))
        }
    }
}

/// Finds included files: at the path as it stands, then below each include directory in order.
pub(crate) struct IncludeSearch<'a> {
    dirs: &'a [String],
    memory: &'a BTreeMap<String, String>,
    pub(crate) not_text: Vec<NotText>,
}

impl<'a> IncludeSearch<'a> {
    pub(crate) fn new(
        dirs: &'a [String],
        memory: &'a BTreeMap<String, String>,
    ) -> IncludeSearch<'a> {
        IncludeSearch { dirs, memory, not_text: Vec::new() }
    }

    fn read(&mut self, name: &str) -> Option<String> {
        if let Some(text) = self.memory.get(name) {
            return Some(text.clone());
        }
        let (text, not_text) = to_text(name, fs::read(name).ok()?);
        self.not_text.extend(not_text);
        Some(text)
    }
}

impl FileProvider for IncludeSearch<'_> {
    fn include(&mut self, path: &str) -> Option<IncludedFile> {
        let names = self.dirs.iter().map(|dir| below(dir, path));
        std::iter::once(path.to_owned())
            .chain(names)
            .find_map(|name| self.read(&name).map(|text| IncludedFile { name, text }))
    }
}

/// `path` below `dir`, spelt as it is shown. A leading `/` does not lead out of the directory.
fn below(dir: &str, path: &str) -> String {
    if dir.is_empty() {
        return path.to_owned();
    }
    format!("{}/{}", dir.strip_suffix('/').unwrap_or(dir), path.strip_prefix('/').unwrap_or(path))
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
            ("/", "a.td", "/a.td"),
            ("", "a.td", "a.td"),
            ("./x", "../a.td", "./x/../a.td"),
        ] {
            assert_eq!(below(dir, path), want);
        }
    }

    #[test]
    fn memory_is_searched_with_the_include_directories() {
        let memory = BTreeMap::from([("inc/a.td".to_owned(), "// a".to_owned())]);
        let dirs = ["none".to_owned(), "inc".to_owned()];
        let found = IncludeSearch::new(&dirs, &memory).include("a.td");
        assert_eq!(
            found.map(|file| (file.name, file.text)),
            Some(("inc/a.td".into(), "// a".into()))
        );
        assert_eq!(IncludeSearch::new(&[], &memory).include("no such file.td"), None);
    }
}
