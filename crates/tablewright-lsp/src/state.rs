//! What the server knows: settings, open texts, roots and evaluations.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
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
    /// The URIs of documents that the client has read, and the files that they are about.
    pub(crate) read_documents: BTreeMap<String, PathBuf>,
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
