//! Includes that the parser carries out itself, where it can go on with a tree that is there already.

use std::cell::OnceCell;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::guard::Inclusion;
use super::{MAX_INCLUDE_DEPTH, MAX_INCLUDES, MacroUse, Preprocessor, Token};
use crate::include::IncludedFile;
use crate::source::{FileId, Pos, Shift, SourceFile, SourceMap, Span};

/// A file that was looked for.
#[derive(Clone)]
pub(crate) struct FoundFile {
    pub(crate) name: String,
    pub(crate) text: Arc<String>,
}

/// A file that an `include` names.
pub(crate) struct FoundInclude {
    pub(crate) file: FoundFile,
    /// The path in the `include`.
    pub(crate) path: String,
    /// The position of the path.
    pub(crate) pos: Pos,
    /// The `include` with its path.
    pub(super) removed: Span,
}

impl From<IncludedFile> for FoundFile {
    fn from(IncludedFile { name, text }: IncludedFile) -> FoundFile {
        FoundFile { name, text: Arc::new(text) }
    }
}

/// How much was read when an included file ended.
#[derive(Clone, Copy)]
pub(crate) struct ClosedFile {
    id: FileId,
    /// The number of macros in directives.
    pub(crate) macro_uses: usize,
    /// The number of diagnostics.
    pub(crate) diagnostics: usize,
}

/// What was included.
#[derive(Default)]
pub(super) struct Included {
    /// Whether the parser gets the `include`s, to carry them out itself.
    pub(super) is_deferred: bool,
    /// The first inclusion of each file, by the path in its `include`.
    first: HashMap<String, Inclusion, FxBuildHasher>,
    /// The names of the files, each once.
    names: Vec<String>,
    /// The same names.
    name_set: HashSet<String, FxBuildHasher>,
    /// How many `include`s were carried out.
    count: usize,
    /// The files that were found, by their paths, where trees are kept: each path is looked for once.
    found: Option<HashMap<String, FoundFile, FxBuildHasher>>,
    /// How many files were opened in the middle of a statement.
    in_statements: usize,
    /// The files that ended since they were asked for.
    closed: Vec<ClosedFile>,
}

impl Included {
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Counts an `include` of a file that is read, and lists the name of the file, unless it is listed.
    pub(super) fn count_file(&mut self, name: &str) {
        self.count += 1;
        if !self.name_set.contains(name) {
            self.name_set.insert(name.to_owned());
            self.names.push(name.to_owned());
        }
    }

    /// Counts an `include` of a file that is not read, as its guard leaves out all of it.
    pub(super) fn count_left_out(&mut self) {
        self.count += 1;
    }

    /// Adds an inclusion, if it is the first of its path.
    pub(super) fn add(
        &mut self,
        path: &str,
        file: FileId,
        guard: OnceCell<Option<(usize, usize)>>,
    ) {
        self.first.entry_ref(path).or_insert_with(|| Inclusion { file, guard });
    }

    /// The first inclusion of a path.
    pub(super) fn first(&self, path: &str) -> Option<&Inclusion> {
        self.first.get(path)
    }

    /// The names of the files, in the order of their inclusion, each once.
    pub(super) fn into_names(self) -> Vec<String> {
        self.names
    }
}

impl Preprocessor<'_> {
    /// From now on the parser gets the `include`s, to carry them out itself.
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

    /// How much was read when a file ended, which has ended.
    pub(crate) fn take_closed(&mut self, id: FileId) -> Option<ClosedFile> {
        let index = self.included.closed.iter().position(|closed| closed.id == id)?;
        Some(self.included.closed.swap_remove(index))
    }

    /// From now on looks for each path once.
    pub(crate) fn keep_found_files(&mut self) {
        self.included.found = Some(HashMap::default());
    }

    /// The file of the next token.
    pub(crate) fn current_file(&self) -> FileId {
        self.file.id
    }

    /// Whether a file has not ended.
    pub(crate) fn is_open(&self, id: FileId) -> bool {
        self.open_files().any(|open| open == id)
    }

    /// The files that have not ended, the main file first.
    pub(crate) fn open_files(&self) -> impl Iterator<Item = FileId> {
        self.outer.iter().chain([&self.file]).map(|file| file.id)
    }

    /// How many diagnostics there are.
    pub(crate) fn diagnostic_count(&self) -> usize {
        self.diagnostics.iter().len()
    }

    /// How many files were opened in the middle of a statement.
    pub(crate) fn included_in_statements(&self) -> usize {
        self.included.in_statements
    }

    /// Carries out the `include` whose keyword is the last token, in the middle of a statement.
    pub(crate) fn include_in_statement(&mut self, keyword: Token) {
        if let Some(found) = self.find(keyword) {
            self.included.in_statements += 1;
            self.open_include(found);
        }
    }

    /// The file of the `include` whose keyword is the last token.
    pub(crate) fn find(&mut self, keyword: Token) -> Option<FoundInclude> {
        let start = self.file.start;
        self.find_include(keyword.span.lo.bytes_from(start), keyword.span.hi.bytes_from(start))
    }

    /// Goes on with an included file; its id, unless it is too large.
    pub(crate) fn open(&mut self, found: FoundInclude) -> Option<FileId> {
        let outer = self.file.id;
        self.open_include(found);
        Some(self.file.id).filter(|&id| id != outer)
    }

    /// The macros in directives, each with whether it was defined then.
    pub(crate) fn macro_uses(&self) -> &[(MacroUse, bool)] {
        self.macros.uses()
    }

    /// Whether a macro is defined.
    pub(crate) fn is_defined(&self, name: &str) -> bool {
        self.macros.is_defined(name)
    }

    /// Whether the limits leave room for that many files, that deep in each other, with that many bytes.
    pub(crate) fn has_room_for(&self, files: usize, height: usize, text: usize) -> bool {
        self.outer.len() + height + 1 < MAX_INCLUDE_DEPTH
            && self.included.count + files < MAX_INCLUDES
            && self.sources.text_bytes() + text + files + 1 < SourceMap::LIMIT
    }

    /// The file that an `include` names, which is not carried out.
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

    /// Says that the file of a path has the text of `source`, which it is to share.
    pub(crate) fn share_text(&mut self, path: &str, source: &SourceFile) {
        if let Some(file) = self.included.found.as_mut().and_then(|found| found.get_mut(path)) {
            file.text = Arc::clone(&source.text);
        }
    }

    /// Whether a path was included before.
    pub(crate) fn was_included(&self, path: &str) -> bool {
        self.included.first(path).is_some()
    }

    /// Adds a file whose tree is there, and returns where it starts. `guard` is the name in the condition that is the
    /// whole file.
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

    /// As for each `include`, for one in a file whose tree is there.
    pub(crate) fn count_replayed(&mut self, name: &str) {
        self.included.count_file(name);
    }

    /// Carries out a directive of a file whose tree is there.
    pub(crate) fn replay_macro(&mut self, used: &MacroUse, shift: Shift) {
        let span = Span::new(used.span.lo.moved(shift), used.span.hi.moved(shift));
        self.macros.add_use(MacroUse { span, ..used.clone() });
        if used.is_definition {
            self.macros.define(&used.name);
        }
    }
}
