//! Loading an input again and again while it is edited.
//!
//! All of it is parsed each time, but for the included files that a [`TreeCache`](tablewright_syntax::TreeCache) of the
//! options has: with one that keeps all, the files that were edited and those that include them are parsed. The statements
//! before the first change of the input keep their records: evaluation goes back to the last mark before that change, and
//! on from there. Files have room between them in the range of positions, so that positions in files that did not change
//! are still right.

use std::sync::Arc;

use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::{FileProvider, Input, MacroUse, PassedPart, Read, parse_each};

use crate::eval::{FilePart, KeptEvaluation, Milestone, ParsedInput};
use crate::load::{Loaded, beside_large_stack, dialect, load, merged, note_later_definitions};
use crate::monitor::EarlyDiagnostics;
use crate::options::LoadOptions;
use crate::release::{ReleaseReason, SelectedRelease};
use crate::store::RecordStore;

mod changes;
mod versions;

use changes::{LastDiagnostics, LaterStatements, ReadInput};
use versions::{Version, Versions};

/// An input that is loaded again and again. Each time it is what [`load`] would give.
///
/// There is one difference: while an input that was evaluated before has an error of syntax, nothing is evaluated, and
/// the errors of evaluation are those of statements before the first change.
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
    /// What was reported when evaluation last came to its end.
    last: Option<LastDiagnostics>,
}

/// The result of loading an input once more.
pub struct Reloaded {
    /// The records, as in [`Loaded::store`]. Whoever keeps those of the last time while the input is loaded again
    /// causes a copy once: two versions take turns from then on.
    pub store: Arc<RecordStore>,
    /// As in [`Loaded::diagnostics`].
    pub diagnostics: Diagnostics,
    /// As in [`Loaded::dependencies`].
    pub dependencies: Vec<String>,
    /// As in [`Loaded::is_complete`].
    pub is_complete: bool,
    /// How many statements were evaluated this time. The start and the end of a `let` at top level count as one each.
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
    /// Loads an input as [`load`] does. What was loaded before is used where it has the same options.
    ///
    /// Where it is [stopped](crate::LoadMonitor::stop), there are no records, and the next time goes on from what was
    /// evaluated.
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
        let main = || (name.clone(), text.clone());
        let Some((reloaded, detected)) = self.load_under(release, main(), files, options) else {
            return load(name, text, files, options).into();
        };
        let Some(detected) = detected else { return reloaded };
        // The release is another one than the statements before its marks were evaluated under.
        *self = IncrementalLoad::default();
        let release = match is_first {
            true => detected.settled(),
            false => SelectedRelease::new(options.release, options.tree_release),
        };
        match self.load_under(release, main(), files, options) {
            Some((reloaded, None)) => reloaded,
            Some((reloaded, Some(_))) if is_first => reloaded,
            Some((_, Some(detected))) => {
                *self = IncrementalLoad::default();
                let again = self.load_under(detected.settled(), main(), files, options);
                again.map_or_else(|| load(name, text, files, options).into(), |(again, _)| again)
            }
            None => load(name, text, files, options).into(),
        }
    }

    /// Loads an input under a release. The release is returned that the input has, where evaluation should have
    /// begun under another one. `None` where there is nothing to keep, and [`load`] is to report why.
    fn load_under(
        &mut self,
        release: SelectedRelease,
        main: (String, String),
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
                evaluation.go_on(&input, options, read.unchanged_events(&sources), milestone)
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
                let is_right = match release.is_settled {
                    true => {
                        matches!(release.reason, ReleaseReason::Named | ReleaseReason::Tree)
                            || store.has_marks_of(release)
                    }
                    false => evaluation.agrees_with(store.release),
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

/// At which event an observer gets to know what was reported until then, and what passes that on. `None` where there is
/// no observer, or no statement after the edited ones.
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

/// Parses an input, up to its first error of syntax. `None` where its main file is too large.
fn parse(
    release: SelectedRelease,
    before: Option<&SourceMap>,
    (name, text): (String, String),
    files: &mut dyn FileProvider,
    options: &LoadOptions,
) -> Option<Parsed> {
    let mut sources = SourceMap::with_room(before);
    let mut diagnostics = Diagnostics::new();
    let main = sources.add(name, text, None).ok()?;
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
    /// The result of an input with errors of syntax.
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
