//! Finding and reading source files, in memory and on disk.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::similar::most_similar;
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::{FileProvider, IncludedFile, NotFound};

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
        Diagnostic::warning(Code::NotUtf8, pos, "not UTF-8; what is no text is read as U+FFFD")
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

    fn not_found(&mut self, path: &str) -> NotFound {
        let names = self.dirs.iter().map(|dir| below(dir, path));
        let names: Vec<String> = std::iter::once(path.to_owned()).chain(names).collect();
        let unreadable = names.iter().filter_map(|name| match fs::read(name) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Some(format!("'{name}' is there, but cannot be read: {}", error.kind()))
            }
            _ => None,
        });
        let mut notes: Vec<String> = unreadable.collect();
        let dirs: Vec<String> = self.dirs.iter().map(|dir| format!("'{dir}'")).collect();
        notes.push(match dirs[..] {
            [] => "only this path was tried; -I adds a directory to search".to_owned(),
            _ => format!(
                "this path was tried, and searched were the directories {}",
                dirs.join(", ")
            ),
        });
        NotFound { notes, similar: similar(path, &names) }
    }
}

/// A path like `path` that would be found: that of another file where one of `names` would be.
fn similar(path: &str, names: &[String]) -> Option<String> {
    let (folder, file) = path.rsplit_once('/').map_or(("", path), |(folder, file)| (folder, file));
    let mut files = Vec::new();
    for name in names {
        let dir = Path::new(name).parent().filter(|dir| !dir.as_os_str().is_empty());
        let entries = fs::read_dir(dir.unwrap_or(Path::new("."))).ok().into_iter().flatten();
        let entries = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut found: Vec<String> = entries.collect();
        // The system lists files in any order.
        found.sort_unstable();
        files.extend(found);
    }
    let found = most_similar(file, files.iter().map(String::as_str))?;
    Some(if folder.is_empty() { found.to_owned() } else { format!("{folder}/{found}") })
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

    #[test]
    fn of_a_file_that_is_not_found_it_is_known_where_it_was_looked_for() {
        let memory = BTreeMap::new();
        let dirs = ["src".to_owned()];
        let known = IncludeSearch::new(&dirs, &memory).not_found("file.rs");
        assert_eq!(known.similar.as_deref(), Some("files.rs"));
        let note = "this path was tried, and searched were the directories 'src'";
        assert_eq!(known.notes, [note]);
        let known = IncludeSearch::new(&[], &memory).not_found("src");
        assert_eq!(known.similar, None);
        assert!(known.notes[0].starts_with("'src' is there, but cannot be read: "), "{known:?}");
    }
}
