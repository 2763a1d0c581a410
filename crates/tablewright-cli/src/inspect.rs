//! What the commands share that show people something of one description: their common arguments,
//! and how they run, which is as a backend that is none of `llvm-tblgen`.

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use tablewright::Session;
use tablewright::backends::{Backend, BackendOption, OptionKind, OptionValue, Options};

use crate::drop_in;
use crate::request::{Output, Request};

/// An option that is given or not.
pub(crate) const fn flag(name: &'static str) -> BackendOption {
    BackendOption { name, kind: OptionKind::Flag { default: false }, help: "" }
}

/// An option that may be given any number of times.
pub(crate) const fn texts(name: &'static str) -> BackendOption {
    BackendOption { name, kind: OptionKind::Texts { placeholder: "" }, help: "" }
}

/// The argument for an option made by [`flag`].
pub(crate) fn flag_arg(option: &BackendOption, help: &'static str) -> Arg {
    Arg::new(option.name).long(option.name).action(ArgAction::SetTrue).help(help)
}

/// The argument for an option made by [`texts`].
pub(crate) fn texts_arg(option: &BackendOption, value: &'static str, help: &'static str) -> Arg {
    several(option.name, value, help)
}

fn several(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).action(ArgAction::Append).help(help)
}

/// A command over the description of a target.
pub(crate) fn command(name: &'static str) -> Command {
    Command::new(name)
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .help("The description of a target; - is standard input"),
        )
        .arg(several("include", "DIR", "Search this directory for included files").short('I'))
        .arg(several("define", "MACRO", "Define this macro for the preprocessor").short('D'))
}

/// The arguments that say in which form it is shown and where, the first form being the default.
pub(crate) fn form_args(forms: [&'static str; 2], help: &'static str) -> [Arg; 2] {
    [
        Arg::new("format")
            .long("format")
            .short('f')
            .value_parser(PossibleValuesParser::new(forms))
            .default_value(forms[0])
            .help(help),
        Arg::new("output").short('o').value_name("FILE").help("Write to this file"),
    ]
}

/// Whether this form was asked for.
pub(crate) fn has_form(given: &ArgMatches, form: &str) -> bool {
    given.get_one::<String>("format").is_some_and(|asked| asked == form)
}

/// Sets options from the arguments that are called as they are.
pub(crate) fn set_options(
    options: &mut Options,
    given: &ArgMatches,
    flags: &[&'static BackendOption],
    texts: &[&'static BackendOption],
) {
    for option in flags {
        options.set(option, OptionValue::Flag(given.get_flag(option.name)));
    }
    for option in texts {
        options.set(option, OptionValue::Texts(all(given, option.name).cloned().collect()));
    }
}

fn all<'a>(given: &'a ArgMatches, name: &str) -> impl Iterator<Item = &'a String> {
    given.get_many::<String>(name).unwrap_or_default()
}

/// Runs a command made by [`command`] with [`form_args`].
pub(crate) fn run(
    called_as: &str,
    given: &ArgMatches,
    backend: &'static Backend,
    options: Options,
) -> ExitCode {
    let mut session = Session::new();
    for dir in all(given, "include") {
        session = session.include_dir(dir);
    }
    for name in all(given, "define") {
        session = session.define(name);
    }
    let text = |name: &str| given.get_one::<String>(name).cloned();
    let request = Request {
        input: text("file").expect("it is required"),
        session,
        backend,
        options,
        output: text("output").map_or(Output::Standard, Output::of),
        depfile: None,
        write_if_changed: false,
        time_phases: false,
        color: None,
    };
    drop_in::run(called_as, &request)
}
