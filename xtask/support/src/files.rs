//! Files below a folder.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Returns the files below `dir`, ordered by path. Folders and files that `is_kept` refuses are left out; a refused
/// folder is not searched.
///
/// # Errors
/// A folder cannot be read.
pub fn files_below(dir: &Path, is_kept: &dyn Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut pending = vec![dir.to_owned()];
    while let Some(dir) = pending.pop() {
        for path in entries(&dir)?.into_iter().filter(|path| is_kept(path)) {
            if path.is_dir() {
                pending.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the files below `dir` with this extension, ordered by path.
///
/// # Errors
/// A folder cannot be read.
pub fn files_with_extension(dir: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    files_below(dir, &|path| path.is_dir() || has_extension(path, extension))
}

/// Returns the paths in a folder, in the order of the file system.
///
/// # Errors
/// The folder cannot be read.
pub fn entries(dir: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(dir)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

/// Whether a path has this extension.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own == extension)
}
