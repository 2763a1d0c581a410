//! The repository's parts, each with its files: crates, the book, help, messages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::blocks;
use super::reference_messages::ReferenceMessages;

/// Folders and files with tests and fixtures, and folders that programs write.
const SKIPPED_FOLDERS: [&str; 7] =
    ["test", "tests", "target", "node_modules", "fixtures", "benches", ".git"];

/// Generated pages with each command's help.
const COMMAND_PAGES: &str = "docs/src/commands";

/// A part that is measured on its own.
pub(super) struct ProsePart {
    /// A crate's name, or for example `book`.
    pub(super) name: String,
    kind: ProseTextKind,
    files: Vec<PathBuf>,
}

/// The way to find text in a file.
#[derive(Clone, Copy)]
enum ProseTextKind {
    /// Comments in `.rs` files and paragraphs in `.md` files.
    Source,
    /// Help in [`COMMAND_PAGES`].
    Help,
    /// Messages that golden tests expect, without wordings of the reference programs.
    Messages,
}

impl ProsePart {
    fn new(name: &str, kind: ProseTextKind, mut files: Vec<PathBuf>) -> ProsePart {
        files.sort();
        ProsePart { name: name.to_owned(), kind, files }
    }

    /// Reads the part's text: comments, paragraphs, help texts or messages.
    pub(super) fn blocks(&self) -> io::Result<Vec<String>> {
        let texts = self.files.iter().map(fs::read);
        let texts = texts
            .map(|bytes| bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
            .collect::<io::Result<Vec<String>>>()?;
        Ok(match self.kind {
            ProseTextKind::Source => self
                .files
                .iter()
                .zip(&texts)
                .flat_map(|(file, text)| {
                    if has_extension(file, "md") {
                        blocks::paragraphs(text)
                    } else {
                        blocks::rust_comments(text)
                    }
                })
                .collect(),
            ProseTextKind::Help => texts.iter().flat_map(|page| blocks::help(page)).collect(),
            ProseTextKind::Messages => {
                let recorded = ReferenceMessages::read().map_err(io::Error::other)?;
                let mut wordings = blocks::messages(texts.iter().map(String::as_str));
                wordings.retain(|wording| !recorded.contains(wording));
                wordings
            }
        })
    }
}

/// Finds all parts below `root`: the crates by name, then the others.
pub(super) fn all(root: &Path) -> io::Result<Vec<ProsePart>> {
    let mut crates: Vec<PathBuf> = entries(&root.join("crates"))?;
    crates.retain(|path| path.is_dir());
    crates.sort();
    let mut parts = Vec::new();
    for dir in crates {
        let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        parts.push(ProsePart::new(&name, ProseTextKind::Source, sources(&dir)?));
    }
    for name in ["xtask", "python", "playground"] {
        parts.push(ProsePart::new(name, ProseTextKind::Source, sources(&root.join(name))?));
    }
    let documents = entries(root)?.into_iter().filter(|path| has_extension(path, "md")).collect();
    parts.push(ProsePart::new("documents", ProseTextKind::Source, documents));
    let commands = root.join(COMMAND_PAGES);
    let mut pages = sources(&root.join("docs"))?;
    pages.retain(|page| !page.starts_with(&commands));
    parts.push(ProsePart::new("book", ProseTextKind::Source, pages));
    parts.push(ProsePart::new("help", ProseTextKind::Help, sources(&commands)?));
    parts.push(ProsePart::new("messages", ProseTextKind::Messages, expected_messages(root)?));
    Ok(parts)
}

/// Finds the files with the messages that golden tests expect.
pub(super) fn expected_messages(root: &Path) -> io::Result<Vec<PathBuf>> {
    files(&root.join("tests/data"), &|path| has_extension(path, "err"))
}

/// Rust and Markdown files below `dir`, without tests and fixtures.
fn sources(dir: &Path) -> io::Result<Vec<PathBuf>> {
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

fn entries(dir: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(dir)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::workspace;

    #[test]
    fn every_crate_is_a_part_with_text() {
        let parts = all(workspace()).expect("the workspace can be read");
        for name in ["tablewright-syntax", "xtask", "documents", "book", "help", "messages"] {
            let part = parts.iter().find(|part| part.name == name).expect(name);
            assert!(!part.blocks().expect("files can be read").is_empty(), "{name}");
        }
    }

    #[test]
    fn tests_and_generated_pages_are_left_out() {
        let parts = all(workspace()).expect("the workspace can be read");
        for part in parts.iter().filter(|part| matches!(part.kind, ProseTextKind::Source)) {
            for file in &part.files {
                let path = file.strip_prefix(workspace()).expect("a file of the workspace");
                let path = path.to_string_lossy();
                assert!(!path.contains("/tests/") && !path.ends_with("/tests.rs"), "{path}");
                assert!(!path.starts_with(COMMAND_PAGES), "{path}");
            }
        }
    }
}
