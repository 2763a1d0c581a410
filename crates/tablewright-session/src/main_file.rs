//! Guesses the main file if the user names an included file or a folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{path_text, read_file};

/// Returns a hint for an input that could not be loaded: its likely main file. `None` if no file in
/// the folder includes the input.
pub fn main_file_hint(input: &Path) -> Option<String> {
    if input.is_dir() {
        let folder = Folder::read(input);
        let mains: Vec<String> =
            folder.main_files().map(|path| format!("'{}'", path_text(path))).collect();
        return match &mains[..] {
            [] => None,
            [main] => Some(format!("the description in this folder is {main}")),
            mains => Some(format!("the descriptions in this folder are {}", mains.join(", "))),
        };
    }
    let folder = Folder::read(input.parent()?);
    let main = folder.main_files().find(|main| *main != input && folder.leads(main, input))?;
    Some(format!("'{}' is a part of '{}': give that file", path_text(input), path_text(main)))
}

/// The descriptions in a folder, sorted by path, each with its text.
struct Folder(Vec<(PathBuf, String)>);

impl Folder {
    fn read(folder: &Path) -> Folder {
        // The folder of a file in the current directory is an empty path.
        let directory = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let mut files: Vec<(PathBuf, String)> = entries
            .map(|entry| folder.join(entry.file_name()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "td"))
            // Other entries cannot be read, or would block the reader.
            .filter(|path| path.is_file())
            .filter_map(|path| {
                let text = String::from_utf8(read_file(&path).ok()?).ok()?;
                Some((path, text))
            })
            .collect();
        // The system lists files in any order.
        files.sort();
        Folder(files)
    }

    /// Iterates over the files that no file in the folder includes.
    fn main_files(&self) -> impl Iterator<Item = &Path> {
        let is_part = |path: &Path| self.0.iter().any(|(_, text)| includes(text, path));
        self.0.iter().map(|(path, _)| path.as_path()).filter(move |path| !is_part(path))
    }

    /// Whether `from` includes `to`, directly or through other files in the folder.
    fn leads(&self, from: &Path, to: &Path) -> bool {
        let mut seen: Vec<&Path> = vec![from];
        let mut next = 0;
        while let Some(&path) = seen.get(next) {
            next += 1;
            let entry = self.0.iter().find(|(other, _)| other == path);
            let Some((_, text)) = entry else { continue };
            if includes(text, to) {
                return true;
            }
            let parts = self.0.iter().map(|(other, _)| other.as_path());
            let new = parts.filter(|part| includes(text, part) && !seen.contains(part));
            let new: Vec<&Path> = new.collect();
            seen.extend(new);
        }
        false
    }
}

/// Whether `text` has an `include` directive with the file name in `file`.
fn includes(text: &str, file: &Path) -> bool {
    let Some(name) = file.file_name() else { return false };
    text.lines().any(|line| {
        let path =
            line.trim_start().strip_prefix("include").and_then(|rest| rest.split('"').nth(1));
        path.is_some_and(|path| Path::new(path).file_name() == Some(name))
    })
}
