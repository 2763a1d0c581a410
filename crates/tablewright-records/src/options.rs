//! How an input is read.

/// When the evaluator compiles a value that depends on names, such as the field of a class that
/// mentions a parameter, rather than resolving it part by part.
///
/// The mode decides how long loading takes, and nothing else: records, their order, the numbers of
/// anonymous records and all diagnostics are the same in every mode. `Never` and `Always` are there
/// to test just that.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CompileMode {
    /// Compile nothing: every value is resolved.
    Never,
    /// Compile a value when it has been resolved a few times, and a loop (`!foreach`, `!filter`,
    /// `!foldl`) when it is met first.
    #[default]
    Auto,
    /// Compile every value that can be compiled when it is met first.
    Always,
}

/// How to read an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadOptions {
    /// Preprocessor macros defined before the first line.
    pub macros: Vec<String>,
    /// Whether to warn of template parameters that are never used.
    pub warn_unused_template_args: bool,
    /// When values are compiled; what is loaded does not depend on it.
    pub compile: CompileMode,
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        LoadOptions {
            macros: Vec::new(),
            warn_unused_template_args: true,
            compile: CompileMode::default(),
        }
    }
}
