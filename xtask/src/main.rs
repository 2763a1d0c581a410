//! Developer commands: comparing with the reference release, measuring against it, running its
//! language tests, and checking the book. `cargo xtask help` lists them.

mod batch;
mod bench;
mod book;
mod clang;
mod conformance;
mod cost;
mod decode;
mod dialect_json;
mod edits;
mod emitters;
mod fmt;
mod golden;
mod jobs;
mod lit;
mod llvm;
mod llvm_names;
mod mlir;
mod mlir_json;
mod modules;
mod mutate;
mod neovim;
mod notices;
mod output;
mod paths;
mod playground;
mod programs;
mod prose;
mod random;
mod ratchet;
mod reference;
mod release_source;
mod releases;
mod run;
mod rust_source;
mod semantics;
mod tokens;

use std::process::ExitCode;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};

use crate::output::say;
use crate::reference::ReferenceRelease;

/// A command's result: its exit code, or the reason why it could not run.
type CommandOutcome = Result<ExitCode, String>;

fn main() -> ExitCode {
    let matches = commands().get_matches();
    let outcome = match matches.subcommand() {
        Some(("conformance", given)) => conformance::main(given),
        Some(("batch", given)) => batch::main(given),
        Some(("bench", given)) => bench::main(given),
        Some(("book", _)) => book::main(),
        Some(("clang", given)) => clang::main(given),
        Some(("decode", given)) => decode::main(given),
        Some(("edits", given)) => edits::main(given),
        Some(("emitters", _)) => emitters::main(),
        Some(("releases", _)) => releases::main(),
        Some(("fmt", given)) => fmt::main(given),
        Some(("golden", given)) => golden::main(given),
        Some(("lit", given)) => lit::main(given),
        Some(("llvm", given)) => llvm::main(given),
        Some(("llvm-names", given)) => llvm_names::main(given),
        Some(("mlir", given)) => mlir::main(given),
        Some(("mlir-json", given)) => mlir_json::main(given),
        Some(("dialect-json", given)) => dialect_json::main(given),
        Some(("modules", _)) => modules::main(),
        Some(("mutate", given)) => mutate::main(given),
        Some(("neovim", given)) => neovim::main(given),
        Some(("notices", given)) => notices::main(given),
        Some(("playground", given)) => playground::main(given),
        Some(("prose", given)) => prose::main(given),
        Some(("semantics", given)) => semantics::main(given),
        _ => Err("no such command".into()),
    };
    outcome.unwrap_or_else(|why| {
        say!("error: {why}");
        ExitCode::FAILURE
    })
}

fn commands() -> Command {
    Command::new("xtask")
        .about("Commands for developers of Tablewright")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("conformance")
                .about(
                    "Run the jobs of an LLVM build and compare their outputs with the reference's",
                )
                .args([only(), jobs(), program(), compile(), timeout()])
                .arg(flag("bless", "Add what passes to the release's passing.txt"))
                .arg(flag("ratchet", "Run only what passing.txt lists; none of it may fail"))
                .arg(flag("batch", "Write the files in one process, as `tablewright batch` does"))
                .arg(flag("verbose", "Show every job that fails").short('v'))
                .args([ReferenceRelease::option(), name_release()])
                .arg(path("keep", "Keep the outputs in this directory, one file per job")),
        )
        .subcommand(
            Command::new("bench")
                .about("Time jobs against the reference programs, run in turn; ratios ours/other")
                .args([only(), dist_program(), ReferenceRelease::option()])
                .arg(path("against", "Time against this other build of tablewright instead"))
                .arg(flag("by-action", "Time the jobs of a build; a table of the actions too"))
                .arg(
                    Arg::new("at-least")
                        .long("at-least")
                        .value_name("MILLISECONDS")
                        .value_parser(value_parser!(u64))
                        .default_value("0")
                        .help("Leave out jobs that take the other program less than this"),
                )
                .arg(
                    Arg::new("runs")
                        .short('n')
                        .value_name("RUNS")
                        .value_parser(value_parser!(usize))
                        .default_value("3")
                        .help("How many times each job runs with either program"),
                ),
        )
        .subcommand(
            Command::new("clang")
                .about("Let generated headers and files take the place of Clang's own, and compile")
                .args([only(), jobs(), program()])
                .arg(flag("verbose", "Show what failing tests print").short('v')),
        )
        .subcommand(
            Command::new("batch")
                .about(
                    "Run all jobs of an LLVM build as one batch; what it costs, and if it matches",
                )
                .args([only(), jobs(), dist_program(), ReferenceRelease::option(), detect()])
                .arg(flag("reference", "Also time the reference, one run for each job"))
                .arg(
                    flag(
                        "cache",
                        "Build twice with a cache of outputs; the second takes a twentieth",
                    )
                    .conflicts_with("reference"),
                ),
        )
        .subcommand(
            Command::new("edits")
                .about("Load descriptions once more after edits: how long that takes")
                .arg(only())
                .arg(flag("check", "Compare each result with that of a first load")),
        )
        .subcommand(
            Command::new("fmt")
                .about("Change the layout of all descriptions; what changes, and that nothing else does")
                .args([only(), jobs(), program(), ReferenceRelease::option()])
                .arg(flag("no-records", "Do not compare records"))
                .arg(flag("verbose", "Name the files with syntax errors").short('v')),
        )
        .subcommand(
            Command::new("golden")
                .about("Run the golden tests of the command line with another program")
                .args([program(), compile()])
                .group(ArgGroup::new("which").args(["program", "compile"]).required(true)),
        )
        .subcommand(
            Command::new("lit")
                .about("Run the reference's tests of the language (RUN and CHECK lines)")
                .args([only(), jobs(), program(), compile(), ReferenceRelease::option()])
                .arg(flag("all", "Also the tests that name a backend"))
                .arg(
                    flag(
                        "ratchet",
                        "Also those of them that passing-tests.txt lists; none may fail",
                    )
                    .conflicts_with("all"),
                )
                .arg(
                    flag("bless", "Add what passes to the release's passing-tests.txt")
                        .requires("all")
                        .conflicts_with("reference"),
                )
                .arg(flag("reference", "Use the reference program, to check the harness itself"))
                .arg(flag("verbose", "Show what failing tests print").short('v')),
        )
        .subcommand(
            Command::new("modules")
                .about("Check that no modules of a crate import each other in a circle"),
        )
        .subcommand(Command::new("emitters").about("Check that code that prints cannot fail"))
        .subcommand(
            Command::new("releases").about("Check that no code compares the numbers of releases"),
        )
        .subcommand(
            Command::new("llvm-names")
                .about("Check that a search for the names of LLVM's classes finds our types")
                .arg(flag("bless", "Write the tables of docs/src/llvm-sources.md")),
        )
        .subcommand(llvm::command())
        .subcommand(decode_command())
        .subcommand(mutate_command())
        .subcommand(
            Command::new("semantics")
                .about("Compare --gen-semantics with the tables in conformance/semantics")
                .args([only(), program(), compile()])
                .arg(flag("verbose", "Show bodies that differ").short('v')),
        )
        .subcommand(
            Command::new("neovim")
                .about("Let Neovim drive every request of the language server, if it is installed")
                .args([program(), ReferenceRelease::option()]),
        )
        .subcommand(notices::command())
        .subcommand(playground::command())
        .subcommand(prose::command())
        .subcommand(Command::new("book").about("Check the book in docs/, and build it with mdbook"))
        .subcommand(
            Command::new("dialect-json")
                .about(
                    "Check the JSON of `tablewright dialect` for all dialects against its schema",
                )
                .args([only(), jobs(), program(), ReferenceRelease::option()]),
        )
        .subcommand(
            Command::new("mlir")
                .about("Compile and run dialects with generated files in the place of MLIR's own")
                .args([jobs(), program()])
                .arg(ReferenceRelease::option().default_value(mlir::RELEASE))
                .arg(flag("verbose", "Show all that a failing step prints").short('v')),
        )
        .subcommand(
            Command::new("mlir-json")
                .about("Compare --dump-json of every MLIR description with the reference's")
                .args([only(), jobs(), program(), compile(), ReferenceRelease::option()])
                .arg(flag("verbose", "Show every file that differs").short('v')),
        )
}

fn decode_command() -> Command {
    Command::new("decode")
        .about("Compare what words `tablewright encoding` and llvm-mc decode")
        .args([only(), program()])
        .arg(number("words", "How many words of each size of a target").default_value("10000"))
        .arg(number("seed", "What all words follow from").default_value("1"))
        .arg(flag("verbose", "List the words that methods of the target decide about").short('v'))
}

fn mutate_command() -> Command {
    Command::new("mutate")
        .about("Change descriptions at random, and compare what both programs make of them")
        .after_help(
            "Mutant N of a seed is always the same. A finding is shown once for each action and \
             message, with the options that try its mutant again.",
        )
        .arg(number("seed", "What all changes follow from").default_value("1"))
        .arg(number("start", "The number of the first mutant").default_value("0"))
        .arg(number("count", "How many mutants").required_unless_present("for"))
        .arg(
            Arg::new("for")
                .long("for")
                .value_name("DURATION")
                .value_parser(duration)
                .help("How long new mutants are begun: 90s, 30m, 2h"),
        )
        .arg(
            Arg::new("targets")
                .long("targets")
                .value_name("NAMES")
                .value_delimiter(',')
                .default_value("Lanai,MSP430,BPF,XCore,ARC,Xtensa,Sparc,AVR,ToyDSP")
                .help("Which targets are changed"),
        )
        .arg(flag("golden", "Change golden tests instead").conflicts_with("targets"))
        .arg(
            flag("reads", "Check that changed outputs have read what changed, with ours alone")
                .conflicts_with("golden"),
        )
        .args([jobs(), program(), ReferenceRelease::option()])
        .arg(
            only()
                .help("Only actions in whose names this finds something; all take minutes on large targets")
                .conflicts_with("golden"),
        )
        .arg(timeout().default_value("20").help("After how long a program counts as hanging"))
        .arg(flag(
            "messages",
            "Also compare the first messages where both programs refuse in a backend",
        ))
        .arg(path("keep", "Keep the findings in this directory, with the changed files"))
}

/// Parses a duration with its unit: seconds, minutes or hours.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "a number followed by s, m or h".to_owned();
    let (unit, seconds) = [('s', 1), ('m', 60), ('h', 3600)]
        .into_iter()
        .find(|(unit, _)| text.ends_with(*unit))
        .ok_or_else(wrong)?;
    let number: u64 = text.trim_end_matches(unit).parse().map_err(|_| wrong())?;
    Ok(Duration::from_secs(number * seconds))
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn number(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64)).help(help)
}

fn path(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("PATH")
        .value_parser(value_parser!(std::path::PathBuf))
        .help(help)
}

fn only() -> Arg {
    Arg::new("only").long("only").value_name("REGEX").help("Only what this finds something in")
}

fn name_release() -> Arg {
    const HELP: &str = "Name the release to the program; without it the program finds the release out, in LLVM's tree and in an installed LLVM";
    flag("name-release", HELP)
}

fn detect() -> Arg {
    flag("detect", "Let the program find out the release instead of naming it")
}

fn jobs() -> Arg {
    Arg::new("jobs")
        .long("jobs")
        .short('j')
        .value_name("N")
        .value_parser(value_parser!(usize))
        .help("How many at a time [default: one per processor]")
}

fn program() -> Arg {
    path("program", "The program to try [default: tablewright, built in release]")
}

fn compile() -> Arg {
    Arg::new("compile")
        .long("compile")
        .value_name("MODE")
        .value_parser(PossibleValuesParser::new(["never", "always"]))
        .conflicts_with("program")
        .help("Try the program that compiles no values, or all that can be compiled")
}

fn dist_program() -> Arg {
    path("program", "The program to time [default: tablewright, built as packages are]")
}

fn timeout() -> Arg {
    Arg::new("timeout")
        .long("timeout")
        .value_name("SECONDS")
        .value_parser(value_parser!(u64))
        .default_value("120")
        .help("After how long a job is given up")
}

/// Returns the pattern from `--only`; without the option, a pattern that matches everything.
fn pattern(args: &ArgMatches) -> Result<regex_lite::Regex, String> {
    let text = args.get_one::<String>("only").map_or("", String::as_str);
    regex_lite::Regex::new(text).map_err(|e| format!("--only: {e}"))
}

/// Returns the number from `--jobs`.
fn job_count(args: &ArgMatches) -> usize {
    let default = || std::thread::available_parallelism().map_or(1, usize::from);
    args.get_one("jobs").copied().unwrap_or_else(default).max(1)
}

/// Prints the last line of a command that runs many checks. Returns its exit code.
fn summary(passed: usize, failed: usize) -> ExitCode {
    say!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
