//! `--gen-clang-basic-reader`: classes that read values of basic types.

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
