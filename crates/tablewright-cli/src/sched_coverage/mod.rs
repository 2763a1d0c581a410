//! `tablewright sched-coverage`: what each processor's scheduling model says of each instruction.

mod report;
mod select;

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use tablewright::backends::{Backend, BackendOption, Failure, Job, OptionValue, Options};

use crate::inspect::{self, flag, flag_arg, texts, texts_arg};
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

static BACKEND: Backend = Backend { name: NAME, help: "", options: &[], run };

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show which instructions each CPU's scheduling model covers")
        .after_help(
            "Coverage is one of: modelled (what each operand takes is known), variant (it depends \
             on the\ninstruction at hand), itinerary (only its stages are known), unsupported (the \
             CPU does not have it),\nunmodelled (nothing is known), unscheduled (nothing needs to \
             be).",
        )
        .arg(texts_arg(&CPU, "NAME", "Only models of this CPU"))
        .arg(texts_arg(&MODEL, "NAME", "Only this scheduling model"))
        .arg(texts_arg(&INSTRUCTION, "REGEX", "Only instructions whose names begin so"))
        .arg(flag_arg(&UNMODELLED, "Only instructions of which nothing is known"))
        .arg(flag_arg(&ALL, "Also instructions that are never scheduled"))
        .arg(flag_arg(&SUMMARY, "Show how many instructions each CPU's model covers"))
        .args(inspect::form_args(["table", CSV.name], "How to show them"))
}

pub(crate) fn main(called_as: &str, given: &ArgMatches) -> ExitCode {
    let mut options = Options::new();
    options.set(&CSV, OptionValue::Flag(inspect::has_form(given, CSV.name)));
    let (flags, texts) = ([&SUMMARY, &UNMODELLED, &ALL], [&CPU, &MODEL, &INSTRUCTION]);
    inspect::set_options(&mut options, given, &flags, &texts);
    inspect::run(called_as, given, &BACKEND, options)
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
    let report = Report { store: job.store, sched: job.analysis()?, models, format };
    let text = if options.flag(&SUMMARY) { report.summary() } else { report.instructions() };
    job.write_text(&text)
}
