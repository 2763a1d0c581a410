//! Repeated loading of an input while it is edited.
//!
//! A first load is an incremental load without a past, and so is [`load`](crate::load()), which keeps nothing either.
//!
//! Each time the whole input is parsed, except for included files in the [`TreeCache`](tablewright_syntax::TreeCache)
//! of the options. With a cache for all files, only edited files and the files that include them are parsed. The
//! statements before the first change keep their records: evaluation resumes from the last mark before the change.
//! The range of positions has gaps between files, so that positions in unchanged files remain valid.

use std::sync::{Arc, mpsc};

use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::{
    FileProvider, Input, LanguageDialect, MacroUse, OuterLetBits, Read, parse_each,
};

use crate::eval::{KeptEvaluation, Milestone, PartSender};
use crate::large_stack::beside_large_stack;
use crate::load_diagnostics::{merged, note_later_definitions};
use crate::loaded::Loaded;
use crate::monitor::EarlyDiagnostics;
use crate::options::LoadOptions;
use crate::release::{Feature, ReleaseReason, SelectedRelease};
use crate::store::RecordStore;

mod changes;
mod versions;

use changes::{LastDiagnostics, LaterStatements, ReadInput};
use versions::{Version, Versions};

/// An input that is loaded repeatedly. Each result is the same as from [`load`](crate::load()), with one difference:
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
/// assert_eq!(again.loaded.store.get("r99").map(|r99| r99.int("N")), Some(Ok(-1)));
/// ```
#[derive(Default)]
pub struct IncrementalLoad {
    versions: Versions,
    /// Diagnostics from the last complete evaluation.
    last: Option<LastDiagnostics>,
    /// Whether nothing is kept for a later load.
    is_single: bool,
}

/// Result of loading an input again.
pub struct Reloaded {
    /// The same as from [`load`](crate::load()). If the caller keeps the previous store while the input is loaded again, the
    /// store is copied once. Then two versions are used alternately.
    pub loaded: Loaded,
    /// Number of statements evaluated this time. The start and end of a top-level `let` count as one statement each.
    pub evaluated_statements: usize,
}

/// The main file of an input.
struct MainFile {
    name: String,
    text: String,
}

/// An input, parsed.
struct Parsed {
    input: ReadInput,
    diagnostics: Diagnostics,
    dependencies: Vec<String>,
    macro_uses: Vec<MacroUse>,
}

impl IncrementalLoad {
    /// Creates a load that keeps nothing for a later one.
    pub(crate) fn once() -> IncrementalLoad {
        IncrementalLoad { is_single: true, ..IncrementalLoad::default() }
    }

    /// Loads an input like [`load`](crate::load()). Reuses the previous result if it has the same options.
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
            self.forget();
        }
        let main = MainFile { name, text };
        let latest = self.versions.latest().map(|latest| latest.release);
        if let Some(release) = latest {
            let (reloaded, detected) = self.load_under(release, &main, files, options);
            if detected.is_none() {
                return reloaded;
            }
            // The statements before the marks were evaluated under another release.
            self.forget();
        }
        let release = SelectedRelease::new(options.release, options.tree_release);
        let (reloaded, detected) = self.load_under(release, &main, files, options);
        let Some(detected) = detected else { return reloaded };
        self.forget();
        self.load_under(detected.fixed(), &main, files, options).0
    }

    /// Returns the number of statements that the last load without syntax errors evaluated.
    pub fn evaluated_statements(&self) -> usize {
        self.versions.latest().map_or(0, |latest| latest.evaluation.evaluated)
    }

    /// Forgets all versions.
    fn forget(&mut self) {
        *self = IncrementalLoad { is_single: self.is_single, ..IncrementalLoad::default() };
    }

    /// Loads an input under a release. Returns the input's release if evaluation should have begun under another
    /// release.
    ///
    /// Without an earlier version, statements are evaluated while the later ones are parsed. With an earlier version,
    /// the input is parsed first, since the first change decides with which statement evaluation resumes.
    fn load_under(
        &mut self,
        release: SelectedRelease,
        main: &MainFile,
        files: &mut dyn FileProvider,
        options: &LoadOptions,
    ) -> (Reloaded, Option<SelectedRelease>) {
        let (sender, batches) = mpsc::channel();
        let sender = PartSender::new(sender);
        let before = self.versions.latest().map(|latest| Arc::clone(&latest.sources));
        let (parsed, evaluation) = match before {
            None => {
                let keeps_marks = !self.is_single;
                let work = || KeptEvaluation::new(batches, options, release, keeps_marks);
                let layout =
                    if keeps_marks { SourceMap::with_room(None) } else { SourceMap::new() };
                beside_large_stack(work, || parse(release, layout, main, files, options, sender))
            }
            Some(before) => {
                let layout = SourceMap::with_room(Some(&before));
                let parsed = parse(release, layout, main, files, options, sender);
                if parsed.diagnostics.has_errors() {
                    let unchanged = parsed.input.unchanged_events(&before);
                    let of_evaluation = self.versions.diagnostics_before(unchanged);
                    return (parsed.rejected(of_evaluation, release), None);
                }
                let mut early = early_report(self.last.as_ref(), &parsed, release, options);
                let milestone =
                    early.as_mut().map(|(event, report)| Milestone { event: *event, report });
                let kept = self.versions.take_unread();
                let work = || match kept {
                    Some(Version { evaluation, sources, .. }) => {
                        let unchanged = parsed.input.unchanged_events(&sources);
                        evaluation.resume(batches, options, unchanged, milestone)
                    }
                    None => KeptEvaluation::new(batches, options, release, true),
                };
                let ((), evaluation) = beside_large_stack(work, || ());
                drop(early);
                (parsed, evaluation)
            }
        };
        let evaluation = match evaluation {
            Ok(evaluation) => evaluation,
            Err(error) => {
                let message = format!("the system starts no thread for evaluation: {error}");
                return (parsed.without_records(message, release), None);
            }
        };
        self.finish(parsed, evaluation, release, options)
    }

    /// Builds the result of an evaluation, and keeps the evaluation. Returns the input's release if evaluation should
    /// have begun under another release.
    fn finish(
        &mut self,
        mut parsed: Parsed,
        mut evaluation: KeptEvaluation,
        release: SelectedRelease,
        options: &LoadOptions,
    ) -> (Reloaded, Option<SelectedRelease>) {
        evaluation.add_macros(&parsed.macro_uses);
        let of_evaluation = evaluation.diagnostics().clone();
        let Some(store) = evaluation.store().map(Arc::clone) else {
            let has_syntax_errors = parsed.diagnostics.has_errors();
            parsed.diagnostics = merged(&parsed.diagnostics, of_evaluation);
            let sources = Arc::clone(&parsed.input.sources);
            let evaluated_statements = evaluation.evaluated;
            if !self.is_single && !has_syntax_errors {
                self.versions.add(Version {
                    evaluation,
                    options: options.clone(),
                    release,
                    sources,
                });
            }
            let stopped = parsed.without_records("loading was stopped".into(), release);
            return (Reloaded { evaluated_statements, ..stopped }, None);
        };
        let is_right = if release.is_fixed {
            matches!(release.reason, ReleaseReason::Named | ReleaseReason::Tree)
                || store.has_marks_of(release)
        } else {
            evaluation.agrees_with(store.release)
        };
        let detected = (!is_right).then_some(store.release);
        if parsed.diagnostics.has_errors() {
            // Records without the later definitions in the input are useless.
            return (parsed.rejected(of_evaluation, store.release), detected);
        }
        let Parsed { input, mut diagnostics, dependencies, macro_uses: _ } = parsed;
        let of_syntax = diagnostics.iter().len();
        diagnostics.append(of_evaluation);
        if diagnostics.has_errors() {
            note_later_definitions(&store, &mut diagnostics);
        }
        let (is_complete, evaluated_statements) = (evaluation.is_complete(), evaluation.evaluated);
        if !self.is_single {
            let sources = Arc::clone(&input.sources);
            self.last = Some(LastDiagnostics {
                input,
                diagnostics: diagnostics.iter().skip(of_syntax).cloned().collect(),
                reported_by: evaluation.reported_by().to_vec(),
            });
            self.versions.add(Version { evaluation, options: options.clone(), release, sources });
        }
        let loaded = Loaded { store, diagnostics, dependencies, is_complete };
        (Reloaded { loaded, evaluated_statements }, detected)
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
    parsed: &'l Parsed,
    release: SelectedRelease,
    options: &'l LoadOptions,
) -> Option<(usize, impl FnMut(&Diagnostics) + Send + use<'l>)> {
    let observer = options.monitor.as_ref()?.observer()?;
    let LaterStatements { first_event, diagnostics: later } =
        last?.later_statements(&parsed.input)?;
    let report = move |of_evaluation: &Diagnostics| {
        let mut diagnostics = parsed.diagnostics.clone();
        diagnostics.append(of_evaluation.clone());
        diagnostics.append(later.clone());
        let store = Arc::new(empty_store(Arc::clone(&parsed.input.sources), release));
        observer(EarlyDiagnostics { store, diagnostics });
    };
    Some((first_event, report))
}

/// Parses an input, and sends its statements to the evaluation. A main file that is too large is a syntax error.
fn parse(
    release: SelectedRelease,
    mut sources: SourceMap,
    main: &MainFile,
    files: &mut dyn FileProvider,
    options: &LoadOptions,
    mut sender: PartSender,
) -> Parsed {
    let (mut diagnostics, mut reads) = (Diagnostics::new(), Vec::new());
    let Ok(main) = sources.add(main.name.clone(), main.text.clone(), None) else {
        let message = "input is larger than 1 GiB";
        diagnostics.push(Diagnostic::error_anywhere(Code::SyntaxLimit, message));
        let input = ReadInput { sources: Arc::new(sources), reads };
        return Parsed { input, diagnostics, dependencies: Vec::new(), macro_uses: Vec::new() };
    };
    let input = Input {
        sources: &mut sources,
        main,
        files,
        macros: &options.macros,
        diagnostics: &mut diagnostics,
        dialect: dialect(release),
        trees: options.trees.as_ref(),
    };
    // Dropping the sender at the end ends evaluation after the sent statements.
    let Read { dependencies, macro_uses } = parse_each(input, &mut |passed| {
        if let Some(monitor) = &options.monitor {
            monitor.note_files(passed.sources.files().len());
        }
        reads.extend(passed.reads.iter());
        sender.send(passed);
    });
    let input = ReadInput { sources: Arc::new(sources), reads };
    Parsed { input, diagnostics, dependencies, macro_uses }
}

/// Returns the syntax and keywords of a release. Syntax from other releases is rejected only if the release was
/// named.
fn dialect(release: SelectedRelease) -> LanguageDialect {
    let has = |feature| release.release.has(feature);
    let is_named = release.reason == ReleaseReason::Named;
    LanguageDialect {
        has_small_letters: has(Feature::RevisedMessages),
        has_getop: !is_named || !has(Feature::GetopAndSetopAreGone),
        has_initialized: !is_named || has(Feature::InitializedIsOperator),
        has_match: !is_named || has(Feature::MatchIsOperator),
        has_switch: !is_named || has(Feature::SwitchIsOperator),
        has_let_append: !is_named || has(Feature::LetAppends),
        outer_let_bits: if !is_named {
            OuterLetBits::Both
        } else if has(Feature::OuterLetBitsInBraces) {
            OuterLetBits::Braces
        } else {
            OuterLetBits::Angles
        },
    }
}

impl Parsed {
    /// Builds the result for an input with syntax errors.
    fn rejected(self, of_evaluation: Diagnostics, release: SelectedRelease) -> Reloaded {
        let diagnostics = merged(&self.diagnostics, of_evaluation);
        Parsed { diagnostics, ..self }.unevaluated(release)
    }

    /// Builds the result for an input whose evaluation has no end.
    fn without_records(mut self, message: String, release: SelectedRelease) -> Reloaded {
        self.diagnostics.push(Diagnostic::error_anywhere(Code::EvaluationLimit, message));
        self.unevaluated(release)
    }

    /// Builds a result without records.
    fn unevaluated(self, release: SelectedRelease) -> Reloaded {
        let Parsed { input, diagnostics, dependencies, macro_uses: _ } = self;
        let store = Arc::new(empty_store(input.sources, release));
        let loaded = Loaded { store, diagnostics, dependencies, is_complete: false };
        Reloaded { loaded, evaluated_statements: 0 }
    }
}

#[cfg(test)]
mod tests;
