//! `tablewright diff`: what changed from one description to another.

mod report;
mod revision;
mod text;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use tablewright::action_runs::all_runs;
use tablewright::backend::Failure;
use tablewright::inspect::diff::{Changes, OutputChanges, Side, compare};
use tablewright::syntax::diagnostic::Code;
use tablewright::{Loaded, Release, Session, path_text, text_path, tree_include_dirs};

use crate::inspect::{self, all, color, flag, messages_format, release_arg, texts};
use crate::inspection::{Inspection, Subject};
use crate::messages::Style;
use crate::output_file::write_text;
use crate::release;
use crate::request::{Output, Request, Task};
use crate::run::Run;
use crate::selection::Selection;
use crate::terminal::{eprint, print, reason};

pub(crate) const NAME: &str = "diff";

const OUTPUTS: &str = "outputs";
const FULL: &str = "full";
const EXPECT_NONE: &str = "expect-none";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Show what changed from one description to another, and what it means for a target")
        .after_help(
            "OLD and NEW are two main files; or, with FILE, two folders or Git revisions in which \
             FILE is read.\nA revision is read without a checkout:\n    \
             tablewright diff main HEAD llvm/lib/Target/X86/X86.td\n\
             Comments, layout, the order of definitions and numbers of anonymous records change \
             nothing.",
        )
        .arg(Arg::new("old").value_name("OLD").required(true).help("What there was"))
        .arg(Arg::new("new").value_name("NEW").required(true).help("What there is"))
        .arg(Arg::new("file").value_name("FILE").help("The main file in both folders or revisions"))
        .arg(
            texts("include", "DIR", "Search this directory for included files, in both").short('I'),
        )
        .arg(texts("define", "MACRO", "Define this macro for the preprocessor").short('D'))
        .arg(release_arg())
        .arg(flag(EXPECT_NONE, "Fail if anything changed but comments and layout"))
        .arg(flag(OUTPUTS, "Show also which outputs change: runs the actions over both"))
        .arg(flag(FULL, "Show all records and whole values"))
        .arg(
            Arg::new("format")
                .long("format")
                .short('f')
                .value_parser(PossibleValuesParser::new(["text", "markdown", "json"]))
                .default_value("text")
                .help("The format of the output"),
        )
        .arg(inspect::output_arg())
        .arg(inspect::color_arg())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let style = Style::new(messages_format(args), color(args));
    let changes = match loaded(called_as, args) {
        Ok([old, new]) => {
            let mut changes = compare(&old.store, &new.store);
            if args.get_flag(OUTPUTS) && !changes.is_empty() {
                let [of_old, of_new] =
                    [&old.store, &new.store].map(|store| all_runs(store, |_| true));
                let old = Side { store: &old.store, runs: &of_old };
                let new = Side { store: &new.store, runs: &of_new };
                changes.outputs = Some(OutputChanges::of(old, new, &changes.records));
            }
            changes
        }
        Err(Stopped::Said) => return ExitCode::FAILURE,
        Err(Stopped::Because(why)) => return fail(called_as, style, Code::FileAccess, &why),
    };
    let text = shown(&changes, args);
    let written = match args.get_one::<String>("output") {
        None => print(called_as, &text),
        Some(path) => match write_text(path, &text) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                let why = format!("error opening {path}: {}", reason(&error));
                fail(called_as, style, Code::FileAccess, &why)
            }
        },
    };
    if args.get_flag(EXPECT_NONE) && !changes.is_empty() {
        let why = "the descriptions differ in more than comments and layout";
        return fail(called_as, style, Code::Differs, why);
    }
    written
}

fn fail(called_as: &str, style: Style, code: Code, why: &str) -> ExitCode {
    eprint(style.error(code, called_as, &format!("{called_as}: error: {why}\n")));
    ExitCode::FAILURE
}

fn shown(changes: &Changes, args: &ArgMatches) -> String {
    let is_full = args.get_flag(FULL);
    match args.get_one::<String>("format").map(String::as_str) {
        Some("json") => {
            let text = serde_json::to_string_pretty(changes);
            text.expect("strings and numbers are valid JSON") + "\n"
        }
        Some("markdown") => text::markdown(&report::sections(changes, is_full)),
        _ => text::plain(&report::sections(changes, is_full)),
    }
}

/// Why there is nothing to compare.
enum Stopped {
    /// It has been said.
    Said,
    /// It has not.
    Because(String),
}

/// Both descriptions.
fn loaded(called_as: &str, args: &ArgMatches) -> Result<[Loaded; 2], Stopped> {
    let text = |name: &str| args.get_one::<String>(name).map(String::as_str);
    let sides = [text("old").unwrap_or_default(), text("new").unwrap_or_default()];
    let load = |side: &str| {
        let (session, input) = source(side, text("file"), args).map_err(Stopped::Because)?;
        let request = Request {
            session: session.record_reads(args.get_flag(OUTPUTS)),
            input,
            task: Task::Inspection(Box::new(Reading)),
            output: Output::Standard,
            depfile: None,
            cache: None,
            write_if_changed: false,
            time_phases: false,
            color: color(args),
            format: messages_format(args),
            selection: Selection::default(),
        };
        Run::new(called_as, &request).load().map_err(|_| Stopped::Said)
    };
    // A message about either is complete before one about the other.
    Ok([load(sides[0])?, load(sides[1])?])
}

/// Records that are only read.
struct Reading;

impl Inspection for Reading {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, _: &mut Subject<'_, '_>) -> Result<String, Failure> {
        Ok(String::new())
    }
}

/// How a side is loaded, and its main file.
fn source(side: &str, file: Option<&str>, args: &ArgMatches) -> Result<(Session, String), String> {
    let session = base_session(args);
    let includes: Vec<PathBuf> = all(args, "include").iter().map(|dir| text_path(dir)).collect();
    let Some(file) = file else {
        let dirs = with_tree(includes, &text_path(side));
        let session = dirs.into_iter().fold(session, Session::include_dir);
        return Ok((session, side.to_owned()));
    };
    let folder = text_path(side);
    if folder.is_dir() {
        let input = folder.join(text_path(file));
        let includes = includes.into_iter().map(|dir| folder.join(dir)).collect();
        let dirs = with_tree(includes, &input);
        let session = dirs.into_iter().fold(session, Session::include_dir);
        // A file of the current directory is not the folder's.
        return Ok((session.skip_current_dir(true), path_text(&input)));
    }
    let dirs = with_tree(includes, &text_path(file));
    revision::session(session.skip_current_dir(true), side, file, &dirs)
}

/// Include directories with those of the tree that a file lies in.
fn with_tree(mut dirs: Vec<PathBuf>, file: &Path) -> Vec<PathBuf> {
    for dir in tree_include_dirs(file) {
        if !dirs.contains(&dir) && !dir.as_os_str().is_empty() {
            dirs.push(dir);
        }
    }
    dirs
}

fn base_session(args: &ArgMatches) -> Session {
    let session = Session::new().warn_unused_template_args(false);
    let named = args.get_one::<Release>(release::OPTION).copied();
    let named = named.or_else(|| release::of_variable().ok().flatten());
    let session = named.into_iter().fold(session, Session::release);
    all(args, "define").into_iter().fold(session, Session::define)
}
