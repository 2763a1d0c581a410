//! The program `tablewright`, modified to compile each value that can be compiled.

use std::process::ExitCode;

use tablewright::CompileMode;

fn main() -> ExitCode {
    tablewright_cli::run(std::env::args_os().collect(), CompileMode::Always)
}
