//! A run in place of another process: a build server reads the input once for many clients, and each client gets the
//! bytes that a run of its own would write.
//!
//! Only ordinary runs are served: a backend that reads a regular file and writes regular files or standard output. A
//! client runs everything else itself, for example `--help`, a wrong command line, or a run with a cache.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use tablewright_backend::Outputs;
use tablewright_records::{IncrementalLoad, LoadMonitor, Loaded, RecordStore, Release};
use tablewright_session::{LoadError, Session, VersionFiles, text_path};
use tablewright_text::byte_escape::unescape;

use crate::cache_settings;
use crate::drop_in::run_on;
use crate::grammar::{self, ParsedArgs};
use crate::kept_answer::{KeptAnswer, MAX_KEPT_FILE};
use crate::limits;
use crate::messages::{self, Format};
use crate::option_table::{OptionTable, VERIFY_WITH};
use crate::release::{self, NamedRelease};
use crate::request::{Output, Request, Task};
use crate::response_file::{self, values_of};
use crate::run::{FinishedOutputs, Run, RunStopped};
use crate::side_files::TextsAfter;
use crate::tool::DropIn;

/// Options of runs that are not served.
const UNSERVED_OPTIONS: [&str; 5] = [
    VERIFY_WITH,
    cache_settings::OPTION,
    limits::MAX_STEPS,
    limits::MAX_MEMORY,
    limits::FILE_ACCESS,
];

/// Directories whose files are different for each process.
const PROCESS_DIRS: [&str; 4] = ["/proc", "/dev/fd", "/dev/stdin", "/dev/stdout"];

/// Settings of a client's environment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClientSettings {
    /// Value of the variable for the release, empty if it is not set.
    pub release: String,
    /// Value of the variable for the message format, empty if it is not set.
    pub format: String,
    /// Whether messages are coloured by default.
    pub color: bool,
    /// Whether standard output is coloured by default.
    pub output_color: bool,
    /// Width of the terminal on standard output in columns. `None` if standard output is not a terminal.
    pub width: Option<usize>,
}

/// A run that a client asks for.
pub struct ServedRequest {
    /// The command in messages.
    pub called_as: String,
    /// The request.
    pub request: Request,
    /// A request for other records, if the command compares two descriptions. Its task is not run.
    pub other: Option<Request>,
    /// Text for standard error before all messages.
    pub note: Option<String>,
}

/// The output of a served run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedOutput {
    /// Whether the run succeeded.
    pub is_success: bool,
    /// Bytes for standard output.
    pub stdout: Vec<u8>,
    /// Bytes for standard error.
    pub stderr: Vec<u8>,
}

/// Builds the request for a client's arguments of a drop-in program. Returns `None` if the run is not served. Paths are
/// relative to the current directory.
pub fn drop_in_request(
    drop_in: DropIn<'_>,
    called_as: String,
    args: Vec<String>,
    settings: &ClientSettings,
) -> Option<ServedRequest> {
    let args = response_file::expand(args).ok()?;
    if release::without_verbose_version(&args).is_some() {
        return None;
    }
    let named = NamedRelease::from_args(&args, drop_in.release).map(NamedRelease::release);
    let release = match named {
        Some(release) => Some(release),
        None => variable_release(settings)?,
    };
    let table = OptionTable::new(drop_in.tool, release);
    let ParsedArgs { args: parsed, errors, printed } = grammar::parse(&table, args.clone());
    if !errors.is_empty() || printed.is_some() {
        return None;
    }
    let mut request = Request::new(&table, parsed);
    request.session = request.session.compile(drop_in.compile);
    if let Some(release) = release {
        request.session = request.session.release(release);
    }
    let request = adapted(request, &args, settings)?;
    Some(ServedRequest { called_as, request, other: None, note: None })
}

/// Adapts the request of a command that shows a description. `named` is the release in its arguments. Returns `None`
/// if the run is not served.
pub fn command_request(
    mut served: ServedRequest,
    named: Option<Release>,
    args: &[String],
    settings: &ClientSettings,
) -> Option<ServedRequest> {
    let release = match named {
        Some(_) => None,
        None => variable_release(settings)?,
    };
    let adapt = |mut request: Request| {
        if let Some(release) = release {
            request.session = request.session.release(release);
        }
        adapted(request, args, settings)
    };
    served.request = adapt(served.request)?;
    served.other = match served.other {
        Some(other) => Some(adapt(other)?),
        None => None,
    };
    Some(served)
}

/// Returns the release in the client's variable, or `Some(None)` if the variable is empty.
fn variable_release(settings: &ClientSettings) -> Option<Option<Release>> {
    match settings.release.as_str() {
        "" => Some(None),
        text => text.parse().ok().map(Some),
    }
}

/// Applies the client's settings to a request. Returns `None` if the run is not served.
fn adapted(mut request: Request, args: &[String], settings: &ClientSettings) -> Option<Request> {
    let is_named = |option: &&str| values_of(args, option).next().is_some();
    if UNSERVED_OPTIONS.iter().any(is_named) {
        return None;
    }
    if !is_named(&messages::OPTION) && !settings.format.is_empty() {
        request.format = Format::from_name(&settings.format)?;
    }
    request.color.get_or_insert(settings.color);
    let reads_and_writes_files = is_shared_file(&request.input)
        && request.depfile.iter().all(|path| is_shared_file(path))
        && match &request.output {
            Output::File(path) => is_shared_file(path),
            Output::Standard => request.depfile.is_none(),
        };
    let is_plain = request.cache.is_none() && !request.time_phases;
    if !reads_and_writes_files || !is_plain || !can_share(&request) {
        return None;
    }
    Some(sharing(request))
}

/// Returns whether the request's records can be shared with other requests.
pub fn can_share(request: &Request) -> bool {
    reads_file(request)
        && request.selection.is_everything()
        && request.session.invalid_macro().is_none()
}

/// Returns whether the request reads a regular file that is the same for each process, or a file that is missing.
pub fn reads_file(request: &Request) -> bool {
    request.input != "-" && is_shared_file(&request.input)
}

/// Sets the release of the source tree that contains the input. Reads are not recorded while the input is loaded, since
/// shared records would keep the reads of other requests.
pub fn sharing(mut request: Request) -> Request {
    let input = text_path(&request.input);
    let session = request.session.record_reads(false);
    request.session = session.find_tree_release(input, &VersionFiles::default());
    request
}

/// Whether the request's task needs the reads of fields.
fn needs_reads(request: &Request) -> bool {
    match &request.task {
        Task::Command(command) => command.needs_reads(),
        Task::Backend(..) => false,
    }
}

/// Returns whether a path is or will be a regular file, and the same file in each process.
fn is_shared_file(path: &str) -> bool {
    if path == "-" {
        return false;
    }
    let path = text_path(path);
    let in_process_dir = |path: &Path| PROCESS_DIRS.iter().any(|dir| path.starts_with(dir));
    let is_regular = fs::metadata(&path).map_or(true, |data| data.is_file());
    is_regular
        && !in_process_dir(&path)
        && !fs::canonicalize(&path).is_ok_and(|path| in_process_dir(&path))
}

/// Loads the input of a request, with `session` instead of its own session. Resumes from the evaluation in `kept`.
/// Returns `None` if the main file cannot be read.
pub fn load(request: &Request, session: &Session, kept: &mut IncrementalLoad) -> Option<Loaded> {
    match session.load_file_after_edits(text_path(&request.input), kept) {
        Ok(loaded) => Some(loaded),
        Err(LoadError::Rejected(loaded)) => Some(*loaded),
        Err(LoadError::Read { .. }) => None,
    }
}

/// Records for a served run.
#[derive(Clone, Copy)]
pub struct ServedRecords<'l> {
    /// The input.
    pub loaded: &'l Loaded,
    /// The input of the other request.
    pub other: Option<&'l Loaded>,
}

/// Runs the request's task on its records. Files get their names only if `may_rename` returns true. Returns `None` if
/// `may_rename` returned false, the system refused an operation, or the input of a command has errors. In these cases no
/// file was written completely.
///
/// If the records record reads, an output without messages is also returned as a [`KeptAnswer`].
pub fn run(
    served: &ServedRequest,
    records: ServedRecords<'_>,
    width: Option<usize>,
    may_rename: &dyn Fn() -> bool,
) -> Option<(ServedOutput, Option<KeptAnswer>)> {
    let ServedRequest { called_as, request, other: _, note: _ } = served;
    let is_command = match &request.task {
        Task::Command(_) => true,
        Task::Backend(..) => false,
    };
    let inputs = || std::iter::once(records.loaded).chain(records.other);
    // Some commands continue after errors, and others stop.
    if is_command && inputs().any(|loaded| loaded.diagnostics.has_errors()) {
        return None;
    }
    let copies = recording_copies(request, inputs());
    let loaded = copies.first().unwrap_or(records.loaded);
    let other = copies.get(1).or(records.other);
    let mut run = Run::keeping_messages(called_as, request)
        .asking(may_rename)
        .with_width(width)
        .comparing_to(other.map(|other| &*other.store));
    if !is_command && loaded.store.records_reads() {
        run.keep_copies(MAX_KEPT_FILE);
    }
    let mut stdout = Vec::new();
    let accepted = inputs().try_for_each(|loaded| run.accept(loaded));
    let result = accepted.and_then(|()| run_in_memory(&mut run, request, loaded, &mut stdout));
    // A command that fails over a part of a description looks for the whole description, for a hint.
    let needs_hint = is_command && result.is_err() && run.failures.is_part;
    if run.failures.of_system || needs_hint {
        return None;
    }
    let is_success = result.is_ok() && !run.failures.of_command;
    let reads = run.take_reads();
    let output = output(run, served, is_success, stdout);
    let answer = match (result, reads) {
        (Ok(written), Some(reads)) if is_success && output.stderr.is_empty() => {
            KeptAnswer::new(&output.stdout, written, reads)
        }
        _ => None,
    };
    Some((output, answer))
}

/// Writes an earlier run's output for the same request and for records that differ in nothing that this run read.
/// Returns `None` if `may_rename` returned false, or the system refused an operation.
pub fn run_again(
    served: &ServedRequest,
    loaded: &Loaded,
    answer: &KeptAnswer,
    may_rename: &dyn Fn() -> bool,
) -> Option<ServedOutput> {
    let ServedRequest { called_as, request, .. } = served;
    let mut run = Run::keeping_messages(called_as, request).asking(may_rename);
    match &request.output {
        Output::File(path) => drop(run.write_again(path, loaded, answer.files()).ok()?),
        Output::Standard => {}
    }
    Some(output(run, served, true, answer.stdout().to_vec()))
}

/// Runs the request's task on shared records, for a program that asks. Failures are a part of the output. Findings of a
/// command are not failures.
pub fn answer(served: &ServedRequest, loaded: &Loaded) -> ServedOutput {
    let ServedRequest { called_as, request, .. } = served;
    let copies = recording_copies(request, std::iter::once(loaded));
    let loaded = copies.first().unwrap_or(loaded);
    let mut run = Run::keeping_messages(called_as, request).with_width(None);
    let mut stdout = Vec::new();
    let accepted = run.accept(loaded);
    let result = accepted.and_then(|()| run_in_memory(&mut run, request, loaded, &mut stdout));
    answered(run, served, result.is_ok(), stdout)
}

/// Loads the input with `monitor`, and runs the request's task on records that nobody shares.
pub fn answer_alone(mut served: ServedRequest, monitor: LoadMonitor) -> ServedOutput {
    let reads = needs_reads(&served.request);
    served.request.session = served.request.session.monitor(monitor).record_reads(reads);
    let request = &served.request;
    let mut run = Run::keeping_messages(&served.called_as, request).with_width(None);
    let mut stdout = Vec::new();
    let result = run.load().and_then(|mut loaded| {
        let selected = request.selection.apply(Arc::make_mut(&mut loaded.store));
        selected.map_err(|error| run.refuse(&error))?;
        run_in_memory(&mut run, request, &loaded, &mut stdout)
    });
    answered(run, &served, result.is_ok(), stdout)
}

/// Returns copies whose reads are recorded, if the request needs reads. The originals would keep the reads of earlier
/// commands.
fn recording_copies<'l>(
    request: &Request,
    inputs: impl Iterator<Item = &'l Loaded>,
) -> Vec<Loaded> {
    let copy = |loaded: &Loaded| {
        let mut copy = loaded.clone();
        Arc::make_mut(&mut copy.store).record_reads();
        copy
    };
    if needs_reads(request) { inputs.map(copy).collect() } else { Vec::new() }
}

/// Builds the output for a program. A failure over a part of a description has a hint.
fn answered(
    mut run: Run<'_>,
    served: &ServedRequest,
    is_success: bool,
    stdout: Vec<u8>,
) -> ServedOutput {
    if !is_success && run.failures.is_part {
        run.add_main_file_hint();
    }
    output(run, served, is_success, stdout)
}

/// Runs the task with `stdout` in place of standard output.
fn run_in_memory(
    run: &mut Run<'_>,
    request: &Request,
    loaded: &Loaded,
    stdout: &mut Vec<u8>,
) -> Result<Option<FinishedOutputs>, RunStopped> {
    run_on(run, request, loaded, |run, store| standard_output(run, store, stdout))
}

fn output(run: Run<'_>, served: &ServedRequest, is_success: bool, stdout: Vec<u8>) -> ServedOutput {
    let messages = served.note.iter().cloned().chain(run.into_messages());
    let stderr = messages.flat_map(|text| unescape(&text).into_owned()).collect();
    ServedOutput { is_success, stdout, stderr }
}

/// Runs the task with its output and side files in memory.
fn standard_output(
    run: &mut Run<'_>,
    store: &RecordStore,
    stdout: &mut Vec<u8>,
) -> Result<(), RunStopped> {
    let (mut out, mut side_files) = (Vec::new(), TextsAfter::default());
    run.run_task(store, Outputs::new(&mut out, &mut side_files), "standard output")?;
    let written = side_files.write(&mut out).and_then(|()| out.flush());
    run.written(written, "standard output")?;
    *stdout = out;
    Ok(())
}
