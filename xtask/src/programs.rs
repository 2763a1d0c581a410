//! The programs that commands run.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// Cargo in a directory: the one that runs these commands, where one does.
pub(crate) fn cargo(directory: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(directory);
    cargo
}

/// What a program prints, which gets nothing to read.
///
/// # Errors
/// How it ended and what it said, where it failed.
pub(crate) fn stdout_of(command: &mut Command) -> Result<Vec<u8>, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{program}: {e}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{program}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Runs a program, which prints to the terminal.
///
/// # Errors
/// How it ended, where it failed.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|e| format!("{program}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{program}: {status}")) }
}
