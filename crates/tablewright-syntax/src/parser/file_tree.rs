//! Trees of whole files, kept so that a file is not parsed again.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::reads::EventRead;
use crate::dialect::LanguageDialect;
use crate::preprocessor::{FoundFile, MacroUse, whole_condition};
use crate::source::{FileId, Pos, SourceFile};
use crate::tree::TreePart;

/// Approximate memory limit for the trees in a cache, in bytes.
const MAX_BYTES: usize = 256 << 20;
/// Maximum number of trees for a file. There is one for each set of macros that changes its tree.
const MAX_TREES: usize = 8;

/// The tree of a file that consists of whole statements, including the trees of the files it
/// includes.
///
/// The file is free of errors and warnings, so passing on its parts has the same effect as parsing
/// it again.
pub(crate) struct FileTree {
    /// Id and source when the file was read.
    file: FileId,
    source: Arc<SourceFile>,
    pub(crate) items: Vec<TreeItem>,
    /// The macros that the tree depends on, and whether each was defined before the file.
    pub(crate) questions: Vec<(String, bool)>,
    pub(crate) size: TreeSize,
    /// Error message for a `;` after the file; set if the file ends with a body.
    pub(crate) after_body: Option<&'static str>,
    /// Whether the file was skipped without being read, because of its guard.
    pub(crate) is_left_out: bool,
    /// Offsets of the guard's macro name in the file, computed once.
    guard: OnceLock<Option<(usize, usize)>>,
}

/// Resources that a file and its includes need.
#[derive(Clone, Copy, Default)]
pub(crate) struct TreeSize {
    /// Number of files.
    pub(crate) files: usize,
    /// Depth to which files include each other.
    pub(crate) height: usize,
    /// Size of all texts in bytes.
    pub(crate) text: usize,
}

impl TreeSize {
    pub(crate) fn add(&mut self, included: TreeSize) {
        self.files += included.files;
        self.text += included.text;
        self.height = self.height.max(included.height + 1);
    }
}

/// An item in a file, in order.
pub(crate) enum TreeItem {
    /// Consecutive statements.
    Part {
        /// The statements.
        part: Arc<TreePart>,
        /// For each event, the input that had been read when it was complete.
        reads: Box<[EventRead]>,
    },
    /// A macro in a directive.
    Macro(MacroUse),
    /// An `include` between statements.
    Include {
        /// The path in the `include`.
        path: String,
        /// The path's position.
        pos: Pos,
        /// The file's tree.
        tree: Arc<FileTree>,
    },
}

impl FileTree {
    pub(crate) fn new(
        (file, source): (FileId, Arc<SourceFile>),
        items: Vec<TreeItem>,
        questions: Vec<(String, bool)>,
        mut size: TreeSize,
    ) -> FileTree {
        size.files += 1;
        size.text += source.text.len();
        let (after_body, is_left_out, guard) = (None, false, OnceLock::new());
        FileTree { file, source, items, questions, size, after_body, is_left_out, guard }
    }

    /// Creates the tree of a file that is skipped. `asked` is the macro in its guard.
    pub(crate) fn left_out(file: (FileId, Arc<SourceFile>), asked: MacroUse) -> FileTree {
        let questions = vec![(asked.name.clone(), true)];
        let items = vec![TreeItem::Macro(asked)];
        let tree = FileTree::new(file, items, questions, TreeSize::default());
        FileTree { is_left_out: true, ..tree }
    }

    /// Returns the offsets of the guard's macro name; `None` if no guard encloses the whole file.
    pub(crate) fn guard(&self) -> Option<(usize, usize)> {
        *self.guard.get_or_init(|| whole_condition(self.source.text.as_bytes()))
    }

    /// Returns whether the text was skipped because the guard's macro was defined.
    fn is_skipped(&self) -> bool {
        let has_been = |name: &str| self.questions.iter().any(|(asked, is)| *is && asked == name);
        self.is_left_out
            || self.guard().is_some_and(|(start, end)| has_been(&self.source.text[start..end]))
    }

    /// Returns whether the path had been included before; `None` if the tree does not depend on
    /// that.
    pub(crate) fn has_been_included(&self) -> Option<bool> {
        self.is_skipped().then_some(self.is_left_out)
    }

    /// Returns the file's name.
    pub(crate) fn name(&self) -> &str {
        &self.source.name
    }

    /// Returns the file's id and source when it was read.
    pub(crate) fn source(&self) -> (FileId, &SourceFile) {
        (self.file, &self.source)
    }

    /// Returns whether the file has the same name and text as the tree's file. Its includes may
    /// still differ.
    pub(crate) fn is_of(&self, file: &FoundFile) -> bool {
        let is_shared = Arc::ptr_eq(&self.source.text, &file.text);
        self.source.name == file.name && (is_shared || self.source.text == file.text)
    }

    /// Returns the paths in the includes, with their trees, in order.
    pub(crate) fn includes(&self) -> impl Iterator<Item = (&str, &Arc<FileTree>)> {
        self.items.iter().filter_map(|item| match item {
            TreeItem::Include { path, tree, .. } => Some((path.as_str(), tree)),
            TreeItem::Part { .. } | TreeItem::Macro(_) => None,
        })
    }

    /// Returns whether the file or a file that it includes has statements.
    pub(crate) fn has_statements(&self) -> bool {
        self.items.iter().any(|item| match item {
            TreeItem::Part { .. } => true,
            TreeItem::Macro(_) => false,
            TreeItem::Include { tree, .. } => tree.has_statements(),
        })
    }

    /// Returns the tree's memory in bytes, without included files.
    fn memory_bytes(&self) -> usize {
        let of_item = |item: &TreeItem| match item {
            TreeItem::Part { part, reads } => part.memory_bytes() + size_of_val(&**reads),
            TreeItem::Macro(_) | TreeItem::Include { .. } => size_of::<TreeItem>(),
        };
        self.source.text.len() + self.items.iter().map(of_item).sum::<usize>()
    }
}

/// The trees of included files, shared between inputs that include the same files. Clones share the
/// trees.
///
/// A [new](Self::new) cache keeps a file from its second inclusion on, because most files are
/// included once. Parsing has the same result with and without a cache, so all caches compare
/// equal.
#[derive(Clone, Default)]
pub struct TreeCache(Arc<Mutex<Cached>>);

#[derive(Default)]
struct Cached {
    /// Each included file's trees by name, oldest first.
    files: HashMap<String, Vec<(LanguageDialect, Arc<FileTree>)>, FxBuildHasher>,
    bytes: usize,
    /// Whether a file is kept from its first inclusion on.
    keeps_all: bool,
}

impl TreeCache {
    /// Creates an empty cache.
    pub fn new() -> TreeCache {
        TreeCache::default()
    }

    /// Creates an empty cache that keeps files from their first inclusion on, for an input that is
    /// loaded repeatedly.
    pub fn keeping_all() -> TreeCache {
        TreeCache(Arc::new(Mutex::new(Cached { keeps_all: true, ..Cached::default() })))
    }

    fn cached(&self) -> MutexGuard<'_, Cached> {
        // Each change is complete before the next operation that could panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a file's trees, newest first. Some may belong to another version of the text. `None` if the file is not
    /// to be kept this time.
    pub(crate) fn trees(&self, name: &str, dialect: LanguageDialect) -> Option<Vec<Arc<FileTree>>> {
        let mut cached = self.cached();
        if let Some(trees) = cached.files.get(name) {
            let trees = trees.iter().rev().filter(|(of, _)| *of == dialect);
            return Some(trees.map(|(_, tree)| Arc::clone(tree)).collect());
        }
        cached.files.insert(name.to_owned(), Vec::new());
        cached.keeps_all.then(Vec::new)
    }

    pub(crate) fn add(&self, dialect: LanguageDialect, tree: Arc<FileTree>) {
        let bytes = tree.memory_bytes();
        let mut cached = self.cached();
        if cached.bytes + bytes > MAX_BYTES {
            return;
        }
        let trees = cached.files.entry_ref(tree.name()).or_default();
        let mut freed = 0;
        // Trees of an older text are not needed again, and another thread may have read the same
        // file.
        trees.retain(|(of, old)| {
            let is_alike = *of == dialect && old.questions == tree.questions;
            let is_kept = old.source.text == tree.source.text && !is_alike;
            freed += if is_kept { 0 } else { old.memory_bytes() };
            is_kept
        });
        trees.push((dialect, tree));
        if trees.len() > MAX_TREES {
            let (_, oldest) = trees.remove(0);
            freed += oldest.memory_bytes();
        }
        cached.bytes = cached.bytes + bytes - freed;
    }
}

impl PartialEq for TreeCache {
    fn eq(&self, _: &TreeCache) -> bool {
        true
    }
}

impl Eq for TreeCache {}

impl fmt::Debug for TreeCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeCache").finish_non_exhaustive()
    }
}
