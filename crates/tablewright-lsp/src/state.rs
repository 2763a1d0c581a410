//! The server state: settings, open texts, roots and evaluations.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tablewright_syntax::format::LayoutOptions;

use crate::context::FileContext;
use crate::definition_index::DefinitionIndex;
use crate::documents::Documents;
use crate::evaluations::Evaluations;
use crate::line_index::PositionEncoding;
use crate::options::ServerProgram;
use crate::project_rules::RecordDocument;
use crate::roots::{RootId, Roots};
use crate::settings::LspSettings;
use crate::snapshot::Snapshot;

/// The state that requests read and commands change.
pub(crate) struct ServerState {
    pub(crate) settings: LspSettings,
    /// The editor's folders.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) encoding: PositionEncoding,
    pub(crate) documents: Documents,
    pub(crate) roots: Roots,
    pub(crate) evaluations: Evaluations,
    pub(crate) record_documents: Vec<RecordDocument>,
    pub(crate) read_documents: ReadDocuments,
    /// An index of unevaluated files.
    pub(crate) definitions: RefCell<DefinitionIndex>,
    /// Whether the client renames files as part of an edit.
    pub(crate) renames_files: bool,
    /// Returns the layout for a file.
    pub(crate) layout: fn(&str) -> Result<LayoutOptions, String>,
    /// Programs whose actions a client can run.
    pub(crate) programs: Vec<ServerProgram>,
}

impl ServerState {
    /// Calls a function with the evaluation of a file, if there is an evaluation.
    pub(crate) fn with_file<T>(
        &mut self,
        path: &Path,
        run: impl FnOnce(&FileContext<'_>) -> T,
    ) -> Option<T> {
        let root = self.roots.active(path);
        let state = self.evaluations.states.get(&root)?;
        let analysis = Arc::clone(state.analysis()?);
        let findings = state.findings.clone();
        let failed = state.latest.clone().filter(|latest| !Arc::ptr_eq(latest, &analysis));
        let snapshot = |analysis| Snapshot::new(analysis, &self.documents, self.encoding);
        let context = FileContext {
            snapshot: snapshot(&*analysis),
            failed: failed.as_deref().map(snapshot),
            path,
            findings: findings.as_deref().map_or(&[], Vec::as_slice),
            settings: &self.settings,
            documents: &self.record_documents,
            definitions: &self.definitions,
            include_dirs: &self.roots.get(root).include_dirs,
        };
        Some(run(&context))
    }

    /// Selects another root for a file.
    pub(crate) fn choose_root(&mut self, path: &Path, root: RootId) {
        self.roots.choose(path, root);
        self.evaluations.request(root, Duration::ZERO);
    }

    /// Returns the open texts' active roots.
    pub(crate) fn used_roots(&mut self) -> BTreeSet<RootId> {
        let paths: Vec<PathBuf> = self.documents.iter().map(|(path, _)| path.to_owned()).collect();
        paths.iter().map(|path| self.roots.active(path)).collect()
    }
}

/// Limit for virtual documents to refresh. A client does not report that it has closed a document.
const MAX_READ_DOCUMENTS: usize = 64;

/// The virtual documents that the client has read most recently.
#[derive(Default)]
pub(crate) struct ReadDocuments {
    /// URIs with the files that they are about, most recent last.
    documents: VecDeque<(String, PathBuf)>,
}

impl ReadDocuments {
    /// Adds a document that the client has read.
    pub(crate) fn add(&mut self, uri: String, file: PathBuf) {
        self.documents.retain(|(read, _)| *read != uri);
        if self.documents.len() == MAX_READ_DOCUMENTS {
            self.documents.pop_front();
        }
        self.documents.push_back((uri, file));
    }

    /// Returns the URIs of the documents about files that satisfy `is_about`.
    pub(crate) fn about(&self, mut is_about: impl FnMut(&Path) -> bool) -> Vec<String> {
        let entries = self.documents.iter().filter(|(_, file)| is_about(file));
        entries.map(|(uri, _)| uri.clone()).collect()
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
