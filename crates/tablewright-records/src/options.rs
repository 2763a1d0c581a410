//! How an input is read.

/// How to read an input.
#[derive(Clone, PartialEq, Eq, Debug)]
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
