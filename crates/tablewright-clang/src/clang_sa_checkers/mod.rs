//! `--gen-clang-sa-checkers`: static analyzer checkers with packages, options and dependencies, as
//! macro calls.

mod emit;
pub(crate) mod model;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let registry = model::collect(job.store)?;
    job.write_cpp(|w| emit::emit(&registry, w))
}
