//! `tablewright registers`: the register file of a target, as a tree of sub-registers and of
//! classes.

mod detail;
mod dot;
mod file;
mod names;
mod overview;

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use tablewright::Session;
use tablewright::backends::{
    Backend, BackendOption, Failure, Job, OptionKind, OptionValue, Options,
};

use crate::drop_in;
use crate::request::{Output, Request};
use file::RegisterFile;

pub(crate) const NAME: &str = "registers";

const DOT: BackendOption = flag("dot");
const FULL: BackendOption = flag("full");
const REGISTER: BackendOption = texts("register");
const CLASS: BackendOption = texts("class");
const ONLY: BackendOption = texts("only");

const fn flag(name: &'static str) -> BackendOption {
    BackendOption { name, kind: OptionKind::Flag { default: false }, help: "" }
}

const fn texts(name: &'static str) -> BackendOption {
    BackendOption { name, kind: OptionKind::Texts { placeholder: "" }, help: "" }
}

/// It runs as backends do, without being one of `llvm-tblgen`.
static BACKEND: Backend = Backend { name: NAME, help: "", options: &[], run };

/// The parts of what is shown of a whole target.
const PARTS: [&str; 3] = ["registers", "indices", "classes"];

pub(crate) fn command() -> Command {
    let several = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).action(ArgAction::Append).help(help)
    };
    Command::new(NAME)
        .about("Show a target's registers and register classes as trees")
        .after_help(
            "Registers with the same sub-registers are shown together, one of them as a tree. \
             Classes\nstand below those that they lie in. What is inferred, and so not in the \
             description, is marked *.",
        )
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .help("The description of a target; - is standard input"),
        )
        .arg(several("include", "DIR", "Search this directory for included files").short('I'))
        .arg(several("define", "MACRO", "Define this macro for the preprocessor").short('D'))
        .arg(several("register", "NAME", "Show all there is to know of this register"))
        .arg(several("class", "NAME", "Show all there is to know of this class"))
        .arg(
            several("only", "PART", "Show this part of the register file only")
                .value_parser(PossibleValuesParser::new(PARTS)),
        )
        .arg(
            Arg::new("full")
                .long("full")
                .action(ArgAction::SetTrue)
                .help("Do not shorten long lists of names"),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .short('f')
                .value_parser(PossibleValuesParser::new(["text", "dot"]))
                .default_value("text")
                .help("How to show it; dot is a graph for Graphviz"),
        )
        .arg(Arg::new("output").short('o').value_name("FILE").help("Write to this file"))
}

pub(crate) fn main(called_as: &str, given: &ArgMatches) -> ExitCode {
    let text = |name: &str| given.get_one::<String>(name).cloned();
    let several = |name: &str| -> Vec<String> {
        given.get_many::<String>(name).unwrap_or_default().cloned().collect()
    };
    let mut session = Session::new();
    for dir in several("include") {
        session = session.include_dir(dir);
    }
    for name in several("define") {
        session = session.define(name);
    }
    let mut options = Options::new();
    options.set(&DOT, OptionValue::Flag(text("format").as_deref() == Some("dot")));
    options.set(&FULL, OptionValue::Flag(given.get_flag(FULL.name)));
    for option in [&REGISTER, &CLASS, &ONLY] {
        options.set(option, OptionValue::Texts(several(option.name)));
    }
    let request = Request {
        input: text("file").expect("it is required"),
        session,
        backend: &BACKEND,
        options,
        output: text("output").map_or(Output::Standard, Output::of),
        depfile: None,
        write_if_changed: false,
        time_phases: false,
        color: None,
    };
    drop_in::run(called_as, &request)
}

/// Which parts of the register file are shown.
#[derive(Clone, Copy)]
struct Parts {
    registers: bool,
    indices: bool,
    classes: bool,
}

impl Parts {
    fn of(only: &[String]) -> Parts {
        let is_shown = |part: &str| only.is_empty() || only.iter().any(|name| name == part);
        let [registers, indices, classes] = PARTS.map(is_shown);
        Parts { registers, indices, classes }
    }
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let options = job.options;
    let file = RegisterFile::of(job, options.flag(&FULL))?;
    let registers = file.find_registers(options.texts(&REGISTER))?;
    let classes = file.find_classes(options.texts(&CLASS))?;
    let parts = Parts::of(options.texts(&ONLY));
    let is_whole = registers.is_empty() && classes.is_empty();
    let text = match (options.flag(&DOT), is_whole) {
        (false, true) => overview::text(&file, parts),
        (false, false) => detail::text(&file, &registers, &classes)?,
        (true, true) => dot::whole(&file, parts),
        (true, false) => dot::around(&file, &registers, &classes),
    };
    Ok(job.out.write_all(text.as_bytes())?)
}
