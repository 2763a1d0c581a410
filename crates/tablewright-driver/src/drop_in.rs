//! A run in place of `llvm-tblgen` or `clang-tblgen`: reads the input, runs a backend, writes the output.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::Arc;

use tablewright_backend::Outputs;
use tablewright_records::{Feature, Loaded, RecordStore};
use tablewright_session::{VersionFiles, main_file_hint, text_path};
use tablewright_syntax::diagnostic::Code;

use crate::cache::{Cache, Hit, Lookup};
use crate::grammar::{self, ArgError, GrammarArg, ParsedArgs, UsageError};
use crate::messages::Style;
use crate::option_table::{OptionTable, PrintedText};
use crate::release::{self, NamedRelease};
use crate::request::{Output, Request, Task};
use crate::run::{FinishedOutputs, Run, RunStopped};
use crate::side_files::TextsAfter;
use crate::terminal::{eprint, print};
use crate::tool::{DropIn, Tool};
use crate::verify::{self, Verification};
use crate::{help, limits, response_file};

/// Buffer size in bytes for standard output.
const BUFFER: usize = 1 << 20;

/// Exit code for all failures, the same as in the replaced programs.
const FAILED: ExitCode = ExitCode::FAILURE;

/// Suggests a command line if the first of several inputs is a command of the program that contains the tool.
fn misplaced_command(
    drop_in: DropIn<'_>,
    error: &ArgError,
    program: &str,
    called_as: &str,
) -> Option<String> {
    let ArgError::TooManyInputs { first } = error else { return None };
    let other = (drop_in.program_with_command)(first)?;
    let tool = drop_in.tool.name();
    let typed = called_as.strip_suffix(tool).and_then(|path| path.strip_suffix(' '));
    let typed = typed.unwrap_or(other);
    let what = format!("'{first}' is a command of {other}");
    Some(format!("{program}: {what}: type '{typed} {first}', without {tool}\n"))
}

/// Runs the program with the arguments after its name.
pub fn main(drop_in: DropIn<'_>, called_as: &str, args: Vec<String>) -> ExitCode {
    let program = program_name(called_as);
    let before = Style::from_args(&args);
    let args = match response_file::expand(args) {
        Ok(args) => args,
        Err(why) => {
            eprint(before.error(Code::FileAccess, program, &format!("{why}\n")));
            return FAILED;
        }
    };
    limits::set(called_as, &args);
    let style = Style::from_args(&args);
    let verbose_version = release::without_verbose_version(&args);
    let shows_release = verbose_version.is_some();
    let args = verbose_version.unwrap_or(args);
    let named = NamedRelease::from_args(&args, drop_in.release);
    let table = OptionTable::new(drop_in.tool, named.map(NamedRelease::release));
    if let Some(other) = &verify::other_program(&args, drop_in.tool) {
        let (args, table) = (&args, &table);
        return Verification { other, drop_in, args, table, style, program }.run();
    }
    let ParsedArgs { args, errors, printed } = grammar::parse(&table, args);
    for error in &errors {
        let mut text = UsageError { error, table: &table, program, called_as }.to_string();
        text += &misplaced_command(drop_in, error, program, called_as).unwrap_or_default();
        eprint(style.error(error.code(), program, &text));
    }
    match printed {
        Some(PrintedText::Help { hidden, sorted }) => {
            return print(called_as, &help::text(&table, program, hidden, sorted));
        }
        Some(PrintedText::Version) => {
            return print(called_as, &help::version(drop_in.tool, program, table.release));
        }
        None => {}
    }
    if !errors.is_empty() {
        return FAILED;
    }
    let has_input = args.iter().any(|arg| matches!(arg, GrammarArg::Input(_)));
    if shows_release && !has_input {
        let text = help::version(drop_in.tool, program, table.release) + &release::chosen(named);
        return print(called_as, &text);
    }
    let mut request = Request::new(&table, args);
    request.session = request.session.compile(drop_in.compile);
    if let Some(named) = named {
        request.session = request.session.release(named.release());
    }
    // The key for a cached output includes the release.
    let input = text_path(&request.input);
    request.session = request.session.find_tree_release(input, &VersionFiles::default());
    if shows_release {
        return show_release(drop_in.tool, called_as, &request, named);
    }
    run(called_as, &request)
}

/// Returns the program name for messages.
fn program_name(called_as: &str) -> &str {
    // The name may also follow a blank: `tablewright llvm-tblgen` is a call with two words.
    called_as.rsplit(['/', ' ']).next().unwrap_or(called_as)
}

/// Prints the release of the input, with the reason.
fn show_release(
    tool: &dyn Tool,
    called_as: &str,
    request: &Request,
    named: Option<NamedRelease>,
) -> ExitCode {
    let Ok(loaded) = Run::new(called_as, request).load() else { return FAILED };
    let store = &loaded.store;
    let program = program_name(called_as);
    let version = help::version(tool, program, Some(store.release()));
    let file = request.session.version_file(text_path(&request.input));
    print(called_as, &(version + &release::for_input(named, &request.input, store, file.as_ref())))
}

/// Runs a request.
pub fn run(called_as: &str, request: &Request) -> ExitCode {
    let mut run = Run::new(called_as, request);
    match run_all(&mut run, called_as, request) {
        Ok(()) => ExitCode::SUCCESS,
        Err(RunStopped) => {
            // Users sometimes pass a part of a description, or its folder.
            if run.failures.is_part
                && let Task::Command(_) = request.task
                && let Some(hint) = main_file_hint(&text_path(&request.input))
            {
                eprint(format_args!("{called_as}: note: {hint}\n"));
            }
            FAILED
        }
    }
}

fn run_all(run: &mut Run<'_>, called_as: &str, request: &Request) -> Result<(), RunStopped> {
    let cache = Cache::for_request(called_as, request);
    let ticket = match cache.as_ref().map(|cache| cache.find(request)) {
        Some(Lookup::Hit(hit, ticket)) => match write_cached(run, request, *hit)? {
            Some(FinishedOutputs { .. }) => return Ok(()),
            None => Some(ticket),
        },
        Some(Lookup::Miss(ticket)) => Some(ticket),
        Some(Lookup::Unserved) | None => None,
    };
    let kept = cache.as_ref().zip(ticket);
    if let Some((cache, _)) = &kept {
        run.keep_copies(cache.largest_file());
    }
    let mut loaded = run.load()?;
    let reading = run.take_copied_messages();
    let selected = request.selection.apply(Arc::make_mut(&mut loaded.store));
    selected.map_err(|error| run.refuse(&error))?;
    let written = run_on(run, request, &loaded, write_standard_output)?;
    if let Some((cache, ticket)) = kept
        && let Some(FinishedOutputs { copies, .. }) = written
        && let Some(entry) = run.entry(&loaded, reading, copies)
    {
        cache.store(&ticket, request, &loaded, &entry);
    }
    if request.time_phases {
        run.print_phases();
    }
    // Finished records consist of many small allocations, which the end of the process frees at once.
    std::mem::forget(loaded);
    Ok(())
}

/// Runs the task of a request on its records, and writes the output. `write_standard_output` writes to standard
/// output. Returns the written files, if the output is a file.
pub(crate) fn run_on(
    run: &mut Run<'_>,
    request: &Request,
    loaded: &Loaded,
    write_standard_output: impl FnOnce(&mut Run<'_>, &RecordStore) -> Result<(), RunStopped>,
) -> Result<Option<FinishedOutputs>, RunStopped> {
    if request.depfile.is_some() && request.output == Output::Standard {
        return Err(run.report_without_position(
            Code::OptionsConflict,
            "the option -d must be used together with -o",
        ));
    }
    let mut written = None;
    let stops = loaded.store.release().has(Feature::ErrorsStopBeforeOutput) && run.errors > 0;
    match &request.output {
        _ if stops => {}
        // Records with errors can be printed, but are not written to a file.
        Output::Standard => write_standard_output(run, &loaded.store)?,
        Output::File(path) if run.errors == 0 => written = run.write_file(path, loaded, None)?,
        Output::File(_) => {}
    }
    if run.errors > 0 {
        let errors = run.errors;
        return Err(run.report_without_position(Code::RunFailed, format_args!("{errors} errors.")));
    }
    Ok(written)
}

/// Writes the cached files. Returns `None` if they are damaged.
fn write_cached(
    run: &mut Run<'_>,
    request: &Request,
    hit: Hit,
) -> Result<Option<FinishedOutputs>, RunStopped> {
    match &request.output {
        Output::File(path) => run.write_cached(path, hit, true, None),
        // These outputs are never cached.
        Output::Standard => Ok(None),
    }
}

fn write_standard_output(run: &mut Run<'_>, store: &RecordStore) -> Result<(), RunStopped> {
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout());
    let mut side_files = TextsAfter::default();
    let outputs = Outputs::new(&mut out, &mut side_files);
    if let Err(stopped) = run.run_task(store, outputs, "standard output") {
        // Output from a failed backend is discarded.
        drop(out.into_parts());
        return Err(stopped);
    }
    run.phases.end("Backend overall");
    let written = side_files.write(&mut out).and_then(|()| out.flush());
    run.written(written, "standard output")?;
    run.phases.end("Write output");
    Ok(())
}
