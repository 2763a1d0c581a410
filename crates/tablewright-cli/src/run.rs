//! A run of one backend over one input, as the drop-in modes and each job of a batch do it:
//! reading, writing, and the messages about both.

use std::fmt::Display;
use std::io::{self, Read, Write};

use tablewright::backend::{Failure, Job};
use tablewright::byte_escape::unescape;
use tablewright::syntax::diagnostic::{Code, Diagnostics};
use tablewright::{LoadError, Loaded, RecordStore, text_path};

use crate::depfile;
use crate::inspection::Subject;
use crate::messages::Style;
use crate::output_file::{Finished, OutputFile};
use crate::phases::Phases;
use crate::request::{Output, Request, Task};
use crate::terminal::{eprint, output_width, reason};

/// Why a run stopped has been said.
pub(crate) struct Stopped;

/// Where messages go.
enum Messages {
    /// To standard error, at once.
    Told,
    /// Kept, to be told together.
    Kept(String),
}

/// A run and how far it is.
pub(crate) struct Run<'a> {
    /// Begins the messages that are not about a place in the input.
    called_as: &'a str,
    request: &'a Request,
    style: Style,
    messages: Messages,
    pub(crate) phases: Phases,
    /// How many errors were reported.
    pub(crate) errors: usize,
}

impl<'a> Run<'a> {
    /// A run whose messages go to standard error at once.
    pub(crate) fn new(called_as: &'a str, request: &'a Request) -> Run<'a> {
        let style = Style::new(request.format, request.color);
        let messages = Messages::Told;
        let phases = Phases::start(request.time_phases);
        Run { called_as, request, style, messages, phases, errors: 0 }
    }

    /// A run that keeps its messages.
    pub(crate) fn keeping_messages(called_as: &'a str, request: &'a Request) -> Run<'a> {
        Run { messages: Messages::Kept(String::new()), ..Run::new(called_as, request) }
    }

    /// The messages that were kept.
    pub(crate) fn into_messages(self) -> String {
        match self.messages {
            Messages::Told => String::new(),
            Messages::Kept(text) => text,
        }
    }

    /// Reads the input; goes on with records that have errors where all of them are there.
    pub(crate) fn load(&mut self) -> Result<Loaded, Stopped> {
        let loaded = match self.read_input() {
            Ok(loaded) => loaded,
            Err(LoadError::Rejected(loaded)) => *loaded,
            Err(LoadError::Read { path, error }) => {
                let what = format_args!("Could not open input file '{path}': {}", reason(&error));
                return Err(self.say(Code::FileAccess, what));
            }
        };
        self.report(&loaded.store, &loaded.diagnostics);
        self.phases.end("Parse, build records");
        // A failed assertion is an error that leaves the records complete, so they can still be
        // printed.
        if self.errors == 0 || loaded.is_complete { Ok(loaded) } else { Err(Stopped) }
    }

    fn read_input(&self) -> Result<Loaded, LoadError> {
        let Request { input, session, .. } = self.request;
        if input != "-" {
            return session.load_file(text_path(input));
        }
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| LoadError::Read { path: input.clone(), error })?;
        session.load_bytes("<stdin>", bytes)
    }

    /// Writes the output and its depfile; neither, where the backend reports errors.
    pub(crate) fn write_file(
        &mut self,
        path: &str,
        loaded: &Loaded,
    ) -> Result<Option<Finished>, Stopped> {
        let mut out = OutputFile::create(&text_path(path)).map_err(|e| {
            self.say(Code::FileAccess, format_args!("error opening {path}: {}", reason(&e)))
        })?;
        self.run_task(&loaded.store, &mut out, path)?;
        self.phases.end("Backend overall");
        // The temporary file is dropped and removed.
        if self.errors > 0 {
            return Ok(None);
        }
        if let Some(depfile) = &self.request.depfile {
            depfile::write(&text_path(depfile), path, &loaded.dependencies).map_err(|e| {
                self.say(Code::FileAccess, format_args!("error opening {depfile}:{}", reason(&e)))
            })?;
        }
        let mut finished = Finished::Written;
        let result = out.finish(self.request.write_if_changed).map(|how| finished = how);
        self.written(result, path)?;
        self.phases.end("Write output");
        Ok(Some(finished))
    }

    pub(crate) fn run_task(
        &mut self,
        store: &RecordStore,
        out: &mut dyn Write,
        name: &str,
    ) -> Result<(), Stopped> {
        let mut diagnostics = Diagnostics::new();
        let ended = match &self.request.task {
            Task::Backend(backend, options) => {
                let mut job = Job { store, options, out, diagnostics: &mut diagnostics };
                (backend.run)(&mut job)
            }
            Task::Inspection(inspection) => {
                let is_shown = self.request.output == Output::Standard;
                let width = is_shown.then(output_width).flatten();
                let subject = &mut Subject { store, diagnostics: &mut diagnostics, width };
                let text = inspection.text(subject);
                text.and_then(|text| Ok(out.write_all(&unescape(&text))?))
            }
        };
        self.report(store, &diagnostics);
        match ended {
            Ok(()) => Ok(()),
            Err(Failure::Diagnostic(diagnostic)) => {
                self.message(self.style.diagnostic(store.sources(), &diagnostic));
                Err(Stopped)
            }
            Err(Failure::Reported) => Err(Stopped),
            Err(Failure::Io(error)) => self.written(Err(error), name),
        }
    }

    /// Reports that the output `name` could not be written. Where the reader of a pipe went away,
    /// the rest was not wanted.
    pub(crate) fn written(&mut self, result: io::Result<()>, name: &str) -> Result<(), Stopped> {
        match result {
            Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                Err(self
                    .say(Code::FileAccess, format_args!("error writing {name}: {}", reason(&e))))
            }
            _ => Ok(()),
        }
    }

    fn report(&mut self, store: &RecordStore, diagnostics: &Diagnostics) {
        self.errors += diagnostics.error_count();
        for diagnostic in diagnostics {
            self.message(self.style.diagnostic(store.sources(), diagnostic));
        }
    }

    /// Says what is wrong, without a place in the input.
    pub(crate) fn say(&mut self, code: Code, what: impl Display) -> Stopped {
        let called_as = self.called_as;
        self.message(self.style.error(code, called_as, &format!("{called_as}: {what}\n")));
        Stopped
    }

    /// Prints the table of times.
    pub(crate) fn print_phases(&mut self) {
        let table = self.phases.table().to_string();
        self.message(self.style.text(table));
    }

    fn message(&mut self, text: impl Display) {
        match &mut self.messages {
            Messages::Told => eprint(text),
            Messages::Kept(kept) => *kept += &text.to_string(),
        }
    }
}
