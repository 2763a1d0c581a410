//! `cargo xtask golden`: the golden tests of the command line, with another program in its place.

use std::env;
use std::process::{Command, ExitCode};

use clap::ArgMatches;

use crate::Outcome;
use crate::paths::{self, Profile};

pub(crate) fn main(given: &ArgMatches) -> Outcome {
    let program = paths::candidate(given, Profile::Release)?;
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(paths::workspace())
        .args(["test", "--quiet", "--package", "tablewright-cli", "--test", "golden"])
        .env("TABLEWRIGHT_TEST_PROGRAM", program)
        .status()
        .map_err(|e| format!("cargo: {e}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
