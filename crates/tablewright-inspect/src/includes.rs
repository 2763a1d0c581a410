//! Include trees.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use tablewright_syntax::include_path;
use tablewright_syntax::source::{FileId, SourceMap};

use crate::SourceLocation;

/// A file and its included files as the lines of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IncludeTree {
    /// The lines in reading order: the main file, then each included file after the file that
    /// includes it.
    pub files: Vec<IncludeLine>,
}

/// A line of an [`IncludeTree`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IncludeLine {
    /// The path at which the file was found.
    pub file: String,
    /// Distance from the main file in `include`s; 0 for the main file.
    pub depth: usize,
    /// The `include`'s position; `None` for the main file.
    pub included_at: Option<SourceLocation>,
    /// The path in the `include`; `None` for the main file.
    pub path: Option<String>,
    /// Its size in bytes.
    pub bytes: usize,
    /// Whether it was included before.
    pub is_repeated: bool,
}

impl IncludeTree {
    /// Builds the include tree.
    ///
    /// ```
    /// use tablewright_inspect::IncludeTree;
    /// use tablewright_test_support::Description;
    ///
    /// let description = Description::new("include \"b.td\"").with_file("b.td", "inc/b.td", "def b;");
    /// let tree = IncludeTree::new(description.store().sources());
    /// let names: Vec<(&str, usize)> = tree.files.iter().map(|f| (f.file.as_str(), f.depth)).collect();
    /// assert_eq!(names, [("test.td", 0), ("inc/b.td", 1)]);
    /// ```
    pub fn new(sources: &SourceMap) -> IncludeTree {
        let mut depths: FxHashMap<FileId, usize> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        let mut files = Vec::with_capacity(sources.files().len());
        for file in sources.files() {
            let outer = file.included_from.map(|pos| sources.file_of(pos));
            let depth = outer.and_then(|outer| depths.get(&outer)).map_or(0, |depth| depth + 1);
            depths.insert(sources.file_of(file.pos(0)), depth);
            files.push(IncludeLine {
                file: file.name.clone(),
                depth,
                included_at: file.included_from.map(|pos| SourceLocation::new(sources, pos)),
                path: include_path(sources, file),
                bytes: file.text.len(),
                is_repeated: !seen.insert(&file.name),
            });
        }
        IncludeTree { files }
    }
}
