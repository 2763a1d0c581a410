//! The program `tablewright`, as a library: internal, for the shipped program and for the programs that test it in
//! other [compile modes](CompileMode).
//!
//! Called as `llvm-tblgen` or `clang-tblgen`, by its own name or by its first argument, it replaces these programs.
//! Otherwise it has its own commands. `tablewright-driver` contains the parts shared with other programs that have
//! their own backends: options, output files and messages. The lower crates do the computations.

#![doc(hidden)]

mod assembly;
mod attributes;
mod byte_args;
mod combines;
mod command_context;
mod commands;
mod counted;
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
mod machine;
mod manual;
mod missing_command;
mod mode;
mod new_target;
mod patterns;
mod preprocess;
mod print;
mod query;
mod reduce;
mod registers;
mod report;
mod sched_coverage;
mod schema;
mod serve;
mod settings_file;
mod simulation;
mod size;
mod test;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use tablewright_driver::tool::DropIn;
use tablewright_driver::{
    batch, description_command, drop_in, environment_error, grammar, help, interrupt, limits,
    messages, option_table, output_file, release, request, run, running_program, selection,
    suggestion, temporary, terminal,
};
use tablewright_records::CompileMode;
use tablewright_session::path_text;

pub use crate::commands::command;
pub use crate::manual::{HelpText, help_texts};
pub use tablewright_driver::running_program::HostedProgram;

use crate::mode::{Invocation, ProgramMode};

/// Runs the program with its arguments. The first argument is the program name in the command line. In place of
/// `llvm-tblgen` and `clang-tblgen` the program loads its input in this compile mode. Its own commands ignore the
/// mode.
///
/// A process that loads this code as a library calls [`run_hosted`] instead.
// Evaluation runs on its own thread, with enough stack for its depth limit. All other code nests so little that the
// process stack suffices.
pub fn run(args: Vec<OsString>, compile: CompileMode) -> ExitCode {
    // From here on arguments are text, even if their bytes are not UTF-8.
    let args: Vec<String> = args.iter().map(path_text).collect();
    let Invocation { mode, called_as, rest } = Invocation::from_args(args.clone());
    if let Some(why) = environment_error() {
        terminal::eprint(format_args!("{called_as}: {why}\n"));
        return ExitCode::FAILURE;
    }
    match mode {
        ProgramMode::DropIn { tool, release } => {
            if let Some(code) = tablewright_server::hand_over(&called_as, &args) {
                return code;
            }
            let program_with_command = commands::program_with_command;
            let drop_in = DropIn { tool: &tool, release, compile, program_with_command };
            drop_in::main(drop_in, &called_as, rest)
        }
        ProgramMode::Native => {
            let handed_over = serve::is_served_command(&rest)
                .then(|| tablewright_server::hand_over(&called_as, &args))
                .flatten();
            handed_over.unwrap_or_else(|| commands::main(&called_as, rest))
        }
    }
}

/// Runs the program in a process that has loaded its code as a library, for example an interpreter.
pub fn run_hosted(program: HostedProgram, args: Vec<OsString>, compile: CompileMode) -> ExitCode {
    running_program::set_hosted(program);
    run(args, compile)
}

/// Connects a process that has loaded this code as a library to the server at `socket`, by default to its own server, which
/// is started if it does not run. Returns the file descriptor of the connection. The caller closes it.
///
/// # Errors
/// If no server can be reached.
pub fn connect_hosted(program: HostedProgram, socket: Option<&Path>) -> Result<i32, String> {
    running_program::set_hosted(program);
    tablewright_server::open_connection(socket)
}
