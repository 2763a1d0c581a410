//! The program `tablewright`, as a library: internal, for the shipped program and for the programs
//! that test it in other [compile modes](CompileMode).
//!
//! Called as `llvm-tblgen` or `clang-tblgen`, by its own name or by its first argument, it takes
//! the place of those programs; otherwise it has a few commands of its own. This crate is where
//! files, the environment and exit codes are dealt with; what is computed lies in the crates below.

#![doc(hidden)]

mod assembly;
mod attributes;
mod batch;
mod cache;
mod cache_settings;
mod combines;
mod command_context;
mod commands;
mod depfile;
mod deps;
mod diff;
mod drop_in;
mod encoding;
mod errors;
mod explain;
mod export;
mod follow_ups;
mod grammar;
mod graphviz;
mod help;
mod inspect;
mod inspection;
mod interrupt;
mod intrinsics;
mod limits;
mod lint;
mod manual;
mod memory;
mod messages;
mod mode;
mod option_table;
mod output_file;
mod patterns;
mod phases;
mod preprocess;
mod query;
mod reduce;
mod registers;
mod release;
mod report;
mod request;
mod response_file;
mod run;
mod sched_coverage;
mod schema;
mod selection;
#[cfg(test)]
mod side_file_tests;
mod side_files;
mod size;
mod suggestion;
mod temporary;
mod terminal;
mod test;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;

use tablewright::{CompileMode, path_text};

pub use crate::commands::command;
pub use crate::manual::{HelpText, help_texts};
use crate::mode::{DropIn, Invocation, Mode};

/// Runs the program with its arguments, the first being the name it was called by. In the place of
/// `llvm-tblgen` and `clang-tblgen` it loads its input with this compile mode, its own commands
/// load theirs as always.
// Evaluation has a thread of its own, with the stack that its depth limit needs; everything else
// nests so little that the stack of the process suffices.
pub fn run(args: Vec<OsString>, compile: CompileMode) -> ExitCode {
    // Arguments are text from here on, whatever their bytes are.
    let args = args.iter().map(path_text).collect();
    let Invocation { mode, called_as, rest } = Invocation::of(args);
    let variables = release::of_variable()
        .and_then(|_| messages::Format::of_variable())
        .and_then(|_| cache_settings::of_variables())
        .and_then(|_| limits::of_variables().map(drop));
    if let Err(why) = variables {
        terminal::eprint(format_args!("{called_as}: {why}\n"));
        return ExitCode::FAILURE;
    }
    match mode {
        Mode::DropIn { tool, release } => {
            drop_in::main(DropIn { tool, release, compile }, &called_as, rest)
        }
        Mode::Native => commands::main(&called_as, rest),
    }
}
