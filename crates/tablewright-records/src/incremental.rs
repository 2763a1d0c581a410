//! Loading an input again and again while it is edited.
//!
//! All of it is parsed each time. The statements before the first change of the input keep their records: evaluation
//! goes back to the last mark before that change, and on from there. Files have room between them in the range of
//! positions, so that positions in files that did not change are still right.

use std::sync::Arc;

use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::{FileId, Pos, SourceMap};
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::tree::TreePart;
use tablewright_syntax::{EventRead, FileProvider, Input, MacroUse, Read, parse_each};

use crate::eval::{KeptEvaluation, ParsedInput};
use crate::load::{Loaded, beside_large_stack, dialect, load, merged, note_later_definitions};
use crate::options::LoadOptions;
use crate::release::{ReleaseReason, SelectedRelease};
use crate::store::RecordStore;

/// How many bytes after a token the lexer may look at to find its end.
const LEXER_LOOKAHEAD: usize = 3;

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
    kept: Option<Kept>,
}

/// The result of loading an input once more.
pub struct Reloaded {
    /// The records, as in [`Loaded::store`]. Whoever keeps them while the input is loaded again causes a copy.
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

/// What is kept from one time to the next.
struct Kept {
    evaluation: KeptEvaluation,
    options: LoadOptions,
    /// The release under which the input was parsed and evaluation began.
    release: SelectedRelease,
    sources: Arc<SourceMap>,
}

/// An input, parsed.
struct Parsed {
    parts: Vec<Arc<TreePart>>,
    /// One for each event of the parts.
    reads: Vec<EventRead>,
    sources: SourceMap,
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
        let mut release = SelectedRelease::of_options(options.release);
        let kept = self.kept.take().filter(|kept| kept.options == *options);
        if let Some(kept) = &kept {
            release = kept.release;
        }
        let is_first = kept.is_none();
        let main = || (name.clone(), text.clone());
        let Some((reloaded, detected)) = self.load_under(release, kept, main(), files, options)
        else {
            return load(name, text, files, options).into();
        };
        let Some(detected) = detected else { return reloaded };
        // The release is another one than the statements before its marks were evaluated under.
        self.kept = None;
        let release = match is_first {
            true => detected.settled(),
            false => SelectedRelease::of_options(options.release),
        };
        match self.load_under(release, None, main(), files, options) {
            Some((reloaded, None)) => reloaded,
            Some((reloaded, Some(_))) if is_first => reloaded,
            Some((_, Some(detected))) => {
                self.kept = None;
                let again = self.load_under(detected.settled(), None, main(), files, options);
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
        kept: Option<Kept>,
        main: (String, String),
        files: &mut dyn FileProvider,
        options: &LoadOptions,
    ) -> Option<(Reloaded, Option<SelectedRelease>)> {
        let before = kept.as_ref().map(|kept| &*kept.sources);
        let parsed = parse(release, before, main, files, options)?;
        let unchanged = kept.as_ref().map(|kept| parsed.unchanged_events(&kept.sources));
        if parsed.diagnostics.has_errors() {
            let kept = self.kept.insert(kept?);
            let of_evaluation = kept.evaluation.diagnostics_before(unchanged.unwrap_or(0));
            return Some((parsed.rejected(of_evaluation, release), None));
        }
        let Parsed { parts, sources, mut diagnostics, dependencies, macro_uses, .. } = parsed;
        let sources = Arc::new(sources);
        let input =
            ParsedInput { parts: &parts, sources: Arc::clone(&sources), macro_uses: &macro_uses };
        let work = || match (kept, unchanged) {
            (Some(kept), Some(unchanged)) => kept.evaluation.go_on(&input, options, unchanged),
            (None, _) | (_, None) => KeptEvaluation::new(&input, options, release),
        };
        let ((), evaluation) = beside_large_stack(work, || ());
        let evaluation = evaluation.ok()?;
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
                    true => release.reason == ReleaseReason::Named || store.has_marks_of(release),
                    false => evaluation.agrees_with(store.release),
                };
                detected = (!is_right).then_some(store.release);
                store
            }
            None => {
                let message = "loading was stopped";
                diagnostics.push(Diagnostic::error_anywhere(Code::EvaluationLimit, message));
                is_complete = false;
                Arc::new(empty_store(SourceMap::clone(&sources), release))
            }
        };
        self.kept = Some(Kept { evaluation, options: options.clone(), release, sources });
        let reloaded =
            Reloaded { store, diagnostics, dependencies, is_complete, evaluated_statements };
        Some((reloaded, detected))
    }
}

fn empty_store(sources: SourceMap, release: SelectedRelease) -> RecordStore {
    let mut empty = RecordStore::new(Interner::default(), sources, release);
    empty.finish();
    empty
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
    let (mut symbols, mut diagnostics) = (Interner::new(), Diagnostics::new());
    let main = sources.add(name, text, None).ok()?;
    let (mut parts, mut reads) = (Vec::new(), Vec::new());
    let input = Input {
        sources: &mut sources,
        symbols: &mut symbols,
        main,
        files,
        macros: &options.macros,
        diagnostics: &mut diagnostics,
        dialect: dialect(release),
    };
    let Read { dependencies, macro_uses } = parse_each(input, &mut |part, so_far| {
        if let Some(monitor) = &options.monitor {
            monitor.note_files(so_far.sources.files().len());
        }
        parts.push(Arc::new(part));
        reads.extend_from_slice(so_far.reads);
    });
    Some(Parsed { parts, reads, sources, diagnostics, dependencies, macro_uses })
}

impl Parsed {
    /// How many of the first events are those of an earlier input with these files: nothing that differs was read
    /// when they were passed on.
    fn unchanged_events(&self, before: &SourceMap) -> usize {
        let files = (0..self.sources.files().len()).map(FileId::from_index);
        let changes: Vec<(FileId, usize)> = files
            .filter_map(|file| Some((file, self.sources.first_change(before, file)?)))
            .collect();
        let is_unchanged = |read: &EventRead| {
            let opened = changes.iter().take_while(|(file, _)| file.index() < read.files);
            opened.clone().all(|&(file, change)| {
                // A file that is not open any more was read to its end.
                let end = self.open_offset(file, read.end);
                end.is_some_and(|end| end + LEXER_LOOKAHEAD < change)
            })
        };
        // What was read only grows.
        self.reads.partition_point(is_unchanged)
    }

    /// How far a file is read when reading has come to `end`, in it or in a file that it includes; `None` where it is
    /// not open.
    fn open_offset(&self, file: FileId, mut end: Pos) -> Option<usize> {
        loop {
            let innermost = self.sources.file_of(end);
            if innermost == file {
                return Some(self.sources.offset_in_file(end));
            }
            end = self.sources.file(innermost).included_from?;
        }
    }

    /// The result of an input with errors of syntax.
    fn rejected(self, of_evaluation: Diagnostics, release: SelectedRelease) -> Reloaded {
        Reloaded {
            store: Arc::new(empty_store(self.sources, release)),
            diagnostics: merged(&self.diagnostics, of_evaluation),
            dependencies: self.dependencies,
            is_complete: false,
            evaluated_statements: 0,
        }
    }
}

#[cfg(test)]
mod tests;
