//! The main file that was probably meant by a part of a description, or by its folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{path_text, read_file};

/// What there is to say of an input that could not be shown; `None` where it is no part of anything, as far as its
/// folder tells.
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

/// The descriptions of a folder with their texts, by name.
struct Folder(Vec<(PathBuf, String)>);

impl Folder {
    fn read(folder: &Path) -> Folder {
        // A file in the current directory has no folder before its name.
        let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let entries = fs::read_dir(shown).into_iter().flatten().flatten();
        let mut found: Vec<(PathBuf, String)> = entries
            .map(|entry| folder.join(entry.file_name()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "td"))
            // Others cannot be read, or would keep the reader waiting.
            .filter(|path| path.is_file())
            .filter_map(|path| {
                let text = String::from_utf8(read_file(&path).ok()?).ok()?;
                Some((path, text))
            })
            .collect();
        // The system lists files in any order.
        found.sort();
        Folder(found)
    }

    /// Those that no other one includes.
    fn main_files(&self) -> impl Iterator<Item = &Path> {
        let is_part = |path: &Path| self.0.iter().any(|(_, text)| includes(text, path));
        self.0.iter().map(|(path, _)| path.as_path()).filter(move |path| !is_part(path))
    }

    /// Whether a file includes another one of the folder, itself or through others.
    fn leads(&self, from: &Path, to: &Path) -> bool {
        let mut seen: Vec<&Path> = vec![from];
        let mut next = 0;
        while let Some(&path) = seen.get(next) {
            next += 1;
            let found = self.0.iter().find(|(other, _)| other == path);
            let Some((_, text)) = found else { continue };
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

/// Whether a text has an `include` of the file of that name.
fn includes(text: &str, file: &Path) -> bool {
    let Some(name) = file.file_name() else { return false };
    text.lines().any(|line| {
        let path =
            line.trim_start().strip_prefix("include").and_then(|rest| rest.split('"').nth(1));
        path.is_some_and(|path| Path::new(path).file_name() == Some(name))
    })
}
