//! A run in place of `llvm-tblgen` or `clang-tblgen`: read, run one backend, write.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use tablewright::backends::{Failure, Job};
use tablewright::syntax::diagnostic::{Diagnostic, Diagnostics, Severity};
use tablewright::syntax::render;
use tablewright::{LoadError, Loaded, RecordStore};

use crate::grammar::{self, Typed, Worded};
use crate::mode::Tool;
use crate::option_table::{General, OptionTable};
use crate::output_file::OutputFile;
use crate::phases::Phases;
use crate::request::{Output, Request};
use crate::terminal::{reads_messages, reason, show, tell};
use crate::{depfile, help, response_file};

/// How much is written to standard output at a time.
const BUFFER: usize = 1 << 20;

/// The one exit code of all failures, as of the programs replaced.
const FAILED: ExitCode = ExitCode::FAILURE;

/// Runs the program in the mode of `tool`, with the arguments behind its name.
pub(crate) fn main(tool: Tool, called_as: &str, args: Vec<OsString>) -> ExitCode {
    let program = called_as.rsplit(['/', ' ']).next().unwrap_or(called_as);
    let args = args.into_iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let args = match response_file::expand(args) {
        Ok(args) => args,
        Err(why) => {
            tell(format_args!("{why}\n"));
            return FAILED;
        }
    };
    let table = OptionTable::of(tool);
    let Typed { given, faults, shown } = grammar::parse(&table, args);
    for fault in &faults {
        tell(Worded { fault, program, called_as });
    }
    match shown {
        Some(General::Help { hidden, sorted }) => {
            show(&help::text(&table, program, hidden, sorted));
            return ExitCode::SUCCESS;
        }
        Some(_) => {
            show(&help::version(program));
            return ExitCode::SUCCESS;
        }
        None => {}
    }
    if !faults.is_empty() {
        return FAILED;
    }
    run(called_as, &Request::new(&table, given))
}

/// Does what was requested.
pub(crate) fn run(called_as: &str, request: &Request) -> ExitCode {
    match Run::new(called_as, request).all() {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stopped) => FAILED,
    }
}

/// Why a run stopped has been said.
struct Stopped;

struct Run<'a> {
    /// Begins the messages that are not about a place in the input.
    called_as: &'a str,
    request: &'a Request,
    color: bool,
    phases: Phases,
}

impl<'a> Run<'a> {
    fn new(called_as: &'a str, request: &'a Request) -> Run<'a> {
        let color = request.color.unwrap_or_else(reads_messages);
        Run { called_as, request, color, phases: Phases::start() }
    }

    fn all(mut self) -> Result<(), Stopped> {
        if self.request.depfile.is_some() && self.request.output == Output::Standard {
            return Err(self.say("the option -d must be used together with -o"));
        }
        let loaded = self.load()?;
        match &self.request.output {
            Output::Standard => self.write_standard_output(&loaded.store)?,
            Output::File(path) => self.write_file(path, &loaded)?,
        }
        if self.request.time_phases {
            tell(self.phases.table());
        }
        // Finished records are many small pieces that the end of the process frees at once.
        std::mem::forget(loaded);
        Ok(())
    }

    fn load(&mut self) -> Result<Loaded, Stopped> {
        let outcome = self.read_input();
        let loaded = match &outcome {
            Ok(loaded) => loaded,
            Err(LoadError::Rejected(loaded)) => loaded,
            Err(LoadError::Read { path, error }) => {
                return Err(
                    self.say(format_args!("Could not open input file '{path}': {}", reason(error)))
                );
            }
        };
        self.report(&loaded.store, &loaded.diagnostics);
        self.phases.end("Parse, build records");
        let diagnostics = &loaded.diagnostics;
        // After other errors the reference stops at once; after these it counts.
        let counted = diagnostics.iter().all(|d| d.severity != Severity::Error || is_assertion(d));
        if diagnostics.has_errors() && counted {
            self.say(format_args!("{} errors.", diagnostics.error_count()));
        }
        outcome.map_err(|_| Stopped)
    }

    fn read_input(&self) -> Result<Loaded, LoadError> {
        let Request { input, session, .. } = self.request;
        if input != "-" {
            return session.load_file(input);
        }
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| LoadError::Read { path: input.clone(), error })?;
        session.load_bytes("<stdin>", bytes)
    }

    fn write_standard_output(&mut self, store: &RecordStore) -> Result<(), Stopped> {
        let mut out = BufWriter::with_capacity(BUFFER, io::stdout());
        self.run_backend(store, &mut out, "standard output")?;
        self.phases.end("Backend overall");
        // The rest was not wanted where the reader went away.
        let ended = pipe_closed_is_fine(out.flush());
        ended
            .map_err(|e| self.say(format_args!("error writing standard output: {}", reason(&e))))?;
        self.phases.end("Write output");
        Ok(())
    }

    fn write_file(&mut self, path: &str, loaded: &Loaded) -> Result<(), Stopped> {
        let mut out = OutputFile::create(Path::new(path))
            .map_err(|e| self.say(format_args!("error opening {path}: {}", reason(&e))))?;
        self.run_backend(&loaded.store, &mut out, path)?;
        self.phases.end("Backend overall");
        if let Some(depfile) = &self.request.depfile {
            depfile::write(Path::new(depfile), path, &loaded.dependencies)
                .map_err(|e| self.say(format_args!("error opening {depfile}:{}", reason(&e))))?;
        }
        out.finish(self.request.write_if_changed)
            .map_err(|e| self.say(format_args!("error writing {path}: {}", reason(&e))))?;
        self.phases.end("Write output");
        Ok(())
    }

    fn run_backend(
        &self,
        store: &RecordStore,
        out: &mut dyn Write,
        name: &str,
    ) -> Result<(), Stopped> {
        let mut diagnostics = Diagnostics::new();
        let options = &self.request.options;
        let mut job = Job { store, options, out, diagnostics: &mut diagnostics };
        let ended = (self.request.backend.run)(&mut job);
        self.report(store, &diagnostics);
        match ended {
            Err(Failure::Diagnostic(diagnostic)) => {
                tell(render::render(store.sources(), &diagnostic, self.color));
                Err(Stopped)
            }
            Err(Failure::Reported) => Err(Stopped),
            Err(Failure::Io(e)) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(Failure::Io(e)) => {
                Err(self.say(format_args!("error writing {name}: {}", reason(&e))))
            }
            Ok(()) if diagnostics.has_errors() => {
                Err(self.say(format_args!("{} errors.", diagnostics.error_count())))
            }
            Ok(()) => Ok(()),
        }
    }

    fn report(&self, store: &RecordStore, diagnostics: &Diagnostics) {
        for diagnostic in diagnostics {
            tell(render::render(store.sources(), diagnostic, self.color));
        }
    }

    /// Says what is wrong, without a place in the input.
    fn say(&self, what: impl Display) -> Stopped {
        tell(format_args!("{}: {what}\n", self.called_as));
        Stopped
    }
}

/// Whether the error is a failed `assert`, which does not keep the rest from being read.
fn is_assertion(diagnostic: &Diagnostic) -> bool {
    diagnostic.message == "assertion failed"
}

fn pipe_closed_is_fine(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
