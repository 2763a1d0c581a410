//! Backends: actions and options on the command line, and the jobs they run.
//!
//! A backend is a [`Backend`] constant in its own module and a line in its crate's list. Its
//! options are [`BackendOption`] constants in the same module. The backend reads an option from
//! [`Options`] by this constant, so that the name is written once. A [`Job`] contains the input:
//! records, options, and a list for diagnostics. Output is written with the job's methods. The
//! crates with backends depend on this crate and not on each other.
#![warn(missing_docs)]

mod documentation;
mod options;
mod outputs;

use std::error::Error;
use std::fmt;
use std::io;

use tablewright_records::{Analysis, AnalysisError, Feature, FieldError, InputErrors, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::{CppWriter, Probing, StringMapOrder, TextOutput};

pub use documentation::{GlobalDocumentationRecord, docs_markup};
pub use options::{BackendOption, OptionKind, OptionValue, Options};
pub use outputs::{Outputs, SideFile, SideFiles, Sink};

/// A command line action that turns records into text.
///
/// ```
/// # mod tablewright { pub mod backend { pub use tablewright_backend::*; } }
/// use tablewright::backend::{Backend, BackendOption, OptionGroup};
///
/// const WIDTH: BackendOption = BackendOption::number("width", 8, "How wide a column is");
/// const BACKEND: Backend = Backend::new("list", "List the records", |job| {
///     let width = job.options.number(&WIDTH) as usize;
///     let lines = job.store.records().map(|record| format!("{:width$}|\n", record.name()));
///     let text: String = lines.collect();
///     job.write_text(&text)
/// })
/// .with_options(&[OptionGroup { heading: "Options for --list", options: &[WIDTH] }]);
/// assert_eq!(BACKEND.options[0].options[0].name, "width");
/// ```
#[doc(alias("Emitter", "Opt"))]
#[derive(Debug)]
pub struct Backend {
    /// The action without dashes: `print-records`.
    pub name: &'static str,
    /// The text in `--help`.
    pub help: &'static str,
    /// The action's own options. Every action accepts them, but they have no effect on another.
    pub options: &'static [OptionGroup],
    /// Writes the output.
    ///
    /// An action may return `Ok` after it has reported errors, if it could continue. The run has
    /// failed nevertheless, and its output is discarded.
    pub run: fn(&mut Job<'_>) -> Result<(), Failure>,
}

impl Backend {
    /// Creates a backend without options.
    pub const fn new(
        name: &'static str,
        help: &'static str,
        run: fn(&mut Job<'_>) -> Result<(), Failure>,
    ) -> Backend {
        Backend { name, help, options: &[], run }
    }

    /// Adds options to the backend.
    #[must_use]
    pub const fn with_options(self, options: &'static [OptionGroup]) -> Backend {
        Backend { options, ..self }
    }

    /// Runs the backend and returns its main output, for programs without a command line such as
    /// build scripts. The backend must not write side files.
    ///
    /// # Errors
    /// All errors that the backend reports, with positions.
    pub fn output(&self, store: &RecordStore, options: &Options) -> Result<String, InputErrors> {
        let (mut out, mut reported) = (Vec::new(), Diagnostics::new());
        let outputs = Outputs::main_only(&mut out);
        let mut job = Job { store, options, outputs, diagnostics: &mut reported };
        let last = match (self.run)(&mut job) {
            Ok(()) if !reported.has_errors() => {
                return Ok(String::from_utf8_lossy(&out).into_owned());
            }
            Ok(()) | Err(Failure::Reported) => None,
            Err(Failure::Diagnostic(error)) => Some(*error),
            Err(Failure::Io(error)) => {
                Some(Diagnostic::error_anywhere(Code::FileAccess, error.to_string()))
            }
        };
        Err(InputErrors::new(reported, last, &store.shared_sources()))
    }
}

/// A check on the records that a program runs before any action.
#[derive(Debug)]
pub struct RecordCheck {
    /// The check's options. Every action accepts them.
    pub options: &'static OptionGroup,
    /// Reports problems.
    ///
    /// # Errors
    /// If no action may run.
    pub run: fn(&RecordStore, &Options, &mut Diagnostics) -> Result<(), Failure>,
}

/// Options under a common heading in `--help`.
#[derive(Debug)]
pub struct OptionGroup {
    /// The heading without a colon: `Options for -print-enums`. Headings are printed in byte order.
    pub heading: &'static str,
    /// The options in byte order by name.
    pub options: &'static [BackendOption],
}

/// The input and output of a backend.
///
/// ```
/// use tablewright_backend::{Failure, Job, Options, Outputs};
/// use tablewright_syntax::diagnostic::{Code, Diagnostics};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// # use tablewright_records::{LoadOptions, load};
/// # let text = "class Reg; def PC : Reg; def SP : Reg;";
/// # let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// fn run(job: &mut Job<'_>) -> Result<(), Failure> {
///     let registers = job.store.derived_from_name("Reg")?;
///     if let Some(first) = registers.first() {
///         job.diagnostics.warning(Code::Target, first.pos(), "the registers have no classes");
///     }
///     let lines: String = registers.iter().map(|register| format!("{}\n", register.name())).collect();
///     job.write_text(&lines)
/// }
///
/// // This is what the command line does, or a test of the backend.
/// let (mut text, mut diagnostics, options) = (Vec::new(), Diagnostics::new(), Options::new());
/// let outputs = Outputs::main_only(&mut text);
/// run(&mut Job { store: &store, options: &options, outputs, diagnostics: &mut diagnostics })?;
/// assert_eq!(text, b"PC\nSP\n");
/// assert!(!diagnostics.has_errors());
/// # Ok::<(), Failure>(())
/// ```
pub struct Job<'a> {
    /// The records.
    pub store: &'a RecordStore,
    /// The options from the command line.
    pub options: &'a Options,
    /// The main output, which the methods below write, and side files.
    pub outputs: Outputs<'a>,
    /// Receives warnings and errors.
    pub diagnostics: &'a mut Diagnostics,
}

impl<'a> Job<'a> {
    /// Returns the analysis `A` of the records. Jobs on the same records share it.
    ///
    /// # Errors
    /// See [`Analysis::build`].
    pub fn analysis<A: Analysis>(&mut self) -> Result<&'a A, AnalysisError> {
        self.store.analysis(self.diagnostics)
    }

    /// Writes C++ to the main output.
    ///
    /// # Errors
    /// [`Failure::Io`].
    pub fn write_cpp(&mut self, emit: impl FnOnce(&mut CppWriter<'_>)) -> Result<(), Failure> {
        self.outputs.main().write_cpp(emit)
    }

    /// Writes a complete text to the main output.
    ///
    /// # Errors
    /// [`Failure::Io`].
    pub fn write_text(&mut self, text: &str) -> Result<(), Failure> {
        self.outputs.main().write_text(text)
    }

    /// Returns a sink for a main output that is too long for memory.
    pub fn output(&mut self) -> TextOutput<'_> {
        self.outputs.main().text()
    }
}

/// Returns the order of a string hash map in the release of `store`.
pub fn string_map_order<'a>(store: &RecordStore) -> StringMapOrder<'a> {
    StringMapOrder::with_probing(if store.release().has(Feature::StringMapsProbeLinearly) {
        Probing::Linear
    } else {
        Probing::Quadratic
    })
}

/// The reason for a backend's failure. An error in the input is displayed like a compiler message.
/// It has a position and a source line if it comes from a record query or from an analysis.
pub enum Failure {
    /// An error in the input that is not yet in the job's diagnostics.
    Diagnostic(Box<Diagnostic>),
    /// Errors that are already in the job's diagnostics.
    Reported,
    /// The output could not be written.
    Io(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Diagnostic(diagnostic) => fmt::Display::fmt(diagnostic, f),
            Failure::Reported => f.write_str("the description has errors, which were reported"),
            Failure::Io(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

/// Same as [`Display`](fmt::Display): Rust prints an error from `main` in its `Debug` form.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Failure::Io(error) => Some(error),
            Failure::Diagnostic(_) | Failure::Reported => None,
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Failure {
        Failure::Diagnostic(Box::new(diagnostic))
    }
}

impl From<FieldError> for Failure {
    fn from(error: FieldError) -> Failure {
        Failure::from(Diagnostic::from(error))
    }
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Failure {
        match error {
            AnalysisError::Diagnostic(diagnostic) => Failure::Diagnostic(diagnostic),
            AnalysisError::Reported => Failure::Reported,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

/// The action of a command line without an action.
pub const DEFAULT_BACKEND: &str = "print-records";
