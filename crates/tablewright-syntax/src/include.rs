//! The interface through which the preprocessor reads include files.

use crate::lexer;
use crate::source::{SourceFile, SourceMap};

/// Finds and reads include files. This crate accesses no file system; callers implement the trait.
pub trait FileProvider {
    /// Returns the file that `include "path"` names; `None` if it does not exist.
    fn include(&mut self, path: &str) -> Option<IncludedFile>;

    /// Reports that `include "path"` named a file again and its guard excludes the whole text.
    /// [`include`](Self::include) is not called for it.
    fn left_out(&mut self, path: &str) {
        _ = path;
    }

    /// Returns information about a file that was not found.
    fn not_found(&mut self, path: &str) -> NotFound {
        _ = path;
        NotFound::default()
    }
}

/// A [`FileProvider`]'s information about a file that it did not find.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NotFound {
    /// Directories that were searched, and obstacles such as missing permissions.
    pub notes: Vec<String>,
    /// A similar path that exists.
    pub similar: Option<String>,
}

/// A file that a [`FileProvider`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncludedFile {
    /// The path as shown to people and written to dependency files.
    pub name: String,
    /// The contents.
    pub text: String,
}

/// Returns the path in the `include` that read a file of `sources`; `None` for the main file.
pub fn include_path(sources: &SourceMap, file: &SourceFile) -> Option<String> {
    let pos = file.included_from?;
    let text = &sources.file(sources.file_of(pos)).text;
    let literal = lexer::scan(text.as_bytes(), sources.offset_in_file(pos));
    let mut path = String::new();
    lexer::unescape(&text[literal.lo as usize..literal.hi as usize], &mut path);
    Some(path)
}
