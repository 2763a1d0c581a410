//! Options of several commands, and their values.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, value_parser};
use xtask_support::arguments::{flag, path};

pub(crate) fn number(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64)).help(help)
}

pub(crate) fn only() -> Arg {
    Arg::new("only").long("only").value_name("REGEX").help("Only what this finds something in")
}

pub(crate) fn name_release() -> Arg {
    const HELP: &str = "Name the release to the program; without it the program finds the release out, in LLVM's tree and in an installed LLVM";
    flag("name-release", HELP)
}

pub(crate) fn detect() -> Arg {
    flag("detect", "Let the program find out the release instead of naming it")
}

pub(crate) fn jobs() -> Arg {
    Arg::new("jobs")
        .long("jobs")
        .short('j')
        .value_name("N")
        .value_parser(value_parser!(usize))
        .help("How many at a time [default: one per processor]")
}

pub(crate) fn program() -> Arg {
    path("program", "The program to try [default: tablewright, built in release]")
}

pub(crate) fn compile() -> Arg {
    Arg::new("compile")
        .long("compile")
        .value_name("MODE")
        .value_parser(PossibleValuesParser::new(["never", "always"]))
        .conflicts_with("program")
        .help("Try the program that compiles no values, or all that can be compiled")
}

pub(crate) fn dist_program() -> Arg {
    path("program", "The program to time [default: tablewright, built as packages are]")
}

pub(crate) fn timeout() -> Arg {
    Arg::new("timeout")
        .long("timeout")
        .value_name("SECONDS")
        .value_parser(value_parser!(u64))
        .default_value("120")
        .help("After how long a job is given up")
}

/// Returns the pattern from `--only`; without the option, a pattern that matches everything.
pub(crate) fn pattern(args: &ArgMatches) -> Result<regex_lite::Regex, String> {
    let text = args.get_one::<String>("only").map_or("", String::as_str);
    regex_lite::Regex::new(text).map_err(|e| format!("--only: {e}"))
}

/// Returns the number from `--jobs`.
pub(crate) fn job_count(args: &ArgMatches) -> usize {
    let default = || std::thread::available_parallelism().map_or(1, usize::from);
    args.get_one("jobs").copied().unwrap_or_else(default).max(1)
}
