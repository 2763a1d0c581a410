//! From the text of a main file to finished records.

use std::sync::mpsc;

use bumpalo::Bump;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::{FileProvider, Input, parse_each};

use crate::eval::{Evaluated, StatementSender, evaluate};
use crate::options::LoadOptions;
use crate::store::RecordStore;

/// Evaluation recurses as deep as records nest; its limit is reached before this much stack is.
const STACK_BYTES: usize = 512 << 20;

/// The result of reading an input.
pub struct Loaded {
    /// The records; where there are errors, those that could be created.
    pub store: RecordStore,
    /// Errors, warnings and the messages of `dump` statements, in order.
    pub diagnostics: Diagnostics,
    /// The names of the included files, in order of first inclusion.
    pub dependencies: Vec<String>,
    /// Whether every statement was evaluated to its end. Where that is so there may still be
    /// errors, such as assertions that do not hold; the records are all there.
    pub is_complete: bool,
}

/// Reads an input: `text`, called `name`, with what it includes from `files`.
pub fn load(
    name: String,
    text: String,
    files: &mut dyn FileProvider,
    options: &LoadOptions,
) -> Loaded {
    let mut sources = SourceMap::new();
    let mut symbols = Interner::new();
    let mut diagnostics = Diagnostics::new();
    let main = match sources.add(name, text, None) {
        Ok(main) => main,
        Err(_) => {
            let message = "input is larger than 4 GiB";
            diagnostics.push(Diagnostic::error_anywhere(Code::SyntaxLimit, message));
            return Loaded {
                store: RecordStore::new(symbols, sources, options.release),
                diagnostics,
                dependencies: Vec::new(),
                is_complete: false,
            };
        }
    };
    let arena = Bump::new();
    let (sender, batches) = mpsc::channel();
    let mut sender = StatementSender::new(sender);
    let work = move || evaluate(batches, options);
    let (dependencies, evaluated) = beside_large_stack(work, || {
        let input = Input {
            sources: &mut sources,
            symbols: &mut symbols,
            main,
            files,
            macros: &options.macros,
            diagnostics: &mut diagnostics,
        };
        let read = parse_each(&arena, input, &mut |event, so_far| sender.send_event(event, so_far));
        sender.finish(&symbols, &sources);
        if !diagnostics.has_errors() {
            // The evaluator has its own; to free these takes less time now than when it is done.
            (symbols, sources) = (Interner::default(), SourceMap::default());
        }
        read
    });
    let Evaluated { store, diagnostics: later, is_complete } = evaluated;
    if diagnostics.has_errors() {
        // Records that lack what the rest of the input defines are worth nothing.
        let mut store = RecordStore::new(symbols, sources, options.release);
        store.finish();
        let diagnostics = merged(&diagnostics, later);
        return Loaded { store, diagnostics, dependencies, is_complete: false };
    }
    diagnostics.append(later);
    Loaded { store, diagnostics, dependencies, is_complete }
}

/// The diagnostics of an input with errors of syntax. What evaluation found in the statements before
/// the first of them comes before it, as in the reference, which evaluates while it reads.
fn merged(of_syntax: &Diagnostics, of_evaluation: Diagnostics) -> Diagnostics {
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

/// Runs `work` on a thread of its own, whose stack suffices for the depth limit of evaluation,
/// and meanwhile `beside` on this one.
fn beside_large_stack<A, B: Send>(
    work: impl FnOnce() -> B + Send,
    beside: impl FnOnce() -> A,
) -> (A, B) {
    let mut of_thread = None;
    let result = std::thread::scope(|scope| {
        let work = || of_thread = Some(work());
        let builder = std::thread::Builder::new().name("evaluate".into()).stack_size(STACK_BYTES);
        builder.spawn_scoped(scope, work).expect("the system can start a thread");
        beside()
        // The scope waits until the work is done, but not, as joining does, until the system has
        // taken away the stack.
    });
    (result, of_thread.expect("a panic of the thread is one of the scope"))
}
