//! Options of several commands.

use clap::{Arg, ArgAction, value_parser};

/// A flag `--name`.
pub fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// An option `--name PATH`.
pub fn path(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("PATH")
        .value_parser(value_parser!(std::path::PathBuf))
        .help(help)
}
