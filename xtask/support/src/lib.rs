//! Parts that `cargo xtask` and `cargo runner` share: printing, programs, files, hashes, ratchets, options, and
//! messages of tests.

pub mod arguments;
pub mod files;
pub mod hash;
pub mod output;
pub mod programs;
pub mod ratchet;
pub mod wordings;

use std::path::Path;
use std::process::ExitCode;

/// A command's result: its exit code, or the reason why it could not run.
pub type CommandOutcome = Result<ExitCode, String>;

/// Returns the root of the workspace.
///
/// # Panics
/// Never: this crate lies in the workspace.
pub fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("this is `xtask/support`")
}

/// Prints the last line of a command that runs many checks. Returns its exit code.
pub fn summary(passed: usize, failed: usize) -> ExitCode {
    say!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the exit code of a program's `main`. A command that could not run prints the reason.
pub fn exit_code(outcome: CommandOutcome) -> ExitCode {
    outcome.unwrap_or_else(|why| {
        say!("error: {why}");
        ExitCode::FAILURE
    })
}
