//! The channel from the parser to the evaluator: the parser continues while statements are evaluated.
//!
//! Both the parser and the evaluator create names, and neither can wait for the other. So each file's tree has its own
//! name table. The parser sends parts of trees, each with the names and files that are new since the previous part. The
//! end of each part depends only on the input, and so does everything that the evaluator reads: a tree from the cache
//! has the same parts.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use tablewright_syntax::PassedPart;
use tablewright_syntax::source::SourceFile;

use super::Evaluator;
use super::heap::FilePart;

/// A part of the tree, with the files that are new since the previous part.
pub(crate) struct Batch {
    pub(super) part: FilePart,
    pub(super) files: Vec<Arc<SourceFile>>,
}

/// The sending end of the channel.
pub(crate) struct PartSender {
    known_files: usize,
    sender: Sender<Batch>,
}

impl PartSender {
    pub(crate) fn new(sender: Sender<Batch>) -> PartSender {
        PartSender { known_files: 0, sender }
    }

    pub(crate) fn send(&mut self, passed: PassedPart<'_>) {
        let PassedPart { part, file, shift, sources, reads: _ } = passed;
        let files = sources.files();
        let batch = Batch {
            part: FilePart { part, file, shift },
            files: files[self.known_files..].to_vec(),
        };
        self.known_files = files.len();
        // The evaluator may have stopped after many errors.
        _ = self.sender.send(batch);
    }
}

impl Evaluator {
    /// Reports the number of records to the monitor.
    pub(super) fn note_records(&self) {
        if let Some(monitor) = &self.reports.monitor {
            monitor.note_records(self.heap.store.tables.records.len());
        }
    }

    pub(super) fn note_statement(&self) {
        if let Some(monitor) = &self.reports.monitor {
            monitor.note_statement();
        }
        self.note_records();
    }

    /// Returns whether evaluation continues with the next statement.
    pub(super) fn continues(&mut self) -> bool {
        let reports = &mut self.reports;
        let ends_here = reports.ends_here();
        if ends_here && reports.has_too_many_errors() {
            reports.diagnostics.end_of_errors();
        }
        !ends_here && !reports.is_stopped()
    }
}
