//! Files in the workspace and their `include`s.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::documents::Documents;
use crate::roots::{Root, RootOrigin, folder};
use crate::uri::real;

/// Most files that are searched.
const MAX_FILES: usize = 50_000;

/// A file in the workspace.
struct GraphFile {
    includes: Vec<PathBuf>,
    /// Directories of includes that are in no include directory.
    more_dirs: Vec<PathBuf>,
    /// Whether the file contains the searched name.
    has_name: bool,
}

/// The files in the workspace.
#[derive(Default)]
pub(super) struct IncludeGraph {
    files: BTreeMap<PathBuf, GraphFile>,
    /// The files that include a file directly.
    includers: BTreeMap<PathBuf, Vec<PathBuf>>,
    /// A root for each folder with files. The roots of a folder have the same include directories.
    roots: BTreeMap<PathBuf, Root>,
}

impl IncludeGraph {
    /// Reads the files in and below folders. Open texts replace files on disk.
    pub(super) fn new(folders: &[PathBuf], documents: &Documents, name: &str) -> IncludeGraph {
        let paths = files_below(folders);
        let mut by_name: BTreeMap<&OsStr, Vec<&Path>> = BTreeMap::new();
        for path in &paths {
            by_name.entry(path.file_name().unwrap_or_default()).or_default().push(path);
        }
        let mut graph = IncludeGraph::default();
        for path in &paths {
            let text = documents.text(path);
            let folder_root = graph
                .roots
                .entry(folder_of(path))
                .or_insert_with(|| folder::root_of(path, RootOrigin::Workspace));
            let mut more_dirs = Vec::new();
            let mut resolve = |written: &String| {
                let mut candidates = folder_root.include_dirs.iter().map(|dir| dir.join(written));
                if let Some(path) = candidates.find(|candidate| paths.contains(candidate)) {
                    return Some(path);
                }
                // A build may have more include directories, as tests of LLVM do.
                let same_name = by_name.get(Path::new(written).file_name()?)?;
                let dir = only_dir(same_name, written)?;
                more_dirs.push(dir.clone());
                Some(dir.join(written))
            };
            let includes: Vec<PathBuf> = includes(&text).iter().filter_map(&mut resolve).collect();
            for included in &includes {
                graph.includers.entry(included.clone()).or_default().push(path.clone());
            }
            let has_name = contains_word(&text, name);
            graph.files.insert(path.clone(), GraphFile { includes, more_dirs, has_name });
        }
        graph
    }

    /// Returns the main files that include a file: the files that no file includes. If there are
    /// none, returns the file itself.
    pub(super) fn mains_of(&self, file: &Path) -> BTreeSet<PathBuf> {
        let (mut mains, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut open = vec![file.to_owned()];
        while let Some(path) = open.pop() {
            match self.includers.get(&path) {
                Some(includers) => {
                    let new = includers.iter().filter(|path| seen.insert((*path).clone()));
                    open.extend(new.cloned());
                }
                None => _ = mains.insert(path),
            }
        }
        if mains.is_empty() {
            mains.insert(file.to_owned());
        }
        mains
    }

    /// Returns the files that a main file reads and that contain the name; `None` if the main file
    /// is not in the workspace.
    pub(super) fn files_with_name(&self, main: &Path) -> Option<Vec<&Path>> {
        self.files.get(main)?;
        let with_name = self.files_of(main).into_iter().filter(|(_, file)| file.has_name);
        Some(with_name.map(|(path, _)| path).collect())
    }

    /// Returns the files that a main file reads, and the main file.
    fn files_of(&self, main: &Path) -> Vec<(&Path, &GraphFile)> {
        let (mut files, mut seen) = (Vec::new(), BTreeSet::new());
        let mut open = vec![main];
        while let Some(path) = open.pop() {
            let Some((path, file)) = self.files.get_key_value(path) else { continue };
            if seen.insert(path.as_path()) {
                files.push((path.as_path(), file));
                open.extend(file.includes.iter().map(PathBuf::as_path));
            }
        }
        files
    }

    /// Creates a main file's root.
    pub(super) fn root(&self, main: &Path) -> Root {
        let mut root = match self.roots.get(&folder_of(main)) {
            Some(of_folder) => Root { main: main.to_owned(), ..of_folder.clone() },
            None => folder::root_of(main, RootOrigin::Workspace),
        };
        for dir in self.files_of(main).iter().flat_map(|(_, file)| &file.more_dirs) {
            if !root.include_dirs.contains(dir) {
                root.include_dirs.push(dir.clone());
            }
        }
        root
    }
}

/// Returns the directory from which an include reads one of the files, if there is exactly one.
fn only_dir(files: &[&Path], written: &str) -> Option<PathBuf> {
    let levels = Path::new(written).components().count();
    let mut dirs = files.iter().filter(|file| file.ends_with(written));
    let dir = dirs.next()?.ancestors().nth(levels)?;
    dirs.next().is_none().then(|| dir.to_owned())
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(Path::new("")).to_owned()
}

/// Returns the descriptions in and below folders.
fn files_below(folders: &[PathBuf]) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| real(folder)).collect();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            // Links are not followed: a link to a directory could form a cycle.
            let Ok(kind) = entry.file_type() else { continue };
            let name = entry.file_name();
            if kind.is_dir() && !name.as_encoded_bytes().starts_with(b".") {
                open.push(entry.path());
            } else if kind.is_file() && name.as_encoded_bytes().ends_with(b".td") {
                files.insert(entry.path());
            }
        }
        if files.len() >= MAX_FILES {
            break;
        }
    }
    files
}

/// Returns the paths after `include` at line starts.
fn includes(text: &str) -> Vec<String> {
    let at_line_start = |at: usize| {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        text[line..at].trim().is_empty()
    };
    let keywords = text.match_indices("include").filter(|(at, _)| at_line_start(*at));
    let paths = keywords.filter_map(|(at, keyword)| {
        let path = text[at + keyword.len()..].trim_start().strip_prefix('"')?;
        Some(path[..path.find('"')?].to_owned())
    });
    paths.collect()
}

/// Whether a text contains a name as a whole word.
fn contains_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_are_at_line_starts() {
        let text = "include \"a.td\"\n  include   \"b/c.td\"\n// include \"d.td\"\nincludes\n";
        assert_eq!(includes(text), ["a.td", "b/c.td"]);
    }

    #[test]
    fn an_include_has_one_directory() {
        let files = [Path::new("/t/Common/C.td"), Path::new("/t/other/C.td")];
        assert_eq!(only_dir(&files[..1], "C.td"), Some(PathBuf::from("/t/Common")));
        assert_eq!(only_dir(&files, "Common/C.td"), Some(PathBuf::from("/t")));
        assert_eq!(only_dir(&files, "C.td"), None);
    }

    #[test]
    fn a_name_is_a_whole_word() {
        assert!(contains_word("def A : Base<1>;", "Base"));
        assert!(!contains_word("def A : Bases<1>; def _Base;", "Base"));
    }
}
