//! Repeated loading of an input while it is edited.
//!
//! Each time the whole input is parsed, except for included files in the [`TreeCache`](tablewright_syntax::TreeCache)
//! of the options. With a cache for all files, only edited files and the files that include them are parsed. The
//! statements before the first change keep their records: evaluation resumes from the last mark before the change.
//! The range of positions has gaps between files, so that positions in unchanged files remain valid.

use std::sync::Arc;

use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::{FileProvider, Input, MacroUse, PassedPart, Read, parse_each};

use crate::eval::{FilePart, KeptEvaluation, Milestone, ParsedInput};
use crate::load::{
    Loaded, MainFile, beside_large_stack, dialect, load, merged, note_later_definitions,
};
use crate::monitor::EarlyDiagnostics;
use crate::options::LoadOptions;
use crate::release::{ReleaseReason, SelectedRelease};
use crate::store::RecordStore;

mod changes;
mod versions;

use changes::{LastDiagnostics, LaterStatements, ReadInput};
use versions::{Version, Versions};

/// An input that is loaded repeatedly. Each result is the same as from [`load`], with one difference:
///
/// If an input that was evaluated before has a syntax error, nothing is evaluated. Evaluation errors are then reported
/// only for statements before the first change.
///
/// ```
/// use tablewright_records::{IncrementalLoad, LoadOptions};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let mut kept = IncrementalLoad::default();
/// let options = LoadOptions::default();
/// let mut load = |text: &str| kept.load("x.td".into(), text.into(), &mut NoFiles, &options);
/// let first: String = (0..100).map(|n| format!("def r{n} {{ int N = {n}; }}\n")).collect();
/// assert_eq!(load(&first).evaluated_statements, 100);
/// let again = load(&first.replace("N = 99", "N = -1"));
/// assert!(again.evaluated_statements < 10);
/// assert_eq!(again.store.get("r99").map(|r99| r99.int("N")), Some(Ok(-1)));
/// ```
#[derive(Default)]
pub struct IncrementalLoad {
    versions: Versions,
    /// Diagnostics from the last complete evaluation.
    last: Option<LastDiagnostics>,
}

/// Result of loading an input again.
pub struct Reloaded {
    /// Records, as in [`Loaded::store`]. If the caller keeps the previous store while the input is loaded again, the
    /// store is copied once. Then two versions are used alternately.
    pub store: Arc<RecordStore>,
    /// As in [`Loaded::diagnostics`].
    pub diagnostics: Diagnostics,
    /// As in [`Loaded::dependencies`].
    pub dependencies: Vec<String>,
    /// As in [`Loaded::is_complete`].
    pub is_complete: bool,
    /// Number of statements evaluated this time. The start and end of a top-level `let` count as one statement each.
    pub evaluated_statements: usize,
}

/// An input, parsed.
struct Parsed {
    parts: Vec<FilePart>,
    input: ReadInput,
    diagnostics: Diagnostics,
    dependencies: Vec<String>,
    macro_uses: Vec<MacroUse>,
}

impl From<Loaded> for Reloaded {
    fn from(loaded: Loaded) -> Reloaded {
        let Loaded { store, diagnostics, dependencies, is_complete } = loaded;
        let store = Arc::new(store);
        Reloaded { store, diagnostics, dependencies, is_complete, evaluated_statements: 0 }
    }
}

impl IncrementalLoad {
    /// Loads an input like [`load`]. Reuses the previous result if it has the same options.
    ///
    /// If the monitor [stops](crate::LoadMonitor::stop) it, the result is empty, and the next call resumes from the
    /// statements already evaluated.
    pub fn load(
        &mut self,
        name: String,
        text: String,
        files: &mut dyn FileProvider,
        options: &LoadOptions,
    ) -> Reloaded {
        if self.versions.latest().is_some_and(|latest| latest.options != *options) {
            *self = IncrementalLoad::default();
        }
        let latest = self.versions.latest().map(|latest| latest.release);
        let release =
            latest.unwrap_or_else(|| SelectedRelease::new(options.release, options.tree_release));
        let is_first = latest.is_none();
        let main = || MainFile { name: name.clone(), text: text.clone() };
        let Some((reloaded, detected)) = self.load_under(release, main(), files, options) else {
            return load(name, text, files, options).into();
        };
        let Some(detected) = detected else { return reloaded };
        // The statements before the marks were evaluated under another release.
        *self = IncrementalLoad::default();
        let release = if is_first {
            detected.fixed()
        } else {
            SelectedRelease::new(options.release, options.tree_release)
        };
        match self.load_under(release, main(), files, options) {
            Some((reloaded, None)) => reloaded,
            Some((reloaded, Some(_))) if is_first => reloaded,
            Some((_, Some(detected))) => {
                *self = IncrementalLoad::default();
                let again = self.load_under(detected.fixed(), main(), files, options);
                again.map_or_else(|| load(name, text, files, options).into(), |(again, _)| again)
            }
            None => load(name, text, files, options).into(),
        }
    }

    /// Loads an input under a release. Returns the input's release if evaluation should have begun under another
    /// release. Returns `None` if nothing can be kept, so that [`load`] must report the reason.
    fn load_under(
        &mut self,
        release: SelectedRelease,
        main: MainFile,
        files: &mut dyn FileProvider,
        options: &LoadOptions,
    ) -> Option<(Reloaded, Option<SelectedRelease>)> {
        let latest = self.versions.latest();
        let before = latest.map(|latest| &*latest.sources);
        let parsed = parse(release, before, main, files, options)?;
        if parsed.diagnostics.has_errors() {
            let latest = latest?;
            let unchanged = parsed.input.unchanged_events(&latest.sources);
            let of_evaluation = latest.evaluation.diagnostics_before(unchanged);
            return Some((parsed.rejected(of_evaluation, release), None));
        }
        let Parsed { parts, input: read, mut diagnostics, dependencies, macro_uses } = parsed;
        let sources = Arc::clone(&read.sources);
        let input =
            ParsedInput { parts: &parts, sources: Arc::clone(&sources), macro_uses: &macro_uses };
        let mut early = early_report(self.last.as_ref(), &read, &diagnostics, release, options);
        let milestone = early.as_mut().map(|(event, report)| Milestone { event: *event, report });
        let kept = self.versions.take_unread();
        let work = || match kept {
            Some(Version { evaluation, sources, .. }) => {
                evaluation.resume(&input, options, read.unchanged_events(&sources), milestone)
            }
            None => KeptEvaluation::new(&input, options, release),
        };
        let ((), evaluation) = beside_large_stack(work, || ());
        let evaluation = evaluation.ok()?;
        drop(early);
        let of_syntax = diagnostics.iter().len();
        diagnostics.append(evaluation.diagnostics().clone());
        let store = evaluation.store().map(Arc::clone);
        let (mut is_complete, evaluated_statements) =
            (evaluation.is_complete(), evaluation.evaluated);
        let mut detected = None;
        let store = match store {
            Some(store) => {
                if diagnostics.has_errors() {
                    note_later_definitions(&store, &mut diagnostics);
                }
                let is_right = if release.is_fixed {
                    matches!(release.reason, ReleaseReason::Named | ReleaseReason::Tree)
                        || store.has_marks_of(release)
                } else {
                    evaluation.agrees_with(store.release)
                };
                detected = (!is_right).then_some(store.release);
                self.last = Some(LastDiagnostics {
                    input: read,
                    diagnostics: diagnostics.iter().skip(of_syntax).cloned().collect(),
                    reported_by: evaluation.reported_by().to_vec(),
                });
                store
            }
            None => {
                let message = "loading was stopped";
                diagnostics.push(Diagnostic::error_anywhere(Code::EvaluationLimit, message));
                is_complete = false;
                Arc::new(empty_store(Arc::clone(&sources), release))
            }
        };
        self.versions.add(Version { evaluation, options: options.clone(), release, sources });
        let reloaded =
            Reloaded { store, diagnostics, dependencies, is_complete, evaluated_statements };
        Some((reloaded, detected))
    }
}

fn empty_store(sources: Arc<SourceMap>, release: SelectedRelease) -> RecordStore {
    let mut empty = RecordStore::new(Interner::default(), SourceMap::new(), release);
    empty.sources = sources;
    empty.finish();
    empty
}

/// Returns the event at which an observer receives the diagnostics so far, and the function that passes them on.
/// Returns `None` without an observer, or without statements after the edited statements.
fn early_report<'l>(
    last: Option<&LastDiagnostics>,
    read: &'l ReadInput,
    of_syntax: &'l Diagnostics,
    release: SelectedRelease,
    options: &'l LoadOptions,
) -> Option<(usize, impl FnMut(&Diagnostics) + Send + use<'l>)> {
    let observer = options.monitor.as_ref()?.observer()?;
    let LaterStatements { first_event, diagnostics: later } = last?.later_statements(read)?;
    let report = move |of_evaluation: &Diagnostics| {
        let mut diagnostics = of_syntax.clone();
        diagnostics.append(of_evaluation.clone());
        diagnostics.append(later.clone());
        let store = Arc::new(empty_store(Arc::clone(&read.sources), release));
        observer(EarlyDiagnostics { store, diagnostics });
    };
    Some((first_event, report))
}

/// Parses an input up to its first syntax error. Returns `None` if the main file is too large.
fn parse(
    release: SelectedRelease,
    before: Option<&SourceMap>,
    main: MainFile,
    files: &mut dyn FileProvider,
    options: &LoadOptions,
) -> Option<Parsed> {
    let mut sources = SourceMap::with_room(before);
    let mut diagnostics = Diagnostics::new();
    let main = sources.add(main.name, main.text, None).ok()?;
    let (mut parts, mut reads) = (Vec::new(), Vec::new());
    let input = Input {
        sources: &mut sources,
        main,
        files,
        macros: &options.macros,
        diagnostics: &mut diagnostics,
        dialect: dialect(release),
        trees: options.trees.as_ref(),
    };
    let Read { dependencies, macro_uses } = parse_each(input, &mut |passed| {
        let PassedPart { part, file, shift, sources, reads: of_part } = passed;
        if let Some(monitor) = &options.monitor {
            monitor.note_files(sources.files().len());
        }
        parts.push(FilePart { part, file, shift });
        reads.extend(of_part.iter());
    });
    let input = ReadInput { sources: Arc::new(sources), reads };
    Some(Parsed { parts, input, diagnostics, dependencies, macro_uses })
}

impl Parsed {
    /// Builds the result for an input with syntax errors.
    fn rejected(self, of_evaluation: Diagnostics, release: SelectedRelease) -> Reloaded {
        Reloaded {
            store: Arc::new(empty_store(self.input.sources, release)),
            diagnostics: merged(&self.diagnostics, of_evaluation),
            dependencies: self.dependencies,
            is_complete: false,
            evaluated_statements: 0,
        }
    }
}

#[cfg(test)]
mod tests;
