//! Checks of the house: structure, prose, book, licences and playground. `cargo xtask help` lists them. Commands that
//! compare with LLVM's programs are in `conformance/runner`.

mod book;
mod emitters;
mod llvm_names;
mod modules;
mod notices;
mod playground;
mod program_size;
mod prose;
mod releases;
mod rust_source;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use xtask_support::arguments::flag;
use xtask_support::programs::cargo;
use xtask_support::{CommandOutcome, workspace};

fn main() -> ExitCode {
    let matches = commands().get_matches();
    xtask_support::exit_code(match matches.subcommand() {
        Some(("book", _)) => book::main(),
        Some(("emitters", _)) => emitters::main(),
        Some(("llvm-names", given)) => llvm_names::main(given),
        Some(("modules", _)) => modules::main(),
        Some(("notices", given)) => notices::main(given),
        Some(("playground", given)) => playground::main(given),
        Some(("program-size", given)) => program_size::main(given),
        Some(("prose", given)) => prose::main(given),
        Some(("releases", _)) => releases::main(),
        Some((name, given)) => hand_over(name, given),
        None => Err("no such command".into()),
    })
}

fn commands() -> Command {
    Command::new("xtask")
        .about("Checks of Tablewright's own files")
        .after_help(
            "Every other command is handed to `cargo runner`, which compares with LLVM's programs.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .allow_external_subcommands(true)
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
        .subcommand(Command::new("book").about("Check the book in docs/, and build it with mdbook"))
        .subcommand(notices::command())
        .subcommand(playground::command())
        .subcommand(program_size::command())
        .subcommand(prose::command())
}

/// Hands a command to `cargo runner`.
fn hand_over(name: &str, given: &ArgMatches) -> CommandOutcome {
    let options = given.get_many::<OsString>("").into_iter().flatten();
    let mut runner = cargo(workspace());
    runner.args(["runner", name]).args(options);
    let status = runner.status().map_err(|e| format!("cargo runner: {e}"))?;
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}
