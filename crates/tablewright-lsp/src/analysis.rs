//! The evaluation of a root: records with their trace, and what was found wrong with them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tablewright::inspect::lint::{self, Finding, LintScope, LintSettings};
use tablewright::syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use tablewright::syntax::shown_span;
use tablewright::syntax::source::{FileId, Pos, Span};
use tablewright::trace::{DefinitionId, Trace};
use tablewright::{
    IncrementalLoad, LoadMonitor, RecordStore, Reloaded, Session, path_text, text_path,
};

use crate::clock::Clock;
use crate::project_rules::ProjectRules;
use crate::roots::RootId;
use crate::uri::real;

/// An evaluated root. It does not change, so requests share it.
pub(crate) struct Analysis {
    pub(crate) root: RootId,
    pub(crate) store: Arc<RecordStore>,
    /// What reading and evaluation report.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The real path of each file that was read, by [`FileId`].
    pub(crate) paths: Vec<PathBuf>,
    /// The inclusions of each file, by path.
    pub(crate) files: BTreeMap<PathBuf, Vec<FileId>>,
    /// The definitions, in the order of their positions.
    definitions: Vec<(Span, DefinitionId)>,
    /// Whether there are records: not so after an error of syntax.
    pub(crate) has_records: bool,
    /// How long reading and evaluation took.
    pub(crate) elapsed: Duration,
}

/// What is evaluated.
pub(crate) struct AnalysisJob {
    pub(crate) id: RootId,
    pub(crate) main: PathBuf,
    pub(crate) session: Session,
    /// The open texts, by path.
    pub(crate) texts: BTreeMap<PathBuf, Arc<str>>,
    pub(crate) monitor: LoadMonitor,
    pub(crate) kept: Arc<Mutex<KeptRoot>>,
    pub(crate) clock: Clock,
}

/// What is left of the last evaluation of a root.
#[derive(Default)]
pub(crate) struct KeptRoot {
    load: IncrementalLoad,
    /// The other paths by which the root has included files that are open in the editor, such as `dir/../a.td`.
    aliases: BTreeMap<PathBuf, BTreeSet<String>>,
}

impl AnalysisJob {
    /// Reads and evaluates the root. `None` where that was stopped.
    pub(crate) fn run(self) -> Option<Analysis> {
        let start = self.clock.now();
        let kept = Arc::clone(&self.kept);
        // Where a panic left it half done, it has nothing that is kept.
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut loaded = self.load(&mut kept);
        // An open file may be included under a name that nobody expected; then it was read from disk.
        if self.add_aliases(&mut kept, &loaded) && !self.monitor.is_stopped() {
            loaded = self.load(&mut kept);
        }
        if self.monitor.is_stopped() {
            return None;
        }
        let Reloaded { store, diagnostics, .. } = loaded;
        let elapsed = self.clock.now().saturating_sub(start);
        Some(Analysis::new(self.id, store, &diagnostics, elapsed))
    }

    fn load(&self, kept: &mut KeptRoot) -> Reloaded {
        let mut session = self.session.clone().trace(true).monitor(self.monitor.clone());
        for (path, text) in &self.texts {
            session = session.file(path_text(path), &**text);
            for alias in kept.aliases.get(path).into_iter().flatten() {
                session = session.file(alias, &**text);
            }
        }
        match session.reload_file(&self.main, &mut kept.load) {
            Ok(loaded) => loaded,
            Err(error) => {
                // The main file is gone. An empty one has no records, and the message stands at its start.
                let path = path_text(&self.main);
                let mut loaded = session
                    .file(&path, "")
                    .reload_file(&self.main, &mut kept.load)
                    .expect("a file in memory can be read");
                let message = format!("the main file '{path}' cannot be read: {error}");
                let start = loaded.store.sources().files().first().map(|file| file.pos(0));
                if let Some(start) = start {
                    loaded.diagnostics.error(Code::FileAccess, start, message);
                }
                loaded
            }
        }
    }

    /// Adds the names under which open texts were included and not found in memory. Whether there are any.
    fn add_aliases(&self, kept: &mut KeptRoot, loaded: &Reloaded) -> bool {
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
    let mut found: Vec<(Span, DefinitionId)> = trace
        .names()
        .definitions()
        .map(|(id, definition)| (shown_span(sources, definition.span), id))
        .collect();
    found.sort_by_key(|(span, id)| (span.lo, *id));
    found
}

impl Analysis {
    pub(crate) fn new(
        root: RootId,
        store: Arc<RecordStore>,
        diagnostics: &Diagnostics,
        elapsed: Duration,
    ) -> Analysis {
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
        Analysis {
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

    /// The trace of evaluation.
    pub(crate) fn trace(&self) -> Option<&Trace> {
        self.store.trace()
    }

    /// The inclusions of a file.
    pub(crate) fn inclusions(&self, path: &Path) -> &[FileId] {
        self.files.get(path).map_or(&[], Vec::as_slice)
    }

    /// The path of the file that a position is in.
    pub(crate) fn path_of(&self, pos: Pos) -> &Path {
        &self.paths[self.store.sources().file_of(pos).index()]
    }

    /// The definitions whose names stand in a file, in order.
    pub(crate) fn definitions_in(&self, file: FileId) -> &[(Span, DefinitionId)] {
        let file = self.store.sources().file(file);
        let (lo, hi) = (file.pos(0), file.pos(file.text.len()));
        let start = self.definitions.partition_point(|(span, _)| span.lo < lo);
        let end = self.definitions.partition_point(|(span, _)| span.lo < hi);
        &self.definitions[start..end.max(start)]
    }

    /// The definition whose name covers a position, with the name's span.
    pub(crate) fn definition_at(&self, pos: Pos) -> Option<(Span, DefinitionId)> {
        let after = self.definitions.partition_point(|(span, _)| span.lo <= pos);
        let &(span, id) = self.definitions[..after].last()?;
        (pos < span.hi).then_some((span, id))
    }

    /// Whether an error keeps the root from being evaluated to its end.
    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// What lints find in the files of the root's own tree. Lints check what has no errors.
    pub(crate) fn lint(&self, settings: &ProjectRules, macros: &[String]) -> Vec<Finding> {
        if self.has_errors() {
            return Vec::new();
        }
        let levels = (settings.levels)(self.store.input_name());
        let run = lint::check(
            &self.store,
            &levels,
            LintSettings { lints: &settings.lints, scope: LintScope::OwnTree, macros },
        );
        run.findings
    }
}
