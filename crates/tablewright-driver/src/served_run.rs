//! A run in place of another process: a build server reads the input once for many clients, and each client gets the
//! bytes that a run of its own would write.
//!
//! Only ordinary runs are served: a backend that reads a regular file and writes regular files or standard output. A
//! client runs everything else itself, for example `--help`, a wrong command line, or a run with a cache.

use std::fs;
use std::io::Write;
use std::path::Path;

use tablewright_backend::Outputs;
use tablewright_records::{Loaded, RecordStore};
use tablewright_session::{LoadError, Session, VersionFiles, text_path};
use tablewright_text::byte_escape::unescape;

use crate::cache_settings;
use crate::drop_in::run_on;
use crate::grammar::{self, ParsedArgs};
use crate::limits;
use crate::messages::{self, Format};
use crate::option_table::{OptionTable, VERIFY_WITH};
use crate::release::{self, NamedRelease};
use crate::request::{Output, Request};
use crate::response_file::{self, values_of};
use crate::run::{Run, RunStopped};
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientSettings {
    /// Value of the variable for the release, empty if it is not set.
    pub release: String,
    /// Value of the variable for the message format, empty if it is not set.
    pub format: String,
    /// Whether messages are coloured by default.
    pub color: bool,
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

/// Builds the request for a client's arguments. Returns `None` if the run is not served. Paths are relative to the
/// current directory.
pub fn request(
    drop_in: DropIn<'_>,
    args: Vec<String>,
    settings: &ClientSettings,
) -> Option<Request> {
    let args = response_file::expand(args).ok()?;
    let is_unserved = |option: &&str| values_of(&args, option).next().is_some();
    if UNSERVED_OPTIONS.iter().any(is_unserved) || release::without_verbose_version(&args).is_some()
    {
        return None;
    }
    let by_variable = match settings.release.as_str() {
        "" => None,
        text => Some(text.parse().ok()?),
    };
    let named = NamedRelease::from_args(&args, drop_in.release);
    let release = named.map(NamedRelease::release).or(by_variable);
    let table = OptionTable::new(drop_in.tool, release);
    let has_format = values_of(&args, messages::OPTION).next().is_some();
    let ParsedArgs { args, errors, printed } = grammar::parse(&table, args);
    if !errors.is_empty() || printed.is_some() {
        return None;
    }
    let mut request = Request::new(&table, args);
    request.session = request.session.compile(drop_in.compile);
    if let Some(release) = release {
        request.session = request.session.release(release);
    }
    if !has_format && !settings.format.is_empty() {
        request.format = Format::from_name(&settings.format)?;
    }
    request.color.get_or_insert(settings.color);
    let reads_and_writes_files = is_shared_file(&request.input)
        && request.depfile.iter().all(|path| is_shared_file(path))
        && match &request.output {
            Output::File(path) => is_shared_file(path),
            Output::Standard => request.depfile.is_none(),
        };
    let is_plain = request.input != "-"
        && request.cache.is_none()
        && !request.time_phases
        && request.session.invalid_macro().is_none();
    if !reads_and_writes_files || !is_plain {
        return None;
    }
    let input = text_path(&request.input);
    request.session = request.session.find_tree_release(input, &VersionFiles::default());
    Some(request)
}

/// Returns whether a path is or will be a regular file, and the same file in each process.
fn is_shared_file(path: &str) -> bool {
    let path = text_path(path);
    let in_process_dir = |path: &Path| PROCESS_DIRS.iter().any(|dir| path.starts_with(dir));
    let is_regular = fs::metadata(&path).map_or(true, |data| data.is_file());
    is_regular
        && !in_process_dir(&path)
        && !fs::canonicalize(&path).is_ok_and(|path| in_process_dir(&path))
}

/// Loads the input of a request, with `session` instead of its own session. Returns `None` if the main file cannot be
/// read.
pub fn load(request: &Request, session: &Session) -> Option<Loaded> {
    match session.load_file(text_path(&request.input)) {
        Ok(loaded) => Some(loaded),
        Err(LoadError::Rejected(loaded)) => Some(*loaded),
        Err(LoadError::Read { .. }) => None,
    }
}

/// Runs the request's task on its records. Files get their names only if `may_rename` returns true. Returns `None` if
/// `may_rename` returned false or the system refused an operation. In this case no file was written completely.
pub fn run(
    called_as: &str,
    request: &Request,
    loaded: &Loaded,
    may_rename: &dyn Fn() -> bool,
) -> Option<ServedOutput> {
    let mut run = Run::keeping_messages(called_as, request).asking(may_rename);
    let mut stdout = Vec::new();
    let result = run.accept(loaded).and_then(|()| {
        let standard =
            |run: &mut Run<'_>, store: &RecordStore| standard_output(run, store, &mut stdout);
        run_on(&mut run, request, loaded, standard)
    });
    if run.has_system_failure {
        return None;
    }
    let stderr = run.into_messages().iter().flat_map(|text| unescape(text).into_owned()).collect();
    Some(ServedOutput { is_success: result.is_ok(), stdout, stderr })
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
