//! `cargo runner golden`: runs the command line's golden tests with another program.

use std::process::ExitCode;

use clap::ArgMatches;
use xtask_support::{CommandOutcome, programs, workspace};

use crate::paths::{self, BuildProfile};

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let program = paths::candidate(args, BuildProfile::Release)?;
    let status = programs::cargo(workspace())
        .args(["test", "--quiet", "--package", "tablewright-cli", "--test", "golden"])
        .env("TABLEWRIGHT_TEST_PROGRAM", program)
        .status()
        .map_err(|e| format!("cargo: {e}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
