//! The program `tablewright`, as a library: internal, for the shipped program and for the programs
//! that test it in other [compile modes](CompileMode).
//!
//! Called as `llvm-tblgen` or `clang-tblgen`, by its own name or by its first argument, it takes
//! the place of those programs; otherwise it has a few commands of its own. What a program with backends of one's own
//! has too, such as options, output files and messages, lies in `tablewright-driver`; what is computed lies in the crates
//! below.

#![doc(hidden)]

mod assembly;
mod attributes;
mod combines;
mod command_context;
mod commands;
mod deps;
mod dialect;
mod diff;
mod encoding;
mod errors;
mod explain;
mod export;
mod fmt;
mod graphviz;
mod inspect;
mod intrinsics;
mod lint;
mod lsp;
mod manual;
mod missing_command;
mod mode;
mod patterns;
mod preprocess;
mod query;
mod reduce;
mod registers;
mod report;
mod sched_coverage;
mod schema;
mod settings_file;
mod size;
mod test;

use std::ffi::OsString;
use std::process::ExitCode;

use tablewright::{CompileMode, path_text};
use tablewright_driver::tool::DropIn;
use tablewright_driver::{
    batch, drop_in, environment_error, grammar, help, inspection, interrupt, limits, messages,
    option_table, output_file, release, request, run, running_program, selection, suggestion,
    temporary, terminal,
};

pub use crate::commands::command;
pub use crate::manual::{HelpText, help_texts};
pub use tablewright_driver::running_program::HostedProgram;

use crate::mode::{Invocation, Mode};

/// Runs the program with its arguments, the first being the name it was called by. In the place of
/// `llvm-tblgen` and `clang-tblgen` it loads its input with this compile mode, its own commands
/// load theirs as always.
///
/// A process in which the code is a library of another program calls [`run_hosted`].
// Evaluation has a thread of its own, with the stack that its depth limit needs; everything else
// nests so little that the stack of the process suffices.
pub fn run(args: Vec<OsString>, compile: CompileMode) -> ExitCode {
    // Arguments are text from here on, whatever their bytes are.
    let args = args.iter().map(path_text).collect();
    let Invocation { mode, called_as, rest } = Invocation::of(args);
    if let Some(why) = environment_error() {
        terminal::eprint(format_args!("{called_as}: {why}\n"));
        return ExitCode::FAILURE;
    }
    match mode {
        Mode::DropIn { tool, release } => {
            let program_with_command = commands::program_with_command;
            let drop_in = DropIn { tool: &tool, release, compile, program_with_command };
            drop_in::main(drop_in, &called_as, rest)
        }
        Mode::Native => commands::main(&called_as, rest),
    }
}

/// Runs the program in a process that has loaded its code as a library, such as an interpreter.
pub fn run_hosted(program: HostedProgram, args: Vec<OsString>, compile: CompileMode) -> ExitCode {
    running_program::set_hosted(program);
    run(args, compile)
}
