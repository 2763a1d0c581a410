//! Files in a description's directories that the description did not read.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use tablewright_syntax::source::SourceMap;

use crate::text_path;

/// Maximum number of directory entries that are looked at. The search ends there, for example in a home directory.
const MAX_ENTRIES: usize = 100_000;

/// Unread files named `*.td` in or below the directory of the main file and the include directories.
#[derive(Debug)]
pub struct UnreadFiles<'a> {
    sources: &'a SourceMap,
    include_dirs: &'a [PathBuf],
}

impl<'a> UnreadFiles<'a> {
    /// Creates the value for a description. Looks at no directory.
    pub fn new(sources: &'a SourceMap, include_dirs: &'a [PathBuf]) -> UnreadFiles<'a> {
        UnreadFiles { sources, include_dirs }
    }

    fn read_paths(&self) -> impl Iterator<Item = PathBuf> {
        self.sources.files().iter().map(|file| text_path(&file.name))
    }

    /// Returns the directories without links, in the order of their names.
    fn directories(&self) -> BTreeSet<PathBuf> {
        let main = self.read_paths().next().filter(|main| main.is_file());
        let own = main.as_deref().and_then(Path::parent).map(|dir| {
            if dir.as_os_str().is_empty() { PathBuf::from(".") } else { dir.to_owned() }
        });
        own.into_iter().chain(self.include_dirs.iter().cloned()).map(real).collect()
    }

    /// Reads the files. A file that cannot be read is left out.
    pub fn texts(&self) -> Vec<String> {
        let read: HashSet<PathBuf> = self.read_paths().map(real).collect();
        let mut texts = Vec::new();
        let mut seen = HashSet::new();
        let mut rest: Vec<PathBuf> = self.directories().into_iter().collect();
        let mut entries = 0;
        while let Some(directory) = rest.pop() {
            if !seen.insert(directory.clone()) {
                continue;
            }
            let Ok(list) = fs::read_dir(&directory) else { continue };
            for entry in list.flatten() {
                entries += 1;
                if entries > MAX_ENTRIES {
                    return texts;
                }
                let path = entry.path();
                // Links are not followed, so that the walk ends.
                let Ok(kind) = entry.file_type() else { continue };
                if kind.is_dir() {
                    rest.push(path);
                } else if path.extension().is_some_and(|extension| extension == "td")
                    && !read.contains(&real(path.clone()))
                    && let Ok(bytes) = fs::read(&path)
                {
                    texts.push(String::from_utf8_lossy(&bytes).into_owned());
                }
            }
        }
        texts
    }
}

fn real(path: PathBuf) -> PathBuf {
    fs::canonicalize(&path).unwrap_or(path)
}
