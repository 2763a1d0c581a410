//! A run in place of `llvm-tblgen` or `clang-tblgen`: read, run one backend, write.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use tablewright::backends::{Failure, Job};
use tablewright::syntax::diagnostic::Diagnostics;
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
    /// How many errors were reported.
    errors: usize,
}

impl<'a> Run<'a> {
    fn new(called_as: &'a str, request: &'a Request) -> Run<'a> {
        let color = request.color.unwrap_or_else(reads_messages);
        Run { called_as, request, color, phases: Phases::start(), errors: 0 }
    }

    fn all(mut self) -> Result<(), Stopped> {
        let loaded = self.load()?;
        if self.request.depfile.is_some() && self.request.output == Output::Standard {
            return Err(self.say("the option -d must be used together with -o"));
        }
        match &self.request.output {
            // Records that have errors can be looked at, but do not become a file.
            Output::Standard => self.write_standard_output(&loaded.store)?,
            Output::File(path) if self.errors == 0 => self.write_file(path, &loaded)?,
            Output::File(_) => {}
        }
        if self.errors > 0 {
            return Err(self.say(format_args!("{} errors.", self.errors)));
        }
        if self.request.time_phases {
            tell(self.phases.table());
        }
        // Finished records are many small pieces that the end of the process frees at once.
        std::mem::forget(loaded);
        Ok(())
    }

    /// Reads the input; goes on with records that have errors where all of them are there.
    fn load(&mut self) -> Result<Loaded, Stopped> {
        let loaded = match self.read_input() {
            Ok(loaded) => loaded,
            Err(LoadError::Rejected(loaded)) => *loaded,
            Err(LoadError::Read { path, error }) => {
                return Err(self
                    .say(format_args!("Could not open input file '{path}': {}", reason(&error))));
            }
        };
        self.report(&loaded.store, &loaded.diagnostics);
        self.phases.end("Parse, build records");
        if self.errors == 0 || loaded.is_complete { Ok(loaded) } else { Err(Stopped) }
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
        if let Err(stopped) = self.run_backend(store, &mut out, "standard output") {
            // What a failed backend has written is worth nothing.
            drop(out.into_parts());
            return Err(stopped);
        }
        self.phases.end("Backend overall");
        self.written(out.flush(), "standard output")?;
        self.phases.end("Write output");
        Ok(())
    }

    /// Writes the output and its depfile, unless the backend reports errors.
    fn write_file(&mut self, path: &str, loaded: &Loaded) -> Result<(), Stopped> {
        let mut out = OutputFile::create(Path::new(path))
            .map_err(|e| self.say(format_args!("error opening {path}: {}", reason(&e))))?;
        self.run_backend(&loaded.store, &mut out, path)?;
        self.phases.end("Backend overall");
        if self.errors > 0 {
            return Ok(());
        }
        if let Some(depfile) = &self.request.depfile {
            depfile::write(Path::new(depfile), path, &loaded.dependencies)
                .map_err(|e| self.say(format_args!("error opening {depfile}:{}", reason(&e))))?;
        }
        self.written(out.finish(self.request.write_if_changed), path)?;
        self.phases.end("Write output");
        Ok(())
    }

    fn run_backend(
        &mut self,
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
            Ok(()) => Ok(()),
            Err(Failure::Diagnostic(diagnostic)) => {
                tell(render::render(store.sources(), &diagnostic, self.color));
                Err(Stopped)
            }
            Err(Failure::Reported) => Err(Stopped),
            Err(Failure::Io(error)) => self.written(Err(error), name),
        }
    }

    /// Reports that the output `name` could not be written. Where the reader of a pipe went away,
    /// the rest was not wanted.
    fn written(&self, result: io::Result<()>, name: &str) -> Result<(), Stopped> {
        match result {
            Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                Err(self.say(format_args!("error writing {name}: {}", reason(&e))))
            }
            _ => Ok(()),
        }
    }

    fn report(&mut self, store: &RecordStore, diagnostics: &Diagnostics) {
        self.errors += diagnostics.error_count();
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
