//! Comparison of an input with an earlier version: the statements in common, and their diagnostics.

use std::sync::Arc;

use tablewright_syntax::EventRead;
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_syntax::source::{FileId, Pos, SourceMap};
use tablewright_syntax::text_map::TextMap;

/// Maximum number of bytes after a token that the lexer reads to find its end.
const LEXER_LOOKAHEAD: usize = 3;

/// The files of an input, with the position in them at which each event was complete.
pub(super) struct ReadInput {
    pub(super) sources: Arc<SourceMap>,
    /// Reading position for each event.
    pub(super) reads: Vec<EventRead>,
}

impl ReadInput {
    /// Returns the number of initial events that are the same as in an earlier version of the files: nothing that
    /// differs was read before they were complete.
    pub(super) fn unchanged_events(&self, before: &SourceMap) -> usize {
        let changes: Vec<(FileId, usize)> = self
            .files()
            .filter_map(|file| Some((file, self.sources.first_change(before, file)?)))
            .collect();
        let is_unchanged = |read: &EventRead| {
            let opened = changes.iter().take_while(|(file, _)| file.index() < read.files);
            opened.clone().all(|&(file, change)| {
                // A file that is no longer open was read to its end.
                let end = self.open_offset(file, read.end);
                end.is_some_and(|end| end + LEXER_LOOKAHEAD < change)
            })
        };
        // The reading position only increases, so unchanged events come first.
        self.reads.partition_point(is_unchanged)
    }

    /// Returns the files whose text differs from an earlier version, with the changes.
    fn changes(&self, before: &SourceMap) -> Vec<(FileId, TextMap)> {
        self.files().filter_map(|file| Some((file, self.sources.change(before, file)?))).collect()
    }

    /// Returns the number of final events that begin after these offsets.
    fn events_after(&self, ends: impl Iterator<Item = (FileId, usize)> + Clone) -> usize {
        let is_past = |read: &EventRead| {
            ends.clone().all(|(file, end)| {
                file.index() < read.files
                    && self.open_offset(file, read.end).is_none_or(|offset| offset >= end)
            })
        };
        let past = self.reads.partition_point(|read| !is_past(read));
        // Event `past + 1` begins with the last token that event `past` read, which may be edited. So it is skipped
        // too.
        self.reads.len().saturating_sub(past + 2)
    }

    fn files(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.sources.files().len()).map(FileId::from_index)
    }

    /// Returns the reading position in a file when reading has reached `end`, in the file or in a file that it
    /// includes. `None` if the file is not open.
    fn open_offset(&self, file: FileId, mut end: Pos) -> Option<usize> {
        loop {
            let innermost = self.sources.file_of(end);
            if innermost == file {
                return Some(self.sources.offset_in_file(end));
            }
            end = self.sources.file(innermost).included_from?;
        }
    }
}

/// Diagnostics of a complete evaluation.
pub(super) struct LastDiagnostics {
    pub(super) input: ReadInput,
    /// Diagnostics from evaluation.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// For each diagnostic, the event index at which it was reported. Diagnostics after the last event are not
    /// included.
    pub(super) reported_by: Vec<usize>,
}

/// The statements after the edited statements in an input.
pub(super) struct LaterStatements {
    /// First event index.
    pub(super) first_event: usize,
    /// Their last diagnostics, with positions in the edited input.
    pub(super) diagnostics: Diagnostics,
}

impl LastDiagnostics {
    /// Returns the statements after the edited statements. `None` if there are none.
    pub(super) fn later_statements(&self, edited: &ReadInput) -> Option<LaterStatements> {
        let changes = edited.changes(&self.input.sources);
        let before = self.input.events_after(changes.iter().map(|&(id, map)| (id, map.old_end())));
        let after = edited.events_after(changes.iter().map(|&(id, map)| (id, map.new_end())));
        let count = before.min(after);
        if count == 0 {
            return None;
        }
        let first_before = self.input.reads.len() - count;
        let moved = |pos: Pos| {
            let id = self.input.sources.file_of(pos);
            let Some((_, map)) = changes.iter().find(|(changed, _)| *changed == id) else {
                return Some(pos);
            };
            let offset = map.to_new(self.input.sources.offset_in_file(pos))?;
            Some(edited.sources.file(id).pos(offset))
        };
        let reported = self.reported_by.partition_point(|&event| event < first_before);
        let mut diagnostics = Diagnostics::new();
        for diagnostic in &self.diagnostics[reported.min(self.diagnostics.len())..] {
            if let Some(diagnostic) = diagnostic.moved(moved) {
                diagnostics.push(diagnostic);
            }
        }
        Some(LaterStatements { first_event: edited.reads.len() - count, diagnostics })
    }
}
