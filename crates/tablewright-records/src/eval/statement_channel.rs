//! The channel from the parser to the evaluator: the parser goes on reading while statements are
//! evaluated.
//!
//! Both the parser and the evaluator create names, and neither can wait for the other; so each has
//! an interner of its own. The parser sends batches of statements with the names and files that it
//! met since the batch before. Where a batch ends depends on the input alone, and so does
//! everything that the evaluator sees.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use tablewright_syntax::source::{SourceFile, SourceMap};
use tablewright_syntax::symbol::{Interner, Strings};
use tablewright_syntax::{ReadSoFar, StatementEvent};

use super::Evaluator;

/// How many events go into the first batch: the evaluator shall not wait for long. Each further one
/// takes twice as many, up to [`BATCH`].
const FIRST_BATCH: usize = 8;
/// How many events go into a batch.
const BATCH: usize = 128;

/// Events of the input in order, with the names and files that are new since the batch before.
#[derive(Default)]
pub(crate) struct Batch<'a> {
    events: Vec<StatementEvent<'a>>,
    names: Strings,
    files: Vec<Arc<SourceFile>>,
}

/// The parser's end.
pub(crate) struct StatementSender<'a> {
    next: Batch<'a>,
    /// How many events the next batch takes.
    size: usize,
    known_names: usize,
    known_files: usize,
    /// None after a syntax error: the rest of the input is not evaluated, since what is missing
    /// would cause more errors.
    sender: Option<Sender<Batch<'a>>>,
}

impl<'a> StatementSender<'a> {
    pub(crate) fn new(sender: Sender<Batch<'a>>) -> StatementSender<'a> {
        let (next, sender) = (Batch::default(), Some(sender));
        StatementSender { next, size: FIRST_BATCH, known_names: 0, known_files: 0, sender }
    }

    pub(crate) fn send_event(&mut self, event: StatementEvent<'a>, so_far: ReadSoFar<'_>) {
        if so_far.has_errors {
            // What precedes the error is evaluated, for its own errors come first.
            if self.sender.is_some() && matches!(event, StatementEvent::Broken(_)) {
                self.next.events.push(event);
            }
            self.send_batch(so_far.symbols, so_far.sources);
            self.sender = None;
            return;
        }
        if self.next.events.is_empty() {
            self.next.events.reserve(self.size);
        }
        self.next.events.push(event);
        if self.next.events.len() == self.size {
            self.size = BATCH.min(self.size * 2);
            self.send_batch(so_far.symbols, so_far.sources);
        }
    }

    /// Passes on what is left.
    pub(crate) fn finish(mut self, symbols: &Interner, sources: &SourceMap) {
        self.send_batch(symbols, sources);
    }

    fn send_batch(&mut self, symbols: &Interner, sources: &SourceMap) {
        let Some(sender) = &self.sender else { return };
        let mut batch = std::mem::take(&mut self.next);
        batch.names = symbols.strings_from(self.known_names);
        self.known_names = symbols.len();
        batch.files.extend_from_slice(&sources.files()[self.known_files..]);
        self.known_files = sources.files().len();
        // The evaluator may have stopped after many errors.
        if sender.send(batch).is_err() {
            self.sender = None;
        }
    }
}

impl Evaluator {
    /// Shows how many records there are.
    pub(super) fn note_records(&self) {
        if let Some(monitor) = &self.reports.monitor {
            monitor.note_records(self.heap.store.tables.records.len());
        }
    }

    fn note_statement(&self) {
        if let Some(monitor) = &self.reports.monitor {
            monitor.note_statement();
        }
        self.note_records();
    }

    /// Evaluates what comes.
    pub(super) fn run(&mut self, batches: Receiver<Batch<'_>>) {
        let mut has_stopped = false;
        for batch in batches {
            self.heap.add_tree_names(batch.names.iter());
            Arc::make_mut(&mut self.heap.store.sources).follow(batch.files.iter().cloned());
            for event in &batch.events {
                if self.reports.ends_here() {
                    let is_first = !std::mem::replace(&mut has_stopped, true);
                    if is_first && self.reports.has_too_many_errors() {
                        self.reports.diagnostics.end_of_errors();
                    }
                    break;
                }
                if self.reports.is_stopped() {
                    break;
                }
                self.statement_event(event);
                self.note_statement();
            }
        }
    }
}
