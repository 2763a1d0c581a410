//! The common parts of commands that read a description themselves: input, errors and output.

use std::io;
use std::process::ExitCode;

use clap::ArgMatches;
use tablewright_backend::Failure;
use tablewright_records::Loaded;
use tablewright_session::Session;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::SourceMap;

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect;
use crate::messages::Style;
use crate::output_file::write_text;
use crate::report::{Report, ReportForm};
use crate::request::{Output, Request, Task};
use crate::run::Run;
use crate::selection::Selection;
use crate::terminal::{eprint, output_width, print, reason};

/// Marks a failed command whose error message is already printed.
pub(crate) struct FailureReported;

/// A command with its arguments, and the style for its messages.
#[derive(Clone, Copy)]
pub(crate) struct CommandContext<'a> {
    /// Program name in the command line. Messages without a position begin with it.
    pub(crate) called_as: &'a str,
    pub(crate) args: &'a ArgMatches,
    pub(crate) style: Style,
}

impl<'a> CommandContext<'a> {
    pub(crate) fn new(called_as: &'a str, args: &'a ArgMatches) -> CommandContext<'a> {
        let style = Style::new(inspect::messages_format(args), inspect::color(args));
        CommandContext { called_as, args, style }
    }

    /// Returns the required argument FILE.
    pub(crate) fn input(&self) -> &'a str {
        self.args.get_one::<String>("file").expect("it is required")
    }

    /// Returns the `-o` argument, if present.
    pub(crate) fn output(&self) -> Option<&'a str> {
        self.args.get_one::<String>("output").map(String::as_str)
    }

    /// Prints an error without a position.
    pub(crate) fn error(&self, code: Code, what: &str) -> FailureReported {
        let called_as = self.called_as;
        eprint(self.style.error(code, called_as, &format!("{called_as}: {what}\n")));
        FailureReported
    }

    /// Prints an error that does not come from the program itself. It begins with `error:`.
    pub(crate) fn input_error(&self, code: Code, what: &str) -> FailureReported {
        eprint(self.style.error(code, self.called_as, &format!("error: {what}\n")));
        FailureReported
    }

    /// Prints an error in the arguments or settings.
    pub(crate) fn refuse(&self, error: &Diagnostic) -> FailureReported {
        eprint(self.style.diagnostic(&SourceMap::new(), error));
        FailureReported
    }

    /// Prints an error about an unreadable input.
    pub(crate) fn unreadable(&self, input: &str, error: &io::Error) -> FailureReported {
        let what = format!("Could not open input file '{input}': {}", reason(error));
        self.error(Code::FileAccess, &what)
    }

    /// Prints diagnostics.
    ///
    /// # Errors
    /// If a diagnostic is an error.
    pub(crate) fn report(
        &self,
        sources: &SourceMap,
        diagnostics: &Diagnostics,
    ) -> Result<(), FailureReported> {
        for diagnostic in diagnostics {
            eprint(self.style.diagnostic(sources, diagnostic));
        }
        if diagnostics.has_errors() { Err(FailureReported) } else { Ok(()) }
    }

    /// Reads the records from a main file, and reports errors in it.
    ///
    /// # Errors
    /// If the file cannot be read, or the records are incomplete.
    pub(crate) fn records(
        &self,
        session: Session,
        input: String,
    ) -> Result<Loaded, FailureReported> {
        let request = Request {
            session,
            input,
            check: None,
            task: Task::Command(Box::new(OnlyReading)),
            output: Output::Standard,
            depfile: None,
            cache: None,
            write_if_changed: false,
            time_phases: false,
            color: inspect::color(self.args),
            format: inspect::messages_format(self.args),
            selection: Selection::default(),
        };
        let mut run = Run::new(self.called_as, &request);
        run.load().map_err(|_| FailureReported)
    }

    /// Writes a report in the form selected by the arguments.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn write_report(&self, report: &impl Report) -> Result<ExitCode, FailureReported> {
        let width = if self.output().is_none() { output_width() } else { None };
        self.write(&ReportForm::from_args(self.args).print(report, width))
    }

    /// Writes the output.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn write(&self, text: &str) -> Result<ExitCode, FailureReported> {
        let Some(path) = self.output() else { return Ok(print(self.called_as, text)) };
        write_text(path, text).map_err(|error| self.unwritable(path, &error))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Prints an error about an unwritable output.
    pub(crate) fn unwritable(&self, path: &str, error: &io::Error) -> FailureReported {
        self.error(Code::FileAccess, &format!("error writing {path}: {}", reason(error)))
    }
}

/// Returns the exit code for a command result.
pub(crate) fn exit_code(result: Result<ExitCode, FailureReported>) -> ExitCode {
    result.unwrap_or(ExitCode::FAILURE)
}

/// The task for a request that only reads records.
struct OnlyReading;

impl DescriptionCommand for OnlyReading {
    fn name(&self) -> &'static str {
        "records"
    }

    fn text(&self, _: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        Ok(String::new())
    }
}
