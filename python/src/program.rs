//! The program `tablewright` for the console script, and connections to its server.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use pyo3::exceptions::PyConnectionError;
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

impl From<Host> for HostedProgram {
    fn from(host: Host) -> HostedProgram {
        HostedProgram { host: host.interpreter, host_args: host.args, library: host.library }
    }
}

/// Connects to the server at `address`, by default to the server of this package, which is started if it does not run.
/// Returns the file descriptor of the connection.
#[pyfunction]
pub(crate) fn connect(py: Python<'_>, host: Host, address: Option<PathBuf>) -> PyResult<i32> {
    let program = HostedProgram::from(host);
    py.detach(|| tablewright_cli::connect_hosted(program, address.as_deref()))
        .map_err(PyConnectionError::new_err)
}

/// Runs the program and returns its exit code. The first argument is the program's name.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, host: Host, args: Vec<OsString>) -> u8 {
    let program = HostedProgram::from(host);
    py.detach(|| {
        let code = tablewright_cli::run_hosted(program, args, CompileMode::Auto);
        // Rust flushes standard output only when a Rust program exits.
        drop(io::stdout().flush());
        // `ExitCode` supports comparison only, not access to its number.
        (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1)
    })
}
