//! `--gen-clang-type-reader`: classes that create types from their properties.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::ast_properties::{Direction, types_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-type-reader",
    help: "Generate Clang AbstractTypeReader class",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    types_file::run(job, Direction::Read)
}
