//! Backends: their actions and options on the command line, and the jobs that they run.
//!
//! A backend is one [`Backend`] constant in its own module and one line in the list of its crate.
//! Options of its own are [`BackendOption`] constants beside it; it reads them through [`Options`]
//! by the constant, so that a name is spelt once. A [`Job`] comes in: records, options, a place for
//! diagnostics. Text goes out by way of the job's methods. The crates of backends stand side by side
//! above this one and do not depend on each other.
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

pub use documentation::GlobalDocumentationRecord;
pub use options::{BackendOption, OptionKind, OptionValue, Options};
pub use outputs::{Outputs, SideFile, SideFiles, Sink};

/// An action of the command line that turns records into text.
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
    /// What `--help` says of it.
    pub help: &'static str,
    /// The options of its own. Any action accepts them; those of another have no effect.
    pub options: &'static [OptionGroup],
    /// Writes the output.
    ///
    /// It succeeds though it reported errors, where these do not keep it from going on; the run
    /// has failed all the same. Output that a failed run has written is worth nothing.
    pub run: fn(&mut Job<'_>) -> Result<(), Failure>,
}

impl Backend {
    /// A backend without options of its own.
    pub const fn new(
        name: &'static str,
        help: &'static str,
        run: fn(&mut Job<'_>) -> Result<(), Failure>,
    ) -> Backend {
        Backend { name, help, options: &[], run }
    }

    /// The same backend with these options.
    #[must_use]
    pub const fn with_options(self, options: &'static [OptionGroup]) -> Backend {
        Backend { options, ..self }
    }

    /// Runs the backend and returns its main output: for programs without a command line, such as a build script. The
    /// backend must not write side files.
    ///
    /// # Errors
    /// All errors that the backend reports, with their positions.
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

/// What a program checks of the records before it runs an action, whichever that is.
#[derive(Debug)]
pub struct RecordCheck {
    /// Its options. Any action accepts them.
    pub options: &'static OptionGroup,
    /// Reports what it finds.
    ///
    /// # Errors
    /// Where no action shall run.
    pub run: fn(&RecordStore, &Options, &mut Diagnostics) -> Result<(), Failure>,
}

/// Options under a heading of their own in `--help`.
#[derive(Debug)]
pub struct OptionGroup {
    /// The heading, without its colon: `Options for -print-enums`. Headings are printed in byte
    /// order.
    pub heading: &'static str,
    /// The options, in byte order of their names.
    pub options: &'static [BackendOption],
}

/// What a backend works with.
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
    /// The options given.
    pub options: &'a Options,
    /// Where the text goes: the main output, by way of the methods below, and side files.
    pub outputs: Outputs<'a>,
    /// Where warnings and errors go.
    pub diagnostics: &'a mut Diagnostics,
}

impl<'a> Job<'a> {
    /// The analysis `A` of the records: one for all jobs that run over them.
    ///
    /// # Errors
    /// Those of [`Analysis::build`].
    pub fn analysis<A: Analysis>(&mut self) -> Result<&'a A, AnalysisError> {
        self.store.analysis(self.diagnostics)
    }

    /// Writes the C++ that `emit` writes to the main output.
    ///
    /// # Errors
    /// [`Failure::Io`].
    pub fn write_cpp(&mut self, emit: impl FnOnce(&mut CppWriter<'_>)) -> Result<(), Failure> {
        self.outputs.main().write_cpp(emit)
    }

    /// Writes a text that is complete to the main output.
    ///
    /// # Errors
    /// [`Failure::Io`].
    pub fn write_text(&mut self, text: &str) -> Result<(), Failure> {
        self.outputs.main().write_text(text)
    }

    /// A sink for a main output that is too long to be made as a whole.
    pub fn output(&mut self) -> TextOutput<'_> {
        self.outputs.main().text()
    }
}

/// The order of strings that the reference keeps in a hash table, as the release of `store` has it.
pub fn string_map_order<'a>(store: &RecordStore) -> StringMapOrder<'a> {
    StringMapOrder::with_probing(match store.release().has(Feature::StringMapsProbeLinearly) {
        true => Probing::Linear,
        false => Probing::Quadratic,
    })
}

/// Why a backend stopped. An error of the input is shown as a compiler shows it; with its position and the line of the
/// source, where it came from a query of a record or from an analysis.
pub enum Failure {
    /// An error of the input, not in the job's diagnostics yet.
    Diagnostic(Box<Diagnostic>),
    /// Errors that are in the job's diagnostics already.
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

/// The same as [`Display`](fmt::Display), since Rust shows an error that `main` returns in this form.
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

/// What runs where no action is named.
pub const DEFAULT_BACKEND: &str = "print-records";
