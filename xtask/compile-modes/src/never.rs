//! The program `tablewright`, modified to resolve each value and compile none.

use std::process::ExitCode;

use tablewright::CompileMode;

fn main() -> ExitCode {
    tablewright_cli::run(std::env::args_os().collect(), CompileMode::Never)
}
