//! How the parser comes by the text of include files.

/// Gives the text of files; implemented by those who may touch a file system.
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
