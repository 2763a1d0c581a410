//! The program `tablewright`, but it compiles every value that can be compiled.

use std::process::ExitCode;

use tablewright::CompileMode;

fn main() -> ExitCode {
    tablewright_cli::run(std::env::args_os().collect(), CompileMode::Always)
}
