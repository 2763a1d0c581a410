//! The program `tablewright`, but it resolves every value and compiles none.

use std::process::ExitCode;

use tablewright::CompileMode;

fn main() -> ExitCode {
    tablewright_cli::run(std::env::args_os().collect(), CompileMode::Never)
}
