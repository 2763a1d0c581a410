//! Files with text: sources and pages.

use std::io;
use std::path::{Path, PathBuf};

use xtask_support::files::{files_below, has_extension};

/// Folders with tests and fixtures, and folders that programs write.
const SKIPPED_FOLDERS: [&str; 7] =
    ["test", "tests", "target", "node_modules", "fixtures", "benches", ".git"];

/// Rust and Markdown files below `dir`, ordered by path, without tests and fixtures.
pub(super) fn sources(dir: &Path) -> io::Result<Vec<PathBuf>> {
    files_below(dir, &|path| {
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            return !SKIPPED_FOLDERS.contains(&&*name);
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_rust = has_extension(path, "rs");
        let is_test = matches!(&*name, "test" | "tests")
            || name.ends_with("_test")
            || name.ends_with("_tests");
        has_extension(path, "md") || is_rust && !is_test
    })
}
