//! Loading: from the text of a main file to finished records.

use std::io;
use std::sync::{Arc, mpsc};

use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::{FileProvider, Input, LanguageDialect, OuterLetBits, Read, parse_each};

use crate::eval::{Evaluated, PartSender, evaluate};
use crate::monitor::LoadMonitor;
use crate::options::LoadOptions;
use crate::release::{Feature, FeatureAnswers, ReleaseReason, SelectedRelease};
use crate::store::RecordStore;

/// Whether the system has threads. On WebAssembly, without threads, parallel work runs sequentially.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Stack size for evaluation. Evaluation is recursive, and its depth limit is reached before the stack is full.
const STACK_BYTES: usize = 512 << 20;

/// The result of reading an input.
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// // Two errors and a record: the record is there, too.
/// let text = "def a : Nothing; def b; def c { int N = \"x\"; }";
/// let loaded = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default());
/// assert_eq!(loaded.diagnostics.error_count(), 2);
/// assert!(!loaded.is_complete && loaded.store.get("b").is_some());
/// ```
pub struct Loaded {
    /// Records. After errors, the records that could be created.
    pub store: RecordStore,
    /// Errors, warnings and `dump` messages, in order.
    pub diagnostics: Diagnostics,
    /// Names of included files, in order of first inclusion.
    pub dependencies: Vec<String>,
    /// Whether every statement was completely evaluated. If true, all records exist, but there may still be errors
    /// such as failed assertions.
    pub is_complete: bool,
}

/// An input before it is parsed.
pub(crate) struct MainFile {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Reads an input: `text`, called `name`, with included files from `files`.
///
/// If no release is named, the marks in the input select it. If evaluation queried the release before the deciding
/// marks, and the answer differs afterwards, the input is read again.
pub fn load(
    name: String,
    text: String,
    files: &mut dyn FileProvider,
    options: &LoadOptions,
) -> Loaded {
    let main = MainFile { name: name.clone(), text: text.clone() };
    let release = SelectedRelease::new(options.release, options.tree_release);
    let (mut loaded, answers) = load_under(release, main, files, options);
    let release = loaded.store.release;
    let is_stopped = || options.monitor.as_ref().is_some_and(LoadMonitor::is_stopped);
    if !answers.agree_with(release.release) && !is_stopped() {
        loaded = load_under(release.fixed(), MainFile { name, text }, files, options).0;
    }
    if is_stopped() {
        let message = "loading was stopped";
        loaded.diagnostics.push(Diagnostic::error_anywhere(Code::EvaluationLimit, message));
        loaded.is_complete = false;
    }
    if options.record_reads {
        loaded.store.record_reads();
    }
    loaded
}

/// Returns the syntax and keywords of a release. Syntax from other releases is rejected only if the release was
/// named.
pub(crate) fn dialect(release: SelectedRelease) -> LanguageDialect {
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

/// Reads an input under a release. Marks may still change the release unless it is settled.
fn load_under(
    release: SelectedRelease,
    main: MainFile,
    files: &mut dyn FileProvider,
    options: &LoadOptions,
) -> (Loaded, FeatureAnswers) {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let main = match sources.add(main.name, main.text, None) {
        Ok(main) => main,
        Err(_) => {
            let message = "input is larger than 1 GiB";
            diagnostics.push(Diagnostic::error_anywhere(Code::SyntaxLimit, message));
            let loaded = Loaded {
                store: RecordStore::new(Interner::new(), sources, release),
                diagnostics,
                dependencies: Vec::new(),
                is_complete: false,
            };
            return (loaded, FeatureAnswers::default());
        }
    };
    let (sender, batches) = mpsc::channel();
    let mut sender = PartSender::new(sender);
    let work = move || evaluate(batches, options, release);
    let (read, evaluated) = beside_large_stack(work, || {
        let input = Input {
            sources: &mut sources,
            main,
            files,
            macros: &options.macros,
            diagnostics: &mut diagnostics,
            dialect: dialect(release),
            trees: options.trees.as_ref(),
        };
        let read = parse_each(input, &mut |passed| {
            if let Some(monitor) = &options.monitor {
                monitor.note_files(passed.sources.files().len());
            }
            sender.send(passed);
        });
        // Dropping the sender ends evaluation after the sent statements.
        drop(sender);
        if !diagnostics.has_errors() {
            // The evaluator has its own copy, and freeing this one here is parallel to evaluation.
            sources = SourceMap::default();
        }
        read
    });
    let Read { dependencies, macro_uses } = read;
    let evaluated = match evaluated {
        Ok(evaluated) => evaluated,
        Err(error) => {
            let message = format!("the system starts no thread for evaluation: {error}");
            diagnostics.push(Diagnostic::error_anywhere(Code::EvaluationLimit, message));
            let store = RecordStore::new(Interner::new(), sources, release);
            let loaded = Loaded { store, diagnostics, dependencies, is_complete: false };
            return (loaded, FeatureAnswers::default());
        }
    };
    let Evaluated { mut store, diagnostics: later, is_complete, answers } = evaluated;
    if let Some(trace) = store.trace.as_mut().and_then(Arc::get_mut) {
        trace.names_mut().add_macros(&mut store.symbols, &macro_uses);
    }
    if diagnostics.has_errors() {
        // Records without the later definitions in the input are useless.
        let mut empty = RecordStore::new(Interner::new(), sources, store.release);
        empty.finish();
        let diagnostics = merged(&diagnostics, later);
        let loaded = Loaded { store: empty, diagnostics, dependencies, is_complete: false };
        return (loaded, answers);
    }
    diagnostics.append(later);
    if diagnostics.has_errors() {
        note_later_definitions(&store, &mut diagnostics);
    }
    (Loaded { store, diagnostics, dependencies, is_complete }, answers)
}

/// Adds notes with the later definition of names that are used too early. Evaluation reports such names and continues
/// with the next statements.
pub(crate) fn note_later_definitions(store: &RecordStore, diagnostics: &mut Diagnostics) {
    for diagnostic in diagnostics.iter_mut() {
        let Some(span) = diagnostic.span.filter(|span| span.lo < span.hi) else { continue };
        let sources = store.sources();
        let file = sources.file(sources.file_of(span.lo));
        let bytes = sources.offset_in_file(span.lo)..sources.offset_in_file(span.hi);
        let Some(name) = file.text.get(bytes) else { continue };
        let (kind, defined) = match diagnostic.code {
            Some(Code::UnknownClass) => {
                ("class", store.find_class(name).map(|class| store.class(class).pos()))
            }
            Some(Code::UnknownVariable) => {
                ("record", store.find_record(name).map(|record| store.record(record).pos()))
            }
            _ => continue,
        };
        if let Some(pos) = defined.filter(|&pos| pos > span.lo) {
            let at = sources.line_column(pos);
            let at = format!("{}:{}", sources.file(at.file).name, at.line);
            let note = format!("the {kind} '{name}' is defined later, at {at}");
            diagnostic.suggestion = None;
            diagnostic.note(None, note);
            diagnostic.label(pos, "defined here, later");
        }
    }
}

/// Merges the diagnostics for an input with syntax errors. Evaluation errors before the first syntax error come
/// first, as in the reference, which evaluates while it reads.
pub(crate) fn merged(of_syntax: &Diagnostics, of_evaluation: Diagnostics) -> Diagnostics {
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    let first_error = of_syntax.iter().position(is_error).unwrap_or(0);
    let mut merged = Diagnostics::new();
    for diagnostic in of_syntax.iter().take(first_error) {
        merged.push(diagnostic.clone());
    }
    merged.append(of_evaluation);
    for diagnostic in of_syntax.iter().skip(first_error) {
        merged.push(diagnostic.clone());
    }
    merged
}

/// Runs `work` on a separate thread with a stack large enough for the maximum evaluation depth, and meanwhile
/// `beside` on this thread. Without thread support, runs `beside` and then `work`. If the system cannot start a
/// thread because memory is low, `work` is not run.
pub(crate) fn beside_large_stack<A, B: Send>(
    work: impl FnOnce() -> B + Send,
    beside: impl FnOnce() -> A,
) -> (A, io::Result<B>) {
    if !HAS_THREADS {
        let result = beside();
        return (result, Ok(work()));
    }
    let mut of_thread = None;
    let (result, started) = std::thread::scope(|scope| {
        let work = || of_thread = Some(work());
        let builder = std::thread::Builder::new().name("evaluate".into()).stack_size(STACK_BYTES);
        let started = builder.spawn_scoped(scope, work).map(drop);
        (beside(), started)
        // The scope waits until the work is done. Joining the thread would also wait until the system has freed the
        // stack.
    });
    let of_thread = started.map(|()| of_thread.expect("a panic of the thread is one of the scope"));
    (result, of_thread)
}

#[cfg(test)]
mod tests {
    use tablewright_syntax::{FileProvider, IncludedFile};

    use super::*;
    use crate::release::Release;

    /// Files without text, whose inclusions are counted.
    struct CountedFiles(usize);

    impl FileProvider for CountedFiles {
        fn include(&mut self, path: &str) -> Option<IncludedFile> {
            self.0 += 1;
            Some(IncludedFile { name: path.to_owned(), text: String::new() })
        }
    }

    /// Checks the reads for a description in release 19; `first` precedes the first mark of its release.
    #[track_caller]
    fn check_reads(first: &str, reads: usize) {
        let text = format!(
            "include \"x.td\"\n\
             {first}\n\
             class IntrinsicProperty<bit is_default = false> {{ bit IsDefault = is_default; }}\n\
             class AttrIndex<int idx> {{ int Index = idx; }}\n\
             def NoSync : IntrinsicProperty<1>;\n"
        );
        let mut files = CountedFiles(0);
        let loaded = load("main.td".into(), text, &mut files, &LoadOptions::default());
        assert!(loaded.is_complete && !loaded.diagnostics.has_errors());
        assert_eq!((loaded.store.release(), files.0), (Release::new(19), reads));
    }

    #[test]
    fn an_input_is_read_again_only_where_the_answers_before_its_first_mark_were_wrong() {
        check_reads("class Width<int n> { int Bits = n; }\nclass Byte : Width<8>;", 1);
        check_reads("class Early<int n> { int And = !and(n, 1); }\ndef early : Early<0>;", 2);
    }
}
