//! The command line for TableGen backends: arguments become jobs, and jobs write files.
//!
//! [`own_program`] is for programs with their own backends. The other modules are for the program `tablewright`,
//! which replaces LLVM's programs and has commands to inspect descriptions. These modules change without notice.
//!
//! The [`grammar`] parses a command line with the options in an [`option_table`]. The result is a [`request`]. A
//! [`run`] reads the input, runs the backend and writes all of its files or none. [`batch`] does so for many outputs
//! at once.
#![warn(missing_docs)]

pub mod batch;
mod cache;
pub mod cache_settings;
mod depfile;
pub mod description_command;
pub mod drop_in;
mod follow_ups;
pub mod grammar;
pub mod help;
pub mod interrupt;
pub mod kept_answer;
pub mod limits;
pub mod memory;
pub mod messages;
pub mod option_table;
pub mod output_file;
pub mod own_program;
mod phases;
pub mod release;
pub mod request;
mod response_file;
pub mod run;
pub mod running_program;
pub mod selection;
pub mod served_run;
#[cfg(test)]
mod side_file_tests;
mod side_files;
pub mod suggestion;
pub mod temporary;
pub mod terminal;
#[cfg(test)]
mod test_tool;
pub mod tool;
mod verify;

/// Describes errors in the environment variables that apply to all runs.
pub fn environment_error() -> Option<String> {
    let messages = release::from_variable().and_then(|_| messages::from_variable());
    let settings = messages.and_then(|_| cache_settings::from_variables());
    settings.and_then(|_| limits::from_variables().map(drop)).err()
}
