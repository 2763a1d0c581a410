//! `tablewright registers`: the register file of a target, as a tree of sub-registers and of
//! classes.

mod detail;
mod dot;
mod names;
mod overview;
mod register_file;

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Command};
use tablewright::backends::{Backend, BackendOption, Failure, Job, OptionValue, Options};

use crate::inspect::{self, flag, flag_arg, texts, texts_arg};
use register_file::RegisterFile;

pub(crate) const NAME: &str = "registers";

const DOT: BackendOption = flag("dot");
const FULL: BackendOption = flag("full");
const REGISTER: BackendOption = texts("register");
const CLASS: BackendOption = texts("class");
const ONLY: BackendOption = texts("only");

static BACKEND: Backend = Backend { name: NAME, help: "", options: &[], run };

/// The parts of what is shown of a whole target.
const PARTS: [&str; 3] = ["registers", "indices", "classes"];

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show a target's registers and register classes as trees")
        .after_help(
            "Registers with the same sub-registers are shown together, one of them as a tree. \
             Classes\nstand below those that they lie in. What is inferred, and so not in the \
             description, is marked *.",
        )
        .arg(texts_arg(&REGISTER, "NAME", "Show all there is to know of this register"))
        .arg(texts_arg(&CLASS, "NAME", "Show all there is to know of this class"))
        .arg(
            texts_arg(&ONLY, "PART", "Show this part of the register file only")
                .value_parser(PossibleValuesParser::new(PARTS)),
        )
        .arg(flag_arg(&FULL, "Do not shorten long lists of names"))
        .args(inspect::form_args(["text", DOT.name], "How to show it; dot is a graph for Graphviz"))
}

pub(crate) fn main(called_as: &str, given: &ArgMatches) -> ExitCode {
    let mut options = Options::new();
    options.set(&DOT, OptionValue::Flag(inspect::has_form(given, DOT.name)));
    inspect::set_options(&mut options, given, &[&FULL], &[&REGISTER, &CLASS, &ONLY]);
    inspect::run(called_as, given, &BACKEND, options)
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
    job.write_text(&text)
}
