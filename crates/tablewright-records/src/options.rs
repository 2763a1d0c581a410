//! Options for reading an input.

use tablewright_syntax::TreeCache;

use crate::monitor::LoadMonitor;
use crate::release::Release;

/// Condition for compiling a value that depends on names, such as a class field that mentions a parameter. Values that
/// are not compiled are resolved part by part.
///
/// The mode affects only the loading time. Records, their order, the anonymous record numbers and all diagnostics
/// are the same in every mode. `Never` and `Always` exist to test this.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CompileMode {
    /// Compile nothing: every value is resolved.
    Never,
    /// Compile a value after it was resolved a few times, and a loop (`!foreach`, `!filter`, `!foldl`) immediately.
    #[default]
    Auto,
    /// Compile every suitable value immediately.
    Always,
}

/// Options for reading an input.
///
/// ```
/// use tablewright_records::{LoadOptions, Release, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let options = LoadOptions {
///     macros: vec!["SMALL".into()],
///     release: Some(Release::new(22)),
///     max_steps: 10_000,
///     ..LoadOptions::default()
/// };
/// let text = "#ifdef SMALL\ndef Small;\n#endif\n";
/// let loaded = load("x.td".into(), text.into(), &mut NoFiles, &options);
/// assert!(loaded.store.get("Small").is_some());
/// assert_eq!(loaded.store.release(), Release::new(22));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadOptions {
    /// Preprocessor macros defined before the first line.
    pub macros: Vec<String>,
    /// Whether to warn about unused template parameters.
    pub warn_unused_template_args: bool,
    /// LLVM release of the input. If `None`, the next field is used.
    pub release: Option<Release>,
    /// Release of the source tree or installed LLVM that contains the input. If `None` too, the release is detected.
    pub tree_release: Option<Release>,
    /// Condition for compiling values. The loaded records do not depend on it.
    pub compile: CompileMode,
    /// Whether a [`Trace`](crate::trace::Trace) is recorded. Recording costs time and memory.
    pub trace: bool,
    /// Maximum number of evaluation steps; more are an error. A step is approximately an evaluated expression, or a
    /// part of a large list or string. An input needs the same steps in each run with the same library version and
    /// compile mode.
    pub max_steps: u64,
    /// Maximum memory for evaluation, in bytes, approximately: values, strings, records and the input text. More is
    /// an error. The syntax tree and backend memory are not counted.
    pub max_memory: u64,
    /// Whether [reads](crate::reads) from the records are recorded.
    pub record_reads: bool,
    /// Cached trees for files that several inputs include. The loaded records do not depend on them.
    pub trees: Option<TreeCache>,
    /// Reports the loading progress to another thread, which can stop loading.
    pub monitor: Option<LoadMonitor>,
}

impl LoadOptions {
    /// Default maximum for evaluation steps: almost a minute. The largest LLVM target needs about three million.
    pub const DEFAULT_MAX_STEPS: u64 = 1 << 28;

    /// Default maximum for evaluation memory: 1.75 GiB. With it a process needs less than 4 GiB.
    pub const DEFAULT_MAX_MEMORY: u64 = 7 << 28;
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        LoadOptions {
            macros: Vec::new(),
            warn_unused_template_args: true,
            release: None,
            tree_release: None,
            compile: CompileMode::default(),
            trace: false,
            max_steps: LoadOptions::DEFAULT_MAX_STEPS,
            max_memory: LoadOptions::DEFAULT_MAX_MEMORY,
            record_reads: false,
            trees: None,
            monitor: None,
        }
    }
}
