//! The program `tablewright`.
//!
//! Called as `llvm-tblgen` or `clang-tblgen`, by its own name or by its first argument, it takes
//! the place of those programs; otherwise it has a few commands of its own. This crate is where
//! files, the environment and exit codes are dealt with; what is computed lies in the crates below.

mod batch;
mod depfile;
mod drop_in;
mod grammar;
mod help;
mod mode;
mod native;
mod not_here;
mod option_table;
mod output_file;
mod phases;
mod request;
mod response_file;
mod run;
mod suggestion;
mod terminal;

use std::ffi::OsString;
use std::process::ExitCode;
use std::thread;

use crate::mode::{Invocation, Mode};

/// Room for the work, most of it never touched. The depth limits of parser and evaluator must be
/// what ends a run that nests too deeply, and so the stack has to outlast them.
pub(crate) const STACK: usize = 512 << 20;

/// The exit code of a program that panicked.
const PANICKED: u8 = 101;

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    // Where so much address space cannot be had, a smaller stack serves all but absurd inputs.
    for size in [STACK, STACK / 8] {
        let args = args.clone();
        if let Ok(worker) = thread::Builder::new().stack_size(size).spawn(|| run(args)) {
            return worker.join().unwrap_or(ExitCode::from(PANICKED));
        }
    }
    run(args)
}

fn run(args: Vec<OsString>) -> ExitCode {
    let Invocation { mode, called_as, rest } = Invocation::of(args);
    match mode {
        Mode::DropIn(tool) => drop_in::main(tool, &called_as, rest),
        Mode::Native => native::main(&called_as, rest),
    }
}
