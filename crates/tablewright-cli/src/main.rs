//! The program `tablewright`: see the library beside it.

use std::process::ExitCode;

use tablewright_records::CompileMode;

fn main() -> ExitCode {
    tablewright_cli::run(std::env::args_os().collect(), CompileMode::Auto)
}
