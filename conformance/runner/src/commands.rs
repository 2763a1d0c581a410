//! The commands and their options.

use std::time::Duration;

use clap::{Arg, ArgGroup, Command, value_parser};
use xtask_support::arguments::{flag, path};

use crate::arguments::{
    compile, detect, dist_program, jobs, name_release, number, only, program, timeout,
};
use crate::reference::ReferenceRelease;
use crate::{grammars, llvm, mlir};

/// Returns the command line of the program.
pub(crate) fn all() -> Command {
    Command::new("cargo runner")
        .about("Commands that compare with LLVM's programs, and measure against them")
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
            Command::new("release-names")
                .about("Print the names that a release adds to the include files, or removes")
                .args([release_arg("from", "The older release"), release_arg("to", "The newer release")]),
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
        .subcommand(
            Command::new("instructions")
                .about("Count the instructions of jobs under Valgrind; none may need 2 % more than recorded")
                .args([only(), jobs(), program()])
                .arg(flag("bless", "Record the counts in conformance/instructions.txt")),
        )
        .subcommand(
            Command::new("latencies")
                .about("Time requests and edits of the language server in large descriptions")
                .args([only(), program(), ReferenceRelease::option()])
                .arg(number("seed", "What all positions follow from").default_value("1"))
                .arg(number("requests", "How many requests").default_value("2000"))
                .arg(number("edits", "How many edits").default_value("500"))
                .arg(path("answers", "Write each request and its answer to this file, to compare two programs")),
        )
        .subcommand(
            Command::new("renames")
                .about("Rename random names in LLVM's descriptions; only the name may change in the records")
                .args([only(), program(), ReferenceRelease::option()])
                .arg(flag("reference", "Let the reference program print the records"))
                .arg(number("seed", "What all names follow from").default_value("1"))
                .arg(number("count", "How many names").default_value("200")),
        )
        .subcommand(
            Command::new("dialect-json")
                .about(
                    "Check the JSON of `tablewright dialect` for all dialects against its schema",
                )
                .args([only(), jobs(), program(), ReferenceRelease::option()]),
        )
        .subcommand(
            Command::new("grammars")
                .about("Compare the grammars of ten dialects with mlir-opt, on the examples of their descriptions")
                .arg(program())
                .arg(ReferenceRelease::option().default_value(grammars::RELEASE))
                .args(grammars::args())
                .arg(flag("verbose", "Show changes on which grammar and program differ").short('v')),
        )
        .subcommand(
            Command::new("mc")
                .about("Assemble and disassemble LLVM's tests of machine code, as llvm-mc does")
                .arg(only())
                .arg(flag("verbose", "List all differences").short('v')),
        )
        .subcommand(
            Command::new("migration")
                .about("Compare the findings of lint --for 24 with the edits that LLVM 23.1 needs for 24")
                .args([jobs(), program()]),
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
        .subcommand(
            Command::new("select")
                .about("Select instructions of random functions, as llc does directly after selection")
                .args([only(), program()])
                .arg(flag("bless", "Write the lists in conformance/select"))
                .arg(flag("verbose", "List all differences").short('v')),
        )
        .subcommand(
            Command::new("wordings")
                .about("Record the messages that golden tests and installed reference programs share"),
        )
        .subcommand(llvm::command())
        .subcommand(decode_command())
        .subcommand(mutate_command())
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
        .arg(
            flag("served", "Check that a build server skips no job whose output changes, with ours alone")
                .conflicts_with_all(["golden", "reads"]),
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

fn release_arg(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("VERSION").required(true).help(help)
}
