//! The repository's parts, each with its files: crates, the book, help, messages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use xtask_support::files::{entries, has_extension};
use xtask_support::wordings::{ReferenceMessages, expected_messages, messages};

use super::blocks;

use super::files::sources;

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
                let mut wordings = messages(texts.iter().map(String::as_str));
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
    for (name, folder) in [
        ("xtask", "xtask"),
        ("runner", "conformance/runner"),
        ("python", "python"),
        ("playground", "playground"),
    ] {
        parts.push(ProsePart::new(name, ProseTextKind::Source, sources(&root.join(folder))?));
    }
    let documents = entries(root)?.into_iter().filter(|path| has_extension(path, "md")).collect();
    parts.push(ProsePart::new("documents", ProseTextKind::Source, documents));
    let commands = root.join(COMMAND_PAGES);
    let mut pages = sources(&root.join("docs"))?;
    pages.retain(|page| !page.starts_with(&commands));
    parts.push(ProsePart::new("book", ProseTextKind::Source, pages));
    parts.push(ProsePart::new("help", ProseTextKind::Help, sources(&commands)?));
    parts.push(ProsePart::new("messages", ProseTextKind::Messages, expected_messages()?));
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xtask_support::workspace;

    #[test]
    fn every_crate_is_a_part_with_text() {
        let parts = all(workspace()).expect("the workspace can be read");
        for name in
            ["tablewright-syntax", "xtask", "runner", "documents", "book", "help", "messages"]
        {
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
