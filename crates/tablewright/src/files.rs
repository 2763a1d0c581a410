//! Finding and reading source files, in memory and on disk.

use std::collections::BTreeMap;
use std::fs;

use tablewright_syntax::{FileProvider, IncludedFile};
use tablewright_text::byte_escape::escape;

use crate::text_path;

/// Finds included files: at the path as it stands, then below each include directory in order.
pub(crate) struct IncludeSearch<'a> {
    dirs: &'a [String],
    memory: &'a BTreeMap<String, String>,
}

impl<'a> IncludeSearch<'a> {
    pub(crate) fn new(
        dirs: &'a [String],
        memory: &'a BTreeMap<String, String>,
    ) -> IncludeSearch<'a> {
        IncludeSearch { dirs, memory }
    }

    fn read(&self, name: &str) -> Option<String> {
        match self.memory.get(name) {
            Some(text) => Some(text.clone()),
            None => fs::read(text_path(name)).ok().map(escape),
        }
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
