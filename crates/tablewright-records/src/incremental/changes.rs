//! The statements that an input shares with an earlier version of it, and the diagnostics about them.

use std::sync::Arc;

use tablewright_syntax::EventRead;
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_syntax::source::{FileId, Pos, SourceMap};
use tablewright_syntax::text_map::TextMap;

/// How many bytes after a token the lexer may look at to find its end.
const LEXER_LOOKAHEAD: usize = 3;

/// The files of an input, and how far they were read when each of its events was complete.
pub(super) struct ReadInput {
    pub(super) sources: Arc<SourceMap>,
    /// One for each event.
    pub(super) reads: Vec<EventRead>,
}

impl ReadInput {
    /// How many of the first events are those of an earlier input with these files: nothing that differs was read
    /// when they were passed on.
    pub(super) fn unchanged_events(&self, before: &SourceMap) -> usize {
        let changes: Vec<(FileId, usize)> = self
            .files()
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

    /// The files whose text differs from an earlier version, and how.
    fn changes(&self, before: &SourceMap) -> Vec<(FileId, TextMap)> {
        self.files().filter_map(|file| Some((file, self.sources.change(before, file)?))).collect()
    }

    /// How many of the last events begin after these offsets.
    fn events_after(&self, ends: impl Iterator<Item = (FileId, usize)> + Clone) -> usize {
        let is_past = |read: &EventRead| {
            ends.clone().all(|(file, end)| {
                file.index() < read.files
                    && self.open_offset(file, read.end).is_none_or(|offset| offset >= end)
            })
        };
        let past = self.reads.partition_point(|read| !is_past(read));
        // The next event begins with the token that `past` was read to the end of.
        self.reads.len().saturating_sub(past + 2)
    }

    fn files(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.sources.files().len()).map(FileId::from_index)
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
}

/// What was reported when an input was evaluated to its end.
pub(super) struct LastDiagnostics {
    pub(super) input: ReadInput,
    /// What evaluation reported.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The index of the event that each of them was reported of. What was reported after the last event has none.
    pub(super) reported_by: Vec<usize>,
}

/// The statements of an edited input after the edited ones.
pub(super) struct LaterStatements {
    /// The index of their first event.
    pub(super) first_event: usize,
    /// What was reported of them last, with positions in the edited input.
    pub(super) diagnostics: Diagnostics,
}

impl LastDiagnostics {
    /// The statements of an edited input that come after the edited ones; `None` where there are none.
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
