//! What the commands have in common that show people something of one description: their arguments,
//! and how they run.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use tablewright::inspect::NamePattern;
use tablewright::{Release, Session, path_text, text_path, tree_include_dirs};

use crate::drop_in;
use crate::inspection::Inspection;
use crate::limits;
use crate::messages::{self, Format};
use crate::release;
use crate::request::{Output, Request, Task};
use crate::selection::Selection;
use crate::terminal::eprint;

/// An argument that is given or not.
pub(crate) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// An argument that may be given any number of times.
pub(crate) fn texts(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).action(ArgAction::Append).help(help)
}

/// The values of an argument made by [`texts`].
pub(crate) fn all(args: &ArgMatches, name: &str) -> Vec<String> {
    args.get_many::<String>(name).unwrap_or_default().cloned().collect()
}

/// The patterns for names that are the values of an argument made by [`texts`].
pub(crate) fn name_patterns(args: &ArgMatches, name: &str) -> Vec<NamePattern> {
    all(args, name).into_iter().map(NamePattern::new).collect()
}

/// A command over the description of a target.
pub(crate) fn command(name: &'static str) -> Command {
    Command::new(name)
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .help("The description; - is standard input"),
        )
        .arg(texts("include", "DIR", "Search this directory for included files").short('I'))
        .arg(texts("define", "MACRO", "Define this macro for the preprocessor").short('D'))
        .arg(release_arg())
}

/// The argument that names the release of LLVM of the description.
pub(crate) fn release_arg() -> Arg {
    let parse = |text: &str| text.parse::<Release>().map_err(|_| release::invalid(text));
    Arg::new(release::OPTION)
        .long(release::OPTION)
        .value_name("VERSION")
        .value_parser(parse)
        .help("The release of LLVM of the description; without it that of TABLEWRIGHT_RELEASE, of the tree, else detected")
}

/// The arguments that say in which form it is shown and where, the first form being the default.
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

/// The argument that says where it is shown.
pub(crate) fn output_arg() -> Arg {
    Arg::new("output").short('o').value_name("FILE").help("Write to this file")
}

/// Whether this form was asked for.
pub(crate) fn has_form(args: &ArgMatches, form: &str) -> bool {
    args.get_one::<String>("format").is_some_and(|asked| asked == form)
}

/// The format of messages that a command was given.
pub(crate) fn messages_format(args: &ArgMatches) -> Format {
    let name = args.get_one::<String>(messages::OPTION);
    name.and_then(|name| Format::of(name)).unwrap_or_else(messages::without_option)
}

/// Runs a command made by [`command`] with [`form_args`].
pub(crate) fn run(called_as: &str, args: &ArgMatches, inspection: Box<dyn Inspection>) -> ExitCode {
    let text = |name: &str| args.get_one::<String>(name).cloned();
    let input = text("file").expect("it is required");
    let request = Request {
        session: session(called_as, args, &input)
            .trace(inspection.needs_trace())
            .record_reads(inspection.needs_reads()),
        input,
        check: None,
        task: Task::Inspection(inspection),
        output: text("output").map_or(Output::Standard, Output::of),
        depfile: None,
        cache: None,
        write_if_changed: false,
        time_phases: false,
        color: color(args),
        format: messages_format(args),
        selection: Selection::default(),
    };
    drop_in::run(called_as, &request)
}

/// The argument that says whether messages are coloured.
pub(crate) fn color_arg() -> Arg {
    Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .value_parser(PossibleValuesParser::new(["auto", "always", "never"]))
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("always")
        .help("Colour messages (by default on a terminal)")
}

/// What [`color_arg`] was given.
pub(crate) fn color(args: &ArgMatches) -> Option<bool> {
    match args.get_one::<String>("color").map(String::as_str) {
        Some("always") => Some(true),
        Some("never") => Some(false),
        _ => None,
    }
}

/// How the input of a command is loaded: with what it was told, then with the include directories
/// of the tree that the input lies in. Those are named, since nobody asked for them.
pub(crate) fn session(called_as: &str, args: &ArgMatches, input: &str) -> Session {
    let mut dirs: Vec<PathBuf> = all(args, "include").iter().map(|dir| text_path(dir)).collect();
    let explicit = dirs.len();
    if input != "-" {
        for dir in tree_include_dirs(&text_path(input)) {
            if !dirs.contains(&dir) && !dir.as_os_str().is_empty() {
                dirs.push(dir);
            }
        }
    }
    // The directory of the input alone is nothing to speak of.
    if let found @ [_, _, ..] = &dirs[explicit..] {
        let names: Vec<String> = found.iter().map(|dir| format!("-I {}", path_text(dir))).collect();
        eprint(format_args!("{called_as}: note: found {}\n", names.join(" ")));
    }
    // Who looks at a description need not be its author; LLVM's have many such arguments.
    let session = limits::session().warn_unused_template_args(false);
    let named = args.get_one::<Release>(release::OPTION).copied();
    let named = named.or_else(|| release::of_variable().ok().flatten());
    let session = named.into_iter().fold(session, Session::release);
    let session = dirs.into_iter().fold(session, Session::include_dir);
    all(args, "define").into_iter().fold(session, Session::define)
}
