//! `--gen-clang-type-writer`: classes that write the properties of types.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::ast_properties::{Direction, types_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-type-writer",
    help: "Generate Clang AbstractTypeWriter class",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    types_file::run(job, Direction::Write)
}
