//! The interface through which the preprocessor gets the text of include files.

use crate::lexer;
use crate::source::{SourceFile, SourceMap};

/// Finds and reads include files. This crate touches no file system; callers implement it.
pub trait FileProvider {
    /// The file that `include "path"` names; `None` where there is none.
    fn include(&mut self, path: &str) -> Option<IncludedFile>;

    /// Says that `include "path"` named a file again, nothing of which is read: its text is left out as a whole.
    /// [`include`](Self::include) is not called for it.
    fn left_out(&mut self, path: &str) {
        _ = path;
    }

    /// What there is to say of a file that was not found.
    fn not_found(&mut self, path: &str) -> NotFound {
        _ = path;
        NotFound::default()
    }
}

/// What a [`FileProvider`] knows of a file that it did not find.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NotFound {
    /// Where it was looked for, and what stood in the way.
    pub notes: Vec<String>,
    /// A path that would be found and is like the one that was asked for.
    pub similar: Option<String>,
}

/// A file that a [`FileProvider`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncludedFile {
    /// The path as it is shown to people and written to dependency files.
    pub name: String,
    /// The contents.
    pub text: String,
}

/// The path that stands in the `include` of a file of `sources`; `None` for the main file.
pub fn include_path(sources: &SourceMap, file: &SourceFile) -> Option<String> {
    let pos = file.included_from?;
    let text = &sources.file(sources.file_of(pos)).text;
    let literal = lexer::scan(text.as_bytes(), sources.offset_in_file(pos));
    let mut path = String::new();
    lexer::unescape(&text[literal.lo as usize..literal.hi as usize], &mut path);
    Some(path)
}
