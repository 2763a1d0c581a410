//! The commands of `tablewright` under its own name.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use tablewright::syntax::diagnostic::Code;

use crate::batch;
use crate::drop_in;
use crate::errors;
use crate::grammar::{self, ParsedArgs};
use crate::messages::{self, Format, Style};
use crate::mode::Tool;
use crate::option_table::OptionTable;
use crate::registers;
use crate::request::Request;
use crate::sched_coverage;
use crate::terminal::{eprint, print};

/// What `print` can make of records, and the action that makes it.
const FORMATS: [(&str, &str); 5] = [
    ("records", "print-records"),
    ("detailed", "print-detailed-records"),
    ("json", "dump-json"),
    ("sets", "print-sets"),
    ("tags", "gen-ctags"),
];

/// Runs the program with the arguments behind its name.
pub(crate) fn main(called_as: &str, args: Vec<OsString>) -> ExitCode {
    if let Some((first, rest)) = args.split_first()
        && first == batch::NAME
    {
        return batch::main(called_as, rest);
    }
    let words: Vec<String> = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let args = std::iter::once(OsString::from(called_as)).chain(args);
    match command().try_get_matches_from(args) {
        Ok(matches) => match matches.subcommand() {
            Some(("print", given)) => print_command(called_as, given),
            Some((errors::NAME, given)) => errors::main(given),
            Some((registers::NAME, given)) => registers::main(called_as, given),
            Some((sched_coverage::NAME, given)) => sched_coverage::main(called_as, given),
            _ => ExitCode::FAILURE,
        },
        Err(error) if error.use_stderr() => {
            let style = Style::new(Format::asked_for(words.iter().map(String::as_str)), None);
            eprint(style.error(Code::Usage, called_as, &error.to_string()));
            ExitCode::FAILURE
        }
        Err(help) => {
            print(&help.to_string());
            ExitCode::SUCCESS
        }
    }
}

fn command() -> Command {
    Command::new("tablewright")
        .version(env!("CARGO_PKG_VERSION"))
        .about("TableGen, complete, in Rust: reads record descriptions and runs backends over them")
        .after_help("Called as llvm-tblgen or clang-tblgen, it takes the place of that program.")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(
            Arg::new(messages::OPTION)
                .long(messages::OPTION)
                .value_name("FORMAT")
                .value_parser(PossibleValuesParser::new(Format::NAMES))
                .global(true)
                .help("How messages are written"),
        )
        .subcommand(
            Command::new("print")
                .about("Show what the records of a description became")
                .arg(
                    Arg::new("file")
                        .value_name("FILE")
                        .required(true)
                        .help("The file; - is standard input"),
                )
                .arg(texts("include", 'I', "DIR", "Search this directory for included files"))
                .arg(texts("define", 'D', "MACRO", "Define this macro for the preprocessor"))
                .arg(
                    Arg::new("format")
                        .long("format")
                        .short('f')
                        .value_parser(PossibleValuesParser::new(FORMATS.map(|(name, _)| name)))
                        .default_value("records")
                        .help("The format of the output"),
                ),
        )
        .subcommand(
            Command::new(batch::NAME)
                .about("Write any number of files, reading each input once (batch --help)"),
        )
        .subcommand(errors::command())
        .subcommand(registers::command())
        .subcommand(sched_coverage::command())
        .subcommand(drop_in_command(Tool::Llvm))
        .subcommand(drop_in_command(Tool::Clang))
}

fn texts(name: &'static str, short: char, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).short(short).long(name).value_name(value).action(ArgAction::Append).help(help)
}

/// Listed for help only: what stands behind these names is not read here.
fn drop_in_command(tool: Tool) -> Command {
    Command::new(tool.name()).about(format!(
        "Take the place of {} ({} --help)",
        tool.name(),
        tool.name()
    ))
}

/// `print` is short for a run of `llvm-tblgen`.
fn print_command(called_as: &str, given: &ArgMatches) -> ExitCode {
    let table = OptionTable::of(Tool::Llvm);
    let format = given.get_one::<String>("format").expect("it has a default");
    let (_, action) = FORMATS.iter().find(|(name, _)| name == format).expect("others are refused");
    let several = |name, option| {
        let values = given.get_many::<String>(name).unwrap_or_default();
        values.map(move |value| format!("{option}{value}"))
    };
    let file = given.get_one::<String>("file").expect("it is required");
    let format = given.get_one::<String>(messages::OPTION);
    let format = format.map(|name| format!("--{}={name}", messages::OPTION));
    let args = several("include", "-I=").chain(several("define", "-D=")).chain(format).chain([
        format!("--{action}"),
        "--".into(),
        file.clone(),
    ]);
    let ParsedArgs { args, .. } = grammar::parse(&table, args);
    drop_in::run(called_as, &Request::new(&table, args))
}
