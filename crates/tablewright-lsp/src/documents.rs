//! The texts that are open in the editor.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::{TextDocumentContentChangeEvent, Uri};
use tablewright_session::read_file;
use tablewright_text::byte_escape::escape;

use crate::line_index::{LineIndex, PositionEncoding};

/// An open text.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// The client's URI.
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: Arc<str>,
}

/// Open texts by real path.
#[derive(Clone, Default, Debug)]
pub(crate) struct Documents {
    open: BTreeMap<PathBuf, Document>,
    /// Number of changes.
    revision: u64,
}

impl Documents {
    pub(crate) fn open(&mut self, path: PathBuf, document: Document) {
        self.revision += 1;
        self.open.insert(path, document);
    }

    pub(crate) fn close(&mut self, path: &Path) -> Option<Document> {
        self.revision += 1;
        self.open.remove(path)
    }

    /// Returns a number that every change increases.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    pub(crate) fn get(&self, path: &Path) -> Option<&Document> {
        self.open.get(path)
    }

    /// Returns the text of a file: the open text, or else the text on disk. A file that cannot be read has
    /// an empty text.
    pub(crate) fn text(&self, path: &Path) -> Cow<'_, str> {
        match self.get(path) {
            Some(open) => Cow::Borrowed(&open.text),
            None => Cow::Owned(escape(read_file(path).unwrap_or_default())),
        }
    }

    /// Returns the open texts by path.
    pub(crate) fn texts(&self) -> BTreeMap<PathBuf, Arc<str>> {
        self.open.iter().map(|(path, open)| (path.clone(), Arc::clone(&open.text))).collect()
    }

    /// Iterates over the open texts by path.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Path, &Document)> {
        self.open.iter().map(|(path, document)| (path.as_path(), document))
    }

    /// Applies changes in order. Returns whether the text is open.
    pub(crate) fn change(
        &mut self,
        path: &Path,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: PositionEncoding,
    ) -> bool {
        let Some(document) = self.open.get_mut(path) else { return false };
        self.revision += 1;
        let mut text = document.text.to_string();
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    text = whole.text;
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    let lines = LineIndex::new(&text);
                    let start = lines.offset(&text, part.range.start, encoding);
                    let end = lines.offset(&text, part.range.end, encoding).max(start);
                    text.replace_range(start..end, &part.text);
                }
            }
        }
        document.version = version;
        document.text = text.into();
        true
    }
}

#[cfg(test)]
mod tests {
    use gen_lsp_types::{Position, Range, TextDocumentContentChangePartial};

    use super::*;

    #[test]
    fn changes_apply_one_after_another() {
        let mut documents = Documents::default();
        let path = PathBuf::from("/a.td");
        let document =
            Document { uri: "file:///a.td".into(), version: 1, text: "def ü;\n".into() };
        documents.open(path.clone(), document);
        let change = |line, from, to, text: &str| {
            let start = Position { line, character: from };
            let end = Position { line, character: to };
            TextDocumentContentChangeEvent::TextDocumentContentChangePartial(
                TextDocumentContentChangePartial {
                    range: Range { start, end },
                    text: text.to_owned(),
                    ..TextDocumentContentChangePartial::default()
                },
            )
        };
        let changes = vec![change(0, 4, 5, "xyz\n"), change(1, 0, 0, "// ")];
        assert!(documents.change(&path, 2, changes, PositionEncoding::Utf16));
        let document = documents.get(&path).expect("it is open");
        assert_eq!((&*document.text, document.version), ("def xyz\n// ;\n", 2));
        assert!(documents.close(&path).is_some() && documents.get(&path).is_none());
    }
}
