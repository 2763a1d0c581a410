//! The interface through which the preprocessor gets the text of include files.

/// Finds and reads include files. This crate touches no file system; callers implement it.
pub trait FileProvider {
    /// The file that `include "path"` names; `None` where there is none.
    fn include(&mut self, path: &str) -> Option<IncludedFile>;
}

/// A file that a [`FileProvider`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncludedFile {
    /// The path as it is shown to people and written to dependency files.
    pub name: String,
    /// The contents.
    pub text: String,
}
