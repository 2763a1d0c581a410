//! Includes that the parser carries out itself, because it may already have the file's tree.

use std::cell::OnceCell;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::guard::Inclusion;
use super::{MAX_INCLUDE_DEPTH, MAX_INCLUDES, MacroUse, Preprocessor, PreprocessorToken};
use crate::include::IncludedFile;
use crate::source::{FileId, Pos, Shift, SourceFile, SourceMap, Span};

/// A file that was found.
#[derive(Clone)]
pub(crate) struct FoundFile {
    pub(crate) name: String,
    pub(crate) text: Arc<String>,
}

/// An `include` whose file was found.
pub(crate) struct FoundInclude {
    pub(crate) file: FoundFile,
    /// The path in the `include`.
    pub(crate) path: String,
    /// The path's position.
    pub(crate) pos: Pos,
    /// Span from the keyword to the end of the path.
    pub(super) removed: Span,
}

impl From<IncludedFile> for FoundFile {
    fn from(IncludedFile { name, text }: IncludedFile) -> FoundFile {
        FoundFile { name, text: Arc::new(text) }
    }
}

/// The input that was read when an included file ended.
#[derive(Clone, Copy)]
pub(crate) struct ClosedFile {
    id: FileId,
    /// Number of macros in directives.
    pub(crate) macro_uses: usize,
    /// Number of diagnostics.
    pub(crate) diagnostics: usize,
}

/// The includes so far.
#[derive(Default)]
pub(super) struct Included {
    /// Whether the parser receives the `include`s and carries them out itself.
    pub(super) is_deferred: bool,
    /// Each file's first inclusion, by the path in its `include`.
    first: HashMap<String, Inclusion, FxBuildHasher>,
    /// The files' names without duplicates.
    names: Vec<String>,
    /// The same names.
    name_set: HashSet<String, FxBuildHasher>,
    /// Number of `include`s that were carried out.
    count: usize,
    /// The files found by path, so that each path is searched once. Used if trees are kept.
    found: Option<HashMap<String, FoundFile, FxBuildHasher>>,
    /// Number of files opened in the middle of a statement.
    in_statements: usize,
    /// Files that have ended and that the parser has not taken yet.
    closed: Vec<ClosedFile>,
}

impl Included {
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Counts an `include` whose file is read, and lists the file's name if it is new.
    pub(super) fn count_file(&mut self, name: &str) {
        self.count += 1;
        if !self.name_set.contains(name) {
            self.name_set.insert(name.to_owned());
            self.names.push(name.to_owned());
        }
    }

    /// Counts an `include` whose file is skipped because of its guard.
    pub(super) fn count_left_out(&mut self) {
        self.count += 1;
    }

    /// Adds an inclusion, if it is the first with this path.
    pub(super) fn add(
        &mut self,
        path: &str,
        file: FileId,
        guard: OnceCell<Option<(usize, usize)>>,
    ) {
        self.first.entry_ref(path).or_insert_with(|| Inclusion { file, guard });
    }

    /// Returns a path's first inclusion.
    pub(super) fn first(&self, path: &str) -> Option<&Inclusion> {
        self.first.get(path)
    }

    /// Returns the files' names, ordered by first inclusion.
    pub(super) fn into_names(self) -> Vec<String> {
        self.names
    }
}

impl Preprocessor<'_> {
    /// Lets the parser receive `include`s from now on, to carry them out itself.
    pub(crate) fn defer_includes(&mut self) {
        self.included.is_deferred = true;
    }

    pub(crate) fn defers_includes(&self) -> bool {
        self.included.is_deferred
    }

    pub(super) fn note_closed(&mut self) {
        let (id, macro_uses) = (self.file.id, self.macros.uses().len());
        let diagnostics = self.diagnostics.iter().len();
        self.included.closed.push(ClosedFile { id, macro_uses, diagnostics });
    }

    /// Returns the input that had been read when the file ended, once.
    pub(crate) fn take_closed(&mut self, id: FileId) -> Option<ClosedFile> {
        let index = self.included.closed.iter().position(|closed| closed.id == id)?;
        Some(self.included.closed.swap_remove(index))
    }

    /// Searches each path only once from now on.
    pub(crate) fn keep_found_files(&mut self) {
        self.included.found = Some(HashMap::default());
    }

    /// Returns the file that contains the next token.
    pub(crate) fn current_file(&self) -> FileId {
        self.file.id
    }

    /// Returns whether a file has not ended.
    pub(crate) fn is_open(&self, id: FileId) -> bool {
        self.open_files().any(|open| open == id)
    }

    /// Returns the files that have not ended, the main file first.
    pub(crate) fn open_files(&self) -> impl Iterator<Item = FileId> {
        self.outer.iter().chain([&self.file]).map(|file| file.id)
    }

    /// Returns the number of diagnostics.
    pub(crate) fn diagnostic_count(&self) -> usize {
        self.diagnostics.iter().len()
    }

    /// Returns the number of files opened in the middle of a statement.
    pub(crate) fn included_in_statements(&self) -> usize {
        self.included.in_statements
    }

    /// Carries out the `include` whose keyword is the last token, in the middle of a statement.
    pub(crate) fn include_in_statement(&mut self, keyword: PreprocessorToken) {
        if let Some(inclusion) = self.find(keyword) {
            self.included.in_statements += 1;
            self.open_include(inclusion);
        }
    }

    /// Finds the file for the `include` whose keyword is the last token.
    pub(crate) fn find(&mut self, keyword: PreprocessorToken) -> Option<FoundInclude> {
        let start = self.file.start;
        self.find_include(keyword.span.lo.bytes_from(start), keyword.span.hi.bytes_from(start))
    }

    /// Continues with an included file. Returns its id, or `None` if it is too large.
    pub(crate) fn open(&mut self, inclusion: FoundInclude) -> Option<FileId> {
        let outer = self.file.id;
        self.open_include(inclusion);
        Some(self.file.id).filter(|&id| id != outer)
    }

    /// Returns the macros in directives, each with whether it was defined before.
    pub(crate) fn macro_uses(&self) -> &[(MacroUse, bool)] {
        self.macros.uses()
    }

    /// Returns whether a macro is defined.
    pub(crate) fn is_defined(&self, name: &str) -> bool {
        self.macros.is_defined(name)
    }

    /// Returns whether the limits allow that many further files, nested that deep, with that many
    /// bytes.
    pub(crate) fn has_room_for(&self, files: usize, height: usize, text: usize) -> bool {
        self.outer.len() + height + 1 < MAX_INCLUDE_DEPTH
            && self.included.count + files < MAX_INCLUDES
            && self.sources.text_bytes() + text + files + 1 < SourceMap::LIMIT
    }

    /// Finds the file that an `include` names, without carrying the `include` out.
    pub(crate) fn look_up(&mut self, path: &str) -> Option<FoundFile> {
        let Some(found) = &mut self.included.found else {
            return self.files.include(path).map(FoundFile::from);
        };
        if let Some(file) = found.get(path) {
            return Some(file.clone());
        }
        let file = FoundFile::from(self.files.include(path)?);
        found.insert(path.to_owned(), file.clone());
        Some(file)
    }

    /// Lets the file at `path` share the text of `source`, which is equal.
    pub(crate) fn share_text(&mut self, path: &str, source: &SourceFile) {
        if let Some(file) = self.included.found.as_mut().and_then(|found| found.get_mut(path)) {
            file.text = Arc::clone(&source.text);
        }
    }

    /// Returns whether a path was included before.
    pub(crate) fn was_included(&self, path: &str) -> bool {
        self.included.first(path).is_some()
    }

    /// Adds a file whose tree is known, and returns its start. `guard` has the offsets of the
    /// guard's macro name.
    pub(crate) fn add_replayed(
        &mut self,
        source: &SourceFile,
        (path, pos): (&str, Pos),
        guard: Option<(usize, usize)>,
    ) -> (FileId, Pos) {
        let id = self.sources.add_again(source, pos).expect("its size was looked at");
        self.included.add(path, id, OnceCell::from(guard));
        (id, self.sources.file(id).pos(0))
    }

    /// Counts an `include` in a file whose tree is known.
    pub(crate) fn count_replayed(&mut self, name: &str) {
        self.included.count_file(name);
    }

    /// Carries out a directive in a file whose tree is known.
    pub(crate) fn replay_macro(&mut self, used: &MacroUse, shift: Shift) {
        let span = Span::new(used.span.lo.moved(shift), used.span.hi.moved(shift));
        self.macros.add_use(MacroUse { span, ..used.clone() });
        if used.is_definition {
            self.macros.define(&used.name);
        }
    }
}
