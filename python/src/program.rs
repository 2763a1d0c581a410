//! The program `tablewright`, for the console script.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use pyo3::prelude::*;
use tablewright::CompileMode;
use tablewright_cli::HostedProgram;

/// How Python's interpreter becomes the program. `_Host` of `__main__.py` has the members.
#[derive(FromPyObject)]
pub(crate) struct Host {
    interpreter: PathBuf,
    args: Vec<OsString>,
    library: PathBuf,
}

/// Runs the program with arguments, the first being its name, and returns its exit code.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, host: Host, args: Vec<OsString>) -> u8 {
    let Host { interpreter, args: host_args, library } = host;
    let program = HostedProgram { host: interpreter, host_args, library };
    py.detach(|| {
        let code = tablewright_cli::run_hosted(program, args, CompileMode::Auto);
        // A program written in Rust does this when it ends.
        drop(io::stdout().flush());
        // Exit codes can be compared, not read.
        (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1)
    })
}
