//! From the text of a main file to finished records.

use tablewright_syntax::diagnostic::Diagnostics;

use crate::store::RecordStore;

/// How to read an input.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Preprocessor macros defined before the first line.
    pub macros: Vec<String>,
    /// Whether to warn of template parameters that are never used.
    pub warn_unused_template_args: bool,
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        LoadOptions { macros: Vec::new(), warn_unused_template_args: true }
    }
}

/// What came of reading an input.
pub struct Loaded {
    /// The records; where there are errors, those that could be made.
    pub store: RecordStore,
    /// Errors, warnings and the messages of `dump` statements, in order.
    pub diagnostics: Diagnostics,
    /// The names of the included files, in order of first inclusion.
    pub dependencies: Vec<String>,
}
