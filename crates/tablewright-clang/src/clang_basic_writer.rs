//! `--gen-clang-basic-writer`: writer classes for basic types.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::ast_properties::{Direction, basic_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-basic-writer",
    help: "Generate Clang BasicWriter classes",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    basic_file::run(job, Direction::Write)
}
