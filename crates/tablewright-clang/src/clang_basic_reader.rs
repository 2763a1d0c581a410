//! `--gen-clang-basic-reader`: reader classes for basic types.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::ast_properties::{Direction, basic_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-basic-reader",
    help: "Generate Clang BasicReader classes",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    basic_file::run(job, Direction::Read)
}
