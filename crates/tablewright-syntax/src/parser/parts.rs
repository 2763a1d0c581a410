//! The parts of the tree, which are passed on while parsing goes on, and the trees of included files, which are
//! kept for those who include them again.

use std::sync::Arc;

use super::file_tree::{FileTree, TreeCache, TreeItem, TreeSize};
use super::outline::OutlineRecorder;
use super::reads::{EventRead, PassedReads};
use super::{Parse, Parser, PassedPart, Sink};
use crate::preprocessor::MacroUse;
use crate::source::{FileId, Pos, Shift};
use crate::symbol::Interner;
use crate::tree::StatementEvent;

/// How many events go into the first part: who evaluates them shall not wait for long. Each further one
/// takes twice as many, up to [`PART`].
const FIRST_PART: usize = 8;
/// How many events go into the first part of an included file.
const FIRST_OF_INCLUDED: usize = 64;
/// How many events go into a part.
const PART: usize = 128;

/// The parts that are passed on, and the files that they come from.
pub(super) struct Parts {
    cut: Cut,
    /// Whether an error ended it: the rest of the input is not evaluated, since what is missing would cause
    /// more errors.
    is_over: bool,
    /// One for each event of the part.
    reads: Vec<EventRead>,
    /// Where a body ended that has no `;`, and what is wrong with one.
    pub(super) body_end: Option<(Pos, &'static str)>,
    /// Where an `if` without `else` ended.
    pub(super) if_end: Option<Pos>,
    /// How many `let`s are open whose statements are passed on one by one, and how many of them have braces.
    lets: usize,
    pub(super) let_braces: u32,
    /// The files that statements come from, the main file first.
    pub(super) open: Vec<OpenTree>,
    /// Tables of names that are not used now, for their memory.
    spare_names: Vec<Interner>,
    pub(super) cache: Option<TreeCache>,
    /// How many files had been opened in the middle of a statement.
    in_statements: usize,
}

/// How the statements of a file are cut into parts. It depends on the file alone.
struct Cut {
    /// How many events the next part takes.
    size: usize,
    /// How many names were passed on.
    passed_names: usize,
}

impl Default for Cut {
    fn default() -> Cut {
        Cut { size: FIRST_PART, passed_names: 0 }
    }
}

/// A file whose statements are being read.
pub(super) struct OpenTree {
    file: FileId,
    start: Pos,
    end: Pos,
    /// How many `let`s were open at its start.
    lets: usize,
    /// The names of the file that includes it, and how it is cut.
    outer: (Interner, Cut),
    pub(super) record: Option<Recording>,
}

/// The tree of a file that is being read.
pub(super) struct Recording {
    /// The path in its `include`, and the position of that.
    at: (String, Pos),
    items: Vec<TreeItem>,
    size: TreeSize,
    /// How many macros and diagnostics there were at its start.
    first_macro: usize,
    diagnostics: usize,
    /// How many of the macros are in its items or in those of included files.
    seen_macros: usize,
}

impl Recording {
    pub(super) fn new(at: (String, Pos), macros: usize, diagnostics: usize) -> Recording {
        let (items, size) = (Vec::new(), TreeSize::default());
        Recording { at, items, size, first_macro: macros, diagnostics, seen_macros: macros }
    }

    /// Adds the macros up to the one of index `end`, which are those of the file itself.
    pub(super) fn add_macros(&mut self, uses: &[(MacroUse, bool)], end: usize) {
        let uses = &uses[self.seen_macros..end];
        self.items.extend(uses.iter().map(|(used, _)| TreeItem::Macro(used.clone())));
        self.seen_macros = end;
    }

    /// Adds an included file, up to the macro of index `seen_macros`.
    pub(super) fn add_include(
        &mut self,
        (path, pos): (String, Pos),
        tree: Arc<FileTree>,
        seen_macros: usize,
    ) {
        self.size.add(tree.size);
        self.seen_macros = seen_macros;
        self.items.push(TreeItem::Include { path, pos, tree });
    }
}

impl Parts {
    pub(super) fn new(cache: Option<TreeCache>) -> Parts {
        Parts {
            cut: Cut::default(),
            is_over: false,
            reads: Vec::new(),
            body_end: None,
            if_end: None,
            lets: 0,
            let_braces: 0,
            open: Vec::new(),
            spare_names: Vec::new(),
            cache,
            in_statements: 0,
        }
    }

    /// After an error: nothing of what follows is passed on.
    pub(super) fn end(&mut self) {
        self.is_over = true;
    }

    /// Ends the trees of all files that are open: one of them is not a row of whole statements.
    pub(super) fn drop_recordings(&mut self) {
        for open in &mut self.open {
            open.record = None;
        }
    }
}

impl<O: OutlineRecorder> Parser<'_, O> {
    /// Begins the tree of the main file.
    pub(super) fn begin_parts(&mut self) {
        self.open_tree(self.input.current_file(), None);
    }

    /// Adds an event to the part, and passes the part on where it has enough of them.
    pub(super) fn pass_event(&mut self, event: StatementEvent, sink: &mut Sink<'_>) {
        if self.input.has_errors() {
            // What precedes the error is evaluated, for its own errors come first.
            if !self.parts.is_over && matches!(event, StatementEvent::Broken(_)) {
                self.add_event(event);
            }
            self.pass_part(sink);
            self.parts.end();
            return;
        }
        if self.parts.cache.is_some() {
            self.check_statement();
        }
        self.add_event(event);
        if self.tree.events.len() >= self.parts.cut.size {
            self.parts.cut.size = PART.min(self.parts.cut.size * 2);
            self.pass_part(sink);
        }
    }

    fn add_event(&mut self, event: StatementEvent) {
        self.tree.events.push(event);
        let files = self.input.sources().files().len();
        self.parts.reads.push(EventRead { files, end: self.token.span.hi });
    }

    /// Reads the statements of a `let`, which are passed on one by one, by `body`.
    pub(super) fn in_streamed_let(
        &mut self,
        body: impl FnOnce(&mut Self) -> Parse<()>,
    ) -> Parse<()> {
        let outer = (self.parts.lets, self.parts.let_braces);
        let file = self.parts.open.last().map(|open| open.file);
        self.parts.lets += 1;
        let result = body(self);
        (self.parts.lets, self.parts.let_braces) = outer;
        if self.parts.open.last().map(|open| open.file) != file {
            // It ends in another file.
            self.parts.drop_recordings();
        }
        result
    }

    /// Looks whether all tokens of the statement that ends were in its file.
    fn check_statement(&mut self) {
        let in_statements = self.input.included_in_statements();
        let ends_here = self
            .parts
            .open
            .last()
            .is_some_and(|open| open.start <= self.prev_end && self.prev_end <= open.end);
        if !ends_here || in_statements != self.parts.in_statements {
            self.parts.in_statements = in_statements;
            self.parts.drop_recordings();
        }
    }

    /// Passes on what is left.
    pub(super) fn finish_parts(&mut self, sink: &mut Sink<'_>) {
        self.follow_files(sink);
        // Also without statements: the files are passed on with it.
        self.pass_any_part(sink);
    }

    pub(super) fn pass_part(&mut self, sink: &mut Sink<'_>) {
        if !self.tree.events.is_empty() {
            self.pass_any_part(sink);
        }
    }

    fn pass_any_part(&mut self, sink: &mut Sink<'_>) {
        self.tree.names = self.symbols.strings_from(self.parts.cut.passed_names);
        self.parts.cut.passed_names = self.symbols.len();
        let part = Arc::new(self.tree.split_off());
        let Some(open) = self.parts.open.last_mut() else { return };
        if !self.parts.is_over {
            let (sources, reads) = (self.input.sources(), PassedReads::new(&self.parts.reads));
            let (part, shift) = (Arc::clone(&part), Shift::default());
            sink(PassedPart { part, file: open.file, shift, sources, reads });
        }
        if let Some(record) = &mut open.record {
            let reads = self.parts.reads.as_slice().into();
            record.items.push(TreeItem::Part { part, reads });
        }
        self.parts.reads.clear();
    }

    /// Before a statement: notes which files have ended and begun since the last one.
    #[inline]
    pub(super) fn follow_files(&mut self, sink: &mut Sink<'_>) {
        let current = self.input.current_file();
        if self.parts.open.last().is_none_or(|open| open.file != current) {
            self.follow_changed_files(sink);
        }
    }

    fn follow_changed_files(&mut self, sink: &mut Sink<'_>) {
        while let Some(open) = self.parts.open.last()
            && !self.input.is_open(open.file)
        {
            self.close_tree(sink);
        }
        let last = self.parts.open.last().map(|open| open.file);
        // A file has a greater id than those that include it.
        let begun: Vec<FileId> =
            self.input.open_files().filter(|&file| Some(file) > last).collect();
        if !begun.is_empty() {
            self.pass_part(sink);
        }
        for file in begun {
            self.open_tree(file, None);
        }
    }

    pub(super) fn open_tree(&mut self, file: FileId, record: Option<Recording>) {
        let source = self.input.sources().file(file);
        let (start, end) = (source.pos(0), source.pos(source.text.len()));
        let names = self.parts.spare_names.pop().unwrap_or_default();
        let cut = match self.parts.open.is_empty() {
            true => Cut::default(),
            false => Cut { size: FIRST_OF_INCLUDED, passed_names: 0 },
        };
        let outer = (
            std::mem::replace(&mut self.symbols, names),
            std::mem::replace(&mut self.parts.cut, cut),
        );
        let lets = self.parts.lets;
        self.parts.open.push(OpenTree { file, start, end, lets, outer, record });
    }

    fn close_tree(&mut self, sink: &mut Sink<'_>) {
        self.pass_part(sink);
        let Some(OpenTree { file, lets, outer, record, .. }) = self.parts.open.pop() else {
            return;
        };
        let (names, cut) = outer;
        let mut names = std::mem::replace(&mut self.symbols, names);
        names.clear();
        self.parts.spare_names.push(names);
        self.parts.cut = cut;
        let closed = self.input.take_closed(file);
        let (Some(mut record), Some(closed)) = (record, closed) else {
            return self.parts.drop_recordings();
        };
        // An `if` at its end may go on elsewhere with an `else`.
        let ends_with_if = self.parts.if_end == Some(self.prev_end);
        // After an error statements are left out, also of a file that ended before it.
        let has_reports = self.input.has_errors() || record.diagnostics != closed.diagnostics;
        if ends_with_if || has_reports || lets != self.parts.lets {
            return self.parts.drop_recordings();
        }
        record.add_macros(self.input.macro_uses(), closed.macro_uses);
        let uses = &self.input.macro_uses()[record.first_macro..closed.macro_uses];
        let mut questions: Vec<(String, bool)> = Vec::new();
        for (used, was_defined) in uses {
            // Of a macro that was asked for before, the answer follows from the first one.
            if questions.iter().all(|(name, _)| *name != used.name) {
                questions.push((used.name.clone(), *was_defined));
            }
        }
        let source = self.input.sources().shared_file(file);
        let mut tree = FileTree::new((file, source), record.items, questions, record.size);
        tree.after_body = self.after_body();
        let tree = Arc::new(tree);
        if let Some(cache) = &self.parts.cache {
            cache.add(self.input.dialect, Arc::clone(&tree));
        }
        if let Some(outer) = self.recording() {
            outer.add_include(record.at, tree, closed.macro_uses);
        }
    }

    /// Of the file whose statements are read: its tree, if it is kept.
    pub(super) fn recording(&mut self) -> Option<&mut Recording> {
        self.parts.open.last_mut()?.record.as_mut()
    }
}
