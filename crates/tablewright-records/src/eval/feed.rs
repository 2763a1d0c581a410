//! Statements on their way from the parser, which goes on reading while they are evaluated.
//!
//! The parser and the evaluator both come upon new names, and neither can wait for the other; so
//! each has an interner of its own. What the parser passes on is a row of statements with the
//! names and files that it met since the last one. Where one batch ends and the next begins
//! depends on the input alone, and so does all that the evaluator sees.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use tablewright_syntax::source::{SourceFile, SourceMap};
use tablewright_syntax::symbol::{Interner, Strings, Symbol};
use tablewright_syntax::tree::Name;
use tablewright_syntax::{Part, ReadSoFar};

use super::{Evaluator, MAX_ERRORS};

/// How many parts go into the first batch: the evaluator shall not wait for long. Each further one
/// takes twice as many, up to [`BATCH`].
const FIRST_BATCH: usize = 8;
/// How many parts go into a batch.
const BATCH: usize = 128;

/// Parts of the input in order, with the names and files that are new since the batch before.
#[derive(Default)]
pub(crate) struct Batch<'a> {
    parts: Vec<Part<'a>>,
    names: Strings,
    files: Vec<Arc<SourceFile>>,
}

/// The parser's end.
pub(crate) struct Feed<'a> {
    next: Batch<'a>,
    /// How many parts the next batch takes.
    size: usize,
    known_names: usize,
    known_files: usize,
    /// Taken away when something was wrong with the input: what follows is not evaluated.
    sender: Option<Sender<Batch<'a>>>,
}

impl<'a> Feed<'a> {
    pub(crate) fn new(sender: Sender<Batch<'a>>) -> Feed<'a> {
        let (next, sender) = (Batch::default(), Some(sender));
        Feed { next, size: FIRST_BATCH, known_names: 0, known_files: 0, sender }
    }

    pub(crate) fn pass_on(&mut self, part: Part<'a>, so_far: ReadSoFar<'_>) {
        if so_far.has_errors {
            self.sender = None;
            return;
        }
        if self.next.parts.is_empty() {
            self.next.parts.reserve(self.size);
        }
        self.next.parts.push(part);
        if self.next.parts.len() == self.size {
            self.size = BATCH.min(self.size * 2);
            self.send(so_far.symbols, so_far.sources);
        }
    }

    /// Passes on what is left.
    pub(crate) fn finish(mut self, symbols: &Interner, sources: &SourceMap) {
        self.send(symbols, sources);
    }

    fn send(&mut self, symbols: &Interner, sources: &SourceMap) {
        let Some(sender) = &self.sender else { return };
        let mut batch = std::mem::take(&mut self.next);
        batch.names = symbols.strings_from(self.known_names);
        self.known_names = symbols.len();
        batch.files.extend_from_slice(&sources.files()[self.known_files..]);
        self.known_files = sources.files().len();
        // The evaluator may have found so many errors that it went home.
        if sender.send(batch).is_err() {
            self.sender = None;
        }
    }
}

impl Evaluator {
    /// Evaluates what comes.
    pub(super) fn run(&mut self, batches: Receiver<Batch<'_>>) {
        for batch in batches {
            self.learn(&batch);
            for part in &batch.parts {
                if self.diagnostics.error_count() >= MAX_ERRORS {
                    break;
                }
                self.part(part);
            }
        }
    }

    fn learn(&mut self, batch: &Batch<'_>) {
        let symbols = &mut self.store.symbols;
        self.tree_names.extend(batch.names.iter().map(|name| symbols.intern(name)));
        self.store.sources.follow(batch.files.iter().cloned());
    }

    /// The symbol of a name in the tree.
    pub(super) fn symbol(&self, name: Name) -> Symbol {
        self.tree_names[name.symbol().index()]
    }
}
