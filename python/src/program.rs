//! The program `tablewright`, for the console script.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use pyo3::prelude::*;
use tablewright::CompileMode;

/// Runs the program with arguments, the first being its name, and returns its exit code.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| {
        let code = tablewright_cli::run(args, CompileMode::Auto);
        // A program written in Rust does this when it ends.
        drop(io::stdout().flush());
        // Exit codes can be compared, not read.
        (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1)
    })
}
