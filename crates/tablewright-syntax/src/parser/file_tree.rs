//! The trees of whole files, for those who read a file again.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::reads::EventRead;
use crate::dialect::Dialect;
use crate::preprocessor::{FoundFile, MacroUse, whole_condition};
use crate::source::{FileId, Pos, SourceFile};
use crate::tree::TreePart;

/// How many bytes the trees of a cache may take, about.
const MAX_BYTES: usize = 256 << 20;
/// How many trees of a file are kept: it has one for each set of macros that change it.
const MAX_TREES: usize = 8;

/// The tree of a file that consists of whole statements, with all that it includes.
///
/// It has no errors and no warnings, so that reading the file again means to pass on its parts again.
pub(crate) struct FileTree {
    /// What it was when it was read.
    file: FileId,
    source: Arc<SourceFile>,
    pub(crate) items: Vec<TreeItem>,
    /// The macros that decide what the tree is, and whether each was defined before the file.
    pub(crate) questions: Vec<(String, bool)>,
    pub(crate) size: TreeSize,
    /// What is wrong with a `;` after the file, where it ends with a body.
    pub(crate) after_body: Option<&'static str>,
    /// Whether it was left out as a whole, without a look at it.
    pub(crate) is_left_out: bool,
    /// The name in the condition that is the whole file.
    guard: OnceLock<Option<(usize, usize)>>,
}

/// How much a file and what it includes take.
#[derive(Clone, Copy, Default)]
pub(crate) struct TreeSize {
    /// The number of files.
    pub(crate) files: usize,
    /// How deep files include each other.
    pub(crate) height: usize,
    /// The bytes of all texts.
    pub(crate) text: usize,
}

impl TreeSize {
    pub(crate) fn add(&mut self, included: TreeSize) {
        self.files += included.files;
        self.text += included.text;
        self.height = self.height.max(included.height + 1);
    }
}

/// What a file has, in order.
pub(crate) enum TreeItem {
    /// Some of its statements.
    Part {
        /// The statements.
        part: Arc<TreePart>,
        /// What was read when each was complete.
        reads: Box<[EventRead]>,
    },
    /// A macro in a directive.
    Macro(MacroUse),
    /// An `include` between statements.
    Include {
        /// The path that is written.
        path: String,
        /// Its position.
        pos: Pos,
        /// The tree of the file.
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

    /// The tree of a file that is left out as a whole, in which the macro is asked for.
    pub(crate) fn left_out(file: (FileId, Arc<SourceFile>), asked: MacroUse) -> FileTree {
        let questions = vec![(asked.name.clone(), true)];
        let items = vec![TreeItem::Macro(asked)];
        let tree = FileTree::new(file, items, questions, TreeSize::default());
        FileTree { is_left_out: true, ..tree }
    }

    /// The name in the condition that is the whole file.
    pub(crate) fn guard(&self) -> Option<(usize, usize)> {
        *self.guard.get_or_init(|| whole_condition(self.source.text.as_bytes()))
    }

    /// Whether nothing of the file was read, since the macro of its guard was defined.
    fn is_skipped(&self) -> bool {
        let has_been = |name: &str| self.questions.iter().any(|(asked, is)| *is && asked == name);
        self.is_left_out
            || self.guard().is_some_and(|(start, end)| has_been(&self.source.text[start..end]))
    }

    /// Whether it depends on whether its path was included before, and what the answer was.
    pub(crate) fn has_been_included(&self) -> Option<bool> {
        self.is_skipped().then_some(self.is_left_out)
    }

    /// The name of the file.
    pub(crate) fn name(&self) -> &str {
        &self.source.name
    }

    /// The file when it was read.
    pub(crate) fn source(&self) -> (FileId, &SourceFile) {
        (self.file, &self.source)
    }

    /// Whether it is the tree of that file, as far as the file itself goes.
    pub(crate) fn is_of(&self, file: &FoundFile) -> bool {
        let is_shared = Arc::ptr_eq(&self.source.text, &file.text);
        self.source.name == file.name && (is_shared || self.source.text == file.text)
    }

    /// The paths of includes with their trees, in order.
    pub(crate) fn includes(&self) -> impl Iterator<Item = (&str, &Arc<FileTree>)> {
        self.items.iter().filter_map(|item| match item {
            TreeItem::Include { path, tree, .. } => Some((path.as_str(), tree)),
            TreeItem::Part { .. } | TreeItem::Macro(_) => None,
        })
    }

    /// Whether it has statements of its own or of a file that it includes.
    pub(crate) fn has_statements(&self) -> bool {
        self.items.iter().any(|item| match item {
            TreeItem::Part { .. } => true,
            TreeItem::Macro(_) => false,
            TreeItem::Include { tree, .. } => tree.has_statements(),
        })
    }

    /// How many bytes of memory the tree takes, without those of the files that are included.
    fn memory_bytes(&self) -> usize {
        let of_item = |item: &TreeItem| match item {
            TreeItem::Part { part, reads } => part.memory_bytes() + size_of_val(&**reads),
            TreeItem::Macro(_) | TreeItem::Include { .. } => size_of::<TreeItem>(),
        };
        self.source.text.len() + self.items.iter().map(of_item).sum::<usize>()
    }
}

/// The trees of included files, for several inputs that include the same files. Copies share the trees.
///
/// A [new](Self::new) cache keeps a file when it is included for the second time: most files are included once.
/// Loading gives the same with and without a cache, so that all caches are equal.
#[derive(Clone, Default)]
pub struct TreeCache(Arc<Mutex<Cached>>);

#[derive(Default)]
struct Cached {
    /// The trees of each file that was included, by its name, the oldest first.
    files: HashMap<String, Vec<(Dialect, Arc<FileTree>)>, FxBuildHasher>,
    bytes: usize,
    /// Whether a file is kept when it is included for the first time.
    keeps_all: bool,
}

impl TreeCache {
    /// A cache without trees.
    pub fn new() -> TreeCache {
        TreeCache::default()
    }

    /// A cache without trees, which will keep each file that is included: for an input that is loaded again and again.
    pub fn keeping_all() -> TreeCache {
        TreeCache(Arc::new(Mutex::new(Cached { keeps_all: true, ..Cached::default() })))
    }

    fn cached(&self) -> MutexGuard<'_, Cached> {
        // Each change is whole before the next thing that could panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The trees of a file, of which one may be that of its text; `None` where it is not to be kept this time.
    pub(crate) fn trees(&self, name: &str, dialect: Dialect) -> Option<Vec<Arc<FileTree>>> {
        let mut cached = self.cached();
        if let Some(trees) = cached.files.get(name) {
            let trees = trees.iter().rev().filter(|(of, _)| *of == dialect);
            return Some(trees.map(|(_, tree)| Arc::clone(tree)).collect());
        }
        cached.files.insert(name.to_owned(), Vec::new());
        cached.keeps_all.then(Vec::new)
    }

    pub(crate) fn add(&self, dialect: Dialect, tree: Arc<FileTree>) {
        let bytes = tree.memory_bytes();
        let mut cached = self.cached();
        if cached.bytes + bytes > MAX_BYTES {
            return;
        }
        let trees = cached.files.entry_ref(tree.name()).or_default();
        let mut freed = 0;
        // A text that changed does not come back, and two threads may have read the same.
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
