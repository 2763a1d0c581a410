//! `cargo xtask golden`: the golden tests of the command line, with another program in its place.

use std::env;
use std::process::{Command, ExitCode};

use clap::ArgMatches;

use crate::{Outcome, places};

pub(crate) fn main(given: &ArgMatches) -> Outcome {
    let program = places::candidate(given)?;
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(places::workspace())
        .args(["test", "--quiet", "--package", "tablewright-cli", "--test", "golden"])
        .env("TABLEWRIGHT_TEST_PROGRAM", program)
        .status()
        .map_err(|e| format!("cargo: {e}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
