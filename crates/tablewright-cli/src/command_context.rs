//! What the commands share that read a description by themselves: reading it, errors, and the output.

use std::io;
use std::process::ExitCode;

use clap::ArgMatches;
use tablewright::backend::Failure;
use tablewright::syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright::syntax::source::SourceMap;
use tablewright::{Loaded, Session};

use crate::inspect;
use crate::inspection::{Inspection, Subject};
use crate::messages::Style;
use crate::output_file::write_text;
use crate::report::{Form, Report};
use crate::request::{Output, Request, Task};
use crate::run::Run;
use crate::selection::Selection;
use crate::terminal::{eprint, output_width, print, reason};

/// A command failed, and the reason was printed.
pub(crate) struct Reported;

/// A command with its arguments, and the style of its messages.
#[derive(Clone, Copy)]
pub(crate) struct CommandContext<'a> {
    /// The name by which the program was called; it begins the messages that have no position.
    pub(crate) called_as: &'a str,
    pub(crate) args: &'a ArgMatches,
    pub(crate) style: Style,
}

impl<'a> CommandContext<'a> {
    pub(crate) fn new(called_as: &'a str, args: &'a ArgMatches) -> CommandContext<'a> {
        let style = Style::new(inspect::messages_format(args), inspect::color(args));
        CommandContext { called_as, args, style }
    }

    /// The required argument FILE.
    pub(crate) fn input(&self) -> &'a str {
        self.args.get_one::<String>("file").expect("it is required")
    }

    /// The file of `-o`, if there is one.
    pub(crate) fn output(&self) -> Option<&'a str> {
        self.args.get_one::<String>("output").map(String::as_str)
    }

    /// Prints an error that has no position.
    pub(crate) fn error(&self, code: Code, what: &str) -> Reported {
        let called_as = self.called_as;
        eprint(self.style.error(code, called_as, &format!("{called_as}: {what}\n")));
        Reported
    }

    /// Prints an error in the arguments or settings.
    pub(crate) fn refuse(&self, error: &Diagnostic) -> Reported {
        eprint(self.style.diagnostic(&SourceMap::new(), error));
        Reported
    }

    /// Prints that an input could not be read.
    pub(crate) fn unreadable(&self, input: &str, error: &io::Error) -> Reported {
        let what = format!("Could not open input file '{input}': {}", reason(error));
        self.error(Code::FileAccess, &what)
    }

    /// Prints diagnostics.
    ///
    /// # Errors
    /// Where one of them is an error.
    pub(crate) fn report(
        &self,
        sources: &SourceMap,
        diagnostics: &Diagnostics,
    ) -> Result<(), Reported> {
        for diagnostic in diagnostics {
            eprint(self.style.diagnostic(sources, diagnostic));
        }
        if diagnostics.has_errors() { Err(Reported) } else { Ok(()) }
    }

    /// Reads the records of a main file, and reports what is wrong with it.
    ///
    /// # Errors
    /// Where the file cannot be read, or the records are not complete.
    pub(crate) fn records(&self, session: Session, input: String) -> Result<Loaded, Reported> {
        let request = Request {
            session,
            input,
            check: None,
            task: Task::Inspection(Box::new(OnlyReading)),
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
        run.load().map_err(|_| Reported)
    }

    /// Writes a report in the form that the arguments ask for.
    ///
    /// # Errors
    /// Where the output cannot be written.
    pub(crate) fn write_report(&self, report: &impl Report) -> Result<ExitCode, Reported> {
        let width = if self.output().is_none() { output_width() } else { None };
        self.write(&Form::of(self.args).print(report, width))
    }

    /// Writes the output.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(crate) fn write(&self, text: &str) -> Result<ExitCode, Reported> {
        let Some(path) = self.output() else { return Ok(print(self.called_as, text)) };
        write_text(path, text).map_err(|error| self.unwritable(path, &error))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Prints that an output could not be written.
    pub(crate) fn unwritable(&self, path: &str, error: &io::Error) -> Reported {
        self.error(Code::FileAccess, &format!("error writing {path}: {}", reason(error)))
    }
}

/// The exit code of a command.
pub(crate) fn exit_code(result: Result<ExitCode, Reported>) -> ExitCode {
    result.unwrap_or(ExitCode::FAILURE)
}

/// The task of a request whose records are only read.
struct OnlyReading;

impl Inspection for OnlyReading {
    fn name(&self) -> &'static str {
        "records"
    }

    fn text(&self, _: &mut Subject<'_, '_>) -> Result<String, Failure> {
        Ok(String::new())
    }
}
