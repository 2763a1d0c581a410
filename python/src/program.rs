//! The program `tablewright` for the console script.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use pyo3::prelude::*;
use tablewright::CompileMode;
use tablewright_cli::HostedProgram;

/// Command line that starts the program through Python's interpreter, read from `_Host` in `__main__.py`.
#[derive(FromPyObject)]
pub(crate) struct Host {
    interpreter: PathBuf,
    args: Vec<OsString>,
    library: PathBuf,
}

/// Runs the program and returns its exit code. The first argument is the program's name.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, host: Host, args: Vec<OsString>) -> u8 {
    let Host { interpreter, args: host_args, library } = host;
    let program = HostedProgram { host: interpreter, host_args, library };
    py.detach(|| {
        let code = tablewright_cli::run_hosted(program, args, CompileMode::Auto);
        // Rust flushes standard output only when a Rust program exits.
        drop(io::stdout().flush());
        // `ExitCode` supports comparison only, not access to its number.
        (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1)
    })
}
