//! The evaluation of a root: records with their trace, and diagnostics.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tablewright_inspect::lint::{self, Finding, LintScope, LintSettings};
use tablewright_records::trace::{DefinitionId, Trace};
use tablewright_records::{IncrementalLoad, LoadMonitor, Loaded, RecordStore, Release};
use tablewright_session::{Session, UnreadFiles, path_text, text_path};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use tablewright_syntax::shown_span;
use tablewright_syntax::source::{FileId, Pos, Span};

use crate::clock::Clock;
use crate::project_rules::ProjectRules;
use crate::repair::without_errors;
use crate::roots::RootId;
use crate::uri::real;

/// An evaluated root. It is immutable and shared between requests.
pub(crate) struct DocumentAnalysis {
    pub(crate) root: RootId,
    pub(crate) store: Arc<RecordStore>,
    /// Diagnostics from reading and evaluation.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Each file's real path, by [`FileId`].
    pub(crate) paths: Vec<PathBuf>,
    /// Each file's inclusions, by path.
    pub(crate) files: BTreeMap<PathBuf, Vec<FileId>>,
    /// Definitions, sorted by position.
    definitions: Vec<(Span, DefinitionId)>,
    /// Whether records exist. `false` after a syntax error.
    pub(crate) has_records: bool,
    /// Time to read and evaluate.
    pub(crate) elapsed: Duration,
}

/// An evaluation to run.
pub(crate) struct AnalysisJob {
    pub(crate) id: RootId,
    pub(crate) main: PathBuf,
    pub(crate) session: Session,
    /// Open texts by path.
    pub(crate) texts: BTreeMap<PathBuf, Arc<str>>,
    pub(crate) monitor: LoadMonitor,
    pub(crate) kept: Arc<Mutex<KeptRoot>>,
    pub(crate) clock: Clock,
    /// Whether the root has no evaluation with records yet.
    pub(crate) needs_records: bool,
}

/// The result of an [`AnalysisJob`].
pub(crate) struct Evaluation {
    pub(crate) analysis: DocumentAnalysis,
    /// After syntax errors: the open texts without the statements that have them. Only a root without records has it.
    pub(crate) repaired: Option<DocumentAnalysis>,
}

/// State from which the next evaluation of a root resumes.
#[derive(Default)]
pub(crate) struct KeptRoot {
    load: IncrementalLoad,
    /// Other paths under which the root included files that are open in the editor, such as
    /// `dir/../a.td`.
    aliases: BTreeMap<PathBuf, BTreeSet<String>>,
}

impl AnalysisJob {
    /// Reads and evaluates the root. `None` if the evaluation was stopped.
    pub(crate) fn run(self) -> Option<Evaluation> {
        let start = self.clock.now();
        let kept = Arc::clone(&self.kept);
        // After a panic, `kept` does not contain a partial result.
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut loaded = self.load(&mut kept);
        // An open file may be included under an unexpected name. Then the first load read it from
        // disk.
        if self.add_aliases(&mut kept, &loaded) && !self.monitor.is_stopped() {
            loaded = self.load(&mut kept);
        }
        if self.monitor.is_stopped() {
            return None;
        }
        let Loaded { store, diagnostics, .. } = loaded;
        let elapsed = self.clock.now().saturating_sub(start);
        let analysis = DocumentAnalysis::new(self.id, store, &diagnostics, elapsed);
        let has_to_repair = self.needs_records && !analysis.has_records;
        let repaired = has_to_repair.then(|| self.repaired(&kept)).flatten();
        Some(Evaluation { analysis, repaired })
    }

    /// Evaluates the open texts without the statements that have syntax errors. `None` if other errors prevent it.
    fn repaired(&self, kept: &KeptRoot) -> Option<DocumentAnalysis> {
        let mut texts = self.texts.clone();
        for text in texts.values_mut() {
            if let Some(repaired) = without_errors(text) {
                *text = repaired.into();
            }
        }
        let start = self.clock.now();
        let session = self.session(&texts, kept);
        let reloaded = session.reload_file(&self.main, &mut IncrementalLoad::default()).ok()?;
        let Loaded { store, diagnostics, .. } = reloaded.loaded;
        let elapsed = self.clock.now().saturating_sub(start);
        let analysis = DocumentAnalysis::new(self.id, store, &diagnostics, elapsed);
        analysis.has_records.then_some(analysis)
    }

    /// Returns a session with these texts in place of the files on disk.
    fn session(&self, texts: &BTreeMap<PathBuf, Arc<str>>, kept: &KeptRoot) -> Session {
        let mut session = self.session.clone().trace(true).monitor(self.monitor.clone());
        for (path, text) in texts {
            session = session.file(path_text(path), &**text);
            for alias in kept.aliases.get(path).into_iter().flatten() {
                session = session.file(alias, &**text);
            }
        }
        session
    }

    fn load(&self, kept: &mut KeptRoot) -> Loaded {
        let session = self.session(&self.texts, kept);
        match session.reload_file(&self.main, &mut kept.load) {
            Ok(reloaded) => reloaded.loaded,
            Err(error) => {
                // The main file is missing. An empty file is evaluated instead, and the message is
                // at its start.
                let path = path_text(&self.main);
                let mut loaded = session
                    .file(&path, "")
                    .reload_file(&self.main, &mut kept.load)
                    .expect("a file in memory can be read")
                    .loaded;
                let message = format!("the main file '{path}' cannot be read: {error}");
                let start = loaded.store.sources().files().first().map(|file| file.pos(0));
                if let Some(start) = start {
                    loaded.diagnostics.error(Code::FileAccess, start, message);
                }
                loaded
            }
        }
    }

    /// Adds the names under which open files were included from disk. Returns whether there are
    /// any.
    fn add_aliases(&self, kept: &mut KeptRoot, loaded: &Loaded) -> bool {
        let mut has_new = false;
        for file in loaded.store.sources().files() {
            let path = text_path(&file.name);
            if self.texts.contains_key(&path) {
                continue;
            }
            let path = real(&path);
            if self.texts.contains_key(&path) {
                has_new |= kept.aliases.entry(path).or_default().insert(file.name.clone());
            }
        }
        has_new
    }
}

fn definitions(store: &RecordStore) -> Vec<(Span, DefinitionId)> {
    let Some(trace) = store.trace() else { return Vec::new() };
    let sources = store.sources();
    let mut definition_spans: Vec<(Span, DefinitionId)> = trace
        .names()
        .definitions()
        .map(|(id, definition)| (shown_span(sources, definition.span), id))
        .collect();
    definition_spans.sort_by_key(|(span, id)| (span.lo, *id));
    definition_spans
}

impl DocumentAnalysis {
    pub(crate) fn new(
        root: RootId,
        store: Arc<RecordStore>,
        diagnostics: &Diagnostics,
        elapsed: Duration,
    ) -> DocumentAnalysis {
        let names = store.sources().files().iter().map(|file| file.name.as_str());
        let mut by_name: BTreeMap<&str, PathBuf> = BTreeMap::new();
        let mut paths = Vec::new();
        for name in names {
            let path = by_name.entry(name).or_insert_with(|| real(&text_path(name)));
            paths.push(path.clone());
        }
        let mut files: BTreeMap<PathBuf, Vec<FileId>> = BTreeMap::new();
        for (index, path) in paths.iter().enumerate() {
            files.entry(path.clone()).or_default().push(FileId::from_index(index));
        }
        DocumentAnalysis {
            root,
            diagnostics: diagnostics.iter().cloned().collect(),
            paths,
            files,
            definitions: definitions(&store),
            has_records: store.trace().is_some(),
            elapsed,
            store,
        }
    }

    /// Returns the evaluation trace.
    pub(crate) fn trace(&self) -> Option<&Trace> {
        self.store.trace()
    }

    /// Returns a file's inclusions.
    pub(crate) fn inclusions(&self, path: &Path) -> &[FileId] {
        self.files.get(path).map_or(&[], Vec::as_slice)
    }

    /// Returns the file path at a position.
    pub(crate) fn path_of(&self, pos: Pos) -> &Path {
        &self.paths[self.store.sources().file_of(pos).index()]
    }

    /// Returns the definitions with names in a file, sorted by position.
    pub(crate) fn definitions_in(&self, file: FileId) -> &[(Span, DefinitionId)] {
        let file = self.store.sources().file(file);
        let (lo, hi) = (file.pos(0), file.pos(file.text.len()));
        let start = self.definitions.partition_point(|(span, _)| span.lo < lo);
        let end = self.definitions.partition_point(|(span, _)| span.lo < hi);
        &self.definitions[start..end.max(start)]
    }

    /// Returns the definition whose name is at a position, with the name's span.
    pub(crate) fn definition_at(&self, pos: Pos) -> Option<(Span, DefinitionId)> {
        let after = self.definitions.partition_point(|(span, _)| span.lo <= pos);
        let &(span, id) = self.definitions[..after].last()?;
        (pos < span.hi).then_some((span, id))
    }

    /// Whether an error prevented a complete evaluation.
    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Computes the order of records, by name and by class.
    pub(crate) fn prepare(&self) {
        _ = self.store.records();
        if let Some(class) = self.store.classes().next() {
            _ = self.store.derived(class.id());
        }
    }

    /// Runs the lints on files in the root's own tree. Descriptions with errors are not linted.
    pub(crate) fn lint(&self, settings: &ProjectRules, macros: &[String]) -> Vec<Finding> {
        if self.has_errors() {
            return Vec::new();
        }
        let levels = (settings.levels)(self.store.input_name());
        let other_files = UnreadFiles::new(self.store.sources(), &[]);
        let settings = LintSettings {
            lints: &settings.lints,
            scope: LintScope::OwnTree,
            macros,
            other_files: Some(&other_files),
            release: Release::NEWEST_KNOWN,
        };
        lint::check(&self.store, &levels, settings).findings
    }
}
