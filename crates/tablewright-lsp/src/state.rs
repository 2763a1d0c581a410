//! The state of the server: settings, open texts, roots and evaluations.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tablewright::syntax::format::LayoutOptions;

use crate::context::FileContext;
use crate::definition_index::DefinitionIndex;
use crate::documents::Documents;
use crate::evaluations::Evaluations;
use crate::line_index::Encoding;
use crate::options::ServerProgram;
use crate::project_rules::RecordDocument;
use crate::roots::{RootId, Roots};
use crate::settings::Settings;
use crate::snapshot::Snapshot;

/// The state that requests read and commands change.
pub(crate) struct State {
    pub(crate) settings: Settings,
    pub(crate) encoding: Encoding,
    pub(crate) documents: Documents,
    pub(crate) roots: Roots,
    pub(crate) evaluations: Evaluations,
    pub(crate) record_documents: Vec<RecordDocument>,
    pub(crate) read_documents: ReadDocuments,
    /// What files define that are not evaluated.
    pub(crate) definitions: RefCell<DefinitionIndex>,
    /// Whether the client renames files where an edit says so.
    pub(crate) renames_files: bool,
    /// The layout of a file.
    pub(crate) layout: fn(&str) -> Result<LayoutOptions, String>,
    /// The programs whose actions a client can run.
    pub(crate) programs: Vec<ServerProgram>,
}

impl State {
    /// Runs something with the evaluation of a file, if there is one.
    pub(crate) fn with_file<T>(
        &mut self,
        path: &Path,
        run: impl FnOnce(&FileContext<'_>) -> T,
    ) -> Option<T> {
        let root = self.roots.active(path);
        let state = self.evaluations.states.get(&root)?;
        let analysis = Arc::clone(state.analysis()?);
        let findings = state.findings.clone();
        let context = FileContext {
            snapshot: Snapshot::new(&analysis, &self.documents, self.encoding),
            path,
            findings: findings.as_deref().map_or(&[], Vec::as_slice),
            settings: &self.settings,
            documents: &self.record_documents,
            definitions: &self.definitions,
            include_dirs: &self.roots.get(root).include_dirs,
        };
        Some(run(&context))
    }

    /// Lets another root hold for a file.
    pub(crate) fn choose_root(&mut self, path: &Path, root: RootId) {
        self.roots.choose(path, root);
        self.evaluations.request(root, Duration::ZERO);
    }

    /// The roots that hold for open texts.
    pub(crate) fn used_roots(&mut self) -> BTreeSet<RootId> {
        let paths: Vec<PathBuf> = self.documents.iter().map(|(path, _)| path.to_owned()).collect();
        paths.iter().map(|path| self.roots.active(path)).collect()
    }
}

/// How many virtual documents are read again when their root changes. Clients do not say that they closed one.
const MAX_READ_DOCUMENTS: usize = 64;

/// The virtual documents that the client read last.
#[derive(Default)]
pub(crate) struct ReadDocuments {
    /// Their URIs with the files that they are about, the one that was read last at the end.
    documents: VecDeque<(String, PathBuf)>,
}

impl ReadDocuments {
    /// Adds a document that the client reads.
    pub(crate) fn add(&mut self, uri: String, file: PathBuf) {
        self.documents.retain(|(read, _)| *read != uri);
        if self.documents.len() == MAX_READ_DOCUMENTS {
            self.documents.pop_front();
        }
        self.documents.push_back((uri, file));
    }

    /// The URIs of the documents about files of which that is true.
    pub(crate) fn about(&self, mut is_about: impl FnMut(&Path) -> bool) -> Vec<String> {
        let found = self.documents.iter().filter(|(_, file)| is_about(file));
        found.map(|(uri, _)| uri.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_that_were_read_long_ago_are_left_out() {
        let mut read = ReadDocuments::default();
        for number in (0..=MAX_READ_DOCUMENTS).chain([1]) {
            read.add(
                number.to_string(),
                PathBuf::from(if number % 2 == 0 { "a.td" } else { "b.td" }),
            );
        }
        let about_b = read.about(|file| file == Path::new("b.td"));
        assert_eq!(about_b.len(), MAX_READ_DOCUMENTS / 2);
        assert_eq!(about_b.last().map(String::as_str), Some("1"));
        assert!(!read.about(|_| true).contains(&"0".to_owned()));
    }
}
