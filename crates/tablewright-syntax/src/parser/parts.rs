//! The parts of the tree, which are passed on while parsing continues, and the trees of included
//! files, which are kept for later inclusions.

use std::sync::Arc;

use super::file_tree::{FileTree, TreeCache, TreeItem, TreeSize};
use super::reads::{EventRead, PassedReads};
use super::{PassedPart, Reported, Sink, TreeParser};
use crate::preprocessor::MacroUse;
use crate::source::{FileId, Pos, Shift};
use crate::symbol::Interner;
use crate::tree::StatementEvent;

/// Number of events in the first part. It is small, so that evaluation starts early. Each later
/// part doubles it, up to [`PART`].
const FIRST_PART: usize = 8;
/// Number of events in an included file's first part.
const FIRST_OF_INCLUDED: usize = 64;
/// Maximum number of events in a part.
const PART: usize = 128;

/// The state of passing on parts, and the files that they come from.
pub(super) struct ParserParts {
    cut: Cut,
    /// Whether an error ended it. The rest of the input is not evaluated, since missing statements
    /// would cause further errors.
    is_over: bool,
    /// For each event in the current part, the input that has been read.
    reads: Vec<EventRead>,
    /// The end of the last body without a `;`, and the error message for a `;` there.
    pub(super) body_end: Option<(Pos, &'static str)>,
    /// The end of the last `if` without `else`.
    pub(super) if_end: Option<Pos>,
    /// Number of open `let`s whose statements are passed on separately, and how many of these
    /// `let`s have braces.
    lets: usize,
    pub(super) let_braces: u32,
    /// The files that statements come from, the main file first.
    pub(super) open: Vec<OpenTree>,
    /// Unused name tables, kept to reuse their memory.
    spare_names: Vec<Interner>,
    pub(super) cache: Option<TreeCache>,
    /// Number of files opened in the middle of a statement when this was last checked.
    in_statements: usize,
}

/// The division of a file's statements into parts. It depends only on the file.
struct Cut {
    /// Number of events in the next part.
    size: usize,
    /// Number of names passed on so far.
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
    /// Number of `let`s open at its start.
    lets: usize,
    /// Names and division of the including file.
    outer: (Interner, Cut),
    pub(super) record: Option<Recording>,
}

/// The tree of a file being read.
pub(super) struct Recording {
    /// The path in its `include`, and the path's position.
    at: (String, Pos),
    items: Vec<TreeItem>,
    size: TreeSize,
    /// Number of macros and diagnostics at its start.
    first_macro: usize,
    diagnostics: usize,
    /// Number of macros already added, to its items or in included files.
    seen_macros: usize,
}

impl Recording {
    pub(super) fn new(at: (String, Pos), macros: usize, diagnostics: usize) -> Recording {
        let (items, size) = (Vec::new(), TreeSize::default());
        Recording { at, items, size, first_macro: macros, diagnostics, seen_macros: macros }
    }

    /// Adds the macros before index `end`, which belong to the file itself.
    pub(super) fn add_macros(&mut self, uses: &[(MacroUse, bool)], end: usize) {
        let uses = &uses[self.seen_macros..end];
        self.items.extend(uses.iter().map(|(used, _)| TreeItem::Macro(used.clone())));
        self.seen_macros = end;
    }

    /// Adds an included file, whose macros end at index `seen_macros`.
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

impl ParserParts {
    /// Returns the current file's tree, if it is being recorded.
    pub(super) fn recording(&mut self) -> Option<&mut Recording> {
        self.open.last_mut()?.record.as_mut()
    }

    pub(super) fn new(cache: Option<TreeCache>) -> ParserParts {
        ParserParts {
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

    /// Stops passing on parts after an error.
    pub(super) fn end(&mut self) {
        self.is_over = true;
    }

    /// Drops the trees of all open files, because a file among them does not consist of whole statements.
    pub(super) fn drop_recordings(&mut self) {
        for open in &mut self.open {
            open.record = None;
        }
    }
}

impl TreeParser<'_> {
    /// Begins the main file.
    pub(super) fn begin_parts(&mut self) {
        self.open_tree(self.sink.input.current_file(), None);
    }

    /// Adds an event, and passes the part on if it is full.
    pub(super) fn pass_event(&mut self, event: StatementEvent, sink: &mut Sink<'_>) {
        if self.sink.input.has_errors() {
            // Text before the error is still evaluated, since its own errors come first.
            if !self.sink.parts.is_over && matches!(event, StatementEvent::Broken(_)) {
                self.add_event(event);
            }
            self.pass_part(sink);
            self.sink.parts.end();
            return;
        }
        if self.sink.parts.cache.is_some() {
            self.check_statement();
        }
        self.add_event(event);
        if self.sink.tree.events.len() >= self.sink.parts.cut.size {
            self.sink.parts.cut.size = PART.min(self.sink.parts.cut.size * 2);
            self.pass_part(sink);
        }
    }

    fn add_event(&mut self, event: StatementEvent) {
        self.sink.tree.events.push(event);
        let files = self.sink.input.sources().files().len();
        self.sink.parts.reads.push(EventRead { files, end: self.token.span.hi });
    }

    /// Reads a `let` with `body`, which passes its statements on separately.
    pub(super) fn in_streamed_let(
        &mut self,
        body: impl FnOnce(&mut Self) -> Result<(), Reported>,
    ) -> Result<(), Reported> {
        let outer = (self.sink.parts.lets, self.sink.parts.let_braces);
        let file = self.sink.parts.open.last().map(|open| open.file);
        self.sink.parts.lets += 1;
        let result = body(self);
        (self.sink.parts.lets, self.sink.parts.let_braces) = outer;
        if self.sink.parts.open.last().map(|open| open.file) != file {
            // The `let` ends in another file.
            self.sink.parts.drop_recordings();
        }
        result
    }

    /// Checks that the whole statement that ends here was in the current file; drops the recordings
    /// if not.
    fn check_statement(&mut self) {
        let in_statements = self.sink.input.included_in_statements();
        let ends_here = self
            .sink
            .parts
            .open
            .last()
            .is_some_and(|open| open.start <= self.prev_end && self.prev_end <= open.end);
        if !ends_here || in_statements != self.sink.parts.in_statements {
            self.sink.parts.in_statements = in_statements;
            self.sink.parts.drop_recordings();
        }
    }

    /// Passes on the remaining statements.
    pub(super) fn finish_parts(&mut self, sink: &mut Sink<'_>) {
        self.follow_files(sink);
        // Even without statements, since the part also passes on the files.
        self.pass_any_part(sink);
    }

    pub(super) fn pass_part(&mut self, sink: &mut Sink<'_>) {
        if !self.sink.tree.events.is_empty() {
            self.pass_any_part(sink);
        }
    }

    fn pass_any_part(&mut self, sink: &mut Sink<'_>) {
        self.sink.tree.names = self.sink.symbols.strings_from(self.sink.parts.cut.passed_names);
        self.sink.parts.cut.passed_names = self.sink.symbols.len();
        let part = Arc::new(self.sink.tree.split_off());
        let Some(open) = self.sink.parts.open.last_mut() else { return };
        if !self.sink.parts.is_over {
            let (sources, reads) =
                (self.sink.input.sources(), PassedReads::new(&self.sink.parts.reads));
            let (part, shift) = (Arc::clone(&part), Shift::default());
            sink(PassedPart { part, file: open.file, shift, sources, reads });
        }
        if let Some(record) = &mut open.record {
            let reads = self.sink.parts.reads.as_slice().into();
            record.items.push(TreeItem::Part { part, reads });
        }
        self.sink.parts.reads.clear();
    }

    /// Records, before a statement, the files that have ended or begun since the last statement.
    #[inline]
    pub(super) fn follow_files(&mut self, sink: &mut Sink<'_>) {
        let current = self.sink.input.current_file();
        if self.sink.parts.open.last().is_none_or(|open| open.file != current) {
            self.follow_changed_files(sink);
        }
    }

    fn follow_changed_files(&mut self, sink: &mut Sink<'_>) {
        while let Some(open) = self.sink.parts.open.last()
            && !self.sink.input.is_open(open.file)
        {
            self.close_tree(sink);
        }
        let last = self.sink.parts.open.last().map(|open| open.file);
        // A file has a greater id than the files that include it.
        let begun: Vec<FileId> =
            self.sink.input.open_files().filter(|&file| Some(file) > last).collect();
        if !begun.is_empty() {
            self.pass_part(sink);
        }
        for file in begun {
            self.open_tree(file, None);
        }
    }

    pub(super) fn open_tree(&mut self, file: FileId, record: Option<Recording>) {
        let source = self.sink.input.sources().file(file);
        let (start, end) = (source.pos(0), source.pos(source.text.len()));
        let names = self.sink.parts.spare_names.pop().unwrap_or_default();
        let cut = if self.sink.parts.open.is_empty() {
            Cut::default()
        } else {
            Cut { size: FIRST_OF_INCLUDED, passed_names: 0 }
        };
        let outer = (
            std::mem::replace(&mut self.sink.symbols, names),
            std::mem::replace(&mut self.sink.parts.cut, cut),
        );
        let lets = self.sink.parts.lets;
        self.sink.parts.open.push(OpenTree { file, start, end, lets, outer, record });
    }

    fn close_tree(&mut self, sink: &mut Sink<'_>) {
        self.pass_part(sink);
        let Some(OpenTree { file, lets, outer, record, .. }) = self.sink.parts.open.pop() else {
            return;
        };
        let (names, cut) = outer;
        let mut names = std::mem::replace(&mut self.sink.symbols, names);
        names.clear();
        self.sink.parts.spare_names.push(names);
        self.sink.parts.cut = cut;
        let closed = self.sink.input.take_closed(file);
        let (Some(mut record), Some(closed)) = (record, closed) else {
            return self.sink.parts.drop_recordings();
        };
        // An `else` in another file may continue an `if` at the end.
        let ends_with_if = self.sink.parts.if_end == Some(self.prev_end);
        // After an error, statements are left out, even in a file that ended before the error.
        let has_reports = self.sink.input.has_errors() || record.diagnostics != closed.diagnostics;
        if ends_with_if || has_reports || lets != self.sink.parts.lets {
            return self.sink.parts.drop_recordings();
        }
        record.add_macros(self.sink.input.macro_uses(), closed.macro_uses);
        let uses = &self.sink.input.macro_uses()[record.first_macro..closed.macro_uses];
        let mut questions: Vec<(String, bool)> = Vec::new();
        for (used, was_defined) in uses {
            // The first directive decides the answers for a macro's later directives.
            if questions.iter().all(|(name, _)| *name != used.name) {
                questions.push((used.name.clone(), *was_defined));
            }
        }
        let source = self.sink.input.sources().shared_file(file);
        let mut tree = FileTree::new((file, source), record.items, questions, record.size);
        tree.after_body = self.after_body();
        let tree = Arc::new(tree);
        if let Some(cache) = &self.sink.parts.cache {
            cache.add(self.sink.input.dialect, Arc::clone(&tree));
        }
        if let Some(outer) = self.sink.parts.recording() {
            outer.add_include(record.at, tree, closed.macro_uses);
        }
    }
}
