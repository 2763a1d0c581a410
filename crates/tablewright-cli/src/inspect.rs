//! The common parts of commands that inspect one description: their arguments, and how they run.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use tablewright_driver::served_run::ServedRequest;
use tablewright_inspect::NamePattern;
use tablewright_records::Release;
use tablewright_session::{Session, path_text, text_path, tree_include_dirs};

use crate::description_command::DescriptionCommand;
use crate::drop_in;
use crate::limits;
use crate::messages::{self, Format};
use crate::release;
use crate::request::{Output, Request, Task};
use crate::selection::Selection;
use crate::terminal::eprint;

/// Returns an argument without a value.
pub(crate) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// Returns an argument that may be repeated.
pub(crate) fn texts(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).action(ArgAction::Append).help(help)
}

/// Returns the values of an argument built by [`texts`].
pub(crate) fn all(args: &ArgMatches, name: &str) -> Vec<String> {
    args.get_many::<String>(name).unwrap_or_default().cloned().collect()
}

/// Returns the values of an argument built by [`texts`], as name patterns.
pub(crate) fn name_patterns(args: &ArgMatches, name: &str) -> Vec<NamePattern> {
    all(args, name).into_iter().map(NamePattern::new).collect()
}

/// Returns a command that reads a target description.
pub(crate) fn command(name: &'static str) -> Command {
    Command::new(name)
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .help("Description to read; - reads standard input"),
        )
        .arg(texts("include", "DIR", "Search this directory for included files").short('I'))
        .arg(texts("define", "MACRO", "Define this macro for the preprocessor").short('D'))
        .arg(release_arg())
}

/// Returns the argument that names the description's LLVM release.
pub(crate) fn release_arg() -> Arg {
    let parse = |text: &str| text.parse::<Release>().map_err(|_| release::invalid(text));
    Arg::new(release::OPTION)
        .long(release::OPTION)
        .value_name("VERSION")
        .value_parser(parse)
        .help("LLVM release of the description, for example 23 [default: from TABLEWRIGHT_RELEASE, else the source tree, else detected]")
}

/// Returns the arguments for format, output file and colour. The first form is the default.
pub(crate) fn form_args(forms: impl AsRef<[&'static str]>, help: &'static str) -> [Arg; 3] {
    let forms = forms.as_ref();
    [
        Arg::new("format")
            .long("format")
            .short('f')
            .value_parser(PossibleValuesParser::new(forms.iter().copied()))
            .default_value(forms[0])
            .help(help),
        output_arg(),
        color_arg(),
    ]
}

/// Returns the argument for the output file.
pub(crate) fn output_arg() -> Arg {
    Arg::new("output").short('o').value_name("FILE").help("Output file [default: standard output]")
}

/// Whether a form was requested.
pub(crate) fn has_form(args: &ArgMatches, form: &str) -> bool {
    args.get_one::<String>("format").is_some_and(|asked| asked == form)
}

/// Returns the requested message format.
pub(crate) fn messages_format(args: &ArgMatches) -> Format {
    let name = args.get_one::<String>(messages::OPTION);
    name.and_then(|name| Format::from_name(name)).unwrap_or_else(messages::without_option)
}

/// Runs a command built by [`command`] and [`form_args`].
pub(crate) fn run(
    called_as: &str,
    args: &ArgMatches,
    command: Box<dyn DescriptionCommand>,
) -> ExitCode {
    let ServedRequest { request, note, .. } = request(called_as, args, command);
    if let Some(note) = note {
        eprint(note);
    }
    drop_in::run(called_as, &request)
}

/// Builds the request for a command built by [`command`] and [`form_args`].
pub(crate) fn request(
    called_as: &str,
    args: &ArgMatches,
    command: Box<dyn DescriptionCommand>,
) -> ServedRequest {
    let input = args.get_one::<String>("file").cloned().expect("it is required");
    let (session, note) = session_and_note(called_as, args, &input);
    let request = command_request(args, session, input, command);
    ServedRequest { called_as: called_as.to_owned(), request, other: None, note }
}

/// Builds the request for a command over the main file `input`.
pub(crate) fn command_request(
    args: &ArgMatches,
    session: Session,
    input: String,
    command: Box<dyn DescriptionCommand>,
) -> Request {
    let output = args.get_one::<String>("output").cloned();
    Request {
        session: session.trace(command.needs_trace()).record_reads(command.needs_reads()),
        input,
        check: None,
        task: Task::Command(command),
        output: output.map_or(Output::Standard, Output::from_path),
        depfile: None,
        cache: None,
        write_if_changed: false,
        time_phases: false,
        color: color(args),
        format: messages_format(args),
        selection: Selection::default(),
    }
}

/// Returns the argument that selects coloured messages.
pub(crate) fn color_arg() -> Arg {
    Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .value_parser(PossibleValuesParser::new(["auto", "always", "never"]))
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("always")
        .help("Colour messages [default: auto, on a terminal only]")
}

/// Returns the value of [`color_arg`]. `None` for automatic colours.
pub(crate) fn color(args: &ArgMatches) -> Option<bool> {
    match args.get_one::<String>("color").map(String::as_str) {
        Some("always") => Some(true),
        Some("never") => Some(false),
        _ => None,
    }
}

/// Returns a session for a command's input, with the command line options, then the include directories for the
/// source tree that contains the input. Prints a note that lists the added directories, since nobody requested them.
pub(crate) fn session(called_as: &str, args: &ArgMatches, input: &str) -> Session {
    let (session, note) = session_and_note(called_as, args, input);
    if let Some(note) = note {
        eprint(note);
    }
    session
}

/// Like [`session`], but returns the note.
pub(crate) fn session_and_note(
    called_as: &str,
    args: &ArgMatches,
    input: &str,
) -> (Session, Option<String>) {
    let mut dirs: Vec<PathBuf> = all(args, "include").iter().map(|dir| text_path(dir)).collect();
    let explicit = dirs.len();
    if input != "-" {
        dirs = with_tree_dirs(dirs, &text_path(input));
    }
    // A single directory is the input's own directory, not worth a note.
    let note = match &dirs[explicit..] {
        extra_dirs @ [_, _, ..] => {
            let names: Vec<String> =
                extra_dirs.iter().map(|dir| format!("-I {}", path_text(dir))).collect();
            Some(format!("{called_as}: note: found {}\n", names.join(" ")))
        }
        _ => None,
    };
    (dirs.into_iter().fold(defining_session(args), Session::include_dir), note)
}

/// Returns a session with the requested release and macros, without include directories.
pub(crate) fn defining_session(args: &ArgMatches) -> Session {
    all(args, "define").into_iter().fold(release_session(args), Session::define)
}

/// Returns a session with the requested release.
pub(crate) fn release_session(args: &ArgMatches) -> Session {
    // The reader of a description is often not its author, and LLVM's descriptions have many unused arguments.
    let session = limits::session().warn_unused_template_args(false);
    let named = args.get_one::<Release>(release::OPTION).copied();
    let named = named.or_else(|| release::from_variable().ok().flatten());
    named.into_iter().fold(session, Session::release)
}

/// Adds the include directories for the source tree that contains a file.
pub(crate) fn with_tree_dirs(mut dirs: Vec<PathBuf>, file: &Path) -> Vec<PathBuf> {
    for dir in tree_include_dirs(file) {
        if !dirs.contains(&dir) && !dir.as_os_str().is_empty() {
            dirs.push(dir);
        }
    }
    dirs
}
