//! What a backend is: what the command line offers of it, and how it is run.
//!
//! A backend is one [`Backend`] constant in its own module and one line in the list of its crate.
//! Options of its own are [`BackendOption`] constants beside it; it reads them through [`Options`]
//! by the constant, so that a name is spelt once. The crates of backends stand side by side above
//! this one and know nothing of each other.
#![warn(missing_docs)]

use std::io;

use tablewright_records::{Analysis, AnalysisError, FieldError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_text::{CppWriter, TextOutput};

/// An action of the command line that turns records into text.
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

/// Options under a heading of their own in `--help`.
#[derive(Debug)]
pub struct OptionGroup {
    /// The heading, without its colon: `Options for -print-enums`. Headings are printed in byte
    /// order.
    pub heading: &'static str,
    /// The options, in byte order of their names.
    pub options: &'static [BackendOption],
}

/// An option of a backend. An option is known by its name.
#[derive(Debug)]
pub struct BackendOption {
    /// The name without dashes.
    pub name: &'static str,
    /// What may be given, and what holds where nothing is.
    pub kind: OptionKind,
    /// What `--help` says of it.
    pub help: &'static str,
}

/// What an option takes.
#[derive(Debug)]
pub enum OptionKind {
    /// `--name`, or with a truth value: `--name=false`.
    Flag {
        /// What holds where it is not given.
        default: bool,
    },
    /// `--name=<placeholder>`, `--name text`
    Text {
        /// What `--help` shows between angle brackets.
        placeholder: &'static str,
        /// What holds where it is not given.
        default: &'static str,
    },
    /// `--name=text`, as often as one likes, also several at once between commas.
    Texts {
        /// What `--help` shows between angle brackets.
        placeholder: &'static str,
    },
    /// `--name=<uint>`, 32 bits.
    Number {
        /// What holds where it is not given.
        default: u32,
    },
    /// `--name=<value>`, one of the names listed.
    Choice {
        /// The names and what `--help` says of each.
        choices: &'static [(&'static str, &'static str)],
        /// What holds where it is not given: an index into the choices.
        default: usize,
    },
}

/// What was given for an option on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Of a [`OptionKind::Flag`].
    Flag(bool),
    /// Of a [`OptionKind::Text`].
    Text(String),
    /// Of a [`OptionKind::Texts`].
    Texts(Vec<String>),
    /// Of a [`OptionKind::Number`].
    Number(u32),
    /// Of a [`OptionKind::Choice`]: the index.
    Choice(usize),
}

/// The options of a run.
#[derive(Clone, Default, Debug)]
pub struct Options {
    given: Vec<(&'static str, OptionValue)>,
}

impl Options {
    /// None given: defaults throughout.
    pub fn new() -> Options {
        Options::default()
    }

    /// Notes that `option` was given, in place of what was given for it before.
    ///
    /// # Panics
    /// Where `value` is of another kind than the option.
    pub fn set(&mut self, option: &BackendOption, value: OptionValue) {
        let fits = match (&option.kind, &value) {
            (OptionKind::Flag { .. }, OptionValue::Flag(_))
            | (OptionKind::Text { .. }, OptionValue::Text(_))
            | (OptionKind::Texts { .. }, OptionValue::Texts(_))
            | (OptionKind::Number { .. }, OptionValue::Number(_)) => true,
            (OptionKind::Choice { choices, .. }, OptionValue::Choice(i)) => *i < choices.len(),
            _ => false,
        };
        assert!(fits, "{value:?} does not fit option {}", option.name);
        match self.given.iter_mut().find(|(name, _)| *name == option.name) {
            Some((_, old)) => *old = value,
            None => self.given.push((option.name, value)),
        }
    }

    fn given(&self, option: &BackendOption) -> Option<&OptionValue> {
        self.given.iter().find(|(name, _)| *name == option.name).map(|(_, value)| value)
    }

    /// Whether the option was given.
    pub fn is_given(&self, option: &BackendOption) -> bool {
        self.given(option).is_some()
    }

    /// Whether the flag holds; false for an option of another kind.
    pub fn flag(&self, option: &BackendOption) -> bool {
        match (self.given(option), &option.kind) {
            (Some(&OptionValue::Flag(value)), _) => value,
            (None, &OptionKind::Flag { default }) => default,
            _ => false,
        }
    }

    /// The text given; empty for an option of another kind.
    pub fn text(&self, option: &BackendOption) -> &str {
        match (self.given(option), &option.kind) {
            (Some(OptionValue::Text(value)), _) => value,
            (None, &OptionKind::Text { default, .. }) => default,
            _ => "",
        }
    }

    /// The texts given, in order.
    pub fn texts(&self, option: &BackendOption) -> &[String] {
        match self.given(option) {
            Some(OptionValue::Texts(values)) => values,
            _ => &[],
        }
    }

    /// The number given; zero for an option of another kind.
    pub fn number(&self, option: &BackendOption) -> u32 {
        match (self.given(option), &option.kind) {
            (Some(&OptionValue::Number(value)), _) => value,
            (None, &OptionKind::Number { default }) => default,
            _ => 0,
        }
    }

    /// The index of the choice made; zero for an option of another kind.
    pub fn choice(&self, option: &BackendOption) -> usize {
        match (self.given(option), &option.kind) {
            (Some(&OptionValue::Choice(value)), _) => value,
            (None, &OptionKind::Choice { default, .. }) => default,
            _ => 0,
        }
    }
}

/// What a backend works with.
pub struct Job<'a> {
    /// The records.
    pub store: &'a RecordStore,
    /// The options given.
    pub options: &'a Options,
    /// Where the text goes, by way of the methods below; it need not be buffered.
    pub out: &'a mut dyn io::Write,
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

    /// Writes the C++ that `emit` writes.
    ///
    /// # Errors
    /// [`Failure::Io`].
    pub fn write_cpp(&mut self, emit: impl FnOnce(&mut CppWriter<'_>)) -> Result<(), Failure> {
        Ok(CppWriter::through(self.out, emit)?)
    }

    /// Writes a text that is complete.
    ///
    /// # Errors
    /// [`Failure::Io`].
    pub fn write_text(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// A sink for an output that is too long to be made as a whole.
    pub fn output(&mut self) -> TextOutput<'_> {
        TextOutput::new(self.out)
    }
}

/// Why a backend stopped.
#[derive(Debug)]
pub enum Failure {
    /// An error of the input, not in the job's diagnostics yet.
    Diagnostic(Box<Diagnostic>),
    /// Errors that are in the job's diagnostics already.
    Reported,
    /// The output could not be written.
    Io(io::Error),
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

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: BackendOption =
        BackendOption { name: "count", kind: OptionKind::Number { default: 3 }, help: "" };

    #[test]
    fn the_last_value_given_holds() {
        let mut options = Options::new();
        assert_eq!((options.number(&COUNT), options.is_given(&COUNT)), (3, false));
        options.set(&COUNT, OptionValue::Number(7));
        options.set(&COUNT, OptionValue::Number(9));
        assert_eq!((options.number(&COUNT), options.is_given(&COUNT)), (9, true));
    }
}
