//! Files in a description's directories that the description did not read.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use tablewright_syntax::source::SourceMap;

use crate::text_path;

/// Maximum number of directory entries to look at.
const MAX_ENTRIES: usize = 100_000;

/// Unread files named `*.td` in or below the directory of the main file and the include directories.
#[derive(Debug)]
pub struct UnreadFiles {
    directories: BTreeSet<PathBuf>,
    read: HashSet<PathBuf>,
}

impl UnreadFiles {
    /// Selects the directories for a description. Reads nothing.
    pub fn new(sources: &SourceMap, include_dirs: &[PathBuf]) -> UnreadFiles {
        let paths = || sources.files().iter().map(|file| text_path(&file.name));
        let main = paths().next().filter(|main| main.is_file());
        let own = main.as_deref().and_then(Path::parent).map(|dir| match dir.as_os_str() {
            empty if empty.is_empty() => PathBuf::from("."),
            _ => dir.to_owned(),
        });
        let directories = own.into_iter().chain(include_dirs.iter().cloned());
        UnreadFiles {
            directories: directories.map(real).collect(),
            read: paths().map(real).collect(),
        }
    }

    /// Reads the files. A file that cannot be read is left out.
    pub fn texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let mut seen = HashSet::new();
        let mut rest: Vec<PathBuf> = self.directories.iter().cloned().collect();
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
                    && !self.read.contains(&real(path.clone()))
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
