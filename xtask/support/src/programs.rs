//! Programs that commands run.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns Cargo in a directory: the Cargo that runs these commands, if there is one.
pub fn cargo(directory: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(directory);
    cargo
}

/// Returns a program's output. The program has no input.
///
/// # Errors
/// Its exit status and messages, if it failed.
pub fn stdout_of(command: &mut Command) -> Result<Vec<u8>, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{program}: {e}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{program}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Runs a program that prints to the terminal.
///
/// # Errors
/// Its exit status, if it failed.
pub fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|e| format!("{program}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{program}: {status}")) }
}
