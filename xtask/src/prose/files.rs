//! Files with text: sources, pages and the messages that golden tests expect.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Folders and files with tests and fixtures, and folders that programs write.
const SKIPPED_FOLDERS: [&str; 7] =
    ["test", "tests", "target", "node_modules", "fixtures", "benches", ".git"];

/// Rust and Markdown files below `dir`, without tests and fixtures.
pub(super) fn sources(dir: &Path) -> io::Result<Vec<PathBuf>> {
    files(dir, &|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_rust = has_extension(path, "rs");
        let is_test = matches!(&*name, "test" | "tests")
            || name.ends_with("_test")
            || name.ends_with("_tests");
        has_extension(path, "md") || is_rust && !is_test
    })
}

/// Files below `dir` that `is_wanted` selects, in the order of the file system.
fn files(dir: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut pending = vec![dir.to_owned()];
    while let Some(dir) = pending.pop() {
        for path in entries(&dir)? {
            if path.is_dir() {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if !SKIPPED_FOLDERS.contains(&&*name) {
                    pending.push(path);
                }
            } else if is_wanted(&path) {
                files.push(path);
            }
        }
    }
    Ok(files)
}

/// Returns the paths in a folder.
pub(super) fn entries(dir: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(dir)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

pub(super) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}
