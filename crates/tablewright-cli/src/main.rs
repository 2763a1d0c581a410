//! The program `tablewright`.
//!
//! Called as `llvm-tblgen` or `clang-tblgen`, by its own name or by its first argument, it takes
//! the place of those programs; otherwise it has a few commands of its own. This crate is where
//! files, the environment and exit codes are dealt with; what is computed lies in the crates below.

mod batch;
mod commands;
mod depfile;
mod drop_in;
mod grammar;
mod help;
mod inspect;
mod inspection;
mod mode;
mod option_table;
mod output_file;
mod phases;
mod registers;
mod request;
mod response_file;
mod run;
mod sched_coverage;
mod suggestion;
mod terminal;
mod unimplemented_actions;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::mode::{Invocation, Mode};

/// Evaluation has a thread of its own, with the stack that its depth limit asks for; everything else
/// nests so little that the stack of the process does.
fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    let Invocation { mode, called_as, rest } = Invocation::of(args);
    match mode {
        Mode::DropIn(tool) => drop_in::main(tool, &called_as, rest),
        Mode::Native => commands::main(&called_as, rest),
    }
}
