//! Where the tree is cut into parts, which are passed on while parsing goes on.

use super::outline::OutlineRecorder;
use super::{Parser, ReadSoFar, Sink};
use crate::source::Pos;
use crate::tree::StatementEvent;

/// How many events go into the first part: who evaluates them shall not wait for long. Each further one
/// takes twice as many, up to [`PART`].
const FIRST_PART: usize = 8;
/// How many events go into a part.
const PART: usize = 128;

/// How far the input was read when an event was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventRead {
    /// How many files were opened.
    pub files: usize,
    /// The end of the token after the event. Nothing was read beyond it, but for the bytes that show where it ends.
    pub end: Pos,
}

/// How the tree is cut into parts. It depends on the input alone.
pub(super) struct Parts {
    /// How many events the next part takes.
    size: usize,
    /// How many names were passed on.
    passed_names: usize,
    /// Whether an error ended it: the rest of the input is not evaluated, since what is missing would cause
    /// more errors.
    is_over: bool,
    /// One for each event of the part.
    reads: Vec<EventRead>,
}

impl Parts {
    pub(super) fn new() -> Parts {
        Parts { size: FIRST_PART, passed_names: 0, is_over: false, reads: Vec::new() }
    }
}

impl<O: OutlineRecorder> Parser<'_, O> {
    /// Adds an event to the part, and passes the part on where it has enough of them.
    pub(super) fn pass_event(&mut self, event: StatementEvent, sink: &mut Sink<'_>) {
        if self.input.has_errors() {
            // What precedes the error is evaluated, for its own errors come first.
            if !self.parts.is_over && matches!(event, StatementEvent::Broken(_)) {
                self.add_event(event);
            }
            self.pass_part(sink);
            self.parts.is_over = true;
            return;
        }
        self.add_event(event);
        if self.tree.events.len() == self.parts.size {
            self.parts.size = PART.min(self.parts.size * 2);
            self.pass_part(sink);
        }
    }

    fn add_event(&mut self, event: StatementEvent) {
        self.tree.events.push(event);
        let files = self.input.sources().files().len();
        self.parts.reads.push(EventRead { files, end: self.token.span.hi });
    }

    /// Passes on what is left.
    pub(super) fn pass_part(&mut self, sink: &mut Sink<'_>) {
        self.tree.names = self.symbols.strings_from(self.parts.passed_names);
        self.parts.passed_names = self.symbols.len();
        let part = self.tree.split_off();
        if !self.parts.is_over {
            let reads = &self.parts.reads;
            sink(part, ReadSoFar { sources: self.input.sources(), reads });
        }
        self.parts.reads.clear();
    }
}
