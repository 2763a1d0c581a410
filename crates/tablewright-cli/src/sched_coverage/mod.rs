//! `tablewright sched-coverage`: what each processor's scheduling model says of each instruction.

mod report;
mod select;

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use tablewright::Session;
use tablewright::backends::{
    Backend, BackendOption, Failure, Job, OptionKind, OptionValue, Options,
};

use crate::drop_in;
use crate::request::{Output, Request};
use report::{Format, Report};
use select::Selection;

pub(crate) const NAME: &str = "sched-coverage";

const CSV: BackendOption = flag("csv");
const SUMMARY: BackendOption = flag("summary");
const ALL: BackendOption = flag("all");
const UNMODELLED: BackendOption = flag("unmodelled");
const CPU: BackendOption = texts("cpu");
const MODEL: BackendOption = texts("model");
const INSTRUCTION: BackendOption = texts("instruction");

const fn flag(name: &'static str) -> BackendOption {
    BackendOption { name, kind: OptionKind::Flag { default: false }, help: "" }
}

const fn texts(name: &'static str) -> BackendOption {
    BackendOption { name, kind: OptionKind::Texts { placeholder: "" }, help: "" }
}

/// It runs as backends do, without being one of `llvm-tblgen`.
static BACKEND: Backend = Backend { name: NAME, help: "", options: &[], run };

pub(crate) fn command() -> Command {
    let several = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).action(ArgAction::Append).help(help)
    };
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    Command::new(NAME)
        .about("Show which instructions each CPU's scheduling model covers")
        .after_help(
            "Coverage is one of: modelled (what each operand takes is known), variant (it depends \
             on the\ninstruction at hand), itinerary (only its stages are known), unsupported (the \
             CPU does not have it),\nunmodelled (nothing is known), unscheduled (nothing needs to \
             be).",
        )
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .help("The description of a target; - is standard input"),
        )
        .arg(several("include", "DIR", "Search this directory for included files").short('I'))
        .arg(several("define", "MACRO", "Define this macro for the preprocessor").short('D'))
        .arg(several("cpu", "NAME", "Only models of this CPU"))
        .arg(several("model", "NAME", "Only this scheduling model"))
        .arg(several("instruction", "REGEX", "Only instructions whose names begin so"))
        .arg(flag("unmodelled", "Only instructions of which nothing is known"))
        .arg(flag("all", "Also instructions that are never scheduled"))
        .arg(flag("summary", "Show how many instructions each CPU's model covers"))
        .arg(
            Arg::new("format")
                .long("format")
                .short('f')
                .value_parser(PossibleValuesParser::new(["table", "csv"]))
                .default_value("table")
                .help("How to show them"),
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
    options.set(&CSV, OptionValue::Flag(text("format").as_deref() == Some("csv")));
    for option in [&SUMMARY, &UNMODELLED, &ALL] {
        options.set(option, OptionValue::Flag(given.get_flag(option.name)));
    }
    for option in [&CPU, &MODEL, &INSTRUCTION] {
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

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let options = job.options;
    let selection = Selection {
        cpus: options.texts(&CPU),
        models: options.texts(&MODEL),
        instructions: options.texts(&INSTRUCTION),
        unmodelled_only: options.flag(&UNMODELLED),
        all: options.flag(&ALL),
    };
    let format = if options.flag(&CSV) { Format::Csv } else { Format::Table };
    let models = selection.collect(job)?;
    let report = Report { store: job.store, sched: job.model()?, models, format };
    let text = if options.flag(&SUMMARY) { report.summary() } else { report.instructions() };
    Ok(job.out.write_all(text.as_bytes())?)
}
