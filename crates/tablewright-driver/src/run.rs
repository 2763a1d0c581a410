//! A backend run over one input, for the drop-in modes and for batch jobs: reading, writing, and messages about both.

use std::cell::OnceCell;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use tablewright_backend::{Failure, Job, Outputs, SideFiles};
use tablewright_records::reads::Reads;
use tablewright_records::{Loaded, RecordStore};
use tablewright_session::{LoadError, main_file_hint, read_limited, text_path};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use tablewright_syntax::source::SourceMap;

use crate::cache::{self, CacheEntry, CachedFile, Hit, OwnedSideFile};
use crate::depfile::{self, Prerequisites};
use crate::description_command::CommandSubject;
use crate::follow_ups::FollowUps;
use crate::messages::{Style, TracedInput};
use crate::output_file::{Finished, OutputFile, finish_all};
use crate::phases::Phases;
use crate::request::{Output, Request, Task};
use crate::side_files::{FileBeside, FilesBeside, WritePermission};
use crate::terminal::{eprint, output_width, reads_messages, reason};

/// Outcome of writing a run's files.
pub(crate) struct FinishedOutputs {
    pub(crate) finished: Finished,
    /// Paths of the side files in opening order.
    pub(crate) side_paths: Vec<String>,
    /// Copies of the files, if copies are kept and no file was too large.
    pub(crate) copies: Option<Vec<CachedFile>>,
}

/// A stopped run. The reason has been reported.
pub struct RunStopped;

/// Destination of messages.
enum Messages {
    /// To standard error, at once.
    Printed,
    /// Kept, to be printed later.
    Kept(Vec<String>),
}

/// A run with its progress.
pub struct Run<'a> {
    /// Prefix for messages without a position in the input.
    called_as: &'a str,
    request: &'a Request,
    style: Style,
    messages: Messages,
    pub(crate) phases: Phases,
    /// Number of reported errors.
    pub errors: usize,
    pub(crate) failures: RunFailures,
    /// The other records of a command that compares two descriptions.
    other: Option<&'a RecordStore>,
    traced: TracedInput,
    copies: Option<Copies>,
    /// Asked before complete files get their names. If it refuses, nothing is written.
    permission: Option<RenamePermission<'a>>,
    /// Width of standard output in columns, if it is a terminal. Computed once.
    width: OnceCell<Option<usize>>,
}

/// Failures of a run beside the reported errors.
#[derive(Clone, Copy, Default)]
pub(crate) struct RunFailures {
    /// Whether the input could not be read completely, or lacks a class or target.
    pub(crate) is_part: bool,
    /// Whether the system refused an operation, or the permission was refused. Another process may have more success.
    pub(crate) of_system: bool,
    /// Whether the text of a command is complete and is about a failure, for example findings of denied lints.
    pub(crate) of_command: bool,
}

/// Whether complete files may get their names.
pub(crate) type RenamePermission<'a> = &'a dyn Fn() -> bool;

/// Copied output, for a cache or a later run.
struct Copies {
    /// Maximum file size in bytes for a copy.
    limit: usize,
    messages: Vec<String>,
    /// The backend's reads, if the records record them.
    reads: Reads,
}

impl<'a> Run<'a> {
    /// Creates a run whose messages go to standard error at once.
    pub fn new(called_as: &'a str, request: &'a Request) -> Run<'a> {
        let style = Style::new(request.format, request.color);
        let messages = Messages::Printed;
        let phases = Phases::start(request.time_phases);
        Run {
            called_as,
            request,
            style,
            messages,
            phases,
            errors: 0,
            failures: RunFailures::default(),
            other: None,
            traced: TracedInput::default(),
            copies: None,
            permission: None,
            width: OnceCell::new(),
        }
    }

    /// Creates a run that keeps its messages.
    pub(crate) fn keeping_messages(called_as: &'a str, request: &'a Request) -> Run<'a> {
        Run { messages: Messages::Kept(Vec::new()), ..Run::new(called_as, request) }
    }

    /// Asks for permission before complete files get their names.
    pub(crate) fn asking(self, permission: RenamePermission<'a>) -> Run<'a> {
        Run { permission: Some(permission), ..self }
    }

    /// Sets the width of standard output for commands.
    pub(crate) fn with_width(self, width: Option<usize>) -> Run<'a> {
        Run { width: OnceCell::from(width), ..self }
    }

    /// Sets the other records of a command that compares two descriptions.
    pub(crate) fn comparing_to(self, other: Option<&'a RecordStore>) -> Run<'a> {
        Run { other, ..self }
    }

    /// Keeps copies of messages and files from now on, up to `limit` bytes for each file.
    pub(crate) fn keep_copies(&mut self, limit: usize) {
        self.copies = Some(Copies { limit, messages: Vec::new(), reads: Reads::default() });
    }

    /// Returns the copies of messages since the last call.
    pub(crate) fn take_copied_messages(&mut self) -> Vec<String> {
        self.copies.as_mut().map(|copies| std::mem::take(&mut copies.messages)).unwrap_or_default()
    }

    /// Returns the backend's reads, if copies are kept.
    pub(crate) fn take_reads(&mut self) -> Option<Reads> {
        self.copies.as_mut().map(|copies| std::mem::take(&mut copies.reads))
    }

    /// Returns the messages that were kept.
    pub(crate) fn into_messages(self) -> Vec<String> {
        match self.messages {
            Messages::Printed => Vec::new(),
            Messages::Kept(texts) => texts,
        }
    }

    /// Reads the input. Continues with erroneous records if all records exist.
    pub fn load(&mut self) -> Result<Loaded, RunStopped> {
        if let Some(name) = self.request.session.invalid_macro() {
            let what = format!("invalid macro name `{name}` specified on command line");
            let error = Diagnostic::error_anywhere(Code::OptionValue, what);
            self.message(self.style.diagnostic(&SourceMap::new(), &error));
            return Err(RunStopped);
        }
        let loaded = match self.read_input() {
            Ok(loaded) => loaded,
            Err(LoadError::Rejected(loaded)) => *loaded,
            Err(LoadError::Read { path, error }) => {
                self.failures.is_part = true;
                let what = format_args!("Could not open input file '{path}': {}", reason(&error));
                return Err(self.report_without_position(Code::FileAccess, what));
            }
        };
        self.accept(&loaded)?;
        Ok(loaded)
    }

    /// Reports the diagnostics of a loaded input. Continues with erroneous records if all records exist.
    pub(crate) fn accept(&mut self, loaded: &Loaded) -> Result<(), RunStopped> {
        self.report(&loaded.store, &loaded.diagnostics);
        self.phases.end("Parse, build records");
        // A failed assertion is an error that leaves the records complete, so they can still be
        // printed.
        self.failures.is_part = self.errors > 0 && !loaded.is_complete;
        if self.failures.is_part { Err(RunStopped) } else { Ok(()) }
    }

    fn read_input(&self) -> Result<Loaded, LoadError> {
        let Request { input, session, .. } = self.request;
        if input != "-" {
            return session.load_file(text_path(input));
        }
        // Somebody who forgot the file would see nothing happen.
        if io::stdin().is_terminal() && reads_messages() {
            let called_as = self.called_as;
            eprint(format_args!("{called_as}: reading the description from standard input\n"));
        }
        let read = read_limited(io::stdin().lock());
        let bytes = read.map_err(|error| LoadError::Read { path: input.clone(), error })?;
        session.load_bytes("<stdin>", bytes)
    }

    /// Writes the output, its side files and its depfile, or none of them if the backend reports errors.
    pub(crate) fn write_file(
        &mut self,
        path: &str,
        loaded: &Loaded,
        claim: Option<WritePermission<'_>>,
    ) -> Result<Option<FinishedOutputs>, RunStopped> {
        let limit = self.copies.as_ref().map(|copies| copies.limit);
        let mut out = self.create_output(path)?;
        if let Some(limit) = limit {
            out = out.keeping_copy(limit);
        }
        let mut beside = FilesBeside::new(path, claim).keeping_copies(limit);
        self.run_task(&loaded.store, Outputs::new(&mut out, &mut beside), path)?;
        self.phases.end("Backend overall");
        // The temporary files are dropped and removed.
        if self.errors > 0 {
            return Ok(None);
        }
        let mut files = Prerequisites::default();
        files.add(&self.request.input, loaded);
        let finished = self.finish_outputs(path, out, beside.into_files(), &files)?;
        self.phases.end("Write output");
        Ok(Some(finished))
    }

    /// Writes the cached output, side files and depfile, and reports the cached messages. `with_reading` includes
    /// messages about reading. If the cached files are damaged, nothing is written or reported.
    pub(crate) fn write_cached(
        &mut self,
        path: &str,
        hit: Hit,
        with_reading: bool,
        claim: Option<WritePermission<'_>>,
    ) -> Result<Option<FinishedOutputs>, RunStopped> {
        let Hit { entry, included } = hit;
        let mut files = Prerequisites::default();
        files.add_cached(&self.request.input, entry.names_main_file(), &included);
        let reading = if with_reading { entry.reading() } else { &[] };
        let messages = [reading, entry.messages()].concat();
        let mut out = self.create_output(path)?;
        let mut beside = FilesBeside::new(path, claim);
        let copied = entry.copy(|side, bytes| write_piece(&mut out, &mut beside, side, bytes));
        match copied {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(error) => self.written(Err(error), path)?,
        }
        messages.iter().for_each(|message| self.message(message));
        self.finish_outputs(path, out, beside.into_files(), &files).map(Some)
    }

    /// Writes an earlier run's files, and a depfile for the loaded input.
    pub(crate) fn write_again(
        &mut self,
        path: &str,
        loaded: &Loaded,
        files: &[CachedFile],
    ) -> Result<FinishedOutputs, RunStopped> {
        let mut prerequisites = Prerequisites::default();
        prerequisites.add(&self.request.input, loaded);
        let mut out = self.create_output(path)?;
        let mut beside = FilesBeside::new(path, None);
        let written = files.iter().try_for_each(|CachedFile { side, bytes }| {
            write_piece(&mut out, &mut beside, side.as_ref(), bytes)
        });
        self.written(written, path)?;
        self.finish_outputs(path, out, beside.into_files(), &prerequisites)
    }

    fn create_output(&mut self, path: &str) -> Result<OutputFile, RunStopped> {
        OutputFile::create(&text_path(path)).map_err(|e| {
            self.report_without_position(
                Code::FileAccess,
                format_args!("error opening {path}: {}", reason(&e)),
            )
        })
    }

    /// Writes the depfile, and renames all files to their final names.
    fn finish_outputs(
        &mut self,
        path: &str,
        mut out: OutputFile,
        mut side_files: Vec<FileBeside>,
        prerequisites: &Prerequisites,
    ) -> Result<FinishedOutputs, RunStopped> {
        let side_paths: Vec<String> = side_files.iter().map(|side| side.path.clone()).collect();
        if let Some(may_rename) = self.permission {
            // A full disk is noticed before the permission is used.
            let flushed = side_files.iter_mut().map(|side| &mut side.file).chain([&mut out]);
            let flushed = flushed.into_iter().try_for_each(|file| file.flush());
            self.written(flushed, path)?;
            if !may_rename() {
                self.failures.of_system = true;
                return Err(RunStopped);
            }
        }
        if let Some(depfile) = &self.request.depfile {
            let targets = depfile::targets([path], &side_paths);
            depfile::write(&text_path(depfile), &targets, prerequisites).map_err(|e| {
                self.report_without_position(
                    Code::FileAccess,
                    format_args!("error opening {depfile}:{}", reason(&e)),
                )
            })?;
        }
        let main = out.take_copy().map(|bytes| CachedFile { side: None, bytes });
        let beside = side_files.iter_mut().map(|side| {
            let bytes = side.file.take_copy()?;
            Some(CachedFile { side: Some(side.name.clone()), bytes })
        });
        let copies = std::iter::once(main).chain(beside).collect();
        let files = std::iter::once(out).chain(side_files.into_iter().map(|side| side.file));
        let mut finished = Finished::Written;
        let result = finish_all(files.collect(), self.request.write_if_changed)
            .map(|became| finished = became);
        self.written(result, path)?;
        Ok(FinishedOutputs { finished, side_paths, copies })
    }

    /// Builds the cache entry for the run. Returns `None` if the output was too large. `reading` contains the
    /// messages about reading.
    pub(crate) fn entry(
        &mut self,
        loaded: &Loaded,
        reading: Vec<String>,
        copies: Option<Vec<CachedFile>>,
    ) -> Option<CacheEntry> {
        let messages = self.take_copied_messages();
        let names_main_file = cache::depfile_names_main_file(loaded);
        copies.map(|files| CacheEntry { files, reading, messages, names_main_file })
    }

    pub(crate) fn run_task(
        &mut self,
        store: &RecordStore,
        mut outputs: Outputs<'_>,
        name: &str,
    ) -> Result<(), RunStopped> {
        let mut diagnostics = Diagnostics::new();
        let ended = match &self.request.task {
            Task::Backend(backend, options) => {
                let mut job = Job {
                    store,
                    options,
                    outputs: outputs.reborrow(),
                    diagnostics: &mut diagnostics,
                };
                let check = self.request.check;
                let mut run = || {
                    let checked = match check {
                        Some(check) => (check.run)(store, options, job.diagnostics),
                        None => Ok(()),
                    };
                    checked.and_then(|()| (backend.run)(&mut job))
                };
                match &mut self.copies {
                    Some(copies) => {
                        let (ended, reads) = store.reads_of(run);
                        copies.reads = reads;
                        ended
                    }
                    None => run(),
                }
            }
            Task::Command(command) => {
                let is_shown = self.request.output == Output::Standard;
                let width = is_shown.then(|| *self.width.get_or_init(output_width)).flatten();
                let other = self.other;
                let subject = CommandSubject::new(store, &mut diagnostics);
                let mut subject = CommandSubject { width, other, ..subject };
                let text = command.text(&mut subject);
                let CommandSubject { argument_error, messages, has_failed, .. } = subject;
                if let Some(error) = argument_error {
                    self.errors += 1;
                    self.message(self.style.diagnostic(&error.sources, &error.diagnostic));
                }
                messages.iter().for_each(|message| self.message(message));
                self.failures.of_command = has_failed;
                text.and_then(|text| outputs.main().write_text(&text))
            }
        };
        self.report(store, &diagnostics);
        match ended {
            Ok(()) => Ok(()),
            Err(Failure::Diagnostic(mut diagnostic)) => {
                if diagnostic.code == Some(Code::MissingClass) && self.style.shows_spans() {
                    let reader = match &self.request.task {
                        Task::Backend(backend, _) => format!("--{}", backend.name),
                        Task::Command(command) => command.name().to_owned(),
                    };
                    let include = "an `include` of the file that defines it may be missing";
                    diagnostic.note(None, format!("`{reader}` reads its records; {include}"));
                }
                self.failures.is_part =
                    matches!(diagnostic.code, Some(Code::MissingClass | Code::Target));
                self.print(store, &diagnostic);
                Err(RunStopped)
            }
            Err(Failure::Reported) => Err(RunStopped),
            Err(Failure::Io(error)) => self.written(Err(error), name),
        }
    }

    /// Reports that the output `name` could not be written. A closed pipe is not an error, because its reader wants
    /// no more output.
    pub(crate) fn written(&mut self, result: io::Result<()>, name: &str) -> Result<(), RunStopped> {
        match result {
            Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(self.report_without_position(
                Code::FileAccess,
                format_args!("error writing {name}: {}", reason(&e)),
            )),
            _ => Ok(()),
        }
    }

    fn report(&mut self, store: &RecordStore, diagnostics: &Diagnostics) {
        self.errors += diagnostics.error_count();
        let follow_ups = FollowUps::new(self.style, store.sources(), diagnostics);
        for diagnostic in diagnostics.iter().filter(|diagnostic| !follow_ups.contains(diagnostic)) {
            self.print(store, diagnostic);
        }
    }

    fn print(&mut self, store: &RecordStore, diagnostic: &Diagnostic) {
        let session = &self.request.session;
        let pinpointed = (self.style.shows_spans())
            .then(|| self.traced.pinpoint(session, store, diagnostic))
            .flatten();
        let report = pinpointed.as_ref().unwrap_or(diagnostic);
        self.message(self.style.diagnostic(store.sources(), report));
    }

    /// Reports an error without a position in the input.
    pub(crate) fn report_without_position(&mut self, code: Code, what: impl Display) -> RunStopped {
        let called_as = self.called_as;
        self.failures.of_system |= code == Code::FileAccess;
        self.message(self.style.error(code, called_as, &format!("{called_as}: {what}\n")));
        RunStopped
    }

    /// Reports an error in the arguments.
    pub(crate) fn refuse(&mut self, error: &Diagnostic) -> RunStopped {
        self.message(self.style.diagnostic(&SourceMap::new(), error));
        RunStopped
    }

    /// Adds a note that names the main file of the description, if the input is a part of it.
    pub(crate) fn add_main_file_hint(&mut self) {
        if let Some(hint) = main_file_hint(&text_path(&self.request.input)) {
            let note = Diagnostic::new(Severity::Note, None, hint);
            self.message(self.style.diagnostic(&SourceMap::new(), &note));
        }
    }

    /// Prints the table with times.
    pub(crate) fn print_phases(&mut self) {
        let table = self.phases.table().to_string();
        self.message(self.style.text(table));
    }

    fn message(&mut self, text: impl Display) {
        if let Some(copies) = &mut self.copies {
            copies.messages.push(text.to_string());
        }
        match &mut self.messages {
            Messages::Printed => eprint(text),
            Messages::Kept(kept) => kept.push(text.to_string()),
        }
    }
}

/// Appends bytes to the main output or to a side file.
fn write_piece(
    out: &mut OutputFile,
    beside: &mut FilesBeside<'_>,
    side: Option<&OwnedSideFile>,
    bytes: &[u8],
) -> io::Result<()> {
    match side {
        None => out.write_all(bytes),
        Some(name) => beside.open(name.as_side_file())?.write_all(bytes),
    }
}
