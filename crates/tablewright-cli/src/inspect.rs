//! What the commands have in common that show people something of one description: their arguments,
//! and how they run.

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use tablewright::Session;

use crate::drop_in;
use crate::inspection::Inspection;
use crate::messages::{self, Format};
use crate::request::{Output, Request, Task};

/// An argument that is given or not.
pub(crate) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// An argument that may be given any number of times.
pub(crate) fn texts(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).action(ArgAction::Append).help(help)
}

/// The values of an argument made by [`texts`].
pub(crate) fn all(given: &ArgMatches, name: &str) -> Vec<String> {
    given.get_many::<String>(name).unwrap_or_default().cloned().collect()
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
        .arg(texts("include", "DIR", "Search this directory for included files").short('I'))
        .arg(texts("define", "MACRO", "Define this macro for the preprocessor").short('D'))
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

/// The format of messages that a command was given.
pub(crate) fn messages_format(given: &ArgMatches) -> Format {
    let name = given.get_one::<String>(messages::OPTION);
    name.and_then(|name| Format::of(name)).unwrap_or_default()
}

/// Runs a command made by [`command`] with [`form_args`].
pub(crate) fn run(
    called_as: &str,
    given: &ArgMatches,
    inspection: Box<dyn Inspection>,
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
        task: Task::Inspection(inspection),
        output: text("output").map_or(Output::Standard, Output::of),
        depfile: None,
        write_if_changed: false,
        time_phases: false,
        color: None,
        format: messages_format(given),
    };
    drop_in::run(called_as, &request)
}
