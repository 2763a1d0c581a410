//! Finds and reads source files, in memory and on disk.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tablewright_syntax::similar::most_similar;
use tablewright_syntax::{FileProvider, IncludedFile, NotFound};
use tablewright_text::byte_escape::escape;

use crate::file_watch::FileWatch;
use crate::reading::read_with_metadata;
use crate::{path_text, text_path};

/// Reads a file that a description names. It must be a regular file: a read from a terminal, or
/// from a pipe without a writer, would never end.
fn read_included(path: &Path) -> io::Result<(Metadata, Vec<u8>)> {
    // A directory is opened, too, so that the error comes from the system.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() && !metadata.is_dir() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    read_with_metadata(path)
}

/// Finds included files: first at the path itself, then below each include directory in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct IncludeSearch {
    pub(crate) dirs: Vec<String>,
    /// Files in memory by name. They take precedence over files on disk.
    pub(crate) memory: BTreeMap<String, String>,
    /// Whether a relative path is searched for in the include directories only.
    pub(crate) skips_current_dir: bool,
    /// The directories from which files may be read.
    pub(crate) access: FileAccess,
    /// Records the files that are looked for.
    pub(crate) watch: Option<FileWatch>,
}

/// Directories with readable and writable files. If empty, access is not limited.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FileAccess {
    dirs: Vec<PathBuf>,
}

impl FileAccess {
    /// Limits access to files below `dir`, in addition to the directories from earlier calls.
    #[must_use]
    pub fn within(mut self, dir: impl Into<PathBuf>) -> FileAccess {
        self.dirs.push(dir.into());
        self
    }

    /// Whether access is limited.
    pub fn is_limited(&self) -> bool {
        !self.dirs.is_empty()
    }

    /// Checks that `path` is below an allowed directory after symbolic links are resolved. The file
    /// need not exist.
    ///
    /// # Errors
    /// [`ErrorKind::PermissionDenied`] if the path is outside the directories.
    pub fn check(&self, path: &Path) -> io::Result<()> {
        let lies_in = |path: &Path| {
            let dirs = self.dirs.iter().filter_map(|dir| fs::canonicalize(dir).ok());
            dirs.into_iter().any(|dir| path.starts_with(dir))
        };
        if self.dirs.is_empty() || real_path(path).is_ok_and(|path| lies_in(&path)) {
            return Ok(());
        }
        let dirs: Vec<String> =
            self.dirs.iter().map(|dir| format!("'{}'", path_text(dir))).collect();
        let message = format!("access is limited to files in {}", dirs.join(" or "));
        Err(io::Error::new(ErrorKind::PermissionDenied, message))
    }
}

/// Resolves symbolic links and `..`. The directory must exist, the file need not.
fn real_path(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        // A dangling symbolic link is an error: creating the file would follow the link.
        Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => {
            let name = path.file_name().ok_or(error)?;
            let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
            Ok(fs::canonicalize(dir.unwrap_or(Path::new(".")))?.join(name))
        }
        found => found,
    }
}

impl IncludeSearch {
    /// Whether `name` is the first existing candidate for `path`.
    pub(crate) fn finds(&self, path: &str, name: &str) -> bool {
        self.first(path).is_some_and(|(_, first_name)| first_name == name)
    }

    /// Returns the index and the name of the first existing candidate for `path`.
    pub(crate) fn first(&self, path: &str) -> Option<(usize, String)> {
        let is_there = |name: &str| {
            self.memory.contains_key(name) || text_path(name).symlink_metadata().is_ok()
        };
        self.paths(path).enumerate().find(|(_, tried)| is_there(tried))
    }

    /// Iterates over the candidates for `path` in search order.
    fn paths(&self, path: &str) -> impl Iterator<Item = String> {
        let below_dirs = self.dirs.iter().map(move |dir| below(dir, path));
        let is_tried = !self.skips_current_dir || text_path(path).is_absolute();
        is_tried.then(|| path.to_owned()).into_iter().chain(below_dirs)
    }

    fn read(&self, name: &str) -> Option<String> {
        match self.memory.get(name) {
            Some(text) => Some(text.clone()),
            None => self.read_included(name).ok().map(escape),
        }
    }

    fn read_included(&self, name: &str) -> io::Result<Vec<u8>> {
        let path = text_path(name);
        let read = || {
            self.access.check(&path)?;
            read_included(&path)
        };
        self.watched(name, read)
    }

    /// Reads the main file `name`.
    pub(crate) fn read_main_file(&self, name: &str, path: &Path) -> io::Result<Vec<u8>> {
        let read = || {
            self.access.check(path)?;
            read_with_metadata(path)
        };
        self.watched(name, read)
    }

    fn watched(
        &self,
        name: &str,
        read: impl FnOnce() -> io::Result<(Metadata, Vec<u8>)>,
    ) -> io::Result<Vec<u8>> {
        match &self.watch {
            Some(watch) => watch.read(name, read),
            None => read().map(|(_, bytes)| bytes),
        }
    }
}

impl FileProvider for &IncludeSearch {
    fn include(&mut self, path: &str) -> Option<IncludedFile> {
        self.paths(path).find_map(|name| self.read(&name).map(|text| IncludedFile { name, text }))
    }

    fn not_found(&mut self, path: &str) -> NotFound {
        if let Some(watch) = &self.watch {
            watch.not_found();
        }
        let names: Vec<String> = self.paths(path).collect();
        let unreadable = names.iter().filter_map(|name| unreadable(&self.access, name));
        let mut notes: Vec<String> = unreadable.collect();
        let dirs: Vec<String> = self.dirs.iter().map(|dir| format!("'{dir}'")).collect();
        notes.push(match dirs[..] {
            [] => "only this path was tried; -I adds a directory to search".to_owned(),
            _ => format!(
                "this path was tried, and searched were the directories {}",
                dirs.join(", ")
            ),
        });
        let is_seen = |name: &String| self.access.check(&text_path(name)).is_ok();
        let seen: Vec<String> = names.into_iter().filter(is_seen).collect();
        NotFound { notes, similar: similar(path, &seen) }
    }
}

/// Returns a note if the file is there but cannot be read.
fn unreadable(access: &FileAccess, name: &str) -> Option<String> {
    let path = text_path(name);
    // A note must not reveal whether a forbidden file exists.
    if let Err(error) = access.check(&path) {
        return Some(format!("'{name}' is not looked for: {error}"));
    }
    match read_included(&path) {
        // On a platform without files, a file is not missing.
        Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::Unsupported) => {
            let why = match error.get_ref() {
                Some(own) => own.to_string(),
                None => error.kind().to_string(),
            };
            Some(format!("'{name}' is there, but cannot be read: {why}"))
        }
        _ => None,
    }
}

/// Suggests a path similar to `path` that exists beside a candidate in `names`.
fn similar(path: &str, names: &[String]) -> Option<String> {
    let (folder, file) = path.rsplit_once('/').map_or(("", path), |(folder, file)| (folder, file));
    let mut files = Vec::new();
    for name in names {
        let path = text_path(name);
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
        let entries = fs::read_dir(dir.unwrap_or(Path::new("."))).ok().into_iter().flatten();
        let entries = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut file_names: Vec<String> = entries.collect();
        // The system lists files in any order.
        file_names.sort_unstable();
        files.extend(file_names);
    }
    let similar_file = most_similar(file, files.iter().map(String::as_str))?;
    Some(if folder.is_empty() {
        similar_file.to_owned()
    } else {
        format!("{folder}/{similar_file}")
    })
}

/// Joins `dir` and `path` for display. A leading `/` in `path` does not leave the directory.
fn below(dir: &str, path: &str) -> String {
    if dir.is_empty() {
        return path.to_owned();
    }
    format!("{}/{}", dir.strip_suffix('/').unwrap_or(dir), path.strip_prefix('/').unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::read_file;

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

    #[cfg(target_os = "linux")]
    #[test]
    fn an_endless_input_has_a_limit() {
        let error = read_file(Path::new("/dev/zero")).expect_err("it has no end");
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        let not_found = (&IncludeSearch::default()).not_found("/dev/zero");
        let note = "'/dev/zero' is there, but cannot be read: it is not a regular file";
        assert_eq!(not_found.notes[0], note);
        assert_eq!(read_file(Path::new("/dev/null")).ok(), Some(Vec::new()));
    }

    #[test]
    fn access_is_limited_to_directories() {
        let access = FileAccess::default().within("src");
        let is_allowed = |path: &str| access.check(Path::new(path)).is_ok();
        assert!(is_allowed("src/files.rs") && is_allowed("src/../src/new.rs") && is_allowed("src"));
        assert!(
            !is_allowed("Cargo.toml") && !is_allowed("src/../new.rs") && !is_allowed("no dir/x")
        );
        assert!(!is_allowed("srcs") && !is_allowed("/etc/passwd") && !is_allowed(""));
        assert!(FileAccess::default().check(Path::new("/etc/passwd")).is_ok());
        let error = access.check(Path::new("/etc/passwd")).expect_err("it lies outside");
        assert_eq!(error.to_string(), "access is limited to files in 'src'");
        let both = access.within("examples");
        let error = both.check(Path::new("/etc/passwd")).expect_err("it lies outside");
        assert_eq!(error.to_string(), "access is limited to files in 'src' or 'examples'");
    }

    #[test]
    fn memory_is_searched_with_the_include_directories() {
        let search = IncludeSearch {
            dirs: vec!["none".to_owned(), "inc".to_owned()],
            memory: BTreeMap::from([("inc/a.td".to_owned(), "// a".to_owned())]),
            skips_current_dir: false,
            access: FileAccess::default(),
            watch: None,
        };
        let included_file = (&search).include("a.td");
        assert_eq!(
            included_file.map(|file| (file.name, file.text)),
            Some(("inc/a.td".into(), "// a".into()))
        );
        assert_eq!((&IncludeSearch::default()).include("no such file.td"), None);
    }

    #[test]
    fn the_current_directory_may_be_left_out() {
        let memory = ["a.td", "inc/a.td"].map(|name| (name.to_owned(), name.to_owned()));
        let mut search = IncludeSearch {
            dirs: vec!["inc".to_owned()],
            memory: BTreeMap::from(memory),
            skips_current_dir: false,
            access: FileAccess::default(),
            watch: None,
        };
        let included_text = |search: &IncludeSearch| {
            let mut search = search;
            search.include("a.td").map(|file| file.text)
        };
        assert_eq!(included_text(&search).as_deref(), Some("a.td"));
        search.skips_current_dir = true;
        assert_eq!(included_text(&search).as_deref(), Some("inc/a.td"));
    }

    #[test]
    fn for_a_file_that_is_not_found_it_is_known_where_it_was_looked_for() {
        let search = IncludeSearch { dirs: vec!["src".to_owned()], ..IncludeSearch::default() };
        let not_found = (&search).not_found("file.rs");
        assert_eq!(not_found.similar.as_deref(), Some("files.rs"));
        let note = "this path was tried, and searched were the directories 'src'";
        assert_eq!(not_found.notes, [note]);
        let not_found = (&IncludeSearch::default()).not_found("src");
        assert_eq!(not_found.similar, None);
        assert!(
            not_found.notes[0].starts_with("'src' is there, but cannot be read: "),
            "{not_found:?}"
        );
    }
}
